import { areSameKind, isKindWord } from '../../knowledge/lexicon/object-kinds.ts'
import type { Clause } from '../speech/clauses.ts'
import { namesIn } from './naming.ts'

/** What is at a place, and no longer where it came from; with a word more it may be anything. */
const LEFTOVER_PHRASE =
  /\b(?:what(?:ever)?(?:'?s| is| we)(?:n't| not| no longer)|the (?:rest|others?)|everything else|(?:stale|old|obsolete|leftover|orphaned|extra) (?:files|objects|ones))(?: (?:there|here|have|present|local(?:ly)?|any ?more|any longer|(?:in|on|at|from) (?:it|there|the (?:bucket|server|target|source|remote|destination))))*$/
export const PRONOUN =
  /\b(?:what(?:'?s| is)(?:n't| not)|it|them|this|that|these|those|both|ones?|the same|all of (?:it|them))\b/
const PLURAL_PRONOUN = /\b(?:what(?:'?s| is)(?:n't| not)|them|these|those|both|all|ones)\b/
/** "Delete the bucket": what was called so just before. */
const DEFINITE_NOUN =
  /^\S+ (?:up |down |off )?the (?:(?:whole|entire|old|same) )?([a-z]+)(?: (?:now|again|too|right away|completely))*$/

/** "That branch": one of a kind, and no more than one was spoken of. */
const DEMONSTRATIVE_NOUN =
  /^\S+ (?:up |down |off )?(?:this|that) ([a-z]+)(?=$|[,;]| (?:now|again|too|please|right away)\b)/
/** What something was put upon is not what is spoken of. */
const BASE_PHRASE =
  /(?<=\b(?:rebas|merg|branch|fork|bas|squash|cut)\w*\b.*)\s(?:on|onto|upon|from|off|against|into)(?: top of)?(?: the)?(?: latest| current| newest)? `?[\w./-]+`?/g

/** Does an order leave it to the words before it what is meant? */
export function leavesTargetOpen(object: string): boolean {
  return (
    PRONOUN.test(object) ||
    LEFTOVER_PHRASE.test(object.trim()) ||
    !object.trim().includes(' ') ||
    DEFINITE_NOUN.test(object.trim())
  )
}

const CLAUSE_OBJECTS = new WeakMap<Clause, { readonly text: string; readonly named: boolean }>()

/** What a clause speaks of, without its verb, and whether that has a name; each order that follows asks it of every clause before. */
function clauseObject(clause: Clause): { readonly text: string; readonly named: boolean } {
  const found = CLAUSE_OBJECTS.get(clause)
  if (found !== undefined) return found
  const text = clause.head.replace(clause.kind === 'order' ? /^\S+/ : /^(?:only|just) \S+/, '')
  const spoken = { text, named: namesIn(text).length > 0 }
  CLAUSE_OBJECTS.set(clause, spoken)
  return spoken
}

/** What "it" stands for: what was named last before it, without the verb that it was the object of. */
export function resolveReferent(object: string, clauses: readonly Clause[]): string {
  const named = clauses.findLast((clause) => clauseObject(clause).named)
  if (named === undefined) {
    const spoken = () => clauses.map((clause) => clauseObject(clause).text).join(' ')
    return PRONOUN.test(object) || object.includes('""') ? spoken().trim() : ''
  }
  const last = clauseObject(named).text
  if (PLURAL_PRONOUN.test(object) || LEFTOVER_PHRASE.test(object.trim())) return last
  const one = DEMONSTRATIVE_NOUN.exec(object.trim())?.[1]
  const thing = PRONOUN.test(object) ? one : DEFINITE_NOUN.exec(object.trim())?.[1]
  if (thing === undefined || !isKindWord(thing)) return isNamedAs(mainTopic(last), thing) ? mainTopic(last) : ''
  const told = last.replace(BASE_PHRASE, '')
  const meant = mainTopic(told)
  if (one === undefined && isNamedAs(meant, thing)) return meant
  if (countOtherNames(told, meant) > 0 || !hasNoOtherKindName(meant, thing)) return ''
  // "I squashed the commits of x": what was done to it is no part of what is asked now.
  const from = Math.min(...namesIn(meant).map((name) => meant.indexOf(name)))
  return `${thing} ${meant.slice(from).replace(/^[^`]*`$/, (name) => `\`${name}`)}`
}

/** The words of a text up to its name, and after it. */
function wordsAround(meant: string): readonly [before: string, after: string] {
  const called = meant.split(/[\s`'",:()]+/).filter((word) => !/^(?:called|named|at)?$/.test(word))
  const at = called.findIndex((word) => namesIn(meant).includes(word))
  return [called[at - 1] ?? '', called[at + 1] ?? '']
}

const isNamedAs = (meant: string, thing: string | undefined) =>
  thing === undefined || wordsAround(meant).includes(thing)

function hasNoOtherKindName(meant: string, thing: string): boolean {
  return wordsAround(meant).every((word) => !isKindWord(word) || areSameKind(word, thing))
}

/** How many other names a clause has than those that tell which one is meant, and where. */
function countOtherNames(clause: string, meant: string): number {
  const told = new Set(namesIn(meant))
  return namesIn(clause).filter((name) => !told.has(name) && !NOT_A_NAME.test(name)).length
}

/** Where it is, or whose: the rest of a clause may be about anything. */
const PLACE_PHRASE =
  /(?<!\b(?:duplicates?|cop(?:y|ies)|clone|fork|version|part|instead|because|result|out|ahead|top|kind))\s(?=(?:in|on|at|inside|within|under|of)\s)/
/** Counts, and services that are called so. */
const NOT_A_NAME = /^(?:\d{1,2}|ec2|s3|k3s|oauth2|http2|ipv[46])$/

/** What a clause speaks of: the name that comes first, and where that is. "X duplicates Y" speaks of X. */
function mainTopic(clause: string): string {
  const named = [...new Set(namesIn(clause))]
  const things = named.filter((name) => !NOT_A_NAME.test(name))
  const [first = ''] = (things.length > 0 ? things : named).toSorted((a, b) => clause.indexOf(a) - clause.indexOf(b))
  const upTo = textThroughName(clause, first)
  const places = clause
    .slice(upTo.length)
    .split(PLACE_PHRASE)
    .filter((phrase) => /^(?:in|on|at|inside|within|under|of) /.test(phrase))
    .flatMap((phrase) =>
      namesIn(phrase)
        .slice(0, 1)
        .map((name) => textThroughName(phrase, name)),
    )
  // A number that is all that a clause names is an id.
  const id = /^\d+$/.test(first) ? ` #${first}` : ''
  return [`${upTo}${id}`, ...places].join(' ')
}

/** A text up to the end of a name, with the mark that closes it. */
function textThroughName(text: string, name: string): string {
  const end = text.indexOf(name) + name.length
  return text.slice(0, text[end] === '`' ? end + 1 : end)
}
