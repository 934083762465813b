import { hookFileEditor as hooksOf, type JsonObject } from '../../install/hook-file-editor.ts'
import { commandWithFailureEvents, type EntryAt, type FailureEvents } from '../../install/launcher-fallback.ts'

interface Entry {
  readonly event: string
  readonly matcher?: string
  /** In seconds. The host's default is ten minutes, and then it runs the call. */
  readonly timeout: number
}

const HOOK_ENTRIES: readonly Entry[] = [
  { event: 'PreToolUse', matcher: '*', timeout: 90 },
  { event: 'PermissionRequest', matcher: '*', timeout: 90 },
  { event: 'PostToolUse', matcher: '*', timeout: 10 },
  { event: 'UserPromptSubmit', timeout: 30 },
  { event: 'SessionStart', timeout: 30 },
]

/** A host that runs the call when a hook fails: its entry says no in the launcher's place. */
const FAILURE_EVENTS: FailureEvents = { blocks: ['PreToolUse'], tells: ['UserPromptSubmit', 'SessionStart'] }

/** The hook groups of the host's file, by event. Each command ends with its event: a launcher that cannot read must know it. */
export function codexHookGroups(at: EntryAt): ReadonlyMap<string, JsonObject> {
  return new Map(
    HOOK_ENTRIES.map(({ event, matcher, timeout }) => [
      event,
      {
        ...(matcher !== undefined && { matcher }),
        hooks: [{ type: 'command', command: commandWithFailureEvents(at, event, FAILURE_EVENTS), timeout }],
      },
    ]),
  )
}

export const CODEX_HOOKS = hooksOf('codex', codexHookGroups)
