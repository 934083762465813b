import type { Outcome } from '../decision.ts'
import type { AuditRecord } from './record.ts'

/** What is asked of a store of Records. Every filter narrows; none is all of them. */
export interface RecordQuery {
  /** From this time on, in milliseconds. */
  readonly since?: number | undefined
  /** Up to this time, itself included. */
  readonly until?: number | undefined
  /** Calls in this directory or below it. */
  readonly project?: string | undefined
  /** The id of a session, or how it begins. */
  readonly session?: string | undefined
  readonly agent?: string | undefined
  readonly host?: string | undefined
  readonly category?: string | undefined
  readonly decisions?: readonly Outcome[] | undefined
  /** Part of the call or of the message, in any case. */
  readonly text?: string | undefined
  readonly id?: string | undefined
  readonly limit?: number | undefined
  /** With the gate's own probes, which are no calls of an agent. */
  readonly probes?: boolean | undefined
}

/** Records, wherever they are kept: files, SQLite, PostgreSQL. */
export interface RecordStore {
  /** Newest first, and no more of them read than are taken. */
  query(query: RecordQuery): AsyncIterable<AuditRecord>
}

/** Sessions of `irongate doctor`. */
const PROBE_SESSION_PREFIX = 'doctor-'

/** Does a Record pass every filter but the limit? What a store answers is measured by this. */
export function matchesQuery(record: AuditRecord, query: RecordQuery): boolean {
  const { since, until, project, session, agent, host, category, decisions, text, id, probes } = query
  if (id !== undefined && record.id !== id) return false
  if (since !== undefined && record.at < since) return false
  if (until !== undefined && record.at > until) return false
  if (session !== undefined && !record.sessionId.startsWith(session)) return false
  if (probes !== true && isProbe(record)) return false
  if (agent !== undefined && record.agentId !== agent) return false
  if (host !== undefined && record.host !== host) return false
  if (category !== undefined && record.category !== category) return false
  if (decisions !== undefined && !decisions.includes(record.outcome)) return false
  if (project !== undefined && !isBelow(record.cwd, project)) return false
  return text === undefined || searchableText(record).includes(text.toLowerCase())
}

/** Is it of the gate's own, and no call of an agent? */
export function isProbe({ sessionId }: Pick<AuditRecord, 'sessionId'>): boolean {
  return sessionId.startsWith(PROBE_SESSION_PREFIX)
}

/** A folder as paths below it begin. */
export function folderPrefix(folder: string): string {
  return folder.replace(/\/+$/, '')
}

function isBelow(path: string, folder: string): boolean {
  const base = folderPrefix(folder)
  return path === base || path.startsWith(`${base}/`)
}

/** What a search for a text looks at. */
export function searchableText({ tool, input, message }: AuditRecord): string {
  const said = Object.values(input).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  return `${tool} ${said.join(' ')}\n${message}`.toLowerCase()
}

/** The newest Record that matches. */
export async function newestRecord(store: RecordStore, query: RecordQuery): Promise<AuditRecord | undefined> {
  for await (const record of store.query({ ...query, limit: 1 })) return record
  return undefined
}
