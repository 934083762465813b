import type { Transcript } from '../../transcript/entries.ts'
import { type ReadableTurn, readableTurns } from './ledger.ts'
import type { TurnToRead } from './reader.ts'
import type { StatedStatement } from './statement.ts'

/** What a reader sees of the conversation before a turn: more of it costs more than it tells. */
const CONTEXT = 6

/** A turn of a conversation, with what people said and the agent did before it. */
export function turnToRead(
  transcript: Transcript,
  { key, text, vouched, at }: ReadableTurn,
  more: Pick<TurnToRead, 'sessionId' | 'model'> & { readonly inForce: readonly StatedStatement[] },
): TurnToRead {
  const before = transcript.slice(0, at)
  const calls = before.flatMap((entry) => (entry.kind === 'call' ? [{ tool: entry.tool, input: entry.input }] : []))
  const earlier = readableTurns(before).filter((turn) => turn.key !== key)
  return {
    ...more,
    text,
    vouched,
    earlier: earlier.slice(-CONTEXT).map((turn) => turn.text),
    calls: calls.slice(-CONTEXT),
  }
}
