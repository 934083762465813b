import type { Installer } from '../installer.ts'
import { FORGET_KEPT, fastPathText, KEPT_WORD } from './fast-path.ts'

/** What the shim starts. Absolute paths, found out when it is installed: nothing is looked up when it runs. */
export interface ShimParts {
  readonly node: string
  readonly hook: string
  /** Whose settings and state: one home, or in an organisation's starter that of the account which calls. */
  readonly home: string | typeof OF_CALLER
}

export const OF_CALLER = Symbol('the home of the account that calls')

/** Variables that hosts tell something by, under the names of the options that they are passed as. All else stays outside. */
export type SignNames = Readonly<Record<string, string>>

/** What one script must know of the hosts that start it. */
export interface ShimHosts {
  readonly signs: SignNames
  readonly stranded: readonly StrandedHost[]
}

/** One of them, and the files that it is started from, as far as they are known when the script is written. */
export type StrandedHost = Pick<Installer, 'id' | 'stranded'> & { readonly files?: readonly string[] }

/** A text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** The script that a command of ours starts. */
export function starterIn(command: string): string | undefined {
  return /^'((?:[^']|'\\'')*)' hook /.exec(command)?.[1]?.replaceAll("'\\''", "'")
}

/** With what the launcher ends when it cannot start the hook; the system says 126 and 127 of a Node that is gone. */
export const CANNOT_START = 71

/**
 * The script that the host starts. A repository can set variables through its agent's settings, so nothing of the
 * environment reaches Node; whatever goes wrong ends in status 2, which blocks the call in every host that starts commands.
 */
export function shimText(parts: ShimParts, hosts: ShimHosts, shell = '/bin/sh'): string {
  return `#!${shell}
# Written by \`irongate init\`; run it again instead of editing this file.
# A hook that spins is ended by the system; one that waits ends itself.
ulimit -t 30 2>/dev/null
node=${quoted(parts.node)}
hook=${quoted(parts.hook)}
${typeof parts.home === 'string' ? `home=${quoted(parts.home)}` : CALLERS_HOME}
${fastPathText(hosts.signs)}
${startText(hosts.signs)}
${FORGET_KEPT}
${endText(parts, hosts.stranded)}`
}

/** The account's home comes from the system, not from $HOME, which a project's settings can change. */
const CALLERS_ENTRY = `user=$(/usr/bin/id -un 2>/dev/null)
case $user in
  '' | -* | *[!A-Za-z0-9._-]*) home= ;;
  *) home=$(eval "printf '%s' ~$user") ;;
esac
case $home in
  /*) ;;
  *)
    printf '%s\\n' "irongate: this account has no entry with a home, which an organisation's gate needs. The call is blocked; ask your administrator." >&2
    exit 2
    ;;
esac`

/** Folders are made for an account that is new; one that was here before and has no state is broken. */
const CALLERS_HOME = `${CALLERS_ENTRY}
[ -d "$home/.irongate/used" ] || /bin/mkdir -p -m 700 "$home/.irongate" "$home/.irongate/state" "$home/.irongate/used" 2>/dev/null`

/**
 * What suits a process that ends after one answer: few threads (none that waits for a debugger's signal), room for what it makes, so
 * that nothing is collected, and expressions and functions that are used a few times and not first made fast.
 */
export const HOOK_OPTIONS = [
  '--disable-sigusr1',
  '--no-sparkplug',
  '--v8-pool-size=1',
  '--min-semi-space-size=4',
  '--no-regexp-peephole-optimization',
  '--regexp-tier-up-ticks=20',
  '--invocation-count-for-maglev=2000',
]

/** With what Node ends, before it reads anything, when it does not know an option. */
const UNKNOWN_OPTION = 9

/**
 * Starts Node with a clean environment, where there is something to start. One thread waits for files: there is the input, and nothing
 * beside it. What it says aside is kept until its status is known: a Node that is too old complains first.
 */
function startText(signs: SignNames): string {
  const told = Object.entries(signs).map(([name, variable]) => `"--${name}=\${${variable}-}"`)
  return `code=127 aside=
exec 3>&1
if [ -f "$hook" ] && [ -x "$node" ]; then
  for options in '${HOOK_OPTIONS.join(' ')}' ''; do
    aside=$(/usr/bin/env -i HOME="$home" PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 UV_THREADPOOL_SIZE=1 \\
      "$node" $options "$hook" "$@" --installed --home "$home"${[...told, KEPT_WORD].map((word) => ` \\\n      ${word}`).join('')} 2>&1 >&3 3>&-)
    code=$?
    [ "$code" -eq ${UNKNOWN_OPTION} ] || break
  done
fi`
}

