import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { accountHomeDirectory } from '../facts/host.ts'
import { sessionlessJudgeEdge } from '../integrations/sessionless-judge-edge.ts'
import { parseLine } from './call-line.ts'
import { checkLine, createSessions } from './check-line.ts'
import type { Io } from './io.ts'

/** Answers one line per line, in order; a wrong line is answered too, and the run continues. */
export async function runBatch(input: Readable, io: Io, home = accountHomeDirectory()): Promise<number> {
  const sessions = createSessions()
  // What goes wrong is kept for whoever runs it: lines may name homes that are not there.
  const edge = sessionlessJudgeEdge(home)
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (text.trim() === '') continue
    const started = performance.now()
    const parsed = parseLine(text)
    const answer = parsed.ok
      ? await checkLine(parsed.line, sessions, edge)
      : {
          id: parsed.id,
          decision: 'deny',
          reason: { type: 'bad-input', problem: parsed.problem },
          message: `call denied: ${parsed.problem}`,
        }
    io.out(`${JSON.stringify({ ...answer, ms: Math.round((performance.now() - started) * 1000) / 1000 })}\n`)
  }
  return 0
}
