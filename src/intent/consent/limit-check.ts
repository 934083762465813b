import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import { type Act, actsOf } from '../../analysis/interpret/acts.ts'
import type { PathUse } from '../../analysis/paths/paths.ts'
import { partsOf, pathNames } from '../../analysis/target.ts'
import { lazy } from '../../analysis/text/memoize.ts'
import { DEFAULT_BRANCHES } from '../../knowledge/lexicon/default-branches.ts'
import { environmentsIn, PRODUCTION_WORDS } from '../../knowledge/lexicon/deployment-environments.ts'
import { anyOf, EDIT_VERBS, verbMeaning } from '../../knowledge/lexicon/verbs.ts'
import type { Transcript } from '../../transcript/entries.ts'
import type { Clause } from '../speech/clauses.ts'
import { tokensOf } from '../speech/tokens.ts'
import { isFormOfVerb, stemWord, verbForms } from '../speech/verb-forms.ts'
import { type HumanTurn, limitingTurns } from './human-turns.ts'
import { mayStateLimit } from './limit-cues.ts'
import { isNamed, namesTarget } from './naming.ts'
import { resolveReferent } from './referents.ts'
import {
  FILLER_WORDS,
  isExempt,
  isProjectFile,
  type LimitTarget,
  limitNamesIn,
  matchPhrase,
  removeLiftedLimits,
  type StatedLimit,
} from './stated-limit.ts'

/** Something a person ruled out, in their own words. */
export interface CrossedLimit {
  readonly words: string
  /** Does this effect cross it? */
  readonly isCrossedBy: (effect: Effect) => boolean
  /** The command that does, where no effect of it is known: `git commit`. */
  readonly command: string
}

/** The boundary that the people in this conversation stated and this Action would cross. */
export function findCrossedLimit(action: Action, transcript: Transcript): CrossedLimit | undefined {
  if (!transcript.some(mayStateLimit)) return undefined
  const turns = limitingTurns(transcript)
  const bans = activeLimits(turns)
  if (bans.size === 0) return undefined
  const acts = actsOf(action)
  const [crossed] =
    [...bans].find(([ban, at]) => {
      const crossing = acts.filter((deed) => crossesLimit(deed, ban))
      // The command as such is what its effects are.
      const told = crossing.filter(({ path, targets }) => path !== undefined || targets.length > 0)
      const later = turns.slice(at + 1)
      const exempt = told.length > 0 && told.every((deed) => later.some((turn) => isExempt(deed, turn)))
      return crossing.length > 0 && !exempt
    }) ?? []
  if (crossed === undefined) return undefined
  const { things = [] } = acts.find((deed) => deed.naming !== undefined && crossesLimit(deed, crossed)) ?? {}
  return {
    words: crossed.sentence,
    isCrossedBy: (effect) =>
      actsOf({ ...action, effects: [effect], commands: [] }).some((deed) => crossesLimit(deed, crossed)),
    command: things.slice(0, 2).join(' '),
  }
}

/** The sentences that limit the agent as far as they are read offline, oldest first. */
export function spokenLimits(transcript: Transcript): readonly string[] {
  if (!transcript.some(mayStateLimit)) return []
  return [...new Set([...activeLimits(limitingTurns(transcript)).keys()].map(({ sentence }) => sentence))]
}

/** Does a turn of a person rule something out that can be told offline? */
export function statesLimit(turn: HumanTurn): boolean {
  return limitsOf(turn).length > 0
}

/** What holds after all turns, and since which: a later order for the act, or a word that it is over, lifts it. */
function activeLimits(turns: readonly HumanTurn[]): ReadonlyMap<StatedLimit, number> {
  const held = new Map<StatedLimit, number>()
  for (const [at, turn] of turns.entries()) {
    if (held.size > 0) removeLiftedLimits(held, turn)
    // What is said again in the same words is the same object.
    for (const ban of limitsOf(turn)) held.set(ban, at)
  }
  return held
}

/** Clauses are read once for all calls, and so are the bans in them. */
const LIMITS_BY_CLAUSES = new WeakMap<readonly Clause[], readonly StatedLimit[]>()

function limitsOf({ clauses, refused }: HumanTurn): readonly StatedLimit[] {
  const read = (clause: Clause, at: number) =>
    clause.kind === 'boundary' ? limitsIn(clause, clauses.slice(0, at)) : []
  const stated = LIMITS_BY_CLAUSES.get(clauses) ?? clauses.flatMap(read)
  LIMITS_BY_CLAUSES.set(clauses, stated)
  return refused === undefined ? stated : [...stated, ...limitsFromRefusal(refused)]
}

const REFUSABLE_VERBS = ['push', 'commit', 'deploy', 'publish', 'merge', 'release', 'delete', 'install']

