import { dirname, join } from 'node:path'
import type { Identity, SessionFacts } from '../analysis/facts.ts'
import type { Listing } from '../analysis/words.ts'
import { rememberShell } from '../memory.ts'
import type { Noes } from '../session.ts'
import type { Entry } from '../transcript/entries.ts'
import { subAgentTranscript } from '../transcript/sub-agent.ts'
import { appendLine, appendLines, readLines } from './event-lines.ts'
import type { GateFingerprint } from './gate-fingerprint.ts'
import { foldNoes } from './noes.ts'
import { foldOffers, type OfferFold } from './offers.ts'
import { BrokenStateError, fileNameFor, privateFolder } from './private-folder.ts'
import { randomText } from './random.ts'
import { isStatementEvent, SESSION_EVENT_TYPES, type SessionEvent, type StatementLogEvent } from './session-events.ts'
import type { AttestationResult, PromptClaim, RecordedTurn } from './typed-prompt-proof.ts'
import { WrittenTexts } from './written-texts.ts'

export interface SessionFold {
  readonly fence: string
  /** How many events were folded: as many lines of the log give the same again. */
  readonly length: number
  /** When this log began; undefined in logs of an earlier version. */
  readonly openedMs: number | undefined
  readonly facts: SessionFacts
  readonly transcriptOffsets: ReadonlyMap<string, number>
  /** Lines of the host's files that were taken in already. */
  readonly lines: ReadonlySet<string>
  /** A person's prompts arrived through the host's prompt event: consent is taken from those alone. */
  readonly attested: boolean
  /** Whether the host may still have to write what was said before this log began: a resumed conversation, or a fork of one. */
  readonly pastKnown: boolean
  /** The agent's own model, as the host reported it last. */
  readonly model: string | undefined
  /** How the gate's own files were, where that is noted. */
  readonly gate: GateFingerprint | undefined
  /** Who the user was when it was first asked. */
  readonly identity: Identity | undefined
  /** Calls that are entries already, by the host's id. */
  readonly calls: ReadonlySet<string>
  /** What was printed last for a call, by its key. */
  readonly decided: ReadonlyMap<string, { readonly printed: string; readonly at: number }>
  /** Calls that a person was asked about: where one ran, they said yes. */
  readonly asked: ReadonlySet<string>
  /** Questions that the user answered with no. */
  readonly noes: Noes
  /** Calls of this session are judged by somebody before the host's model as well. */
  readonly fronted: boolean
  /** Calls that were denied before their host asked about them, and why. */
  readonly deniedAhead: ReadonlyMap<string, string>
  /** What events reported of a person's word, and what no record has confirmed or denied so far. */
  readonly pending: readonly PromptClaim[]
  /** Those that a record has settled. */
  readonly proved: readonly PromptClaim[]
  /** Turns of the host's own record, oldest first. */
  readonly turns: readonly RecordedTurn[]
  /** The host whose session it is; undefined in logs of an earlier version. */
  readonly host: string | undefined
  /** What the person must be told and was not yet. */
  readonly alarms: readonly string[]
  /** Why the host's record cannot be read, where it cannot. */
  readonly unread: string | undefined
  /** Stopped calls that can be allowed by their numbers, and what the user replied. */
  readonly offered: OfferFold
  /** What people stated, and how far their turns are read, oldest first. */
  readonly statements: readonly StatementLogEvent[]
  /** What a judge may see of the conversation of the root agent or of one sub-agent. */
  entries(agentId: string | undefined): readonly Entry[]
}

export interface FoldOptions {
  /** The call that is asked about: what another judge of it noted is left out, so that it is judged as if for the first time. */
  readonly asking?: string | undefined
  /** Who asks does so ahead of the host. */
  readonly ahead?: boolean
  /** Calls that ran, as somebody else knows. */
  readonly ran?: ReadonlySet<string> | undefined
  /** Told of a text that the session wrote and that is no longer kept. */
  readonly onGone?: (path: string) => void
}

/** One session's append-only log in the private folder. */
export interface SessionLog {
  append(...events: readonly SessionEvent[]): void
  fold(why?: FoldOptions): SessionFold
}