/** Answers for a hook that gave no answer. What the gate must not miss is blocked; a person who is only talking is let through. */
function endText({ node, hook }: ShimParts, hosts: readonly StrandedHost[]): string {
  return `case $code in
  0 | 2)
    [ -z "$aside" ] || printf '%s\\n' "$aside" >&2
    exit "$code"
    ;;
  ${CANNOT_START} | 126 | 127) ;;
  *)
    # It may have been a file of compiled code that is damaged. The next call does without.
    /bin/rm -rf "$home/.irongate/cache"
    printf '%s\\n' "irongate: the hook could not run (status $code, $node). The call is blocked; run \\\`irongate doctor\\\`." >&2
    case "\${2-}" in
${hosts.map((host) => `      ${host.id}) printf '%s\\n' ${quoted(waysOut(host))} >&2 ;;\n`).join('')}    esac
    [ -z "$aside" ] || printf '%s\\n' "$aside" >&2
    exit 2
    ;;
esac
case "\${2-} \${3-}" in
${hosts.flatMap((host) => passTexts(host, strandedText({ node, hook }, host))).join('')}esac
case "\${2-}" in
${hosts.map((host) => `  ${host.id})${deniedText(host, strandedText({ node, hook }, host))} ;;\n`).join('')}  *) printf '%s\\n' 'irongate: the gate cannot start. The call is blocked; run \`npm install --global irongate && irongate init\`.' >&2 ;;
esac
exit 2
`
}

function passTexts({ id, stranded }: StrandedHost, text: string): readonly string[] {
  return Object.entries(stranded.passes).map(
    ([event, shows]) => `  '${id} ${event}')\n    printf '%s\\n' ${quoted(shows(text))}\n    exit 0\n    ;;\n`,
  )
}

function deniedText({ stranded: { denial } }: StrandedHost, text: string): string {
  const told = denial === undefined ? '' : ` printf '%s\\n' ${quoted(denial(text))};`
  return `${told} printf '%s\\n' ${quoted(text)} >&2`
}

/** Two lines: what happened, and both ways out. */
export function strandedText(
  { node, hook }: Pick<ShimParts, 'node' | 'hook'>,
  { stranded, files = [] }: Omit<StrandedHost, 'id'>,
): string {
  return `irongate: the gate cannot start, so every tool call is blocked: its program (${hook}) or its Node (${node}) is gone, too old or broken.
${waysOut({ stranded, files })}`
}

function waysOut({ stranded, files = [] }: Omit<StrandedHost, 'id'>): string {
  return `In a terminal: \`npm install --global irongate && irongate init\` brings it back. To remove it by hand, ${stranded.byHand(files)}.`
}

/**
 * The shell that starts the shim. Where `/bin/sh` is bash, functions and options that stand in the environment come before
 * the first line of a script and can end it with status 0; `-p` leaves them out. A shell that does not know it needs it not.
 */
export function shimShell(run: (args: readonly string[]) => number | null): string {
  return run(['-p', '-c', 'exit 7']) === 7 ? '/bin/sh -p' : '/bin/sh'
}

const WORD = "'((?:[^']|'\\\\'')*)'"

/** What a shim on disk says it starts, of this version or an earlier one; undefined when it is not one of ours. */
export function readShim(text: string): ShimParts | undefined {
  const node = new RegExp(`^node=${WORD}$`, 'm').exec(text)?.[1]
  const hook =
    new RegExp(`^hook=${WORD}$`, 'm').exec(text)?.[1] ??
    new RegExp(`^ {2}"\\$node" ${WORD} "\\$@"`, 'm').exec(text)?.[1]
  const home = (new RegExp(`^home=${WORD}$`, 'm').exec(text) ??
    new RegExp(`"\\$@" --installed --home ${WORD}`, 'm').exec(text))?.[1]
  if (node === undefined || hook === undefined || (home === undefined && !text.includes(CALLERS_ENTRY)))
    return undefined
  const plain = (word: string) => word.replaceAll("'\\''", "'")
  return { node: plain(node), hook: plain(hook), home: home === undefined ? OF_CALLER : plain(home) }
}
