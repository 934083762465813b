import type { Transcript } from '../../../transcript/entries.ts'
import { hasLimitCue, mayStateLimit } from '../../consent/limit-cues.ts'
import {
  createFold,
  type LedgerFold,
  type ReadableTurn,
  type StatementEvent,
  statingTurns,
  type TurnReading,
} from '../ledger.ts'
import type { Ledger } from '../statement.ts'
import { readPhrases } from './reader.ts'

/** What is in force in a conversation. Turns that no model has read count as the phrases read them. */
export function statedLedger(events: readonly StatementEvent[], transcript: Transcript, now: number): Ledger {
  const turns = statingTurns(transcript)
  const fold = createFold(events, turns)
  readTurns(fold, turns, now)
  return fold.ledger(turns, transcript, now)
}

const NOTHING_STATED: Ledger = { statements: [], read: new Set(), unread: [] }

/** The same, where nothing but the conversation is known. */
export function phraseLedger(transcript: Transcript): Ledger {
  // Most conversations rule out nothing, and long ones take a while to be taken apart.
  return transcript.some(mayStateLimit) ? statedLedger([], transcript, 0) : NOTHING_STATED
}

/** What the phrases read in turns that nobody has read yet, to be kept: a statement's number has to last. */
export function phraseReadings(
  events: readonly StatementEvent[],
  transcript: Transcript,
  now: number,
): readonly TurnReading[] {
  if (events.length === 0 && !transcript.some(mayStateLimit)) return []
  const turns = statingTurns(transcript)
  return readTurns(createFold(events, turns), turns, now)
}

function readTurns(fold: LedgerFold, turns: readonly ReadableTurn[], at: number): readonly TurnReading[] {
  return turns.flatMap((turn) => {
    if (fold.hasReading(turn.key)) return []
    const isSilent = turn.refused === undefined && !hasLimitCue(turn.text)
    if (isSilent && !fold.held.some(({ kind }) => kind === 'limit')) return []
    // What states nothing is noted too: nobody reads it again on the next call.
    const { added, lifted } = readPhrases({ ...turn, inForce: fold.held })
    const event: TurnReading = {
      type: 'reading',
      turn: turn.key,
      at,
      added,
      lifted: lifted.map(({ id }) => id),
      kept: [],
      by: 'phrases',
      ...(!turn.vouched && { unproven: true }),
    }
    fold.add(event)
    return [event]
  })
}
