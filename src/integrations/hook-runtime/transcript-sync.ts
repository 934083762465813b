import { basename, dirname } from 'node:path'
import { unreachable } from '../../decision.ts'
import { randomText } from '../../state/random.ts'
import type { SessionEvent } from '../../state/session-events.ts'
import type { FoldOptions, SessionFold, SessionLog } from '../../state/session-log.ts'
import type { PromptClaim, RecordedTurn } from '../../state/typed-prompt-proof.ts'
import type { Entry } from '../../transcript/entries.ts'
import type { HostEvent, ReadEntry, TranscriptFiles } from '../integration.ts'
import { isPromiseBroken } from '../promises.ts'
import { revokeApprovalsOnLimits } from './approval-revocation.ts'
import type { HookContext } from './hook-context.ts'
import { isRecordExpected, isSameTurn, MAX_RECORD_WAITS, pendingAttestations, waitForRecord } from './prompt-proof.ts'

/** The session's fold, after taking in what the host's files hold that no event announced. */
export function syncTranscript(event: HostEvent, edge: HookContext, log: SessionLog, tries = 0): SessionFold {
  const { transcript, sessionId, agentId } = event
  const files = edge.integration.transcript
  const asking = 'callId' in event ? event.callId : undefined
  const why = { asking, ahead: edge.ahead !== undefined, ran: edge.ahead?.ran }
  const fold = log.fold(why)
  if (fold.host === undefined) log.append({ type: 'host', id: edge.integration.id })
  if (transcript === undefined || files === undefined) return applyAttestations(fold, event, { edge, log, why })
  if (event.kind === 'tool-use' && !fold.pastKnown) {
    waitForTranscript(transcript, files)
    log.append({ type: 'past-known' })
  }
  const own = agentId === undefined ? undefined : files.subAgent?.({ ...event, transcript, agentId })
  const since = (path: string, ofPeople = false) => ({ path, files, fold, ofPeople })
  const byEvent = !isPromiseBroken(edge.integration.promises.promptsAttested)
  const events = [
    ...readNewEvents(since(transcript, true), (read) =>
      rootEvent(isOwnTranscript(transcript, fold) ? read : withoutProof(read), {
        fold,
        byEvent,
        queuedAt: files.queuedUntold ? edge.now() : undefined,
      }),
    ),
    ...(own === undefined || agentId === undefined
      ? []
      : readNewEvents(since(own), (read) => subAgentEvent(read, agentId, fold))),
  ]
  if (events.length > 0) {
    log.append(...events)
    const entries = events.flatMap((one) => (one.type === 'entry' ? [one.entry] : []))
    revokeApprovalsOnLimits(entries, edge.home, sessionId)
  }
  const now = events.length === 0 ? fold : log.fold(why)
  // What was just said may not be written down yet, and the call may hang on it.
  if (event.kind === 'tool-use' && tries < MAX_RECORD_WAITS && isRecordExpected(now, edge, event)) {
    waitForRecord()
    return syncTranscript(event, edge, log, tries + 1)
  }
  return applyAttestations(now, event, { edge, log, why })
}

interface SyncContext {
  readonly edge: HookContext
  readonly log: SessionLog
  readonly why: FoldOptions
}

/** The fold with what the record says by now of words that waited for it. */
function applyAttestations(fold: SessionFold, event: HostEvent, { edge, log, why }: SyncContext): SessionFold {
  const news = pendingAttestations(fold, event, edge)
  if (news.length === 0) return fold
  log.append(...news)
  return log.fold(why)
}

const STEP_MS = 40

/**
 * A fork gets its file, past and present turn at once, while its first call is on its way; some hosts announce no start for
 * it either. Limits stated there must be known before the answer. Where no file comes, the wait is had only once.
 */
function waitForTranscript(path: string, { read, lateMs }: TranscriptFiles): void {
  const nap = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; waited < lateMs; waited += STEP_MS) {
    if (read(path, 0).entries.some(({ entry }) => entry.kind === 'user')) return
    Atomics.wait(nap, 0, 0, STEP_MS)
  }
}

interface TranscriptSource {
  readonly path: string
  readonly files: TranscriptFiles
  readonly fold: SessionFold
  readonly ofPeople: boolean
}

/** What a file has beyond the offset that was read before. */
function readNewEvents(
  { path, files, fold, ofPeople }: TranscriptSource,
  eventOf: (read: ReadEntry) => readonly SessionEvent[],
): readonly SessionEvent[] {
  const before = fold.transcriptOffsets.get(path) ?? 0
  const { entries, offset, model, unread, refused = [] } = files.read(path, before)
  // A sub-agent's conversation holds no person's word.
  const lost = ofPeople ? unreadableEvents(unread, fold) : []
  if (offset === before) return lost
  const fresh = entries.filter(({ line }) => line === undefined || !fold.lines.has(line))
  return [
    ...lost,
    ...fresh.flatMap(eventOf),
    ...refused.filter((id) => fold.asked.has(id)).map((callId) => ({ type: 'refused', callId }) as const),
    ...(model === undefined || model === fold.model ? [] : [{ type: 'model', model, origin: 'transcript' } as const]),
    { type: 'transcript', path, offset },
  ]
}

