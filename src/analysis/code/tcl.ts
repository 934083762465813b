/** The commands that a text of Tcl starts, as a shell would be told them: `exec sh -c {…}`, `open {| sh -c {…}}`. */
export function tclCommands(source: string): readonly string[] {
  const commands: string[] = []
  for (const match of source.matchAll(/\bexec[ \t]+|\bopen[ \t]+[{"][ \t]*\|[ \t]*/g)) {
    const words = wordsFrom(source, match.index + match[0].length)
    if (words.length > 0) commands.push(words.map(shellWord).join(' '))
  }
  return commands
}

/** The words up to the end of the command; braces keep what they hold as it is. */
function wordsFrom(source: string, start: number): readonly string[] {
  const words: string[] = []
  let at = start
  while (at < source.length) {
    const sign = source[at] ?? ''
    if (sign === ' ' || sign === '\t') {
      at++
      continue
    }
    if (/[\n;\]}]/.test(sign)) break
    const end = sign === '{' ? closing(source, at) : sign === '"' ? source.indexOf('"', at + 1) : undefined
    if (end !== undefined && end > at) {
      words.push(source.slice(at + 1, end))
      at = end + 1
      continue
    }
    const plain = /^[^\s;\]}"]+/.exec(source.slice(at, at + 2_000))?.[0] ?? ''
    if (plain === '') break
    words.push(plain)
    at += plain.length
  }
  return words
}

function closing(source: string, open: number): number | undefined {
  let depth = 0
  for (let at = open; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '{') depth++
    else if (source[at] === '}' && --depth === 0) return at
  }
  return undefined
}

/** Redirects and pipes keep their meaning; everything else is one word. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./~-]+$|^[|<>&]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
