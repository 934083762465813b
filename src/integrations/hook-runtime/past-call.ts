import type { ToolInput } from '../../analysis/tool.ts'
import { redactInput, shortenTexts } from '../../state/session-events.ts'
import type { Entry } from '../../transcript/entries.ts'
import type { ReadEntry } from '../integration.ts'

/** More than a judge is shown of a call that was settled long ago. */
const MOST_TEXT = 2000
/** Of a conversation from before the gate, the last calls; people's limits in it are kept whole. */
const MOST_CALLS = 400

/** Of a conversation from before the gate the last calls, and every turn. */
export function lastCalls(entries: readonly ReadEntry[]): readonly ReadEntry[] {
  let over = entries.filter(({ pastId }) => pastId !== undefined).length - MOST_CALLS
  return over <= 0 ? entries : entries.filter(({ pastId }) => pastId === undefined || over-- <= 0)
}

/** A call that only the host's record tells of, as an entry. */
export function pastCallEntry(tool: string, input: ToolInput): Entry | undefined {
  if (tool === '') return undefined
  return {
    kind: 'call',
    tool,
    input: redactInput(shortenTexts(input, MOST_TEXT) as ToolInput),
    judged: false,
    unconfirmed: true,
  }
}
