import { registerPrograms } from '../../../knowledge/programs/register-programs.ts'
import { type Clause, readTurn } from '../../speech/clauses.ts'
import { ownWords } from '../../speech/own-words.ts'
import { verbForms } from '../../speech/verb-forms.ts'
import { type Lift, NOTHING_STATED, type Reading, type StatementReader, type TurnToRead } from '../reader.ts'
import type { Statement } from '../statement.ts'
import { limitAfter, tellingClauses } from './lifts.ts'
import { limitsIn } from './limits.ts'
import { limitNamesIn, scopesOf } from './scopes.ts'

/** What the phrases see of a turn. */
export type PhraseTurn = Pick<TurnToRead, 'text' | 'inForce' | 'refused'>

/** Reads turns by a fixed table of phrases: no model, no wait. What they don't tell states nothing. */
export const PHRASE_READER: StatementReader = {
  read: async (turn) => ({ kind: 'read', reading: readPhrases(turn) }),
}

/** More than any person rules out in one turn. */
const MOST = 24
/** Older ones a person lifts by their number. */
const MOST_WEIGHED = 200

/** Pure: the same turn gives the same reading. Nothing is granted by a phrase. */
export function readPhrases({ text, inForce, refused }: PhraseTurn): Reading {
  registerPrograms()
  const { clauses } = readTurn(text)
  const limits = clauses.flatMap((clause, at) =>
    limitsIn(clause, clauses.slice(0, at)).map((limit): Statement => ({ ...limit, sentence: asTyped(clause, text) })),
  )
  const added = [...limits, ...(refused === undefined ? [] : refusedLimits(refused))]
  const telling = inForce.length === 0 ? [] : tellingClauses(clauses)
  const weighed = telling.length === 0 ? [] : inForce.filter(({ kind }) => kind === 'limit').slice(-MOST_WEIGHED)
  const changes = weighed.flatMap((limit) => {
    const after = limitAfter(limit, telling)
    return after.kind === 'held' ? [] : [{ limit, after, sentence: liftingWords(after.clause, text) }]
  })
  if (added.length === 0 && changes.length === 0) return NOTHING_STATED
  const own = ownWords(text)
  // What may be somebody else's words takes nothing back.
  const sound = changes.filter(({ sentence }) => own.orders(sentence))
  const left = sound.flatMap(({ limit, after }): Statement[] =>
    after.kind === 'narrowed' ? [narrowed(limit, after.scope)] : [],
  )
  return {
    added: distinct([...left, ...added]).slice(0, MOST),
    lifted: sound.map(({ limit, sentence }): Lift => ({ id: limit.id, sentence })),
    kept: [],
  }
}

function narrowed({ kind, condition, rest, sentence }: Statement, scope: Statement['scope']): Statement {
  return { kind, scope, ...(condition && { condition }), ...(rest !== undefined && { rest }), sentence }
}

function distinct(statements: readonly Statement[]): readonly Statement[] {
  const keys = new Set<string>()
  return statements.filter(({ scope, sentence }) => {
    const key = JSON.stringify([scope, sentence])
    return !keys.has(key) && keys.add(key)
  })
}

const MAX_SENTENCE = 200

/** The span of the turn that a clause was read from, with the quotes that were typed. */
function asTyped({ sentence }: Clause, text: string): string {
  const at = withoutQuotes(text).indexOf(withoutQuotes(sentence))
  const typed = at < 0 ? sentence : text.slice(at, at + sentence.length)
  return typed.trim().slice(0, MAX_SENTENCE)
}

/** Of a sentence only the clause that lifts: what is quoted beside it takes nothing from it. */
function liftingWords(clause: Clause, text: string): string {
  const sentence = asTyped(clause, text)
  const at = sentence.toLowerCase().indexOf(clause.head)
  return at < 0 || clause.head === '' ? sentence : sentence.slice(at, at + clause.head.length)
}

const withoutQuotes = (text: string) => text.replace(/["'`“”‘’]/g, "'")

const REFUSABLE_VERBS = ['push', 'commit', 'deploy', 'publish', 'merge', 'release', 'delete', 'install']

/** A question that was answered with no rules out what it asked for. */
function refusedLimits(question: string): readonly Statement[] {
  const asked = question.toLowerCase()
  const words = asked.split(/[^a-z-]+/)
  const sentence = `no to: ${question.slice(0, MAX_SENTENCE)}`
  const text = limitNamesIn(asked).join(' ')
  return REFUSABLE_VERBS.filter((verb) => verbForms(verb).some((form) => words.includes(form))).flatMap((verb) =>
    scopesOf({ verb, text, meant: '', sentence: asked }).map((scope) => ({ kind: 'limit', scope, sentence })),
  )
}
