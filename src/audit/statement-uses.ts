import type { AuditRecord } from './record.ts'

/** What one statement of a session decided. */
export interface StatementUse {
  readonly id: number
  readonly sentence: string
  /** Calls that it stopped, or let pass where it is a grant. */
  readonly stopped: number
  readonly allowed: number
  readonly first: number
  readonly last: number
}

/** What statements decided, by their numbers. A call that waited for an answer, and is recorded twice, counts once. */
export function statementUses(records: Iterable<AuditRecord>): ReadonlyMap<number, StatementUse> {
  const uses = new Map<number, StatementUse>()
  for (const record of records) {
    const { statement, at, outcome, shadow, after } = record
    if (statement === undefined || shadow || after !== undefined) continue
    const { id, sentence } = statement
    const { stopped = 0, allowed = 0, first = at, last = at } = uses.get(id) ?? {}
    uses.set(id, {
      id,
      sentence,
      stopped: stopped + (outcome === 'allow' ? 0 : 1),
      allowed: allowed + (outcome === 'allow' ? 1 : 0),
      first: Math.min(first, at),
      last: Math.max(last, at),
    })
  }
  return uses
}
