import { applyEdits, modify } from 'jsonc-parser'
import { deadLines, type EntryAt, guarded, type Otherwise } from '../../install/guarded.ts'
import { type HookGroups, hookGroups as hooksOf, type Json, jsonOf } from '../../install/hook-groups.ts'
import { quoted } from '../../install/shim.ts'
import { denial, shown } from '../answer.ts'

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

function otherwise(event: string, file: string | undefined): Otherwise | undefined {
  const text = deadLines('copilot-cli', file).join('\n')
  const says = (answer: string) => `/usr/bin/printf %s ${quoted(answer)}`
  // Beside the status, only what is printed stops a prompt, and tells the agent why.
  const fell = `${says(denial(text))}; exit 2`
  if (event === 'preToolUse') return { gone: fell, fell }
  if (event !== 'userPromptSubmitted' && event !== 'sessionStart') return undefined
  return { gone: `${says(JSON.stringify(shown(text)))}; exit 0`, fell }
}

/** The hooks of the host's file, by event. Each command ends with its event: a starter that cannot read must know it. */
export function hookEntries({ command, file }: EntryAt): ReadonlyMap<string, Json> {
  return new Map(
    ENTRIES.map(({ event, timeoutSec }) => [
      event,
      { type: 'command', command: guarded(`${command} ${event}`, otherwise(event, file)), timeoutSec },
    ]),
  )
}

const GROUPS = hooksOf('copilot-cli', hookEntries)

/** Versions before the current ones skip a file that does not tell which version of its form it is. */
export const HOOKS: HookGroups = {
  ...GROUPS,
  withHooks: (text, at) => versioned(GROUPS.withHooks(text, at)),
}

function versioned(text: string): string {
  if (jsonOf(text)?.['version'] !== undefined) return text
  const formattingOptions = { insertSpaces: !/^\t/m.test(text), tabSize: 2, eol: '\n' }
  return applyEdits(text, modify(text, ['version'], 1, { formattingOptions, getInsertionIndex: () => 0 }))
}
