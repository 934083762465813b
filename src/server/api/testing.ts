import { matches } from '../../audit/query.ts'
import type { AuditRecord } from '../../audit/record.ts'
import type { Outcome } from '../../decision.ts'
import type {
  Overview,
  Page,
  PageQuery,
  Range,
  SessionSummary,
  Store,
  StoredDocument,
  StoredRecord,
} from '../store/store.ts'

/** For tests: a store that keeps everything in memory. */
export function memoryStore(): Store {
  const all: StoredRecord[] = []
  const known = new Set<string>()
  const documents = new Map<string, StoredDocument>()
  const newestFirst = () => all.toSorted((left, right) => right.record.at - left.record.at)
  const fits = ({ machine, record }: StoredRecord, query: PageQuery) =>
    (query.machine === undefined || query.machine === machine) && matches(record, query)
  return {
    append: async ({ machine, records }) => {
      let taken = 0
      for (const record of records) {
        const key = `${machine} ${record.hash ?? `${record.id} ${record.at}`}`
        if (known.has(key)) continue
        known.add(key)
        all.push({ machine, record })
        taken++
      }
      return { taken, known: records.length - taken }
    },
    positions: async () => new Map(),
    query: async function* (query) {
      yield* newestFirst()
        .filter((stored) => fits(stored, query))
        .slice(0, query.limit)
        .map(({ record }) => record)
    },
    page: async (query): Promise<Page> => {
      const from = Number(query.after ?? 0)
      const found = newestFirst().filter((stored) => fits(stored, query))
      const end = from + (query.limit ?? 100)
      return { records: found.slice(from, end), ...(found.length > end && { next: String(end) }) }
    },
    sessions: async ({ machine, since = 0, limit }) => {
      const groups = Map.groupBy(all, (stored) => `${stored.machine}\0${stored.record.sessionId}`)
      return [...groups.values()]
        .map(summary)
        .filter((session) => session.last >= since && (machine === undefined || machine === session.machine))
        .sort((left, right) => right.last - left.last)
        .slice(0, limit)
    },
    overview: async (range) => overviewOf(all, range),
    chain: async function* (machine, sessionId) {
      for (const stored of newestFirst().toReversed())
        if (stored.machine === machine && stored.record.sessionId === sessionId) yield stored.record
    },
    heads: async () => [],
    erase: async () => 0,
    documents: {
      get: async (kind, id) => documents.get(`${kind} ${id}`),
      list: async (kind) => [...documents.values()].filter((document) => document.kind === kind),
      put: async (document, version) => {
        const key = `${document.kind} ${document.id}`
        if ((documents.get(key)?.version ?? 0) !== version) return false
        documents.set(key, { ...document, version: version + 1 })
        return true
      },
      remove: async (kind, id) => documents.delete(`${kind} ${id}`),
    },
    close: async () => undefined,
  }
}

function counts(records: readonly AuditRecord[]): Record<Outcome, number> {
  const sums = { allow: 0, ask: 0, deny: 0, abort: 0 }
  for (const { outcome } of records) sums[outcome]++
  return sums
}

function summary(stored: readonly StoredRecord[]): SessionSummary {
  const records = stored.map(({ record }) => record)
  const [first] = records
  const times = records.map(({ at }) => at)
  return {
    machine: stored[0]?.machine ?? '',
    sessionId: first?.sessionId ?? '',
    host: first?.host ?? '',
    cwd: first?.cwd ?? '',
    first: Math.min(...times),
    last: Math.max(...times),
    outcomes: counts(records),
  }
}

function tally(
  records: readonly AuditRecord[],
  nameOf: (record: AuditRecord) => string | undefined,
): Record<string, number> {
  const groups = Object.groupBy(records, (record) => nameOf(record) ?? '')
  return Object.fromEntries(
    Object.entries(groups).flatMap(([name, of = []]) => (name === '' ? [] : [[name, of.length]])),
  )
}

const NONE = { count: 0, p50: 0, p95: 0, p99: 0 }

function overviewOf(all: readonly StoredRecord[], range: Range): Overview {
  const records = all.map(({ record }) => record).filter(({ at }) => at >= range.since && at <= range.until)
  return {
    ...range,
    total: records.length,
    outcomes: counts(records),
    paths: tally(records, ({ reason }) => reason.type),
    categories: tally(records, ({ category, outcome }) => (outcome === 'allow' ? undefined : category)),
    hosts: tally(records, ({ host }) => host),
    latency: { alone: { ...NONE, count: records.length }, judged: NONE },
    spent: { calls: 0, dollars: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
    buckets: [],
    bucketMs: 3_600_000,
  }
}
