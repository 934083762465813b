import { deadLines, type EntryAt, guarded, type Otherwise, saidAside } from '../../install/guarded.ts'
import { hookGroups as hooksOf, type Json } from '../../install/hook-groups.ts'
import { quoted } from '../../install/shim.ts'

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
export function hookGroups(at: EntryAt): ReadonlyMap<string, Json> {
  return new Map(
    ENTRIES.map(({ event, matcher, timeout, blocks }) => [
      event,
      {
        ...(matcher !== undefined && { matcher }),
        hooks: [{ type: 'command', command: commandFor(at, event), timeout, ...(blocks && { onFailure: 'block' }) }],
      },
    ]),
  )
}

/**
 * Where the starter itself is gone or falls, nobody is left to say so but the entry: without a word of its own the host refuses every
 * prompt for a file that is not there, and before 2.1.295 it runs the calls.
 */
export function commandFor({ command, file }: EntryAt, event: string): string {
  return guarded(`${command} ${event}`, otherwise(event, file))
}

function otherwise(event: string, file: string | undefined): Otherwise | undefined {
  const lines = deadLines('claude-code', file)
  const fell = `${saidAside(lines)}; exit 2`
  if (event === 'PreToolUse') return { gone: fell, fell }
  if (event !== 'UserPromptSubmit' && event !== 'SessionStart') return undefined
  return {
    gone: `/usr/bin/printf %s ${quoted(JSON.stringify({ systemMessage: lines.join('\n') }))}; exit 0`,
    fell,
  }
}

/** How these groups stand in the host's settings. */
export const HOOKS = hooksOf('claude-code', hookGroups)
