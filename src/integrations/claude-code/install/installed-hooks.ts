import { hookGroups as hooksOf, type Json } from '../../install/hook-groups.ts'
import { guarded, quoted } from '../../install/shim.ts'

/** Tools whose having run is worth knowing: they leave something behind, or a person answered them. */
const LEAVE_TRACES =
  'Bash|PowerShell|Write|Edit|MultiEdit|NotebookEdit|Read|WebFetch|AskUserQuestion|ExitPlanMode|mcp__.*'

interface Entry {
  readonly event: string
  readonly matcher?: string
  readonly timeout: number
  /** A fault of the hook blocks (hosts from 2.1.295 on). */
  readonly blocks: boolean
}

/** The host's default for a hook is ten minutes, and then it lets the call through: every entry has its own limit. */
const ENTRIES: readonly Entry[] = [
  { event: 'PreToolUse', matcher: '*', timeout: 90, blocks: true },
  { event: 'PermissionRequest', matcher: '*', timeout: 90, blocks: true },
  { event: 'PermissionDenied', matcher: '*', timeout: 10, blocks: false },
  { event: 'PostToolUse', matcher: LEAVE_TRACES, timeout: 10, blocks: false },
  { event: 'UserPromptSubmit', timeout: 30, blocks: true },
  { event: 'SessionStart', timeout: 30, blocks: false },
  { event: 'ConfigChange', timeout: 10, blocks: true },
]

/** The hook groups of the host's settings, by event. Each command ends with its event: a starter that cannot read must know it. */
export function hookGroups(command: string): ReadonlyMap<string, Json> {
  return new Map(
    ENTRIES.map(({ event, matcher, timeout, blocks }) => [
      event,
      {
        ...(matcher !== undefined && { matcher }),
        hooks: [
          { type: 'command', command: commandFor(command, event), timeout, ...(blocks && { onFailure: 'block' }) },
        ],
      },
    ]),
  )
}

/**
 * Where the starter itself is gone, nobody is left to say so but the entry: without a word of its own the host refuses every prompt
 * for a file that is not there, and before 2.1.295 it runs the calls.
 */
export function commandFor(command: string, event: string): string {
  return guarded(`${command} ${event}`, OTHERWISE[event])
}

const GONE =
  'irongate: the starter of the gate is gone, so tool calls are blocked. Run irongate init in a terminal, or delete these hooks from the settings and start the agent anew.'
const TELLS = `/usr/bin/printf %s ${quoted(JSON.stringify({ systemMessage: GONE }))}; exit 0`
const OTHERWISE: Readonly<Record<string, string>> = {
  PreToolUse: `/bin/echo ${quoted(GONE)} >&2; exit 2`,
  UserPromptSubmit: TELLS,
  SessionStart: TELLS,
}

/** How these groups stand in the host's settings. */
export const HOOKS = hooksOf('claude-code', hookGroups)
