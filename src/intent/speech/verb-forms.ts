import { memoize } from '../../analysis/text/memoize.ts'
import { ENGLISH_VERBS } from '../../knowledge/lexicon/english-verbs.ts'

export const verbForms = memoize(conjugateVerb)

function conjugateVerb(verb: string): readonly string[] {
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb
  const last = verb.at(-1) ?? ''
  const doubled = /[^aeiou][aeiou][bdgklmnprt]$/.test(verb) ? [`${verb}${last}ing`, `${verb}${last}ed`] : []
  const swapped = verb.endsWith('y') ? [`${verb.slice(0, -1)}ies`, `${verb.slice(0, -1)}ied`] : []
  return [verb, `${verb}s`, `${verb}es`, `${stem}ing`, `${stem}ed`, ...doubled, ...swapped]
}

/** `deleting` and `delete` are one verb; a word that is none is undefined. */
export function baseVerb(word: string): string | undefined {
  const lower = word.toLowerCase()
  return ENGLISH_VERBS.has(lower) ? lower : stemOf(lower, 'ing')
}

export function verbOfParticiple(participle: string): string | undefined {
  return participle === 'sent' ? 'send' : stemOf(participle, 'ed')
}

function stemOf(word: string, ending: string): string | undefined {
  const stem = word.endsWith(ending) && word.length > ending.length + 1 ? word.slice(0, -ending.length) : ''
  return [stem, `${stem}e`, stem.slice(0, -1), stem.replace(/i$/, 'y')].find((verb) => ENGLISH_VERBS.has(verb))
}

export function isBaseVerb(word: string): boolean {
  return ENGLISH_VERBS.has(word)
}

export function isMistypedVerb(word: string): boolean {
  return (
    word.length > 4 && [...ENGLISH_VERBS].some((verb) => verb.length > 4 && verb[0] === word[0] && isTypo(word, verb))
  )
}

const MANNER_PREFIX = /^(?:mass|bulk|hard|secure(?:ly)?|fully|completely|permanently|irrevocably)[- ](?=[a-z]+\b)/

export function withoutManner(head: string): string {
  return head
    .replace(/^power[- ]?cycle\b/, 'restart')
    .replace(/^power[- ]?(?:off|down)\b/, 'shut down')
    .replace(/^(?:throw (?:away|out)|tear down)\b/, 'delete')
    .replace(MANNER_PREFIX, '')
    .replace(/\bwithout (?:running|executing|calling|triggering) /, 'without ')
}

export function withBaseVerb(head: string): string {
  const [word = '', next = ''] = head.split(/[^a-z'-]+/, 2)
  if (word === 'force' && baseVerb(next) !== undefined)
    return head.replace(`${word} ${next}`, `force-${baseVerb(next)}`)
  return head.replace(word, baseVerb(word) ?? word)
}

/** Also with two letters swapped, one left out or one too many: "puhs", "delte". */
export function isFormOfVerb(word: string, verb: string): boolean {
  if (verbForms(verb).includes(word)) return true
  return isMistyped(word, verb)
}

function isMistyped(word: string, verb: string): boolean {
  if (verb.length < 4 || word.length < 4 || Math.abs(word.length - verb.length) > 1) return false
  return word[0] === verb[0] && !ENGLISH_VERBS.has(word) && isTypo(word, verb)
}

function isTypo(typed: string, meant: string): boolean {
  let at = 0
  while (at < typed.length && typed[at] === meant[at]) at++
  const [left, right] = [typed.slice(at), meant.slice(at)]
  const swapped = left.length >= 2 && left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
  return swapped || left.slice(1) === right || left === right.slice(1)
}

export function fixTypos(head: string): string {
  return head.replace(/[a-z]{9,11}/g, (word) => (isTypo(word, 'everything') ? 'everything' : word))
}

export const stemWord: (word: string) => string = memoize((word) =>
  word.length < 4 ? word : word.replace(/(?:ing|ly|ied|ies|ed|es|s|e|y)$/, '').replace(/([b-df-hj-np-tv-z])\1$/, '$1'),
)

/** Particles may stand after the object: "clean the branch up", "roll the chart out to staging". */
const MAX_BETWEEN = 6

export function startsWithAct(head: string, act: string): boolean {
  const words = head.split(/[^a-z0-9'-]+/)
  const [verb = '', ...rest] = act.split(' ')
  if (!isFormOfVerb(words[0] ?? '', verb)) return false
  const tail = rest.filter((word) => word !== '…')
  if (tail.length === 0) return true
  const within = words.slice(1, MAX_BETWEEN + 2)
  return tail.every((word) => within.includes(word) || within.includes(`${word}s`))
}
