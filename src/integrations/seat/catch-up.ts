import { unreachable } from '../../decision.ts'
import type { SessionEvent } from '../../state/session-events.ts'
import type { SessionFold, SessionLog } from '../../state/session-log.ts'
import type { HostEvent, ReadEntry, TranscriptFiles } from '../integration.ts'
import { isBroken } from '../promises.ts'
import type { SeatEdge } from './edge.ts'
import { heedBoundaries } from './new-boundary.ts'

/** The session's fold, after taking in what the host's files hold that no event announced. */
export function caughtUp(event: HostEvent, edge: SeatEdge, log: SessionLog): SessionFold {
  const { transcript, sessionId, agentId } = event
  const files = edge.integration.transcript
  const asking = 'callId' in event ? event.callId : undefined
  const why = { asking, ahead: edge.ahead !== undefined, ran: edge.ahead?.ran }
  const fold = log.fold(why)
  if (transcript === undefined || files === undefined) return fold
  if (event.kind === 'tool-use' && !fold.pastKnown) {
    awaitPast(transcript, files)
    log.append({ type: 'past-known' })
  }
  const own = agentId === undefined ? undefined : files.subAgent?.({ ...event, transcript, agentId })
  const since = (path: string) => ({ path, files, fold })
  const byEvent = !isBroken(edge.integration.promises.promptsAttested)
  const events = [
    ...news(since(transcript), (read) => rootEvent(read, { fold, byEvent })),
    ...(own === undefined || agentId === undefined
      ? []
      : news(since(own), (read) => subAgentEvent(read, agentId, fold))),
  ]
  if (events.length === 0) return fold
  log.append(...events)
  const entries = events.flatMap((one) => (one.type === 'entry' ? [one.entry] : []))
  heedBoundaries(entries, edge.home, sessionId)
  return log.fold(why)
}

const STEP_MS = 40

/**
 * A fork gets its file, past and present turn at once, while its first call is on its way; some hosts announce no start for
 * it either. What was ruled out there must be known before the answer. Where no file comes, the wait is had only once.
 */
function awaitPast(path: string, { read, lateMs }: TranscriptFiles): void {
  const nap = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; waited < lateMs; waited += STEP_MS) {
    if (read(path, 0).entries.some(({ entry }) => entry.kind === 'user')) return
    Atomics.wait(nap, 0, 0, STEP_MS)
  }
}

interface Since {
  readonly path: string
  readonly files: TranscriptFiles
  readonly fold: SessionFold
}

/** What a file has beyond the offset that was read before. */
function news(
  { path, files, fold }: Since,
  eventOf: (read: ReadEntry) => SessionEvent | undefined,
): readonly SessionEvent[] {
  const before = fold.transcriptOffsets.get(path) ?? 0
  const { entries, offset, model } = files.read(path, before)
  if (offset === before) return []
  const fresh = entries.filter(({ line }) => line === undefined || !fold.lines.has(line))
  return [
    ...fresh.flatMap((read) => eventOf(read) ?? []),
    ...(model === undefined || model === fold.model ? [] : [{ type: 'model', model, origin: 'transcript' } as const]),
    { type: 'transcript', path, offset },
  ]
}

/**
 * INVARIANT: where the host tells by an event what a person typed, nothing that stands in its file is a person's word, whatever it
 * looks like: other programs write there too. It can still rule out, and calls show what happened. Where it does not, the file is
 * all there is.
 */
function rootEvent(
  read: ReadEntry,
  { fold, byEvent }: { fold: SessionFold; byEvent: boolean },
): SessionEvent | undefined {
  const { entry } = read
  switch (entry.kind) {
    case 'call':
      return isNewCall(read, fold) ? { type: 'entry', ...read } : undefined
    case 'user': {
      const known = fold
        .entries(undefined)
        .some((other) => other.kind === 'user' && other.trusted && other.text === entry.text)
      if (known) return undefined
      return { type: 'entry', ...read, entry: { ...entry, trusted: entry.trusted && !byEvent } }
    }
    case 'harness':
    case 'consent':
      return byEvent || fold.attested ? undefined : { type: 'entry', ...read }
    default:
      return unreachable(entry)
  }
}

function isNewCall({ pastId }: ReadEntry, { calls }: SessionFold): boolean {
  return pastId === undefined || !calls.has(pastId)
}

/** A sub-agent's conversation holds no person: its prompt is its parent's text. */
function subAgentEvent(read: ReadEntry, agent: string, fold: SessionFold): SessionEvent | undefined {
  const { entry } = read
  if (entry.kind === 'call') return isNewCall(read, fold) ? { type: 'entry', ...read, agent } : undefined
  if (entry.kind === 'consent') return undefined
  return { type: 'entry', ...read, entry: { kind: 'harness', text: entry.text }, agent }
}
