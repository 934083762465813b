import { applyEdits, modify } from 'jsonc-parser'
import { type HookGroups, hookGroups as hooksOf, type Json, jsonOf } from '../../install/hook-groups.ts'
import { guarded, quoted } from '../../install/shim.ts'
import { deniedCall, shown } from '../answer.ts'

interface Entry {
  readonly event: string
  /** The host's default is half a minute, and then it runs the call. */
  readonly timeoutSec: number
}

const ENTRIES: readonly Entry[] = [
  { event: 'preToolUse', timeoutSec: 90 },
  { event: 'postToolUse', timeoutSec: 10 },
  { event: 'userPromptSubmitted', timeoutSec: 30 },
  { event: 'sessionStart', timeoutSec: 30 },
]

const GONE =
  'irongate: the starter of the gate is gone, so tool calls are blocked. Run irongate init in a terminal, or delete these hooks and start the agent anew.'
const TELLS = `/usr/bin/printf %s ${quoted(JSON.stringify(shown(GONE)))}; exit 0`
const OTHERWISE: Readonly<Record<string, string>> = {
  preToolUse: `/usr/bin/printf %s ${quoted(JSON.stringify(deniedCall(GONE)))}; exit 2`,
  userPromptSubmitted: TELLS,
  sessionStart: TELLS,
}

/** The hooks of the host's file, by event. Each command ends with its event: a starter that cannot read must know it. */
export function hookEntries(command: string): ReadonlyMap<string, Json> {
  return new Map(
    ENTRIES.map(({ event, timeoutSec }) => [
      event,
      { type: 'command', command: guarded(`${command} ${event}`, OTHERWISE[event]), timeoutSec },
    ]),
  )
}

const GROUPS = hooksOf('copilot-cli', hookEntries)

/** Versions before the current ones skip a file that does not tell which version of its form it is. */
export const HOOKS: HookGroups = {
  ...GROUPS,
  withHooks: (text, command) => versioned(GROUPS.withHooks(text, command)),
}

function versioned(text: string): string {
  if (jsonOf(text)?.['version'] !== undefined) return text
  const formattingOptions = { insertSpaces: !/^\t/m.test(text), tabSize: 2, eol: '\n' }
  return applyEdits(text, modify(text, ['version'], 1, { formattingOptions, getInsertionIndex: () => 0 }))
}