export function openSessionLog(folder: string, sessionId: string): SessionLog {
  const file = join(privateFolder(join(folder, 'sessions')), `${fileNameFor(sessionId)}.jsonl`)
  return {
    append: (...events) => appendLines(file, events),
    fold: (why = {}) => {
      const events = eventsOf(file)
      if (events.some((event) => event.type === 'opened')) return foldEvents(events, folder, why)
      appendLine(file, { type: 'opened', fence: randomText(9), at: Date.now() })
      return foldEvents(eventsOf(file), folder, why)
    },
  }
}

/** A session by its file; undefined where it holds nothing. */
export function readSessionFile(file: string): SessionFold | undefined {
  const events = eventsOf(file)
  return events.length === 0 ? undefined : foldEvents(events, dirname(dirname(file)), {})
}

/** A session as it was after some of its events; undefined where they are no longer kept. Read once, for many moments. */
export function readPastSession(
  folder: string,
  sessionId: string,
): (upTo: number, why: FoldOptions) => SessionFold | undefined {
  const events = eventsOf(join(folder, 'sessions', `${fileNameFor(sessionId)}.jsonl`))
  return (upTo, why) => (events.length < upTo ? undefined : foldEvents(events.slice(0, upTo), folder, why))
}

function eventsOf(file: string): readonly SessionEvent[] {
  return readLines(file).events.map((event) => {
    if (typeof event !== 'object' || event === null || !('type' in event) || !SESSION_EVENT_TYPES.has(event.type))
      throw new BrokenStateError(`${file} holds an event of an unknown shape`)
    return event as SessionEvent
  })
}

type EntryEvent = Extract<SessionEvent, { type: 'entry' }>

function foldEvents(all: readonly SessionEvent[], folder: string, why: FoldOptions): SessionFold {
  const { asking, ran: known } = why
  const events = asking === undefined ? all : all.filter((event) => !isFromOtherJudge(event, why))
  const told: EntryEvent[] = []
  const deniedAhead = new Map<string, string>()
  const transcriptOffsets = new Map<string, number>()
  const decided = new Map<string, { printed: string; at: number }>()
  const asked = new Set<string>()
  const ran = new Set<string>(known)
  const refused = new Set<string>()
  const turns: RecordedTurn[] = []
  const lines = new Set<string>()
  const proofs = new Map<string, AttestationResult>()
  let alarms: string[] = []
  let unread: string | undefined
  let host: string | undefined
  let fence = ''
  let openedMs: number | undefined
  let model: string | undefined
  let past: string | undefined
  let identity: Identity | undefined
  let gate: GateFingerprint | undefined
  for (const event of events) {
    switch (event.type) {
      case 'opened':
        // The first one counts: two processes may have opened at once.
        if (fence === '') {
          fence = event.fence
          openedMs = event.at
        }
        break
      case 'entry':
        told.push(event.entry.kind === 'consent' ? upgradeAnswerEntry(event) : event)
        break
      case 'host':
        host ??= event.id
        break
      case 'turn':
        turns.push(event.turn)
        if (event.line !== undefined) lines.add(event.line)
        break
      case 'attested':
        proofs.set(event.claim, event.as)
        break
      case 'alarm':
        alarms.push(event.text)
        break
      case 'alarm-shown':
        alarms = []
        break
      case 'unread':
        if (event.problem !== undefined) told.push({ type: 'entry', entry: { kind: 'gap' } })
        unread = event.problem
        break
      case 'model':
        if (event.origin === 'transcript') past = event.model
        else model = event.model
        break
      case 'identity':
        identity ??= event.identity
        break
      case 'gate':
        gate = event.print
        break
      case 'transcript':
        transcriptOffsets.set(event.path, event.offset)
        break
      case 'ran':
        ran.add(event.callId)
        break
      case 'refused':
        refused.add(event.callId)
        break
      case 'decided':
        decided.set(event.call, event)
        if (event.printed === 'ask' && event.callId !== undefined) asked.add(event.callId)
        break
      case 'denied-ahead':
        deniedAhead.set(event.callId, event.why)
        break
      case 'traces':
      case 'past-known':
      case 'fronted':
      case 'offer':
      case 'reading':
      case 'reading-begun':
      case 'reading-failed':
      case 'statement-removed':
      case 'limits-told':
        break
    }
  }
  const said = withoutEarlyDuplicates(told)
  const attested = said.some(isFromHostEvent)
  for (const { line } of said) if (line !== undefined) lines.add(line)
  return {
    fence,
    openedMs,
    length: all.length,
    facts: foldTraces(events, ran, new WrittenTexts(folder, why.onGone)),
    transcriptOffsets,
    lines,
    pending: said.flatMap(({ claim }) => (claim?.fits && !proofs.has(claim.key) ? [claim] : [])),
    proved: said.flatMap(({ claim }) => (claim && proofs.has(claim.key) ? [claim] : [])),
    turns,
    host,
    alarms,
    unread,
    // Of all events: the place of a reply must not depend on who asks.
    offered: foldOffers(all, proofs),
    statements: events.filter(isStatementEvent),
    attested,
    pastKnown: events.some(({ type }) => type === 'past-known'),
    model: model ?? past,
    identity,
    gate,
    calls: new Set(said.flatMap(({ callId, pastId }) => callId ?? pastId ?? [])),
    decided,
    asked,
    noes: foldNoes(events, { ran, refused }),
    fronted: events.some(({ type }) => type === 'fronted'),
    deniedAhead,
    entries: (agentId) => {
      const of = (agent: string | undefined) =>
        pastFirst(said, attested)
          .filter((event) => event.agent === agent)
          .flatMap((event) => trustedEntries(event, attested, { refused, ran, proofs }))
      return agentId === undefined ? of(undefined) : subAgentTranscript(of(undefined), of(agentId))
    },
  }
}

