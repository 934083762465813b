import type { Installer } from '../installer.ts'
import { daemonClientScript, KEPT_EVENT_ARGUMENT, REMOVE_KEPT_EVENT } from './launcher-daemon-client.ts'

/** What the launcher starts. Absolute paths, found out when it is installed: nothing is looked up when it runs. */
export interface LauncherScriptParts {
  readonly node: string
  readonly hook: string
  /** Whose settings and state: one home, or in an organisation's launcher that of the account which calls. */
  readonly home: string | typeof CALLER_HOME
}

export const CALLER_HOME = Symbol('the home of the account that calls')

/** Variables that hosts tell something by, under the names of the options that they are passed as. All else stays outside. */
export type HostVariableNames = Readonly<Record<string, string>>

/** What one script must know of the hosts that start it. */
export interface LauncherHosts {
  readonly signs: HostVariableNames
  readonly stranded: readonly LauncherHost[]
}

/** One of them, and the files that it is started from, as far as they are known when the script is written. */
export type LauncherHost = Pick<Installer, 'id' | 'stranded'> & { readonly files?: readonly string[] }

/** A text as one word of a POSIX shell. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** The script that a command of ours starts. */
export function launcherInCommand(command: string): string | undefined {
  return /^'((?:[^']|'\\'')*)' hook /.exec(command)?.[1]?.replaceAll("'\\''", "'")
}

/** With what the launcher ends when it cannot start the hook; the system says 126 and 127 of a Node that is gone. */
export const LAUNCH_FAILED_STATUS = 71

/**
 * The script that the host starts. A repository can set variables through its agent's settings, so nothing of the
 * environment reaches Node; whatever goes wrong ends in status 2, which blocks the call in every host that starts commands.
 */
export function launcherScript(parts: LauncherScriptParts, hosts: LauncherHosts, shell = '/bin/sh'): string {
  return `#!${shell}
# Written by \`irongate init\`; run it again instead of editing this file.
# A hook that spins is ended by the system; one that waits ends itself.
ulimit -t 30 2>/dev/null
node=${shellQuote(parts.node)}
hook=${shellQuote(parts.hook)}
${typeof parts.home === 'string' ? `home=${shellQuote(parts.home)}` : CALLER_FOLDERS_SCRIPT}
${daemonClientScript(hosts.signs)}
${startScript(hosts.signs)}
${REMOVE_KEPT_EVENT}
${endScript(parts, hosts.stranded)}`
}

/** The account's home comes from the system, not from $HOME, which a project's settings can change. */
const CALLER_HOME_SCRIPT = `user=$(/usr/bin/id -un 2>/dev/null)
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
const CALLER_FOLDERS_SCRIPT = `${CALLER_HOME_SCRIPT}
[ -d "$home/.irongate/used" ] || /bin/mkdir -p -m 700 "$home/.irongate" "$home/.irongate/state" "$home/.irongate/used" 2>/dev/null`

/**
 * What suits a process that ends after one answer: few threads (none that waits for a debugger's signal), room for what it makes, so
 * that nothing is collected, and expressions and functions that are used a few times and not first made fast.
 */
export const HOOK_NODE_OPTIONS = [
  '--disable-sigusr1',
  '--no-sparkplug',
  '--v8-pool-size=1',
  '--min-semi-space-size=4',
  '--no-regexp-peephole-optimization',
  '--regexp-tier-up-ticks=20',
  '--invocation-count-for-maglev=2000',
]

/** With what Node ends, before it reads anything, when it does not know an option. */
const UNKNOWN_OPTION_STATUS = 9

/**
 * Starts Node with a clean environment, where there is something to start. One thread waits for files: there is the input, and nothing
 * beside it. What it says aside is kept until its status is known: a Node that is too old complains first.
 */
function startScript(signs: HostVariableNames): string {
  const told = Object.entries(signs).map(([name, variable]) => `"--${name}=\${${variable}-}"`)
  return `code=127 aside=
exec 3>&1
if [ -f "$hook" ] && [ -x "$node" ]; then
  for options in '${HOOK_NODE_OPTIONS.join(' ')}' ''; do
    aside=$(/usr/bin/env -i HOME="$home" PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 UV_THREADPOOL_SIZE=1 \\
      "$node" $options "$hook" "$@" --installed --home "$home"${[...told, KEPT_EVENT_ARGUMENT].map((word) => ` \\\n      ${word}`).join('')} 2>&1 >&3 3>&-)
    code=$?
    [ "$code" -eq ${UNKNOWN_OPTION_STATUS} ] || break
  done
