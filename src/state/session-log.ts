import { join } from 'node:path'
import type { Identity, SessionFacts } from '../analysis/facts.ts'
import { rememberShell } from '../memory.ts'
import type { Entry } from '../transcript/entries.ts'
import { subAgentTranscript } from '../transcript/sub-agent.ts'
import { WrittenTexts } from './contents.ts'
import { BrokenState, fileNameFor, privateFolder } from './folder.ts'
import { appendLine, appendLines, readLines } from './lines.ts'
import { randomText } from './random.ts'
import type { SessionEvent } from './session-events.ts'

export interface SessionFold {
  readonly fence: string
  readonly facts: SessionFacts
  readonly transcriptOffsets: ReadonlyMap<string, number>
  /** Lines of the host's files that were taken in already. */
  readonly lines: ReadonlySet<string>
  /** A person's prompts arrived through the host's prompt event: consent is taken from those alone. */
  readonly attested: boolean
  /** Whether the host may still have to write what was said before this log began: a resumed conversation, or a fork of one. */
  readonly pastKnown: boolean
  /** The agent's own model, as the host told it last. */
  readonly model: string | undefined
  /** Who the user was when it was first asked. */
  readonly identity: Identity | undefined
  /** Calls that are entries already, by the host's id. */
  readonly calls: ReadonlySet<string>
  /** What was printed last for a call, by its key. */
  readonly decided: ReadonlyMap<string, { readonly printed: string; readonly at: number }>
  /** Calls that a person was asked about: where one ran, they said yes. */
  readonly asked: ReadonlySet<string>
  /** What a judge may see of the conversation of the root agent or of one sub-agent. */
  entries(agentId: string | undefined): readonly Entry[]
}

/** One session's append-only log in the private folder. */
export interface SessionLog {
  append(...events: readonly SessionEvent[]): void
  fold(): SessionFold
}

export function sessionLog(folder: string, sessionId: string): SessionLog {
  const file = join(privateFolder(join(folder, 'sessions')), `${fileNameFor(sessionId)}.jsonl`)
  return {
    append: (...events) => appendLines(file, events),
    fold: () => {
      const events = eventsOf(file)
      if (events.some((event) => event.type === 'opened')) return foldEvents(events, folder)
      appendLine(file, { type: 'opened', fence: randomText(9) })
      return foldEvents(eventsOf(file), folder)
    },
  }
}

const TYPES: ReadonlySet<unknown> = new Set<SessionEvent['type']>([
  'opened',
  'entry',
  'traces',
  'ran',
  'refused',
  'past-known',
  'model',
  'identity',
  'decided',
  'transcript',
])

function eventsOf(file: string): readonly SessionEvent[] {
  return readLines(file).events.map((event) => {
    if (typeof event !== 'object' || event === null || !('type' in event) || !TYPES.has(event.type))
      throw new BrokenState(`${file} holds an event of an unknown shape`)
    return event as SessionEvent
  })
}

type EntryEvent = Extract<SessionEvent, { type: 'entry' }>

function foldEvents(events: readonly SessionEvent[], folder: string): SessionFold {
  const said: EntryEvent[] = []
  const transcriptOffsets = new Map<string, number>()
  const decided = new Map<string, { printed: string; at: number }>()
  const asked = new Set<string>()
  const ran = new Set<string>()
  const refused = new Set<string>()
  let fence = ''
  let model: string | undefined
  let past: string | undefined
  let identity: Identity | undefined
  for (const event of events) {
    switch (event.type) {
      case 'opened':
        // The first one counts: two processes may have opened at once.
        if (fence === '') fence = event.fence
        break
      case 'entry':
        said.push(event)
        break
      case 'model':
        if (event.origin === 'transcript') past = event.model
        else model = event.model
        break
      case 'identity':
        identity ??= event.identity
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
      case 'traces':
      case 'past-known':
        break
    }
  }
  const attested = said.some(({ entry, origin }) => isByEvent(origin) && entry.kind === 'user' && entry.trusted)
  return {
    fence,
    facts: foldTraces(events, ran, folder),
    transcriptOffsets,
    lines: new Set(said.flatMap(({ line }) => (line === undefined ? [] : [line]))),
    attested,
    pastKnown: events.some(({ type }) => type === 'past-known'),
    model: model ?? past,
    identity,
    calls: new Set(said.flatMap(({ callId, pastId }) => callId ?? pastId ?? [])),
    decided,
    asked,
    entries: (agentId) => {
      const of = (agent: string | undefined) =>
        inOrder(said, attested)
          .filter((event) => event.agent === agent)
          .map((event) => vouched(event, attested, refused))
      return agentId === undefined ? of(undefined) : subAgentTranscript(of(undefined), of(agentId))
    },
  }
}

/** With prompts by event, what only stands in the host's file is from before them: a fork's past, or a time without the gate. */
function inOrder(said: readonly EntryEvent[], attested: boolean): readonly EntryEvent[] {
  if (!attested || !said.some(isPast)) return said
  return [...said.filter(isPast), ...said.filter((event) => !isPast(event))]
}

function isPast({ entry, origin }: EntryEvent): boolean {
  return (entry.kind === 'user' || entry.kind === 'call') && origin === 'transcript'
}

function isByEvent(origin: EntryEvent['origin']): boolean {
  return origin === undefined || origin === 'host'
}

/** The entry as far as it may be believed: with prompts by event, turns that only stand in the host's file are not a person's word. */
function vouched({ entry, origin, callId }: EntryEvent, attested: boolean, refused: ReadonlySet<string>): Entry {
  if (entry.kind === 'user' && attested && origin === 'transcript') return { ...entry, trusted: false }
  if (entry.kind === 'call' && callId !== undefined && refused.has(callId)) return { ...entry, denied: true }
  return entry
}

/**
 * What the session's calls did. Pending content and downloads count at once, because they can only tighten; what loosens
 * (a path the session made itself, a branch, a file it was shown) counts when the host said that the call ran.
 */
function foldTraces(events: readonly SessionEvent[], ran: ReadonlySet<string>, folder: string): SessionFacts {
  const written = new WrittenTexts(folder)
  const before = new Map<string, string>()
  const built = new Set<string>()
  const downloaded = new Map<string, string>()
  const shell = { variables: new Map<string, string>(), definitions: new Map<string, string>() }
  const carriers = new Set<string>()
  const brought = new Map<string, 'known' | 'unread'>()
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
    for (const [path, state] of event.traces.brought ?? [])
      brought.set(path, brought.get(path) === 'unread' ? 'unread' : state)
    if (!happened) continue
    for (const path of event.traces.built ?? []) built.add(path)
    for (const once of event.traces.done ?? []) done.add(once)
    for (const key of ['created', 'branches', 'started', 'seen'] as const)
      for (const item of event.traces[key]) sets[key].add(item)
  }
  return { written, before, built, downloaded, carriers, brought, done, ...sets, shell }
}
