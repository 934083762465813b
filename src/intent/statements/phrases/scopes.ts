import { familyFor } from '../../../analysis/interpret/registry.ts'
import { COMMON_NAME_WORDS } from '../../../knowledge/lexicon/common-words.ts'
import { isKindWord } from '../../../knowledge/lexicon/object-kinds.ts'
import { namesIn } from '../../consent/naming.ts'
import { tokensOf } from '../../speech/tokens.ts'
import type { StatedActId } from '../stated-acts.ts'
import type { Aim, StatedScope } from '../statement.ts'
import { ALL_FILES, bareFileIn, THING_PHRASES } from './things.ts'
import { phrasesOfVerb, type VerbPhrase } from './verbs.ts'

/** An act as it was said: "push", "to main". */
export interface SaidAct {
  readonly verb: string
  /** What it is done to. */
  readonly text: string
  /** What "it" stands for, where it stands there alone. */
  readonly meant: string
  readonly sentence: string
}

/** Words of an object that tell nothing apart. */
export const FILLER_WORDS =
  /\b(?:the|a|an|any|my|our|your|new|more|other|extra|additional|further|of|to|into|in|on|onto|for|from|with|up|out|make|changes|edits|files?|folder|directory|branch|under|inside|contents?|all|against|me|us)\b/g
const ANYTHING = /^(?:anything|everything|it|this|that|them|stuff|things)$/
const PRONOUN = /^(?:it|this|that|them)$/
const RUN_VERB = /^(?:run|execute|use|start|call|invoke)$/

/** What such an act covers, as far as it is typed. Empty where it isn't understood. */
export function scopesOf(said: SaidAct): readonly StatedScope[] {
  const { verb, meant } = said
  const [text = ''] = (meant || said.text).split(/,\s/, 1)
  if (RUN_VERB.test(verb)) return commandScopes(meant === '' ? text : limitNamesIn(meant).join(' ') || meant)
  if (verb === 'leave') return onlyScopes(text)
  const found = phrasesOfVerb(verb).flatMap((row) => scopesOfRow(row, { ...said, text }))
  return found.map((scope) => ({ ...scope, acts: [...new Set(scope.acts)] }))
}

function scopesOfRow(row: VerbPhrase, { verb, text, meant, sentence }: SaidAct): readonly StatedScope[] {
  const isEdit = row.acts.includes('edit')
  const names = limitNamesIn(text)
  if (names.length > 0) return namedScopes(row, names, text)
  const rest = plainWords(text)
  const things = THING_PHRASES.filter(
    ({ words, verbs }) => (words.test(rest) || words.test(text)) && verbs?.test(verb) !== false,
  )
  // Each row of a verb that lists such a thing would list it again.
  if (things.length > 0)
    return isEdit || !phrasesOfVerb(verb).some(({ acts }) => acts.includes('edit'))
      ? things.map(({ acts, aims }) => ({ acts: acts ?? row.acts, aims }))
      : []
  if (isEdit && ALL_FILES.test(text)) return [{ acts: ['edit'], aims: [] }]
  const file = isEdit ? bareFileIn(text) : undefined
  if (file !== undefined) return [{ acts: ['edit'], aims: [pathAim([file, `${file}.*`])] }]
  const nouns = new Set(row.nouns?.split(' '))
  const words = rest.split(' ').filter((word) => word !== '')
  // "Don't delete it", and nobody said what.
  if (row.acts.includes('delete-file') && meant === '' && PRONOUN.test(rest)) return []
  const isWhole = words.every((word) => nouns.has(word) || ANYTHING.test(word))
  const hasNoun = text.split(/[^a-z-]+/).some((word) => nouns.has(word))
  // "Don't uninstall it": of what is not named the act itself is meant.
  if ((isWhole && (!row.needsNoun || hasNoun)) || (meant !== '' && !row.needsNoun)) return [actScope(row, sentence)]
  if (row.acts.includes('upgrade') && words.length === 1) return [{ acts: row.acts, aims: [packageAim(words)] }]
  return describedScopes(row, text)
}

function actScope({ acts, command }: VerbPhrase, sentence: string): StatedScope {
  // Declared packages are upkeep: a ban on new ones doesn't mean them.
  const isNew = acts.includes('install') && /\b(?:dependenc|packages?\b|librar|modules?\b)/i.test(sentence)
  return { acts: isNew ? ['add-dependency'] : acts, aims: command === undefined ? [] : [commandAim([command])] }
}