/** A question answered with no rules out what it asked for. */
function limitsFromRefusal(question: string): readonly StatedLimit[] {
  const words = question.split(/[^a-z-]+/)
  const names = limitNamesIn(question)
  const object: LimitTarget = names.length > 0 ? { type: 'names', names } : { type: 'any' }
  const sentence = `no to: ${question.slice(0, 120)}`
  const asked = REFUSABLE_VERBS.filter((verb) => verbForms(verb).some((form) => words.includes(form)))
  return asked.map((verb) => ({ verb, object, text: question, sentence }))
}

/** A condition in the sentence: nobody can tell offline when it applies. */
const CONDITIONAL = /\b(?:if|when(?:ever)?|where|while|as long as|in case|that (?!is|are)|which|who|so that)\b/
/** When, and where the agent works anyway: "for now", "on this machine", "in this session". */
const TIME_AND_PLACE_WORDS =
  /\b(?:yet|for now|right now|at this point|for the moment|first|today|tonight|anymore|any more|at all|ever|please|though|either|yourself|on your own|directly|automatically|(?:on|in|from|for|during) (?:this|my|the) (?:machine|computer|system|laptop|session|repo|repository|project|task|conversation)|here|there)\b/g
/** It lasts until the person says so. */
const UNTIL_CLAUSE = /\b(?:until|unless|before|without|after|because|since|as(?! long))\b.*$/

function limitsIn({ head, sentence }: Clause, before: readonly Clause[]): readonly StatedLimit[] {
  const [verb = ''] = head.split(/[^a-z-]+/, 1)
  const asked = head.slice(verb.length).replace(UNTIL_CLAUSE, ' ')
  if (CONDITIONAL.test(asked.split(/,\s/, 1)[0] ?? '')) return []
  const text = asked.replace(TIME_AND_PLACE_WORDS, ' ').replace(/[\s,;:!.-]+$|^(?:[\s,;:!-]|\.(?!\w))+/g, '')
  const meant = /^(?:it|them|that|this|those|these)$/.test(text) ? resolveReferent(text, before) : ''
  const named = limitNamesIn(meant)
  const told = limitTargetOf(verb, named.length > 0 && RUN_VERB.test(verb) ? named.join(' ') : meant || text)
  // "Don't uninstall it": of what is not named the act itself is meant.
  const object: LimitTarget | undefined =
    told?.type === 'words' && meant !== '' && !EVERYDAY_VERB.test(verb) ? { type: 'any' } : told
  const ban = { verb: verb === 'leave' ? 'touch' : verb, text, sentence: sentence.trim().slice(0, 200) }
  return [object, fileTarget(verb, text)].flatMap((aim) => (aim === undefined ? [] : [{ ...ban, object: aim }]))
}

/** "The README", "the license file", "the Dockerfile": a file by its name alone, written as such or called one. */
function fileTarget(verb: string, text: string): LimitTarget | undefined {
  const [, called, name = called] =
    /^(?:(?:the|our|my|this|that) )?(?:([a-z][\w-]{2,}) file|([a-z][a-z-]{2,}))(?:,\s.*)?$/.exec(text) ?? []
  if (name === undefined || !EDIT_VERBS.includes(verb)) return undefined
  const isFile = called !== undefined || /(?<!^pro)file$/.test(name)
  const is = (deed: Act) => {
    const [, own = ''] = /([^/]+?)(?:\.\w+)?$/.exec(deed.path?.real ?? deed.path?.text ?? '') ?? []
    // What stands in capitals in a project is such a file, however people write it.
    return isProjectFile(deed) && own.toLowerCase() === name && (isFile || own === name.toUpperCase())
  }
  return { type: 'kind', is }
}

/** Acts whose object says little: "don't commit the changes" rules out committing. */
const GENERIC_OBJECTS = lazy(
  (): ReadonlyMap<string, RegExp> =>
    new Map(
      [
        'push=branch branches commit commits changes code work repo repository remote upstream origin github',
        'force-push rebase switch=branch branches',
        'commit amend squash=changes code work files commit commits',
        'deploy=app application service site build changes code project',
        'publish release tag=package packages release module library version app commit',
        'merge=pr prs pull request requests branch branches mr changes',
        'add upgrade install=package packages dependency dependencies library libraries tool tools software module modules',
        'send reply comment=message messages email emails mail mails notification notifications data comments pr issue',
        'stop kill restart=service services container containers server servers process processes job jobs',
        'spawn=agent agents subagent subagents',
        'download fetch access=file files model models internet network',
        'migrate share ssh=database db schema server servers host hosts',
      ].flatMap((row) => {
        const [verbs = '', nouns = ''] = row.split('=')
        const little = new RegExp(
          `^(?:${nouns.split(' ').join('|')}|anything|it|this|that|them|stuff|things|everything)$`,
        )
        return verbs.split(' ').map((verb) => [verb, little] as const)
      }),
    ),
)
/** "Don't edit anything", "no changes to the code": every file of the project. */
const ALL_FILES =
  /^(?:changes? (?:to|in) )?(?:(?:any|of|the|my|our|your) )*(?:anything|files?|(?:source )?code|source(?: files)?|codebase|repo|repository|project)$/

