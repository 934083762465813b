import { searchableText } from '../../../audit/query.ts'
import type { AuditRecord } from '../../../audit/record.ts'
import { recordIdentity } from '../identity.ts'
import { recordLineText } from '../record-line-text.ts'
import { type SessionChange, sessionChanges } from '../sessions.ts'
import type { AppendResult, RecordDelivery } from '../store.ts'
import { clampTime, countInto, type Hours } from '../tally.ts'
import type { PostgresSession } from './database.ts'
import { ensureMachineRef } from './machines.ts'
import { toPostgresText } from './postgres-text.ts'
import { addTallies } from './tallies.ts'

/** Whoever appends holds it together with others, whoever erases alone: nothing comes in behind an erasure. */
export const APPEND_LOCK = 'select pg_advisory_xact_lock_shared(7420190, 3)'
export const ERASE_LOCK = 'select pg_advisory_xact_lock(7420190, 3)'

/**
 * Takes what is new of a delivery, within a change. INVARIANT: rows are always touched in the same order (Records by time and hash,
 * sessions by id, counts by name), so that servers wait for each other and never in a circle.
 */
export async function append(asking: PostgresSession, delivery: RecordDelivery): Promise<AppendResult> {
  await asking.run(APPEND_LOCK)
  const machine = await ensureMachineRef(asking, delivery.machine)
  const isErased = await erasureFilter(asking, machine)
  const fresh = await insert(
    asking,
    machine,
    delivery.records.filter((record) => !isErased(record)),
  )
  const changes = [...sessionChanges(fresh)].sort(([left], [right]) => (left < right ? -1 : 1))
  for (const [id, change] of changes) await addToSession(asking, machine, id, change)
  const hours: Hours = new Map()
  for (const record of fresh) countInto(hours, record)
  await addTallies(asking, new Map([[machine, hours]]))
  for (const [file, { offset, first }] of delivery.positions ?? [])
    await asking.run(
      `insert into positions values ($1, $2, $3, $4)
        on conflict (machine, file) do update set "offset" = excluded."offset", first = excluded.first`,
      machine,
      toPostgresText(file),
      offset,
      first,
    )
  return { taken: fresh.length, known: delivery.records.length - fresh.length }
}

async function erasureFilter(asking: PostgresSession, machine: number): Promise<(record: AuditRecord) => boolean> {
  const rows = await asking.all<{ session: string; until: number }>(
    'select session, max(until) as until from erased where machine in (0, $1) group by session',
    machine,
  )
  const until = new Map(rows.map((row) => [row.session, row.until]))
  const older = until.get('') ?? -1
  return ({ at, sessionId }) => clampTime(at) <= Math.max(older, until.get(toPostgresText(sessionId)) ?? -1)
}

interface KeyedRecord {
  readonly at: number
  readonly hash: Buffer
  readonly record: AuditRecord
}

async function insert(
  asking: PostgresSession,
  machine: number,
  records: readonly AuditRecord[],
): Promise<readonly AuditRecord[]> {
  const keyed = records
    .map((record): KeyedRecord => ({ at: clampTime(record.at), hash: recordIdentity(record), record }))
    .sort((left, right) => left.at - right.at || Buffer.compare(left.hash, right.hash))
  if (keyed.length === 0) return []
  const of = <T>(value: (record: AuditRecord) => T) => keyed.map(({ record }) => value(record))
  const rows = await asking.all<{ at: number; hash: Buffer }>(
    `insert into records (at, machine, hash, session, seq, id, outcome, host, category, agent, cwd, says, line)
      select at, $1, hash, session, seq, id, outcome, host, category, agent, cwd, says, line
      from unnest($2::bigint[], $3::bytea[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
        $11::text[], $12::text[], $13::text[])
        as given (at, hash, session, seq, id, outcome, host, category, agent, cwd, says, line)
      on conflict do nothing returning at, hash`,
    machine,
    keyed.map(({ at }) => at),
    keyed.map(({ hash }) => hash),
    of(({ sessionId }) => toPostgresText(sessionId)),
    of(({ seq }) => (Number.isSafeInteger(seq) ? seq : null)),
    of(({ id }) => toPostgresText(id)),
    of(({ outcome }) => outcome),
    of(({ host }) => toPostgresText(host)),
    of(({ category }) => (category === undefined ? null : toPostgresText(category))),
    of(({ agentId }) => (agentId === undefined ? null : toPostgresText(agentId))),
    of(({ cwd }) => toPostgresText(cwd)),
    of((record) => toPostgresText(searchableText(record))),
    of(recordLineText),
  )
  const key = (at: number, hash: Buffer) => `${at} ${hash.toString('hex')}`
  const taken = new Set(rows.map(({ at, hash }) => key(at, hash)))
  // The first of those that are alike.
  return keyed.filter(({ at, hash }) => taken.delete(key(at, hash))).map(({ record }) => record)
}

async function addToSession(
  asking: PostgresSession,
  machine: number,
  id: string,
  change: SessionChange,
): Promise<void> {
  const { probe, host, cwd, first, last, outcomes, head } = change
  await asking.run(
    `insert into sessions as known values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
      on conflict (machine, id) do update set first = least(known.first, excluded.first), last = greatest(known.last, excluded.last),
        allow = known.allow + excluded.allow, ask = known.ask + excluded.ask,
        deny = known.deny + excluded.deny, abort = known.abort + excluded.abort,
        (seq, hash, head_at) = (select later.seq, later.hash, later.head_at
          from (values (known.seq, known.hash, known.head_at), (excluded.seq, excluded.hash, excluded.head_at))
            as later (seq, hash, head_at)
          order by later.head_at desc nulls last, later.seq desc nulls last limit 1)`,
    machine,
    toPostgresText(id),
    probe,
    toPostgresText(host),
    toPostgresText(cwd),
    first,
    last,
    outcomes.allow,
    outcomes.ask,
    outcomes.deny,
    outcomes.abort,
    head?.seq ?? null,
    head?.hash ?? null,
    head?.at ?? null,
  )
}
