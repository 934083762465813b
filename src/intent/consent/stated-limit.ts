import type { Act } from '../../analysis/interpret/acts.ts'
import { pathNames } from '../../analysis/target.ts'
import { isKindWord } from '../../knowledge/lexicon/object-kinds.ts'
import { EDIT_VERBS } from '../../knowledge/lexicon/verbs.ts'
import { type Clause, objectOf } from '../speech/clauses.ts'
import { isConditionMet } from '../speech/prohibitions.ts'
import { tokensOf } from '../speech/tokens.ts'
import { isFormOfVerb, startsWithAct, verbForms } from '../speech/verb-forms.ts'
import type { HumanTurn } from './human-turns.ts'
import { isNamed, namesIn, namesTarget } from './naming.ts'
import { leavesTargetOpen, PRONOUN, resolveReferent } from './referents.ts'

/** Something that a person ruled out, taken apart. */
export interface StatedLimit {
  readonly verb: string
  readonly object: LimitTarget
  /** The object as it was put. */
  readonly text: string
  readonly sentence: string
}

/** What a ban is about. */
export type LimitTarget =
  /** The act itself, whatever it is done to. */
  | { readonly type: 'any' }
  /** Things that a person named: paths, refs, hosts, ids. */
  | { readonly type: 'names'; readonly names: readonly string[] }
  | { readonly type: 'kind'; readonly is: (deed: Act) => boolean }
  /** Things that were spoken of in words which name none of them: "the old checkpoints". */
  | { readonly type: 'words'; readonly words: readonly string[] }
  /** Everything but these places. */
  | { readonly type: 'only'; readonly names: readonly string[] }

/** Words of an object that tell nothing apart. */
export const FILLER_WORDS =
  /\b(?:the|a|an|any|my|our|your|new|more|other|extra|additional|further|of|to|into|in|on|onto|for|from|with|up|out|make|changes|edits|files?|folder|directory|branch|under|inside|contents?|all|against|me|us)\b/g

/** Notes of the agent's own and scratch files are no work on the project. */
export function isProjectFile({ path, verbs }: Act): boolean {
  return verbs.includes('edit') && (path?.zone === 'project' || path?.zone === 'project-root')
}

/** What a text names, and the folders and remotes it calls so. */
export function limitNamesIn(text: string): readonly string[] {
  const folders = [
    ...text.matchAll(/([\w-]{3,}) (?:folder|directory|dir|module)\b|\b(?:folder|directory|dir) ([\w-]{3,})/g),
  ].map(([, name, other = '']) => name ?? other)
  const remotes = tokensOf(text).filter((token) => /^(?:origin|upstream)$/.test(token))
  return [...namesIn(text), ...remotes, ...folders]
}

/**
 * Is a thing told that was spoken of in these words? By its noun alone, or as a whole: all of them, or, where the noun is its kind, the
 * word before it, which is its name ("the worker containers").
 */
export function matchPhrase(words: readonly string[], said: (word: string) => boolean): 'whole' | 'noun' | undefined {
  const noun = words.at(-1) ?? ''
  const name = words.at(-2)
  if (words.every(said) || (isKindWord(noun) && name !== undefined && said(name))) return 'whole'
  return said(noun) ? 'noun' : undefined
}

/** Takes away the bans that a turn lifts: by a later order for the act, or by a word that it is over. */
export function removeLiftedLimits(held: Map<StatedLimit, number>, { clauses }: HumanTurn): void {
  const telling = clauses
    .map((clause, at) => (clause.kind === 'order' ? resolvePronoun(clause, clauses[at - 1]) : clause))
    .filter(({ kind, stated }) => kind === 'order' || kind === 'ended' || (kind === 'other' && stated))
  for (const ban of held.keys()) {
    if (telling.some((clause) => isLiftedBy(clause, ban))) held.delete(ban)
  }
}

/** "They are done with x, you can change it again": in the same sentence it was said that something ended, and "it" is that. */
function resolvePronoun(clause: Clause, last: Clause | undefined): Clause {
  const ends = last?.kind === 'ended' && last.sentence === clause.sentence && PRONOUN.test(objectOf(clause.head))
  return ends ? { ...clause, head: `${clause.head} ${clause.sentence.toLowerCase()}` } : clause
}

