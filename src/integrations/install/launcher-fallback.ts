import { launcherInCommand, shellQuote } from './launcher-script.ts'

export { withoutFallback } from '../entry-command.ts'

/** Events at which a dead launcher must stop the host, and events at which the person is only told of it. */
export interface FailureEvents {
  readonly blocks: readonly string[]
  readonly tells: readonly string[]
}

/** An entry that is about to be written: what it starts, and the file that it stands in, where that is known. */
export interface EntryAt {
  readonly command: string
  readonly file?: string | undefined
}

/**
 * Two lines: what happened, and both ways out. INVARIANT: nothing in it means anything to a shell, in quotes of either kind, or to a
 * host that puts variables into its settings.
 */
export function missingLauncherLines(host: string, file: string | undefined): readonly [string, string] {
  return [
    'irongate: the gate gave no answer (its launcher is gone, fell or was ended), so tool calls are blocked.',
    `In a terminal: npm install --global irongate, then irongate init. To remove it by hand: delete the entries with hook ${host} under hooks in ${fileForMessage(file)}, then restart the agent.`,
  ]
}

/** How entries are taken out of these files by hand; without any, of the usual ones. */
export function removalInstructions(host: string, files: readonly string[], usual: string): string {
  const where = files.length === 0 ? usual : files.join(' and in ')
  return `delete the entries that end in "hook ${host} …" under "hooks" in ${where}, then restart the agent`
}

/** A name that cannot be written into every shell without harm is left to the person. */
function fileForMessage(file: string | undefined): string {
  return file !== undefined && /^[\p{L}\p{N}_./@+,:= -]+$/u.test(file) ? file : 'the settings of the agent'
}

/**
 * The command of an entry in a host that runs the call when a hook fails: nobody but the entry is left to say no then. It is one plain
 * command with quoted words, because hosts start it with the person's own shell, which need not be a POSIX one, and nothing of the
 * environment reaches its script. INVARIANT: it names no variable; some hosts put variables into their settings, and a project sets those.
 */
export function commandWithFailureEvents(
  { command, file }: EntryAt,
  event: string,
  { blocks, tells }: FailureEvents,
): string {
  const lines = missingLauncherLines(hostIn(command), file)
  const script = blocks.includes(event) ? blockScript(lines) : tells.includes(event) ? notifyScript(lines) : undefined
  const plain = `${command} ${event}`
  if (script === undefined || launcherInCommand(command) === undefined) return plain
  return `/usr/bin/env -i /bin/sh -c ${shellQuote(script)} sh ${plain}`
}

/** 2 is the launcher's own no, and it said why. Whatever else is not 0 is a launcher that is gone, was killed or fell. */
function blockScript(lines: readonly string[]): string {
  return `"$@" && exit; [ $? = 2 ] || ${printScript(lines)}; exit 2`
}

/** Without a launcher every call is blocked: a prompt may pass, and the person reads why. One that fell may have missed their word. */
function notifyScript(lines: readonly string[]): string {
  const shown = JSON.stringify({ systemMessage: lines.join('\n') }).replace(/["\\]/g, '\\$&')
  return `"$@" && exit; case $? in 126 | 127) printf %s "${shown}"; exit 0 ;; 2) ;; *) ${printScript(lines)} ;; esac; exit 2`
}

function printScript(lines: readonly string[]): string {
  return `printf "%s\\n" ${lines.map((line) => `"${line}"`).join(' ')} >&2`
}

/** What an entry does where its launcher gave no answer: is gone, or fell. */
export interface LauncherFallback {
  readonly gone: string
  readonly fell: string
}

/**
 * A command of ours that says something else where the launcher itself gives no answer: nobody but the entry is left to say it.
 * INVARIANT: the shell that reads it may be bash, into which a project brings functions of its own by variables. So it is made of
 * the shell's own syntax, `exit`, and programs by their whole paths: none of these can be a function.
 */
export function withLauncherFallback(command: string, otherwise: LauncherFallback | undefined): string {
  if (launcherInCommand(command) === undefined || otherwise === undefined) return command
  const { gone, fell } = otherwise
  return `${command} || case $? in 2) exit 2 ;; ${gone === fell ? '' : `126 | 127) ${gone} ;; `}*) ${fell} ;; esac`
}

/** Lines for stderr, by a program with its whole path. */
export function stderrScript(lines: readonly string[]): string {
  return `/usr/bin/printf '%s\\n' ${lines.map(shellQuote).join(' ')} >&2`
}

/** The host that a command of ours names. */
function hostIn(command: string): string {
  return / hook ([\w-]+)$/.exec(command)?.[1] ?? ''
}
