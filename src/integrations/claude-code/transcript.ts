import { dirname, join } from 'node:path'
import { readAddedLines } from '../hook-runtime/transcript-lines.ts'
import type { TranscriptFiles } from '../integration.ts'
import { CLAUDE_CODE_EXECUTED_CALLS, refusedCallsIn } from './executed-calls.ts'
import { readTurnLine } from './human-turns.ts'
import { callsOf, endedCalls, resultsIn } from './transcript-calls.ts'
import { modelIn } from './transcript-model.ts'

const PLAIN_NAME = /^[\w-]{1,100}$/

/** The host's record: one file for a conversation, one beside it for each sub-agent. */
export const CLAUDE_CODE_TRANSCRIPT: TranscriptFiles = {
  read: (file, offset) => {
    const results = new Set<string>()
    const refused: string[] = []
    let model: string | undefined
    const read = readAddedLines(file, offset, (line) => {
      for (const id of resultsIn(line)) results.add(id)
      refused.push(...refusedCallsIn(line))
      model = modelIn(line) ?? model
      const turn = readTurnLine(line)
      return turn === undefined ? callsOf(line) : [turn]
    })
    const entries = endedCalls(read.entries, results)
    return { ...read, entries, ...(refused.length > 0 && { refused }), ...(model !== undefined && { model }) }
  },
  subAgent: ({ transcript, sessionId, agentId }) =>
    PLAIN_NAME.test(agentId) && PLAIN_NAME.test(sessionId)
      ? join(dirname(transcript), sessionId, 'subagents', `agent-${agentId}.jsonl`)
      : undefined,
  lateMs: 2000,
  ran: CLAUDE_CODE_EXECUTED_CALLS,
}