/** Does a later order ask for this very act, by the name of what it is done to? Whatever was ruled out, this was not meant. */
export function isExempt({ verbs, path, targets }: Act, { clauses }: HumanTurn): boolean {
  return clauses.some(({ kind, head }, at) => {
    if (kind !== 'order' || NON_EDITING_ORDER.test(head)) return false
    const object = objectOf(head)
    const text = leavesTargetOpen(object) ? `${head} ${resolveReferent(object, clauses.slice(0, at))}` : head
    const packages = targets.filter((target) => target.kind === 'package')
    if (packages.length > 0) return packages.every((each) => namesTarget(text, each))
    const [word = ''] = head.split(/[^a-z-]+/, 1)
    // People have many words for an edit.
    const done = verbs.includes('edit') || verbs.some((verb) => isFormOfVerb(word, verb))
    return done && path !== undefined && isNamed(text, pathNames(path))
  })
}

/** Orders that leave files as they are. */
const NON_EDITING_ORDER =
  /^(?:run|test|commit|push|pull|fetch|start|plan|propose|wait|look|check|explain|tell|show|review|investigate|analy[sz]e|describe|read|find|see|validate|verify|summari[sz]e|search|list|compare|inspect|report|answer)\b/

/** A later order for the same act lifts, a ban on one thing only by naming it; and a word that what it waits for is there. */
function isLiftedBy({ kind, head }: Clause, ban: StatedLimit): boolean {
  if (kind === 'ended') return isLimitOver(ban, head) || isConditionMet(ban.sentence, `${head} is done`)
  if (kind === 'other') return isConditionMet(ban.sentence, head)
  // "No edits, just look" belongs to its task: the next order to do something begins another.
  const ends = ban.object.type === 'kind' && ban.object.is === isProjectFile && !NON_EDITING_ORDER.test(head)
  return ends || isOrderFor(ban, objectOf(head))
}

function isLimitOver({ verb, text }: StatedLimit, head: string): boolean {
  if (
    /^(?:that|it|this)?$/.test(head.trim()) ||
    /\b(?:freeze|ban|restriction|rule|limit)\b(?!.*\b(?:on|for)\b)/.test(head)
  )
    return true
  return tokensOf(head).some(
    (token) => verbForms(verb).includes(token) || (token.length > 2 && isNamed(token, tokensOf(text))),
  )
}

/** Acts that share something. */
const SHARE_VERBS = ['share', 'push', 'publish', 'deploy', 'send', 'upload', 'open', 'ship', 'release']
const synonymsOf = (verb: string) => (EDIT_VERBS.includes(verb) ? EDIT_VERBS : verb === 'share' ? SHARE_VERBS : [verb])

/** The same act on the same thing; an order about something else lifts nothing. */
function isOrderFor(ban: StatedLimit, order: string): boolean {
  if (!synonymsOf(ban.verb).some((act) => startsWithAct(order, act))) return false
  // "Add a date picker" asks for no package.
  return ban.object.type === 'any'
    ? ban.verb !== 'add' || /\b(?:dependenc|package|librar|module|deps?\b)/.test(order)
    : namesLimitTarget(ban, order)
}

function namesLimitTarget({ verb, object, text }: StatedLimit, said: string): boolean {
  switch (object.type) {
    case 'any':
      return said.split(/\W+/).some((word) => synonymsOf(verb).some((act) => isFormOfVerb(word, act)))
    case 'kind': {
      const words = text.replace(FILLER_WORDS, ' ').match(/\w{2,}/g) ?? []
      const telling = words.filter((word) => !/^(?:anything|everything|it|code|suites?|commands?)$/.test(word))
      return telling.every((word) => said.includes(word.replace(/s$/, '')))
    }
    case 'names':
      return object.names.some(
        (name) => isNamed(said, [name]) || tokensOf(said).some((token) => token.startsWith(`${name}/`)),
      )
    case 'words':
      return matchPhrase(object.words, (word) => said.includes(word.replace(/s$/, ''))) === 'whole'
    case 'only':
      return namesIn(said).length > 0
  }
}
