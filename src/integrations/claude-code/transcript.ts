import { dirname, join } from 'node:path'
import type { TranscriptFiles } from '../integration.ts'
import { addedLines } from '../seat/added-lines.ts'
import { turnOf } from './human-turns.ts'
import { callsOf, ended, resultsIn } from './past-calls.ts'
import { modelIn } from './past-model.ts'
import { RAN } from './ran-calls.ts'

const PLAIN_NAME = /^[\w-]{1,100}$/

/** The host's record: one file for a conversation, one beside it for each sub-agent. */
export const TRANSCRIPT: TranscriptFiles = {
  read: (file, offset) => {
    const results = new Set<string>()
    let model: string | undefined
    const read = addedLines(file, offset, (line) => {
      for (const id of resultsIn(line)) results.add(id)
      model = modelIn(line) ?? model
      const turn = turnOf(line)
      return turn === undefined ? callsOf(line) : [turn]
    })
    return { ...read, entries: ended(read.entries, results), ...(model !== undefined && { model }) }
  },
  subAgent: ({ transcript, sessionId, agentId }) =>
    PLAIN_NAME.test(agentId) && PLAIN_NAME.test(sessionId)
      ? join(dirname(transcript), sessionId, 'subagents', `agent-${agentId}.jsonl`)
      : undefined,
  lateMs: 2000,
  ran: RAN,
}
