import { hookFileEditor as hooksOf, type JsonObject } from '../../install/hook-file-editor.ts'
import {
  type EntryAt,
  type LauncherFallback,
  missingLauncherLines,
  stderrScript,
  withLauncherFallback,
} from '../../install/launcher-fallback.ts'
import { shellQuote } from '../../install/launcher-script.ts'

/** Tools whose having run is worth knowing: they leave something behind, or a person answered them. */
const RECORDED_TOOLS =
  'Bash|PowerShell|Write|Edit|MultiEdit|NotebookEdit|Read|WebFetch|AskUserQuestion|ExitPlanMode|mcp__.*'

interface Entry {
  readonly event: string
  readonly matcher?: string
  readonly timeout: number
  /** A fault of the hook blocks (hosts from 2.1.295 on). */
  readonly blocks: boolean
}

/** The host's default for a hook is ten minutes, and then it lets the call through: every entry has its own limit. */
const HOOK_ENTRIES: readonly Entry[] = [
  { event: 'PreToolUse', matcher: '*', timeout: 90, blocks: true },
  { event: 'PermissionRequest', matcher: '*', timeout: 90, blocks: true },
  { event: 'PermissionDenied', matcher: '*', timeout: 10, blocks: false },
  { event: 'PostToolUse', matcher: RECORDED_TOOLS, timeout: 10, blocks: false },
  { event: 'UserPromptSubmit', timeout: 30, blocks: true },
  { event: 'SessionStart', timeout: 30, blocks: false },
  { event: 'ConfigChange', timeout: 10, blocks: true },
]

/** The hook groups of the host's settings, by event. Each command ends with its event: a launcher that cannot read must know it. */
export function claudeCodeHookGroups(at: EntryAt): ReadonlyMap<string, JsonObject> {
  return new Map(
    HOOK_ENTRIES.map(({ event, matcher, timeout, blocks }) => [
      event,
      {
        ...(matcher !== undefined && { matcher }),
        hooks: [{ type: 'command', command: entryCommand(at, event), timeout, ...(blocks && { onFailure: 'block' }) }],
      },
    ]),
  )
}

/**
 * Where the launcher itself is gone or falls, nobody is left to say so but the entry: without a word of its own the host refuses every
 * prompt for a file that is not there, and before 2.1.295 it runs the calls.
 */
export function entryCommand({ command, file }: EntryAt, event: string): string {
  return withLauncherFallback(`${command} ${event}`, launcherFallback(event, file))
}

function launcherFallback(event: string, file: string | undefined): LauncherFallback | undefined {
  const lines = missingLauncherLines('claude-code', file)
  const fell = `${stderrScript(lines)}; exit 2`
  if (event === 'PreToolUse') return { gone: fell, fell }
  if (event !== 'UserPromptSubmit' && event !== 'SessionStart') return undefined
  return {
    gone: `/usr/bin/printf %s ${shellQuote(JSON.stringify({ systemMessage: lines.join('\n') }))}; exit 0`,
    fell,
  }
}

/** How these groups stand in the host's settings. */
export const CLAUDE_CODE_HOOKS = hooksOf('claude-code', claudeCodeHookGroups)
