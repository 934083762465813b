import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Action } from '../analysis/action.ts'
import type { Facts, SessionFacts } from '../analysis/facts.ts'
import { createMemory } from '../memory.ts'
import type { Entry } from '../transcript/entries.ts'
import { fileNameFor, privateFolder } from './folder.ts'
import { appendLine, readLines } from './lines.ts'

/** What one allowed call left behind, as plain data. */
export interface Traces {
  readonly written: readonly (readonly [string, string | null])[]
  readonly created: readonly string[]
  readonly downloaded: readonly (readonly [string, string])[]
  readonly branches: readonly string[]
  readonly started: readonly string[]
  readonly seen: readonly string[]
}

/** One event of a session, as it is appended. Events are never changed; readers fold them. */
export type SessionEvent =
  | { readonly type: 'opened'; readonly fence: string }
  /** `origin: 'transcript'`: read from the host's file instead of its prompt event. */
  | { readonly type: 'entry'; readonly entry: Entry; readonly origin?: 'transcript' }
  | { readonly type: 'traces'; readonly traces: Traces }
  /** How far the host's own transcript file was read. */
  | { readonly type: 'transcript'; readonly path: string; readonly offset: number }

export interface SessionFold {
  readonly fence: string
  readonly entries: readonly Entry[]
  readonly facts: SessionFacts
  readonly transcriptOffsets: ReadonlyMap<string, number>
  /** A person's prompts arrived through the host's prompt event: consent is taken from those alone. */
  readonly attested: boolean
}

/** One session's append-only log in the private folder. */
export interface SessionLog {
  append(event: SessionEvent): void
  fold(): SessionFold
}

export function sessionLog(folder: string, sessionId: string): SessionLog {
  const file = join(privateFolder(join(folder, 'sessions')), `${fileNameFor(sessionId)}.jsonl`)
  return {
    append: (event) => appendLine(file, event),
    fold: () => {
      const events = readLines(file).events as readonly SessionEvent[]
      if (!events.some((event) => event.type === 'opened')) {
        appendLine(file, { type: 'opened', fence: randomBytes(9).toString('base64url') })
        return foldEvents(readLines(file).events as readonly SessionEvent[])
      }
      return foldEvents(events)
    },
  }
}

function foldEvents(events: readonly SessionEvent[]): SessionFold {
  const written = new Map<string, string | undefined>()
  const sets = {
    created: new Set<string>(),
    branches: new Set<string>(),
    started: new Set<string>(),
    seen: new Set<string>(),
  }
  const downloaded = new Map<string, string>()
  const transcriptOffsets = new Map<string, number>()
  const entries: Entry[] = []
  const fromFile = new Set<Entry>()
  let fence = ''
  let attested = false
  for (const event of events) {
    switch (event.type) {
      case 'opened':
        // The first one counts: two processes may have opened at once.
        if (fence === '') fence = event.fence
        break
      case 'entry':
        entries.push(event.entry)
        if (event.origin === 'transcript') fromFile.add(event.entry)
        else if (event.entry.kind === 'user' && event.entry.trusted) attested = true
        break
      case 'transcript':
        transcriptOffsets.set(event.path, event.offset)
        break
      case 'traces':
        for (const [path, text] of event.traces.written) written.set(path, text ?? undefined)
        for (const [path, host] of event.traces.downloaded) downloaded.set(path, host)
        for (const key of ['created', 'branches', 'started', 'seen'] as const)
          for (const item of event.traces[key]) sets[key].add(item)
        break
    }
  }
  const vouched = entries.map((entry) =>
    attested && entry.kind === 'user' && fromFile.has(entry) ? { ...entry, trusted: false } : entry,
  )
  return { fence, entries: vouched, facts: { written, downloaded, ...sets }, transcriptOffsets, attested }
}

/** What a call that was allowed leaves behind: pending content that a parallel call may run. */
export function tracesOf(action: Action, facts: Facts): Traces {
  const memory = createMemory()
  memory.remember(action, facts)
  const { written, created, downloaded, branches, started, seen } = memory.facts
  return {
    written: [...written].map(([path, text]) => [path, text ?? null]),
    created: [...created],
    downloaded: [...downloaded],
    branches: [...branches],
    started: [...started],
    seen: [...seen],
  }
}

export function isEmpty(traces: Traces): boolean {
  return Object.values(traces).every((list) => list.length === 0)
}
