import { folderPrefix, matchesQuery } from '../../../audit/query.ts'
import type { AuditRecord } from '../../../audit/record.ts'
import { InvalidCursorError } from '../cursor.ts'
import type { Page, PageQuery, SessionQuery, SessionSummary, StoredRecord } from '../store.ts'
import { clampTime } from '../tally.ts'
import type { PostgresSession } from './database.ts'
import { machineRef } from './machines.ts'
import { toPostgresText } from './postgres-text.ts'

const PAGE = 100
/** More than a page is read at once, in case not all of it is what is looked for. */
const AT_ONCE = 500

interface Row {
  readonly at: number
  readonly machine: number
  readonly hash: Buffer
  readonly name: string
  readonly line: string
}

/** A page of Records. What the database finds is a guess; `matches` decides. */
export async function page(asking: PostgresSession, query: PageQuery): Promise<Page> {
  const limit = query.limit ?? PAGE
  const records: StoredRecord[] = []
  let after = cursorOf(query.after)
  if (limit <= 0) return { records }
  let last: Row | undefined
  for (;;) {
    const rows = await rowsFor(asking, query, after, Math.min(AT_ONCE, limit + 1))
    for (const row of rows) {
      const record = JSON.parse(row.line) as AuditRecord
      if (!matchesQuery(record, query)) continue
      if (records.length >= limit) return { records, ...(last && { next: textOf(last) }) }
      records.push({ machine: row.name, record })
      last = row
    }
    after = rows.at(-1)
    if (after === undefined) return { records }
  }
}

type Cursor = Pick<Row, 'at' | 'machine' | 'hash'>

function textOf({ at, machine, hash }: Cursor): string {
  return `${at}.${machine}.${hash.toString('hex')}`
}

function cursorOf(after: string | undefined): Cursor | undefined {
  if (after === undefined) return undefined
  const [, at, machine, hash = ''] = /^(\d{1,13})\.(\d{1,9})\.([0-9a-f]{64})$/.exec(after) ?? []
  if (at === undefined) throw new InvalidCursorError()
  return { at: Number(at), machine: Number(machine), hash: Buffer.from(hash, 'hex') }
}

async function rowsFor(
  asking: PostgresSession,
  query: PageQuery,
  after: Cursor | undefined,
  limit: number,
): Promise<readonly Row[]> {
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value)}`
  const conditions = conditionsOf(query, given)
  if (after !== undefined)
    conditions.push(`(at, machine, hash) < (${given(after.at)}, ${given(after.machine)}, ${given(after.hash)})`)
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
  return asking.all<Row>(
    `select at, machine, hash, name, line from records join machines on ref = machine ${where}
      order by at desc, machine desc, hash desc limit ${limit}`,
    ...values,
  )
}

function conditionsOf(query: PageQuery, given: (value: unknown) => string): string[] {
  const { since, until, project, session, agent, host, category, decisions, text, id, machine } = query
  const equal = (column: string, value: string | undefined) =>
    value === undefined ? [] : [`${column} = ${given(toPostgresText(value))}`]
  // Half a character is nothing that PostgreSQL could compare.
  const whole = (value: string | undefined) => (value?.isWellFormed() ? toPostgresText(value) : undefined)
  const start = whole(session)
  const base = project === undefined ? undefined : whole(folderPrefix(project))
  const sought = whole(text?.toLowerCase())
  return [
    ...(since === undefined ? [] : [`at >= ${given(clampTime(since))}`]),
    ...(until === undefined ? [] : [`at <= ${given(clampTime(until))}`]),
    ...equal('name', machine),
    ...equal('id', id),
    ...equal('agent', agent),
    ...equal('host', host),
    ...equal('category', category),
    ...(decisions === undefined ? [] : [`outcome = any(${given([...decisions])})`]),
    ...(start === undefined || start === '' ? [] : [`starts_with(session, ${given(start)})`]),
    ...(base === undefined ? [] : [`(cwd = ${given(base)} or starts_with(cwd, ${given(`${base}/`)}))`]),
    ...(sought === undefined || sought === '' ? [] : [`says like ${given(`%${sought.replace(/[\\%_]/g, '\\$&')}%`)}`]),
  ]
}

interface SessionRow extends Omit<SessionSummary, 'outcomes'> {
  readonly allow: number
  readonly ask: number
  readonly deny: number
  readonly abort: number
}

export async function sessions(
  asking: PostgresSession,
  { since, machine, limit = PAGE }: SessionQuery,
): Promise<readonly SessionSummary[]> {
  const rows = await asking.all<SessionRow>(
    `select name as machine, id as "sessionId", host, cwd, first, last, allow, ask, deny, abort
      from sessions join machines on ref = machine
      where not probe and last >= $1 and ($2::text is null or name = $2) order by last desc, id limit $3`,
    since ?? 0,
    machine === undefined ? null : toPostgresText(machine),
    limit,
  )
  return rows.map(({ allow, ask, deny, abort, ...summary }) => ({ ...summary, outcomes: { allow, ask, deny, abort } }))
}

/** Every Record of a session, in the order of its chain; what stands outside of it after those. */
export async function* chain(asking: PostgresSession, machine: string, sessionId: string): AsyncGenerator<AuditRecord> {
  const ref = await machineRef(asking, machine)
  if (ref === undefined) return
  const keys = await asking.all<{ at: number; hash: Buffer }>(
    'select at, hash from records where machine = $1 and session = $2 order by seq nulls last, at, hash',
    ref,
    toPostgresText(sessionId),
  )
  for (let from = 0; from < keys.length; from += AT_ONCE) {
    const part = keys.slice(from, from + AT_ONCE)
    const rows = await asking.all<{ line: string }>(
      `select line from unnest($2::bigint[], $3::bytea[]) with ordinality as given (at, hash, place)
        join records using (at, hash) where machine = $1 order by place`,
      ref,
      part.map(({ at }) => at),
      part.map(({ hash }) => hash),
    )
    for (const { line } of rows) yield JSON.parse(line) as AuditRecord
  }
}
