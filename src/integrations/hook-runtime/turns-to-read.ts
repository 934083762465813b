import { type ReadableTurn, readableTurns } from '../../intent/statements/ledger.ts'
import type { TurnToRead } from '../../intent/statements/reader.ts'
import { turnToRead } from '../../intent/statements/turn-to-read.ts'
import type { StatementLogEvent } from '../../state/session-events.ts'
import type { SessionFold } from '../../state/session-log.ts'
import { notedLedger, type StatedFold, statedTranscript } from '../../state/statements.ts'
import type { Entry } from '../../transcript/entries.ts'

/** Of a conversation that was resumed only the last turns are read. */
const MOST_TURNS = 8
/** A turn that a model fails on twice is left to the judge. */
const MOST_TRIES = 2

/** The turns that a model should read now, oldest first. One that failed is tried again after the person's next turn. */
export function turnsToRead(fold: StatedFold): readonly ReadableTurn[] {
  const turns = lastTurns(fold)
  const newest = turns.at(-1)?.key
  const read = new Set(fold.statements.flatMap((event) => (event.type === 'reading' && !event.by ? [event.turn] : [])))
  return turns.filter(({ key }) => {
    const failed = fold.statements.flatMap((event) =>
      event.type === 'reading-failed' && event.turn === key && event.newest !== undefined ? [event.newest] : [],
    )
    return !read.has(key) && failed.length < MOST_TRIES && !failed.some((after) => after === newest)
  })
}

/** The latest turn of the conversation. */
export function newestTurn(fold: StatedFold): string | undefined {
  return lastTurns(fold).at(-1)?.key
}

function lastTurns(fold: StatedFold): readonly ReadableTurn[] {
  return readableTurns(statedTranscript(fold)).slice(-MOST_TURNS)
}

/** Who reads a turn at the moment: the first that began, until they fail or are overdue. */
export function currentReader(
  events: readonly StatementLogEvent[],
  turn: string,
  { leaseMs, now }: { readonly leaseMs: number; readonly now: number },
): string | undefined {
  let holder: { readonly reader: string; readonly at: number } | undefined
  for (const event of events) {
    if (event.type === 'reading-begun' && event.turn === turn) {
      if (holder === undefined || Math.abs(event.at - holder.at) > leaseMs) holder = event
    } else if (event.type === 'reading-failed' && event.turn === turn && event.reader === holder?.reader)
      holder = undefined
  }
  return holder && Math.abs(now - holder.at) <= leaseMs ? holder.reader : undefined
}

/** A turn with what its words may refer to: what was done before it, and said by people for all that is known. */
export function turnInSession(
  turn: ReadableTurn,
  fold: SessionFold,
  { sessionId, now }: { readonly sessionId: string; readonly now: number },
): TurnToRead {
  const isForged = (entry: Entry) =>
    entry.kind === 'user' && !entry.trusted && !fold.pending.some(({ text }) => text === entry.text)
  const before = statedTranscript(fold)
    .slice(0, turn.at)
    .filter((entry) => !isForged(entry))
  // The host's record often proves a turn after it is read. What the reading is worth then, the ledger tells.
  const asked = { ...turn, at: before.length, vouched: true }
  const { model } = fold
  // What the phrases made of this very turn, its reading replaces.
  const inForce = notedLedger(fold, now).statements.filter((one) => one.turn !== turn.key)
  return turnToRead(before, asked, { sessionId, inForce, ...(model !== undefined && { model }) })
}
