import { ownWords } from '../speech/own-words.ts'
import type { CheckedStatement } from './ledger.ts'
import type { Reading, TurnToRead } from './reader.ts'
import type { Aim, Statement } from './statement.ts'

/** A reading, held against the words it was made of. */
export interface CheckedReading {
  readonly added: readonly CheckedStatement[]
  readonly lifted: readonly number[]
  readonly kept: readonly number[]
}

/**
 * INVARIANT: nothing is granted or lifted but by words that the person typed themselves: a verbatim span of the turn outside quotes,
 * fences and pasted text. A grant's targets occur in what people said. What fails this grants nothing, and limits only by a judge's word.
 */
export function checkReading(reading: Reading, turn: TurnToRead): CheckedReading {
  const own = ownWords(turn.text)
  const spoken = [own.names, ...turn.earlier.map((text) => ownWords(text).names)].join('\n')
  const known = new Set(turn.inForce.map(({ id }) => id))
  const isSound = (statement: Statement) =>
    own.says(statement.sentence) && (statement.kind === 'limit' || areTargetsSaid(statement, spoken))
  return {
    added: reading.added
      .filter(({ kind }) => kind === 'limit' || turn.vouched)
      .map((statement) => (isSound(statement) ? statement : { ...statement, unverified: true as const })),
    lifted: reading.lifted.flatMap(({ id, sentence }) =>
      turn.vouched && known.has(id) && own.says(sentence) ? [id] : [],
    ),
    kept: reading.kept.filter((id) => known.has(id)),
  }
}

function areTargetsSaid({ scope }: Statement, spoken: string): boolean {
  return scope.aims.every(({ values }: Aim) => values.every((value) => isSaid(value.toLowerCase(), spoken)))
}

/** As a whole, or each of its words: `feat/seat-map` by "the seat map branch". */
function isSaid(value: string, spoken: string): boolean {
  if (spoken.includes(value)) return true
  const words = value.match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => word.length > 2 || /\d/.test(word))
  return telling.length > 0 && telling.every((word) => spoken.includes(word))
}
