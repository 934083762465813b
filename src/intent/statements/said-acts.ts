import { STATED_ACTS } from './stated-acts.ts'
import type { Statement } from './statement.ts'

export interface LiftContext {
  /** What people said before: the limit's own turn among it. */
  readonly earlier: readonly string[]
  /** What the same turn states anew. */
  readonly added: readonly Statement[]
}

/**
 * Do these words say what they lift? A mere "yes" answers a question that an agent worded, and that nobody else saw. They share a word with the
 * turn that set the limit, name what it is about, or name what a new statement of the same turn is about: "server/ too" beside "client/ only".
 */
export function saysWhatItLifts(words: string, limit: Statement, around: LiftContext): boolean {
  const said = wordsOf(words)
  const old = namesOf(limit)
  // What replaces it adds nothing that these words don't name.
  const isSaid = (name: string) => wordsOf(name).length > 0 && wordsOf(name).every((word) => said.includes(word))
  const anew = around.added.filter((one) => one.kind === 'limit').map(namesOf)
  const about = [old, ...anew.filter((names) => names.every((name) => old.includes(name) || isSaid(name)))]
  const names = new Set(
    about
      .flat()
      .flatMap(wordsOf)
      .filter((word) => word.length > 1),
  )
  if (said.some((word) => names.has(word))) return true
  const turns = around.earlier.filter((text) => spaced(text).includes(spaced(limit.sentence)))
  const stems = new Set([limit.sentence, ...turns, ...limit.scope.acts].flatMap(wordsOf).flatMap(stemsOf))
  return said.flatMap(stemsOf).some((stem) => stems.has(stem))
}

/** Do these words say what they order, where they name nothing that it is done to? "Push it", and no mere "yes". */
export function saysWhatItOrders(words: string, { scope }: Statement): boolean {
  const names = new Set(scope.acts.flatMap(wordsOf))
  const covers = scope.acts.flatMap((id) => wordsOf(STATED_ACTS.get(id)?.covers ?? ''))
  const stems = new Set([...names, ...covers].flatMap(stemsOf))
  return wordsOf(words).some((word) => names.has(word) || stemsOf(word).some((stem) => stems.has(stem)))
}

function namesOf({ scope }: Statement): readonly string[] {
  return scope.aims.flatMap(({ values, except = [] }) => [...values, ...except])
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

function spaced(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim()
}

const STEM = 4

/** `push` of `pushes`. Where no blanks part words, two characters are one. */
function stemsOf(word: string): readonly string[] {
  if (!/[\p{Script=Han}\p{Script=Katakana}]/u.test(word)) return word.length < STEM ? [] : [word.slice(0, STEM)]
  const characters = [...word]
  return characters.flatMap((one, at) => {
    const pair = one + (characters[at + 1] ?? '')
    return /^[\p{Script=Han}\p{Script=Katakana}ー]{2}$/u.test(pair) ? [pair] : []
  })
}
