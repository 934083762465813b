import type { SessionEvent } from '../../state/session-events.ts'
import type { SessionFold, SessionLog } from '../../state/session-log.ts'
import { heedBoundaries } from '../seat/new-boundary.ts'
import type { ReadEntry } from './human-turns.ts'
import type { HookPayload } from './payload.ts'
import { readTranscript, subAgentFile } from './transcript.ts'

/** The session's fold, after taking in what the host's files hold that no event announced. */
export function caughtUp(payload: HookPayload, log: SessionLog, home: string): SessionFold {
  const { transcriptPath, sessionId, agentId } = payload
  const fold = log.fold()
  if (transcriptPath === undefined) return fold
  if (payload.event === 'PreToolUse' && !fold.pastKnown) {
    awaitPast(transcriptPath)
    log.append({ type: 'past-known' })
  }
  const own = agentId === undefined ? undefined : subAgentFile(transcriptPath, sessionId, agentId)
  const events = [
    ...news(transcriptPath, fold, (read) => rootEvent(read, fold)),
    ...(own === undefined || agentId === undefined ? [] : news(own, fold, (read) => subAgentEvent(read, agentId))),
  ]
  if (events.length === 0) return fold
  log.append(...events)
  const entries = events.flatMap((event) => (event.type === 'entry' ? [event.entry] : []))
  heedBoundaries(entries, home, sessionId)
  return log.fold()
}

const PATIENCE_MS = 2000
const STEP_MS = 40

/**
 * A fork gets its file, past and present turn at once, while its first call is on its way; an older client announces no start
 * for it either. What was ruled out there must be known before the answer. Where no file comes, the wait is had only once.
 */
function awaitPast(path: string): void {
  const nap = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; waited < PATIENCE_MS; waited += STEP_MS) {
    if (readTranscript(path, 0).entries.some(({ entry }) => entry.kind === 'user')) return
    Atomics.wait(nap, 0, 0, STEP_MS)
  }
}

/** What a file has beyond the offset that was read before. */
function news(
  path: string,
  fold: SessionFold,
  eventOf: (read: ReadEntry) => SessionEvent | undefined,
): readonly SessionEvent[] {
  const before = fold.transcriptOffsets.get(path) ?? 0
  const { entries, offset } = readTranscript(path, before)
  if (offset === before) return []
  const fresh = entries.filter(({ line }) => line === undefined || !fold.lines.has(line))
  return [...fresh.flatMap((read) => eventOf(read) ?? []), { type: 'transcript', path, offset }]
}

/**
 * Without prompts by event every turn of the file is news. With them only people's turns are: queued ones, and those of a
 * conversation that began elsewhere, which are not vouched for and can only rule out.
 */
function rootEvent(read: ReadEntry, fold: SessionFold): SessionEvent | undefined {
  const { entry } = read
  if (fold.attested && entry.kind !== 'user') return undefined
  const known = fold
    .entries(undefined)
    .some((other) => other.kind === 'user' && entry.kind === 'user' && other.trusted && other.text === entry.text)
  return known ? undefined : { type: 'entry', ...read }
}

/** A sub-agent's conversation holds no person: its prompt is its parent's text. */
function subAgentEvent({ entry, origin, line }: ReadEntry, agent: string): SessionEvent | undefined {
  if (entry.kind !== 'user' && entry.kind !== 'harness') return undefined
  const harness = { kind: 'harness', text: entry.text } as const
  return { type: 'entry', entry: harness, origin, agent, ...(line !== undefined && { line }) }
}
