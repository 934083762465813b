/** The commands that sessions of a noxfile run; all sessions when none is named. */
export function noxCommands(text: string, names: readonly string[]): readonly string[] {
  const bodies = [
    ...text.matchAll(
      /@nox\.session([^\n]{0,400})\n(?:@[^\n]{0,400}\n){0,8}def\s+(\w{1,80})\(\w{1,40}[^)]{0,200}\)[^\n]{0,80}\n((?:[ \t][^\n]{0,4000}\n|\n)*)/g,
    ),
  ]
  return bodies
    .filter(([, decorator = '', name = '']) => {
      const called = /name\s{0,4}=\s{0,4}["']([\w.-]{1,80})/.exec(decorator)?.[1] ?? name
      return names.length === 0 || names.some((each) => each.replace(/-[\d.]+$|\(.*$/, '') === called)
    })
    .flatMap(([, , , body = '']) => [...body.matchAll(/\.run(?:_always|_install)?\(([^()]{0,4000})\)/g)])
    .map((match) => words(match[1] ?? ''))
}

/** Python's string arguments as words of a shell text; others are not known. */
function words(args: string): string {
  return [...args.matchAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^,"']+/g)]
    .map(([each]) => each.trim())
    .filter((each) => each !== '' && !/^\w+\s*=/.test(each))
    .map((each) => (/^(["']).*\1$/s.test(each) ? `'${each.slice(1, -1).replaceAll("'", `'\\''`)}'` : '"$ARGUMENT"'))
    .join(' ')
}
