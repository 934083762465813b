import { newestTurn, turnsToRead } from '../../src/integrations/hook-runtime/turns-to-read.ts'
import { checkReading } from '../../src/intent/statements/checked-reading.ts'
import { type ReadableTurn, readableTurns } from '../../src/intent/statements/ledger.ts'
import type { StatementReader } from '../../src/intent/statements/reader.ts'
import type { Ledger } from '../../src/intent/statements/statement.ts'
import { turnToRead } from '../../src/intent/statements/turn-to-read.ts'
import type { StatementLogEvent } from '../../src/state/session-events.ts'
import { notedLedger, type StatedFold, sessionLedger } from '../../src/state/statements.ts'
import type { Transcript } from '../../src/transcript/entries.ts'

export interface TurnCounts {
  /** Turns of people that may state something. */
  readonly turns: number
  /** How often one was given to the reader: one that fails is tried again after the next turn. */
  readonly readings: number
  /** Turns that nobody has read by the end. */
  readonly unread: number
}

interface TurnReadings {
  /** Reads what nobody has read yet, as a hook does whenever somebody speaks. */
  read(transcript: Transcript): Promise<Ledger>
  counts(): TurnCounts
}

interface ReadBy {
  readonly reader: StatementReader
  readonly sessionId: string
  readonly now: () => number
}

/** The turns of one session, each read when it's said. */
export function createTurnReadings({ reader, sessionId, now }: ReadBy): TurnReadings {
  const statements: StatementLogEvent[] = []
  let counted: TurnCounts = { turns: 0, readings: 0, unread: 0 }

  const eventOf = async (turn: ReadableTurn, fold: StatedFold): Promise<StatementLogEvent> => {
    const inForce = notedLedger(fold, now()).statements
    const asked = turnToRead(fold.entries(undefined), turn, { sessionId, inForce })
    const result = await reader.read(asked)
    const noted = { turn: turn.key, at: now() }
    return result.kind === 'read'
      ? { type: 'reading', ...noted, ...checkReading(result.reading, asked) }
      : { type: 'reading-failed', ...noted, why: result.why, reader: 'bench', newest: newestTurn(fold) ?? turn.key }
  }

  return {
    read: async (transcript) => {
      const fold: StatedFold = { entries: () => transcript, offered: { offers: [], replies: [] }, statements }
      let { readings } = counted
      for (let [turn] = turnsToRead(fold); turn !== undefined; [turn] = turnsToRead(fold)) {
        statements.push(await eventOf(turn, fold))
        readings++
      }
      const ledger = sessionLedger(fold, now())
      counted = { turns: readableTurns(transcript).length, readings, unread: ledger.unread.length }
      return ledger
    },
    counts: () => counted,
  }
}