fi`
}

/** Answers for a hook that gave no answer. What the gate must not miss is blocked; a person who is only talking is let through. */
function endScript({ node, hook }: LauncherScriptParts, hosts: readonly LauncherHost[]): string {
  return `case $code in
  0 | 2)
    [ -z "$aside" ] || printf '%s\\n' "$aside" >&2
    exit "$code"
    ;;
  ${LAUNCH_FAILED_STATUS} | 126 | 127) ;;
  *)
    # It may have been a file of compiled code that is damaged. The next call does without.
    /bin/rm -rf "$home/.irongate/cache"
    printf '%s\\n' "irongate: the hook could not run (status $code, $node). The call is blocked; run \\\`irongate doctor\\\`." >&2
    case "\${2-}" in
${hosts.map((host) => `      ${host.id}) printf '%s\\n' ${shellQuote(recoveryText(host))} >&2 ;;\n`).join('')}    esac
    [ -z "$aside" ] || printf '%s\\n' "$aside" >&2
    exit 2
    ;;
esac
case "\${2-} \${3-}" in
${hosts.flatMap((host) => passThroughCases(host, missingProgramText({ node, hook }, host))).join('')}esac
case "\${2-}" in
${hosts.map((host) => `  ${host.id})${denialCase(host, missingProgramText({ node, hook }, host))} ;;\n`).join('')}  *) printf '%s\\n' 'irongate: the gate cannot start. The call is blocked; run \`npm install --global irongate && irongate init\`.' >&2 ;;
esac
exit 2
`
}

function passThroughCases({ id, stranded }: LauncherHost, text: string): readonly string[] {
  return Object.entries(stranded.passes).map(
    ([event, shows]) => `  '${id} ${event}')\n    printf '%s\\n' ${shellQuote(shows(text))}\n    exit 0\n    ;;\n`,
  )
}

function denialCase({ stranded: { denial } }: LauncherHost, text: string): string {
  const told = denial === undefined ? '' : ` printf '%s\\n' ${shellQuote(denial(text))};`
  return `${told} printf '%s\\n' ${shellQuote(text)} >&2`
}

/** Two lines: what happened, and both ways out. */
export function missingProgramText(
  { node, hook }: Pick<LauncherScriptParts, 'node' | 'hook'>,
  { stranded, files = [] }: Omit<LauncherHost, 'id'>,
): string {
  return `irongate: the gate cannot start, so every tool call is blocked: its program (${hook}) or its Node (${node}) is gone, too old or broken.
${recoveryText({ stranded, files })}`
}

function recoveryText({ stranded, files = [] }: Omit<LauncherHost, 'id'>): string {
  return `In a terminal: \`npm install --global irongate && irongate init\` brings it back. To remove it by hand, ${stranded.byHand(files)}.`
}

/**
 * The shell that starts the launcher. Where `/bin/sh` is bash, functions and options that stand in the environment come before
 * the first line of a script and can end it with status 0; `-p` leaves them out. A shell that does not know it needs it not.
 */
export function launcherShell(run: (args: readonly string[]) => number | null): string {
  return run(['-p', '-c', 'exit 7']) === 7 ? '/bin/sh -p' : '/bin/sh'
}

const QUOTED_WORD = "'((?:[^']|'\\\\'')*)'"

/** What a launcher on disk says it starts, of this version or an earlier one; undefined when it is not one of ours. */
export function parseLauncherScript(text: string): LauncherScriptParts | undefined {
  const node = new RegExp(`^node=${QUOTED_WORD}$`, 'm').exec(text)?.[1]
  const hook =
    new RegExp(`^hook=${QUOTED_WORD}$`, 'm').exec(text)?.[1] ??
    new RegExp(`^ {2}"\\$node" ${QUOTED_WORD} "\\$@"`, 'm').exec(text)?.[1]
  const home = (new RegExp(`^home=${QUOTED_WORD}$`, 'm').exec(text) ??
    new RegExp(`"\\$@" --installed --home ${QUOTED_WORD}`, 'm').exec(text))?.[1]
  if (node === undefined || hook === undefined || (home === undefined && !text.includes(CALLER_HOME_SCRIPT)))
    return undefined
  const plain = (word: string) => word.replaceAll("'\\''", "'")
  return { node: plain(node), hook: plain(hook), home: home === undefined ? CALLER_HOME : plain(home) }
}
