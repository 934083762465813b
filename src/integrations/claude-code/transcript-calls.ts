import { ownField } from '../hook-runtime/fields.ts'
import { lastCalls, pastCallEntry } from '../hook-runtime/past-call.ts'
import { parseTranscriptLine } from '../hook-runtime/transcript-line.ts'
import type { ReadEntry } from '../integration.ts'
import { blocksOf, callOfBlock } from './record-blocks.ts'

const ASSISTANT_LINE = /"type"\s*:\s*"assistant"/

/** The calls in a line of the agent's; what it wrote beside them is not read. */
export function callsOf(text: string): readonly ReadEntry[] {
  if (!text.includes('"tool_use"') || !ASSISTANT_LINE.test(text)) return []
  const line = parseTranscriptLine(text)
  if (ownField(line, 'type') !== 'assistant') return []
  const id = ownField(line, 'uuid')
  return blocksOf(line).flatMap((block): readonly ReadEntry[] => {
    const call = callOfBlock(block, line)
    const entry = call && pastCallEntry(call.tool, call.input)
    if (call === undefined || entry === undefined) return []
    return [{ entry, origin: 'transcript', pastId: call.id, ...(typeof id === 'string' && { line: id }) }]
  })
}

const TOOL_RESULT_ID = /"tool_use_id"\s*:\s*"([\w-]{1,200})"/g

/** The calls whose results stand in a line. */
export function resultsIn(text: string): readonly string[] {
  return text.includes('"tool_result"') ? [...text.matchAll(TOOL_RESULT_ID)].flatMap(([, id]) => id ?? []) : []
}

/**
 * Of what was read, turns, and the last calls that have ended. A call without a result is on its way: the gate is asked about it
 * by event, and what was never asked about ended before the gate came.
 */
export function endedCalls(entries: readonly ReadEntry[], results: ReadonlySet<string>): readonly ReadEntry[] {
  return lastCalls(entries.filter(({ pastId }) => pastId === undefined || results.has(pastId)))
}
