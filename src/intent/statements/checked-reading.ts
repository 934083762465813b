import { type OwnWords, ownWords } from '../speech/own-words.ts'
import type { CheckedStatement } from './ledger.ts'
import type { Reading, TurnToRead } from './reader.ts'
import { saysWhatItLifts, saysWhatItOrders } from './said-acts.ts'
import type { Statement } from './statement.ts'

/** A reading, held against the words it was made of. */
export interface CheckedReading {
  readonly added: readonly CheckedStatement[]
  readonly lifted: readonly number[]
  readonly kept: readonly number[]
}

/**
 * INVARIANT: nothing is granted or lifted but by words that the person typed themselves: a verbatim span of the turn outside quotes,
 * fences and pasted text. A grant's targets occur in what people said, and not in what they pasted beside it; a turn that carries foreign
 * text lifts nothing, and words lift only what they speak of. What fails this grants nothing, and limits only by a judge's word.
 */
export function checkReading(reading: Reading, turn: TurnToRead): CheckedReading {
  const own = ownWords(turn.text)
  const earlier = turn.earlier.map(ownWords)
  const known = new Map(turn.inForce.map((statement) => [statement.id, statement]))
  const isForeign = own.hasForeign([...turn.earlier, ...turn.inForce.map(({ sentence }) => sentence)])
  // What names no object means the project's own: then the act has to be said.
  const isObjectSaid = (grant: Statement) =>
    areTargetsSaid(grant, own, earlier) &&
    (grant.scope.aims.some(({ what }) => what !== 'detail') || (!isForeign && saysWhatItOrders(grant.sentence, grant)))
  const isSound = (statement: Statement) =>
    statement.kind === 'limit'
      ? own.says(statement.sentence)
      : own.orders(statement.sentence) && isObjectSaid(statement)
  // What stands behind a colon may be a text that is handed over: the order ends before it.
  const asOrdered = (statement: Statement): Statement => {
    const [order = '', handed] = statement.sentence.split(/:\s/, 2)
    return statement.kind === 'limit' || handed === undefined || own.orders(statement.sentence)
      ? statement
      : { ...statement, sentence: order }
  }
  const mayLift = turn.vouched && !isForeign
  return {
    added: reading.added
      .filter(({ kind }) => kind === 'limit' || turn.vouched)
      .map(asOrdered)
      .map((statement) => (isSound(statement) ? statement : { ...statement, unverified: true as const })),
    lifted: reading.lifted.flatMap(({ id, sentence }) => {
      const held = known.get(id)
      if (!mayLift || held === undefined || !own.orders(sentence)) return []
      return held.kind === 'grant' || saysWhatItLifts(sentence, held, { earlier: turn.earlier, added: reading.added })
        ? [id]
        : []
    }),
    kept: reading.kept.filter((id) => known.has(id)),
  }
}

function areTargetsSaid({ scope, sentence }: Statement, own: OwnWords, earlier: readonly OwnWords[]): boolean {
  const isSaid = (name: string) => own.names(name, sentence) || earlier.some((said) => said.names(name))
  return scope.aims.every(({ values }) =>
    values.every((value) => !own.isForeignName(value) && (isSaid(value) || isSaid(lastName(value)))),
  )
}

/** People call a file, a branch or a repository by its last name: "my zshrc" is `~/.zshrc`. */
function lastName(value: string): string {
  return /[*?[{]/.test(value) ? value : value.slice(value.lastIndexOf('/') + 1).replace(/^\.(?=\w)/, '')
}