const RUN_VERB = /^(?:run|execute|use|start|call|invoke)$/

function limitTargetOf(verb: string, given: string): LimitTarget | undefined {
  const [text = ''] = given.split(/,\s/, 1)
  if (RUN_VERB.test(verb)) return programTarget(text)
  const names = limitNamesIn(text)
  // "Only touch src/api": a place must be named, or it says nothing that can be held.
  const places = names.filter((name) => /[/.]/.test(name) || text.includes(`${name}/`))
  if (verb === 'leave') return places.length > 0 ? { type: 'only', names: places } : undefined
  if (names.length > 0) return { type: 'names', names }
  if (EDIT_VERBS.includes(verb) && ALL_FILES.test(text)) return { type: 'kind', is: isProjectFile }
  const rest = text.replace(FILLER_WORDS, ' ').trim().replace(/\s+/g, ' ')
  const kinds = THING_KINDS.filter(
    ([words, , verbs]) => (words.test(rest) || words.test(text)) && verbs?.test(verb) !== false,
  )
  if (kinds.length > 0) return { type: 'kind', is: (deed) => kinds.some(([, is]) => is(deed)) }
  const whole = GENERIC_OBJECTS().get(verb)
  if (whole !== undefined && rest.split(' ').every((word) => word === '' || whole.test(word))) return { type: 'any' }
  // "Don't upgrade react": what is no word for packages is one.
  if (/^(?:upgrade|install|add|bump|update|downgrade)$/.test(verb) && tokensOf(text).length === 1 && rest !== '')
    return { type: 'names', names: [rest] }
  // Which are the others nobody can tell, and much is touched by much.
  if (verb === 'touch' || OTHER_WORDS.test(text)) return undefined
  // "Don't stash my changes": it is done to nothing else.
  if (rest === '' && !EVERYDAY_VERB.test(verb)) return { type: 'any' }
  const words = tokensOf(rest).filter((word) => /^[a-z]{3,}$/.test(word) && !DEMONSTRATIVES.test(word))
  return words.length > 0 && words.length <= MOST_WORDS ? { type: 'words', words } : undefined
}

const OTHER_WORDS = /\b(?:others?|rest|else|remaining)\b/
/** More words describe how something is to be made. */
const MOST_WORDS = 4
/** Words that say which ones, and name nothing. */
const DEMONSTRATIVES =
  /^(?:old|older|existing|current|previous|original|whole|entire|real|actual|own|same|local|remote|running|its|their|his|her|this|that|these|those|and|or|first)$/
/** Verbs of every day's work: without the thing that was meant they say nothing. */
const EVERYDAY_VERB =
  /^(?:build|test|run|lint|format|start|install|add|update|check|get|set|make|create|list|show|init|commit|push|generate|compile|watch|serve|fetch|pull|log|diff|status|config|use|new|dev|exec|execute|edit|change|modify|touch|write|open|read|ci|clean|load|save|print|import|export|include|handle|call)$/

/** Verbs that end, undo or put out something in whatever program; others are said of software as often as of a command. */
function isDestructiveVerb(verb: string): boolean {
  const { act = '', change = '' } = verbMeaning(verb) ?? {}
  return verb === 'flash' || /^(?:delete|purge|cancel)$/.test(change) || /^(?:restart|deploy|publish)$/.test(act)
}

/** Is it done to things of which a person spoke, or is it the very word that was ruled out, with nothing else named? */
function matchesSpokenWords(
  { verbs, things, targets, path, naming: told }: Act,
  verb: string,
  words: readonly string[],
): boolean {
  // Files are edited all day: such words mean a command that is told so, or the loss of a file.
  if (EDIT_VERBS.includes(verb) && told === undefined) return false
  if (path !== undefined && verbs.includes('edit') && !verbs.includes('delete')) return false
  if (told === 'bare' && isDestructiveVerb(verb)) return true
  const names = [
    ...things,
    ...(path === undefined ? [] : [path.text]),
    ...targets.flatMap((target) => (target.kind === 'path' ? [] : partsOf(target).flatMap((part) => part.names))),
  ].flatMap((name) => name.toLowerCase().split(/[^a-z0-9]+/))
  return matchPhrase(words, (word) => names.some((name) => stemWord(name) === stemWord(word))) !== undefined
}