/** An answer as an earlier version kept it: its words may be the agent's, so they may limit and no more. */
function upgradeAnswerEntry(event: EntryEvent): EntryEvent {
  const { answer } = event.entry as { readonly answer?: unknown }
  return typeof answer === 'string' ? { ...event, entry: { kind: 'user', text: answer, trusted: false } } : event
}

/** With prompts by event, what only stands in the host's file is from before them: a fork's past, or a time without the gate. */
function pastFirst(said: readonly EntryEvent[], attested: boolean): readonly EntryEvent[] {
  if (!attested || !said.some(isPast)) return said
  return [...said.filter(isPast), ...said.filter((event) => !isPast(event))]
}

function isPast({ entry, origin }: EntryEvent): boolean {
  return (entry.kind === 'user' || entry.kind === 'call') && origin === 'transcript'
}

/** Did the host's own event tell it? Then the order of the log is the order of the conversation. */
function isFromHostEvent({ entry, origin, claim }: EntryEvent): boolean {
  if (origin !== undefined && origin !== 'host') return false
  return entry.kind === 'user' && (entry.trusted || claim !== undefined)
}

/** The entry as far as it may be believed: with prompts by event, turns that only stand in the host's file are not a person's word. */
function trustedEntries(
  event: EntryEvent,
  attested: boolean,
  { refused, ran, proofs }: FoldKnowledge,
): readonly Entry[] {
  const { entry, origin, callId, ahead, claim, standsFor } = event
  if (claim !== undefined) return claimedEntries(entry, claim.fits ? proofs.get(claim.key) : undefined)
  if (standsFor !== undefined)
    return entry.kind === 'user' ? [{ ...entry, trusted: proofs.get(standsFor)?.kind === 'typed' }] : []
  if (entry.kind === 'user' && attested && origin === 'transcript') return [{ ...entry, trusted: false }]
  if (entry.kind !== 'call' || callId === undefined) return [entry]
  if (refused.has(callId)) return [{ ...entry, denied: true }]
  return [ahead && !ran.has(callId) ? { ...entry, unconfirmed: true } : entry]
}

/**
 * INVARIANT: what an event reports is a person's word only where it is attested, and only as far as it is. Else it may limit, as words
 * nobody vouched for; what the record gives to somebody else is context, and so is an answer without proof.
 */
