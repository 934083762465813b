import type { Transcript } from '../../transcript/entries.ts'
import { foldLedger, type StatementEvent } from './ledger.ts'
import type { StatedStatement } from './statement.ts'

/** A statement from when it was said to when it ended. */
export interface PastStatement extends StatedStatement {
  readonly ended?: StatementEnd
}

/**
 * How a statement ended. `lifted`: by words. `removed`: by its number. `task-over`: a grant, with the next turn that doesn't go on with
 * its task. `expired`: "today" is over. `reread`: a model has read
 * the turn since.
 */
export interface StatementEnd {
  readonly how: 'lifted' | 'removed' | 'task-over' | 'expired' | 'reread'
  /** Unknown where nothing happened at that moment. */
  readonly at?: number
}

/** Every statement of a session, in force or not, oldest first. */
export function statementHistory(
  events: readonly StatementEvent[],
  now: number,
  transcript: Transcript = [],
): readonly PastStatement[] {
  const all = new Map<number, PastStatement>()
  const seen: StatementEvent[] = []
  for (const event of events) {
    seen.push(event)
    const open = new Map(foldLedger(seen, transcript, event.at).statements.map((one) => [one.id, one]))
    for (const [id, one] of all)
      if (one.ended === undefined && !open.has(id)) all.set(id, { ...one, ended: endBy(event, one) })
    for (const [id, one] of open) if (!all.has(id)) all.set(id, one)
  }
  const open = new Set(foldLedger(events, transcript, now).statements.map(({ id }) => id))
  return [...all.values()].map((one) =>
    one.ended === undefined && !open.has(one.id) ? { ...one, ended: { how: 'expired' } } : one,
  )
}

function endBy(event: StatementEvent, { id, kind, turn }: StatedStatement): StatementEnd {
  const { at } = event
  if (event.type === 'statement-removed') return event.id === id ? { how: 'removed', at } : { how: 'expired' }
  if (event.turn === turn) return { how: 'reread', at }
  if (event.lifted.includes(id)) return { how: 'lifted', at }
  return kind === 'grant' && !event.kept.includes(id) ? { how: 'task-over', at } : { how: 'expired' }
}
