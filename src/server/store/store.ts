import type { RecordQuery, RecordStore } from '../../audit/query.ts'
import type { AuditRecord } from '../../audit/record.ts'
import type { Outcome } from '../../decision.ts'

/**
 * Where a server keeps what machines hand to it: one SQLite file, or a PostgreSQL that many servers share. `contract.ts` holds
 * every implementation to the same laws. A store is a copy for questions: the truth stays in the lines of the machines.
 */
export interface Store extends RecordStore {
  /**
   * Takes lines of one machine, all or none. What is there already is passed over, so that whoever is not sure hands it over
   * again. When this resolves, the lines outlive a crash.
   */
  append(delivery: RecordDelivery): Promise<AppendResult>
  /** How far each file of a machine was taken. */
  positions(machine: string): Promise<ReadonlyMap<string, Position>>
  /** A page of Records, newest first. */
  page(query: PageQuery): Promise<Page>
  /** Sessions, the one that was last active first. */
  sessions(query: SessionQuery): Promise<readonly SessionSummary[]>
  /** The machines that handed over something, by name. */
  machines(): Promise<readonly string[]>
  /** Figures of a stretch of time. INVARIANT: the same as counting the Records themselves. */
  overview(range: Range): Promise<Overview>
  /** Every Record of a machine's session in the order of its chain, for `audit verify` and export. */
  chain(machine: string, sessionId: string): AsyncIterable<AuditRecord>
  /** Where the chains of a machine stood when their lines were taken. */
  heads(machine: string): Promise<readonly StoredHead[]>
  /** Takes Records out for good; how many. What was taken out is not taken in again. */
  erase(what: Erasure): Promise<number>
  /** Small documents that servers share: machines, people, alerts. Each change is atomic. */
  readonly documents: Documents
  close(): Promise<void>
}

export interface RecordDelivery {
  readonly machine: string
  readonly records: readonly AuditRecord[]
  /** How far the files were read; kept together with the lines, or not at all. */
  readonly positions?: ReadonlyMap<string, Position>
}

export interface Position {
  /** The byte after the last line that was taken. */
  readonly offset: number
  /** Tells a file that was replaced from one that grew: a hash of how it begins, and of what stands before the offset. */
  readonly first: string
}

export interface AppendResult {
  readonly taken: number
  /** There already, or erased. */
  readonly known: number
  /** Not taken: thousands that say that they were made in the same millisecond. */
  readonly refused?: number
}

export interface PageQuery extends RecordQuery {
  readonly machine?: string | undefined
  /** The `next` of the page before. */
  readonly after?: string | undefined
}

export interface Page {
  readonly records: readonly StoredRecord[]
  readonly next?: string
}

export interface StoredRecord {
  readonly machine: string
  readonly record: AuditRecord
}

export interface SessionQuery {
  readonly since?: number | undefined
  readonly machine?: string | undefined
  readonly limit?: number | undefined
}

export interface SessionSummary {
  readonly machine: string
  readonly sessionId: string
  readonly host: string
  readonly cwd: string
  readonly first: number
  readonly last: number
  readonly outcomes: Readonly<Record<Outcome, number>>
}

export interface Range {
  readonly since: number
  readonly until: number
  readonly machine?: string | undefined
}

/** What the page Overview and `irongate stats` show. */
export interface Overview extends Range {
  readonly total: number
  /** What became of the calls. Those that the gate only looked at it let through. */
  readonly outcomes: Readonly<Record<Outcome, number>>
  /** What it would have said to them. */
  readonly shadow: Readonly<Record<Outcome, number>>
  /** By where the answer came from: the type of its reason. */
  readonly paths: Readonly<Record<string, number>>
  /** What was stopped, by category. */
  readonly categories: Readonly<Record<string, number>>
  readonly hosts: Readonly<Record<string, number>>
  /** How often a rule decided, `deny Bash(rm:*)`. */
  readonly rules: Readonly<Record<string, number>>
  /** Milliseconds of a check, without and with a model. */
  readonly latency: { readonly alone: Percentiles; readonly judged: Percentiles }
  readonly spent: SpentTotal
  /** Hours, or days where the stretch is long; every one of them, also those without a call. */
  readonly buckets: readonly Bucket[]
  readonly bucketMs: number
}

export interface Bucket {
  readonly at: number
  readonly outcomes: Readonly<Record<Outcome, number>>
  readonly paths: Readonly<Record<string, number>>
  readonly p50: number
  readonly p95: number
  readonly dollars: number
  readonly judged: number
  /** Answers for want of a judge: its failures and time-outs. */
  readonly outages: number
}

/** By a histogram whose steps are a twentieth wide; the same in every store. */
export interface Percentiles {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

export interface SpentTotal {
  /** Of a model. */
  readonly calls: number
  readonly dollars: number
  /** All that went in, those from the cache among them. */
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cachedTokens: number
}

export interface StoredHead {
  readonly sessionId: string
  readonly seq: number
  readonly hash: string
  readonly at: number
}

export type Erasure =
  | { readonly session: string; readonly machine?: string | undefined }
  | { readonly before: number; readonly machine?: string | undefined }

export interface Documents {
  get(kind: string, id: string): Promise<StoredDocument | undefined>
  list(kind: string): Promise<readonly StoredDocument[]>
  /**
   * Writes a document if it is still as it was read: `version` is that of the document that was read, 0 for one that is not there
   * yet. False when somebody else was first: of two who take the same thing one is refused.
   */
  put(document: Omit<StoredDocument, 'version'>, version: number): Promise<boolean>
  remove(kind: string, id: string): Promise<boolean>
}

export interface StoredDocument {
  readonly kind: string
  readonly id: string
  readonly version: number
  readonly value: unknown
  /** When it may be taken away; absent for what stays. */
  readonly expires?: number
}