function claimedEntries(entry: Entry, proof: AttestationResult | undefined): readonly Entry[] {
  if (entry.kind === 'consent') return proof?.kind === 'typed' ? [entry] : []
  if (entry.kind !== 'user') return [entry]
  switch (proof?.kind) {
    case 'typed': {
      const rest = remainingText(entry.text, proof.text)
      const typed: Entry = { kind: 'user', text: proof.text, trusted: true }
      return rest === '' ? [typed] : [typed, { kind: 'user', text: rest, trusted: false }]
    }
    case 'not-typed':
      return [{ kind: 'harness', text: entry.text }]
    default:
      return [{ ...entry, trusted: false }]
  }
}

/** What an event reported beside what was typed; all of it where the host put something else in its place. */
function remainingText(text: string, typed: string): string {
  const at = text.indexOf(typed)
  return (at < 0 ? text : `${text.slice(0, at)}${text.slice(at + typed.length)}`).trim()
}

interface FoldKnowledge extends EndedCalls {
  readonly proofs: ReadonlyMap<string, AttestationResult>
}

interface EndedCalls {
  readonly refused: ReadonlySet<string>
  readonly ran: ReadonlySet<string>
}

/** What the other one of two that judge this call has noted of it. Either may be the first. */
function isFromOtherJudge(event: SessionEvent, { asking, ahead = false }: FoldOptions): boolean {
  return (
    (event.type === 'entry' || event.type === 'traces') && event.callId === asking && (ahead || event.ahead === true)
  )
}

/** What a host asked about stands for what was noted ahead of it; never the other way round. */
function withoutEarlyDuplicates(told: readonly EntryEvent[]): readonly EntryEvent[] {
  if (!told.some(({ ahead }) => ahead)) return told
  const asked = new Set(told.flatMap(({ ahead, callId }) => (ahead || callId === undefined ? [] : callId)))
  return told.filter(({ ahead, callId }) => !ahead || callId === undefined || !asked.has(callId))
}

/**
 * What the session's calls did. Pending content and downloads count at once, because they can only tighten; what loosens
 * (a path the session made itself, a branch, a file it was shown) counts when the host said that the call ran.
 */
function foldTraces(events: readonly SessionEvent[], ran: ReadonlySet<string>, written: WrittenTexts): SessionFacts {
  const before = new Map<string, string>()
  const built = new Set<string>()
  const downloaded = new Map<string, string>()
  const shell = { variables: new Map<string, string>(), definitions: new Map<string, string>() }
  const carriers = new Set<string>()
  const listings = new Map<string, Listing>()
  const copied = new Map<string, 'known' | 'unread'>()
  const done = new Set<string>()
  const sets = {
    created: new Set<string>(),
    branches: new Set<string>(),
    started: new Set<string>(),
    seen: new Set<string>(),
  }
  for (const event of events) {
    // What lies there now is what counts from then on.
    if (event.type === 'ran') for (const path of event.landed ?? []) before.delete(path)
    if (event.type !== 'traces') continue
    for (const [path, text] of event.traces.written) {
      written.put(path, text)
      before.delete(path)
      built.delete(path)
      carriers.delete(path)
      listings.delete(path)
    }
    // An event of an earlier version has neither: the file on disk is then believed.
    for (const [path, hash] of event.traces.before ?? []) if (hash !== null) before.set(path, hash)
    rememberShell(shell, {
      variables: new Map(event.traces.variables ?? []),
      definitions: new Map(event.traces.definitions ?? []),
    })
    const happened = event.callId !== undefined && ran.has(event.callId)
    for (const [path, address] of event.traces.downloaded) if (address !== '' || happened) downloaded.set(path, address)
    for (const path of event.traces.carriers ?? []) carriers.add(path)
    for (const [path, listing] of event.traces.listings ?? []) listings.set(path, listing)
    for (const [path, state] of event.traces.copied ?? event.traces.brought ?? [])
      copied.set(path, copied.get(path) === 'unread' ? 'unread' : state)
    if (!happened) continue
    for (const path of event.traces.built ?? []) built.add(path)
    for (const once of event.traces.done ?? []) done.add(once)
    for (const key of ['created', 'branches', 'started', 'seen'] as const)
      for (const item of event.traces[key]) sets[key].add(item)
  }
  return { written, before, built, downloaded, carriers, listings, copied, done, ...sets, shell }
}