/** "Never run docker commands", "don't use --force": the program, what it is told, or an option. */
function programTarget(text: string): LimitTarget | undefined {
  const names = tokensOf(text.replace(FILLER_WORDS, ' '))
    .filter(
      (token) =>
        !/^(?:(?:command|script|tool|server|suite|run|test|flag|option)s?|cli|anything|again|it|them|this|that)$/.test(
          token,
        ),
    )
    .map((token) => token.replace(/^[-#]+|^.*\/(?=[^/]+\.\w+$)/g, ''))
  if (names.length === 0 || names.length > 3) return undefined
  // `test:e2e` is the e2e run, `db:migrate` runs migrations.
  const isTold = (thing: string, name: string) =>
    thing === name ||
    // `--no-cache` does without.
    (!/^(?:no|without|skip|disable)-/.test(thing) &&
      thing.split(/[:_-]/).some((part) => part.slice(0, 6) === name.slice(0, 6)))
  return { type: 'kind', is: ({ things }) => names.every((name) => things.some((thing) => isTold(thing, name))) }
}

const pathMatches = (pattern: RegExp) => (deed: Act) =>
  deed.path !== undefined && pattern.test((deed.path.real ?? deed.path.text).toLowerCase())
const hasPathTag = (tag: PathUse['tags'][number]) => (deed: Act) => deed.path?.tags.includes(tag) === true
const hasThingNamed = (name: string) => (deed: Act) => deed.things.includes(name)

const PRODUCTION_THING = new RegExp(`^(?:${anyOf(...PRODUCTION_WORDS)})(?: \\w+)?$`)

/** Kinds of things that a person may rule out without naming one of them, and the acts that are meant where not all are. */
const THING_KINDS: readonly (readonly [words: RegExp, is: (deed: Act) => boolean, verbs?: RegExp])[] = [
  [
    /^(?:existing |unit )*tests?(?: suites?| code)?$/,
    pathMatches(/(?:^|\/)(?:tests?|__tests__|specs?|e2e)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_\w+\.py$/),
  ],
  [/^tests?$/, hasThingNamed('test')],
  [/^(?:docs?|documentation)$/, pathMatches(/(?:^|\/)docs?\/|\.(?:md|rst|adoc)$/)],
  [/^lock ?(?:files?)?$/, hasPathTag('lock-file')],
  [/^(?:ci|workflows?|pipelines?|actions)(?: (?:config(?:uration)?|workflows?|pipelines?|setup))*$/, hasPathTag('ci')],
  [/^migrations?$/, pathMatches(/(?:^|\/)migrations?\//)],
  [/^(?:dotenv|env)$/, hasPathTag('environment-file')],
  [new RegExp(`^(?:default|${anyOf(...DEFAULT_BRANCHES)})$`), hasThingNamed('default')],
  [PRODUCTION_THING, hasThingNamed('production')],
  [PRODUCTION_THING, ({ targets }) => environmentsIn(JSON.stringify(targets)).has('production')],
  [/^(?:database|db|data)$/, hasThingNamed('database')],
  [/^(?:a |any |new )*files?$/, hasThingNamed('new file'), /^create$/],
  [
    /^(?:prs?|pull[- ]requests?|mrs?|merge[- ]requests?|issues?|tickets?)$/,
    hasThingNamed('record'),
    /^(?:open|create|file|make|raise)$/,
  ],
  [/^(?:anything|data)?$/, ({ verbs }) => verbs.includes('delete'), /^(?:delete|remove)$/],
]

function crossesLimit(deed: Act, { verb, object }: StatedLimit): boolean {
  if (!deed.verbs.some((done) => isFormOfVerb(done, verb) || verbForms(done).includes(verb))) return false
  switch (object.type) {
    case 'any':
      return true
    case 'kind':
      return object.is(deed)
    case 'names':
      return object.names.some((name) => isAbout(deed, name))
    case 'words':
      return matchesSpokenWords(deed, verb, object.words)
    case 'only':
      return isProjectFile(deed) && deed.path !== undefined && !object.names.some((name) => isAbout(deed, name))
  }
}

/** Is the act done to what a person named, to something in it, or to a folder that holds it? */
function isAbout({ path, targets, things, verbs }: Act, name: string): boolean {
  const plain = name.toLowerCase().replace(/^\.\/|\/?\*{0,2}$/g, '')
  if (plain === '') return false
  if (targets.some((target) => target.kind !== 'path' && namesTarget(`${plain} all`, target))) return true
  if (things.some((thing) => stemWord(thing) === stemWord(plain))) return true
  if (path === undefined) return false
  const full = (path.real ?? path.text).toLowerCase()
  if (plain.startsWith('*.')) return full.endsWith(plain.slice(1))
  if (isNamed(plain, pathNames(path)) || `${full}/`.includes(`/${plain.replace(/^[~/]+/, '')}/`)) return true
  // `rm -rf src` takes src/legacy with it.
  const last = full.replace(/\/+$/, '').split('/').at(-1) ?? ''
  return verbs.includes('delete') && last !== '' && plain.startsWith(`${last}/`)
}
