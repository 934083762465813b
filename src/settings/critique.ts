import type { Source } from '../rules/rule.ts'
import type { AutoMode, Policy, ProseEntry } from './policy.ts'

/** The lists of sentences, as settings name them. */
export type SentenceList = 'allow' | 'soft_deny' | 'hard_deny' | 'environment'

export const SENTENCE_LISTS: readonly (readonly [
  SentenceList,
  keyof AutoMode & ('allow' | 'softDeny' | 'hardDeny' | 'environment'),
])[] = [
  ['environment', 'environment'],
  ['hard_deny', 'hardDeny'],
  ['soft_deny', 'softDeny'],
  ['allow', 'allow'],
]

/** Something to think about in a sentence that somebody wrote. */
export interface Remark {
  readonly list: SentenceList
  readonly text: string
  readonly says: string
  readonly source: Source
}

/** Longer than a rule that is applied the same way twice. */
const MAX_SENTENCE_CHARS = 400

/** What can be said of the sentences without a model: where one does nothing, too much, or the opposite of another. */
export function critiqueSentences({ autoMode, notices }: Policy, unread: readonly ProseEntry[]): readonly Remark[] {
  const own = SENTENCE_LISTS.flatMap(([list, key]) => autoMode[key].map((entry) => ({ list, entry })))
  const folded = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const places = new Map<string, SentenceList[]>()
  for (const { list, entry } of own) places.set(folded(entry.text), [...(places.get(folded(entry.text)) ?? []), list])
  const dropped = notices
    .filter(({ text }) => text.startsWith('autoMode.'))
    .map(({ text, source }): Remark => ({ list: listIn(text), text: '', says: text, source }))
  const remarks = own.flatMap(({ list, entry }) => {
    const where = places.get(folded(entry.text)) ?? []
    const says = [...sentenceRemarks(list, entry.text), ...placesRemarks(list, where)]
    if (unread.some(({ text, source }) => text === entry.text && source === entry.source))
      says.push(UNREAD_REMARKS[list])
    return says.map((one): Remark => ({ list, text: entry.text, says: one, source: entry.source }))
  })
  return [...dropped, ...remarks]
}

function listIn(text: string): SentenceList {
  return SENTENCE_LISTS.find(([list]) => text.startsWith(`autoMode.${list} `))?.[0] ?? 'soft_deny'
}

const UNREAD_REMARKS: Readonly<Record<SentenceList, string>> = {
  allow: 'only a model can read it: without one it allows nothing',
  soft_deny:
    'only a model can read it: without one it stops nothing by itself, and known project work is no matter of course any more',
  hard_deny:
    'only a model can read it: without one it stops nothing by itself, and known project work is no matter of course any more',
  environment:
    'only a model can read it; `Trusted domains:`, `Trusted repositories:` and `Trusted buckets:` are read without one',
}

function sentenceRemarks(list: SentenceList, text: string): string[] {
  const says: string[] = []
  if (text.length > MAX_SENTENCE_CHARS)
    says.push(`${text.length} characters: several short rules are applied more evenly than a long one`)
  if (list === 'environment') return says
  const forbids = /^\W*(?:never|do not|don['’]t|no)\b/i.test(text)
  if (list === 'allow' && forbids)
    says.push('it forbids, and stands where things are allowed; soft_deny is the place for it')
  if (list !== 'allow' && /^\W*(?:allow|you may|it is (?:fine|ok(?:ay)?))\b/i.test(text))
    says.push('it allows, and stands where things are forbidden; allow is the place for it')
  if (
    list === 'allow' &&
    !forbids &&
    /\b(?:everything|anything|any (?:command|tool|action)s?|all (?:commands|tools|actions))\b/i.test(text)
  )
    says.push('it names no act and no place, so that it covers all; say which act, and on what')
  return says
}

function placesRemarks(list: SentenceList, where: readonly SentenceList[]): string[] {
  const says: string[] = []
  if (where.filter((other) => other === list).length > 1) says.push('it stands twice in this list')
  if (list === 'allow' && where.some((other) => other === 'soft_deny' || other === 'hard_deny'))
    says.push('the same sentence stands where things are forbidden')
  return says
}