/** What a text names, and the folders that it calls so. */
export function limitNamesIn(text: string): readonly string[] {
  const folders = [
    ...text.matchAll(/([\w-]{3,}) (?:folder|directory|dir|module)\b|\b(?:folder|directory|dir) `?([\w-]{3,})/g),
  ].flatMap(([, name, other]) => [name ?? other ?? []].flat().filter((each) => !/^(?:the|this|that|any)$/.test(each)))
  const remotes = tokensOf(text).filter((token) => /^(?:origin|upstream)$/.test(token))
  return [...new Set([...namesIn(text), ...remotes, ...folders])]
}

function plainWords(text: string): string {
  return text.replace(FILLER_WORDS, ' ').trim().replace(/\s+/g, ' ')
}

const pathAim = (values: readonly string[], how: Aim['how'] = 'named'): Aim => ({ what: 'path', how, values })
const packageAim = (values: readonly string[]): Aim => ({ what: 'package', how: 'named', values })
const commandAim = (values: readonly string[]): Aim => ({ what: 'command', how: 'named', values })
const resourceAim = (values: readonly string[]): Aim => ({ what: 'resource', how: 'named', values })
const branchAim = (values: readonly string[]): Aim => ({ what: 'branch', how: 'named', values })

/** "Only touch src/api": a place has to be named, or it says nothing that can be held. */
function onlyScopes(text: string): readonly StatedScope[] {
  const places = limitNamesIn(text).filter((name) => /[/.]/.test(name) || text.includes(`${name}/`))
  return places.length === 0 ? [] : [{ acts: ['edit'], aims: [pathAim(places, 'only')] }]
}

const BRANCH_ACTS: readonly StatedActId[] = [
  'push',
  'force-push',
  'commit',
  'merge',
  'rebase',
  'discard',
  'delete-branch',
]

/** What a name stands for, the verb and the words beside it tell. */
function namedScopes({ acts }: VerbPhrase, names: readonly string[], text: string): readonly StatedScope[] {
  const isBranch = /\bbranch(?:es)?\b/.test(text)
  if (acts.includes('edit')) {
    if (isBranch || names.every((name) => /^(?:main|master)$/.test(name)))
      return [{ acts: BRANCH_ACTS, aims: [branchAim(names)] }]
    if (/\b(?:hosts?|servers?|machines?|box(?:es)?)\b/.test(text))
      return [{ acts: [], aims: [{ what: 'host', how: 'named', values: names }] }]
    return [{ acts: ['edit'], aims: [pathAim(names)] }]
  }
  if (acts.includes('delete-file')) {
    if (isBranch) return [{ acts: ['delete-branch'], aims: [branchAim(names)] }]
    return names.some((name) => /[/.~*]/.test(name)) || /\b(?:folder|directory|dir|files?)\b/.test(text)
      ? [{ acts: ['delete-file'], aims: [pathAim(names)] }]
      : [{ acts: acts.filter((act) => act !== 'delete-file'), aims: [resourceAim(names)] }]
  }
  if (acts.includes('push') || acts.includes('force-push')) {
    const branches = names.filter((name) => !/^(?:origin|upstream)$/.test(name))
    return branches.length > 0
      ? [{ acts, aims: [branchAim(branches)] }]
      : [{ acts, aims: [commandAim(names.map((name) => `git push ${name}`))] }]
  }
  if (acts.includes('add-dependency') || acts.includes('install')) return [{ acts, aims: [packageAim(names)] }]
  if (acts.includes('read-file')) return [{ acts, aims: [pathAim(names)] }]
  if (acts.includes('open-pr')) return []
  return [{ acts, aims: [resourceAim(names)] }]
}

const MAX_COMMAND_WORDS = 3

/** "Never run docker commands", "don't use --force", "do not run scripts/tidy.sh". */
function commandScopes(text: string): readonly StatedScope[] {
  const [, script] = SCRIPT_BY_WORD.exec(text) ?? []
  if (script !== undefined) return [{ acts: ['run'], aims: [commandAim([`* ${script}`])] }]
  const told = tokensOf(text.replace(FILLER_WORDS, ' ')).map((word) => word.replace(/^#+/, ''))
  const words = [...new Set(told)].filter((word) => !COMMAND_NOUNS.test(word))
  const [first = ''] = words
  if (words.length === 0 || words.length > MAX_COMMAND_WORDS) return []
  if (words.some((word) => /^(?:sudo|root)$/.test(word))) return [{ acts: ['use-root'], aims: [] }]
  if (/^sub-?agents?$/.test(first)) return [{ acts: ['delegate'], aims: [] }]
  if (/^migrations?$/.test(first)) return [{ acts: ['migrate'], aims: [] }]
  if (first.startsWith('-')) return [{ acts: ['run'], aims: [commandAim([words.join(' ')])] }]
  if (/\.\w+$/.test(first)) return [{ acts: ['run'], aims: [commandAim([first])] }]
  if (isProgram(first)) return [{ acts: ['run'], aims: [commandAim([words.join(' ')])] }]
  // A number, `e2e`, `db:migrate`: a task by its name.
  return words.length === 1 && /\d|\w[:_-]\w/.test(first) ? [{ acts: ['run'], aims: [commandAim([`* ${first}`])] }] : []
}

/** "The backfill script". */
const SCRIPT_BY_WORD = /^(?:the|a|an|that|this|my|our) ([a-z][\w-]{2,}) (?:script|task)\b/

const COMMAND_NOUNS =
  /^(?:(?:command|script|tool|server|suite|run|test|flag|option)s?|cli|anything|again|it|them|this|that)$/

/** A program that no everyday word is. */
function isProgram(word: string): boolean {
  return familyFor(word) !== undefined && !COMMON_NAME_WORDS.has(word)
}

/** "The old weights", "the worker containers": things by a word that tells them from others. */
function describedScopes({ acts }: VerbPhrase, text: string): readonly StatedScope[] {
  const words = tokensOf(text.replace(DETERMINERS, ' ')).filter((word) => word !== '')
  const [name = '', noun] = words
  if (words.length > 2 || !/^[a-z]{3,}$/.test(name) || isKindWord(name) || ANYTHING.test(name)) return []
  if (noun !== undefined && !isKindWord(noun)) return []
  if (acts.includes('delete-file') && noun === undefined) return [{ acts: ['delete-file'], aims: [pathAim([name])] }]
  return acts.includes('restart') ? [{ acts, aims: [resourceAim([`${name}*`])] }] : []
}

const DETERMINERS =
  /\b(?:the|a|an|any|my|our|your|this|that|these|those|old|older|existing|current|previous|original|whole|entire|running)\b/g
