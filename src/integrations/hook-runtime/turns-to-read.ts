import { type ReadableTurn, readableTurns } from '../../intent/statements/ledger.ts'
import type { TurnToRead } from '../../intent/statements/reader.ts'
import type { StatementLogEvent } from '../../state/session-events.ts'
import type { SessionFold } from '../../state/session-log.ts'
import { sessionLedger, statedTranscript } from '../../state/statements.ts'

/** Of a conversation that was resumed only the last turns are read. */
const MOST_TURNS = 8
/** A turn that a model fails on twice is left to the judge. */
const MOST_TRIES = 2

/** The turns that a model should read now, oldest first. One that failed is tried again after the person's next turn. */
export function turnsToRead(fold: SessionFold): readonly ReadableTurn[] {
  const turns = lastTurns(fold)
  const newest = turns.at(-1)?.key
  const read = new Set(fold.statements.flatMap((event) => (event.type === 'reading' ? [event.turn] : [])))
  return turns.filter(({ key }) => {
    const failed = fold.statements.flatMap((event) =>
      event.type === 'reading-failed' && event.turn === key && event.newest !== undefined ? [event.newest] : [],
    )
    return !read.has(key) && failed.length < MOST_TRIES && !failed.some((after) => after === newest)
  })
}

/** The latest turn of the conversation. */
export function newestTurn(fold: SessionFold): string | undefined {
  return lastTurns(fold).at(-1)?.key
}

function lastTurns(fold: SessionFold): readonly ReadableTurn[] {
  return readableTurns(statedTranscript(fold)).slice(-MOST_TURNS)
}

/** Who reads a turn at the moment: the first that began, until they fail or are overdue. */
export function currentReader(
  events: readonly StatementLogEvent[],
  turn: string,
  { leaseMs, now }: { readonly leaseMs: number; readonly now: number },
): string | undefined {
  let holder: { readonly by: string; readonly at: number } | undefined
  for (const event of events) {
    if (event.type === 'reading-begun' && event.turn === turn) {
      if (holder === undefined || Math.abs(event.at - holder.at) > leaseMs) holder = event
    } else if (event.type === 'reading-failed' && event.turn === turn && event.by === holder?.by) holder = undefined
  }
  return holder && Math.abs(now - holder.at) <= leaseMs ? holder.by : undefined
}

const MOST_EARLIER = 12
const MOST_CALLS = 12

/** A turn with what its words may refer to: what was said and done before it. */
export function turnToRead(turn: ReadableTurn, fold: SessionFold, at: { sessionId: string; now: number }): TurnToRead {
  const before = statedTranscript(fold).slice(0, turn.at)
  const calls = before.flatMap((entry) => (entry.kind === 'call' ? [{ tool: entry.tool, input: entry.input }] : []))
  return {
    sessionId: at.sessionId,
    text: turn.text,
    // The host's record often proves a turn after it is read. What the reading is worth then, the ledger tells.
    vouched: true,
    earlier: readableTurns(before)
      .filter(({ text, vouched }) => vouched || fold.pending.some((claim) => claim.text === text))
      .slice(-MOST_EARLIER)
      .map(({ text }) => text),
    inForce: sessionLedger(fold, at.now).statements,
    calls: calls.slice(-MOST_CALLS),
    ...(fold.model !== undefined && { model: fold.model }),
  }
}