/**
 * INVARIANT: the record of a session is the file that its first event named; the same name in a folder beside it, where the host moves with
 * the agent. Whoever forges an event names a file of their own, and that proves nothing.
 */
function isOwnTranscript(path: string, { transcriptOffsets }: SessionFold): boolean {
  const [first = path] = transcriptOffsets.keys()
  return (
    first === path || (basename(first) === basename(path) && conversationsFolder(first) === conversationsFolder(path))
  )
}

function conversationsFolder(path: string): string {
  return dirname(dirname(path))
}

function withoutProof({ turn: _, ...read }: ReadEntry): ReadEntry {
  return read
}

/** What cannot be read may hold anything: a judge is told, and so is the person. A file that is back tells all of it again. */
function unreadableEvents(problem: string | undefined, { unread }: SessionFold): readonly SessionEvent[] {
  if (problem === unread) return []
  if (problem === undefined) return unread === undefined ? [] : [{ type: 'unread' }]
  const text = `the agent's record of this conversation cannot be read whole: ${problem}. What you said before no longer counts; say it again if you still want it.`
  return [
    { type: 'unread', problem },
    { type: 'alarm', text },
  ]
}

interface RootContext {
  readonly fold: SessionFold
  /** The host tells by an event what a person typed. */
  readonly byEvent: boolean
  /** Now, where it does not tell of what was queued. */
  readonly queuedAt: number | undefined
}

/**
 * INVARIANT: where the host tells by an event what a person typed, nothing that stands in its file is a person's word by itself, whatever
 * it looks like: other programs write there too. It proves what an event reported, it can limit, and calls show what happened. Where the
 * host has no such event, the file is all there is.
 */
function rootEvent({ turn, ...read }: ReadEntry, { fold, byEvent, queuedAt }: RootContext): readonly SessionEvent[] {
  const { entry, line } = read
  switch (entry.kind) {
    case 'call':
      return isNewCall(read, fold) ? [{ type: 'entry', ...read }] : []
    case 'user': {
      const proof: SessionEvent[] = turn && byEvent ? [{ type: 'turn', turn, ...(line !== undefined && { line }) }] : []
      const known = hasClaim(fold, turn) || isKnownPrompt(fold, entry.text)
      if (known) return proof
      const claim =
        turn && queuedAt !== undefined && read.origin === 'queued' ? queuedClaim(turn, fold, queuedAt) : undefined
      const untold: Entry = { ...entry, trusted: entry.trusted && !byEvent }
      return [...proof, { type: 'entry', ...read, entry: untold, ...(claim && { claim }) }]
    }
    case 'harness':
    case 'consent':
      if (turn && byEvent) return [{ type: 'turn', turn, ...(line !== undefined && { line }) }]
      return byEvent || fold.attested ? [] : [{ type: 'entry', ...read }]
    case 'gap':
      return []
    default:
      return unreachable(entry)
  }
}

/** A turn that no event tells of counts where the host itself told of another one of this session. */
function queuedClaim({ text }: RecordedTurn, { proved }: SessionFold, at: number): PromptClaim | undefined {
  if (!proved.some(({ fits }) => fits)) return undefined
  return { key: randomText(9), text, fits: true, terminal: true, at }
}

function isKnownPrompt(fold: SessionFold, text: string): boolean {
  return fold.entries(undefined).some((other) => other.kind === 'user' && other.trusted && other.text === text)
}

/** Did an event tell of this very turn? */
function hasClaim({ pending, proved }: SessionFold, turn: RecordedTurn | undefined): boolean {
  return turn !== undefined && [...pending, ...proved].some((claim) => isSameTurn(turn, claim))
}

function isNewCall({ pastId }: Pick<ReadEntry, 'pastId'>, { calls }: SessionFold): boolean {
  return pastId === undefined || !calls.has(pastId)
}

/** A sub-agent's conversation holds no person: its prompt is its parent's text. */
function subAgentEvent({ turn: _, ...read }: ReadEntry, agent: string, fold: SessionFold): readonly SessionEvent[] {
  const { entry } = read
  if (entry.kind === 'call') return isNewCall(read, fold) ? [{ type: 'entry', ...read, agent }] : []
  if (entry.kind === 'consent' || entry.kind === 'gap') return []
  return [{ type: 'entry', ...read, entry: { kind: 'harness', text: entry.text }, agent }]
}
