/** What the shim starts. Absolute paths, found out when it is installed: nothing is looked up when it runs. */
export interface ShimParts {
  readonly node: string
  readonly hook: string
  readonly home: string
}

/** Variables that hosts tell something by, under the names of the options that they are passed as. All else stays outside. */
export type SignNames = Readonly<Record<string, string>>

/** A text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/**
 * The script that the host starts. A repository can set variables through its agent's settings, so nothing of the
 * environment reaches Node; whatever goes wrong ends in status 2, which blocks the call in every host that starts commands.
 */
export function shimText({ node, hook, home }: ShimParts, signs: SignNames, shell = '/bin/sh'): string {
  const told = Object.entries(signs).map(([name, variable]) => `"--${name}=\${${variable}-}"`)
  return `#!${shell}
# Written by \`irongate init\`; run it again instead of editing this file.
# A hook that spins is ended by the system; one that waits ends itself.
ulimit -t 80 2>/dev/null
node=${quoted(node)}
/usr/bin/env -i HOME=${quoted(home)} PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 \\
  "$node" ${quoted(hook)} "$@" --installed --home ${quoted(home)}${told.length === 0 ? '' : ` \\\n  ${told.join(' ')}`}
code=$?
case $code in
  0) exit 0 ;;
  2) exit 2 ;;
esac
echo "irongate: the hook could not run (status $code, $node). The call is blocked; run \\\`irongate doctor\\\`." >&2
exit 2
`
}

/**
 * The shell that starts the shim. Where `/bin/sh` is bash, functions and options that stand in the environment come before
 * the first line of a script and can end it with status 0; `-p` leaves them out. A shell that does not know it needs it not.
 */
export function shimShell(run: (args: readonly string[]) => number | null): string {
  return run(['-p', '-c', 'exit 7']) === 7 ? '/bin/sh -p' : '/bin/sh'
}

/** What a shim on disk says it starts; undefined when it is not one of ours. */
export function readShim(text: string): ShimParts | undefined {
  const node = /^node='(.*)'$/m.exec(text)?.[1]
  const parts = /^ {2}"\$node" '(.*)' "\$@" --installed --home '(.*)'(?: \\)?$/m.exec(text)
  if (node === undefined || !parts) return undefined
  const [, hook = '', home = ''] = parts
  const plain = (word: string) => word.replaceAll("'\\''", "'")
  return { node: plain(node), hook: plain(hook), home: plain(home) }
}
