import type { Action } from '../../analysis/action.ts'
import { type Deed, deedsOf } from '../../analysis/deeds.ts'
import type { PathUse } from '../../analysis/paths.ts'
import type { Clause } from '../../analysis/speech/clauses.ts'
import { forms, isVerb } from '../../analysis/speech/verb-forms.ts'
import { pathNames } from '../../analysis/target.ts'
import { EDITS } from '../../analysis/verbs.ts'
import type { Transcript } from '../../transcript/entries.ts'
import { type Aim, type Ban, FILLING, isProjectFile, namedIn } from './ban.ts'
import { mayBound } from './cues.ts'
import { isExempt, lift } from './lifting.ts'
import { isNamed, namesTarget, tokensOf } from './naming.ts'
import { boundingTurns, type HumanTurn } from './turns.ts'

/** Something a person ruled out, in their own words. */
export interface Boundary {
  readonly words: string
}

/** The boundary that the people in this conversation stated and this Action would cross. */
export function boundaryAgainst(action: Action, transcript: Transcript): Boundary | undefined {
  if (!transcript.some(mayBound)) return undefined
  const turns = boundingTurns(transcript)
  const bans = standing(turns)
  if (bans.length === 0) return undefined
  const deeds = deedsOf(action)
  const crossed = bans.find((ban) => {
    const crossing = deeds.filter((deed) => crosses(deed, ban))
    // The command as such is what its effects are.
    const told = crossing.filter(({ path, targets }) => path !== undefined || targets.length > 0)
    const later = turns.slice(ban.turn + 1)
    const exempt = told.length > 0 && told.every((deed) => later.some((turn) => isExempt(deed, turn)))
    return crossing.length > 0 && !exempt
  })
  return crossed && { words: crossed.sentence }
}

/** Does a turn of a person rule something out that can be told offline? */
export function statesBoundary(turn: HumanTurn): boolean {
  return bansOf(turn).length > 0
}

type Stated = Omit<Ban, 'turn'>

/** What holds after all turns: a later order for the act, or a word that it is over, lifts it. */
function standing(turns: readonly HumanTurn[]): readonly Ban[] {
  const held = new Map<string, Ban>()
  for (const [at, turn] of turns.entries()) {
    if (held.size > 0) lift(held, turn)
    // Who says the same again rules nothing more out.
    for (const ban of bansOf(turn)) {
      held.set(markOf(ban), { ...ban, turn: at })
    }
  }
  return [...held.values()]
}

/** What is said often is the same object: its mark is made once. */
const MARKS = new WeakMap<Stated, string>()

function markOf(ban: Stated): string {
  const known = MARKS.get(ban)
  if (known !== undefined) return known
  const mark = JSON.stringify([ban.verb, ban.about, ban.text, ban.sentence, ban.passing])
  MARKS.set(ban, mark)
  return mark
}

function bansOf({ clauses, refused }: HumanTurn): readonly Stated[] {
  const stated = STATED.get(clauses) ?? statedIn(clauses)
  STATED.set(clauses, stated)
  return refused === undefined ? stated : [...stated, ...refusal(refused)]
}

/** Clauses are read once for all calls, and so are the bans in them. */
const STATED = new WeakMap<readonly Clause[], readonly Stated[]>()

function statedIn(clauses: readonly Clause[]): readonly Stated[] {
  return clauses.flatMap((clause, at) =>
    clause.kind === 'boundary' ? (banOf(clause, objectBefore(clauses, at)) ?? []) : [],
  )
}

const PRONOUN = /^(?:it|them|that|this|those|these)$/

/** What "it" stands for: the object of the clause before. */
function objectBefore(clauses: readonly Clause[], at: number): string {
  let last = at - 1
  while (last >= 0 && clauses[last]?.head === '') last--
  const before = clauses[last]
  return before?.head.replace(/^(?:(?:only|just) )?\S+\s*/, '').trim() || 'it'
}

/** A question answered with no rules out what it asked for. */
function refusal(question: string): readonly Stated[] {
  const words = question.split(/[^a-z-]+/)
  const names = namedIn(question)
  return ['push', 'commit', 'deploy', 'publish', 'merge', 'release', 'delete', 'install']
    .filter((verb) => forms(verb).some((form) => words.includes(form)))
    .map((verb) => ({
      verb,
      object: names.length > 0 ? { type: 'names', names } : { type: 'any' },
      text: question,
      about: question,
      sentence: `no to: ${question.slice(0, 120)}`,
      passing: false,
    }))
}

/** A condition in the sentence, or something about software: nobody can tell offline when it applies. */
const CONDITIONAL =
  /\b(?:if|when|whenever|where|while|as long as|in case|that (?!is|are)|which|who|so that|because of|more than|less than|unnecessar|too (?:many|much)|twice|again)\b/
/** It lasts until the person says so. */
const UNTIL_TOLD =
  /\b(?:until|unless|before|without) (?:i|you (?:have|get|hear)|my|me|asking|checking|approval|confirm|permission)\b.*$/
const WHEN =
  /\b(?:yet|for now|right now|at this point|for the moment|first|today|tonight|anymore|any more|at all|ever|please|though|either|yourself|on your own|directly|automatically)\b/g
/** "On this machine", "in this session": everywhere the agent works, so no limit. */
const EVERYWHERE =
  /\b(?:(?:on|in|from|for|during) (?:this|my|the) (?:machine|computer|system|laptop|session|repo|repository|project|task|conversation)|here|there)\b/g
const UNTIL = /\b(?:until|unless|before|without|after|because|since|as)\b.*$/

function banOf({ head, sentence, passing }: Clause, meant: string): Stated | undefined {
  const [verb = ''] = head.split(/[^a-z-]+/, 1)
  if (verb === '') return undefined
  const asked = head.slice(verb.length).replace(UNTIL_TOLD, ' ')
  if (CONDITIONAL.test(asked.split(/,\s/, 1)[0] ?? '')) return undefined
  const text = asked
    .replace(UNTIL, ' ')
    .replace(WHEN, ' ')
    .replace(EVERYWHERE, ' ')
    .replace(/[\s,;:!.-]+$|^(?:[\s,;:!-]|\.(?!\w))+/g, '')
  const about = PRONOUN.test(text) ? meant : text
  const object = verb === 'leave' ? onlyThere(text) : aimOf(verb, about)
  return (
    object && {
      verb: verb === 'leave' ? 'touch' : verb,
      object,
      text,
      about,
      sentence: sentence.trim().slice(0, 200),
      passing,
    }
  )
}

/** "Only touch src/api": a place must be named, or it says nothing that can be held. */
function onlyThere(text: string): Aim | undefined {
  const names = namedIn(text).filter((name) => /[/.]/.test(name))
  return names.length === 0 ? undefined : { type: 'only', names }
}

/** Acts whose object says little: "don't commit the changes" rules out committing. */
const WHOLE: ReadonlyMap<string, RegExp> = new Map(
  [
    'push=branch branches commit commits changes code work repo repository remote upstream origin github',
    'force-push=branch branches',
    'commit=changes code work files',
    'amend=commit commits changes',
    'rebase=branch branches',
    'deploy=app application service site build changes code project',
    'publish=package packages release module library',
    'release=package version app',
    'merge=pr prs pull request requests branch branches mr changes',
    'add=package packages dependency dependencies library libraries module modules',
    'upgrade=package packages dependency dependencies',
    'switch=branch branches',
    'squash=commit commits',
    'start=container containers',
    'access=internet network',
    'install=package packages dependency dependencies library libraries tool tools software module modules',
    'send=message messages email emails mail mails notification notifications data',
    'spawn=agent agents subagent subagents',
    'download=file files model models',
    'migrate=database db schema',
    'share=',
    'ssh=server servers host hosts',
    'tag=release commit version',
    'reply=comment comments',
    'comment=pr issue',
  ].map((row) => {
    const [verb = '', nouns = ''] = row.split('=')
    return [
      verb,
      new RegExp(
        `^(?:${[...nouns.split(' '), 'anything', 'it', 'this', 'that', 'them', 'stuff', 'things', 'everything'].filter((noun) => noun !== '').join('|')})$`,
      ),
    ]
  }),
)
/** "Don't edit anything", "no changes to the code": every file of the project. */
const ALL_FILES =
  /^(?:anything|any(?: of the)? files?|(?:any|the|my|our|your) (?:code|source|source code|files|codebase|repo|repository|project)|(?:any )?files?|code|(?:any )?source(?: code| files)?|(?:any )?code)$/

const PACKAGES = /^(?:upgrade|install|add|bump|update|downgrade)$/
const NO_PACKAGE =
  /^(?:anything|any|the|new|packages?|dependenc(?:y|ies)|librar(?:y|ies)|it|this|that|them|other|more|a|an|to|version|versions|files?|tests?|code)$/

function aimOf(verb: string, given: string): Aim | undefined {
  const text = given.split(/,\s/, 1)[0] ?? given
  if (
    /^(?:implement|code|build|fix|touch|change|edit|modify)$/.test(verb) &&
    /^(?:it|this|that|anything|them)?$/.test(text)
  )
    return { type: 'kind', is: isProjectFile }
  const packages = PACKAGES.test(verb) ? tokensOf(text) : []
  if (packages.length === 1 && !NO_PACKAGE.test(packages[0] ?? '')) return { type: 'names', names: packages }
  if (RUNS.test(verb)) return runAim(text)
  const names = namedIn(text)
  if (names.length > 0) return { type: 'names', names }
  if (EDITS.includes(verb) && ALL_FILES.test(text.replace(/^changes? (?:to|in) /, '')))
    return { type: 'kind', is: isProjectFile }
  if (verb === 'create' && /^(?:a |any |new )*files?$/.test(text)) return { type: 'kind', is: isNewFile }
  if (/^(?:open|create|file|make|raise)$/.test(verb) && RECORDS.test(text)) return { type: 'kind', is: isRecord }
  const kind = kindIn(text)
  if (kind !== undefined) return { type: 'kind', is: kind }
  const rest = text.replace(FILLING, ' ').trim().replace(/\s+/g, ' ')
  const whole = WHOLE.get(verb)
  if (whole !== undefined && (rest === '' || rest.split(' ').every((word) => whole.test(word)))) return { type: 'any' }
  if (/^(?:delete|remove)$/.test(verb) && /^(?:anything|data)?$/.test(rest)) return { type: 'kind', is: isDeletion }
  return undefined
}

const RUNS = /^(?:run|execute|use|start|call|invoke)$/
const SAYS_LITTLE =
  /^(?:the|a|an|any|my|our|your|all|commands?|scripts?|tools?|cli|servers?|suites?|runs?|tests?|for|anything|again|with|flags?|options?|on|in|to|it|them|this|that)$/

/** "Never run docker commands", "don't use --force": the program, what it is told, or an option. */
function runAim(text: string): Aim | undefined {
  const names = tokensOf(text)
    .filter((token) => !SAYS_LITTLE.test(token))
    .map((token) => token.replace(/^-+/, ''))
  if (names.length === 1 && /^containers?$/.test(names[0] ?? ''))
    return { type: 'kind', is: ({ things }) => things.some((thing) => /^(?:docker|podman|nerdctl)$/.test(thing)) }
  return names.length === 0 || names.length > 3
    ? undefined
    : { type: 'kind', is: ({ things }) => names.every((name) => things.some((thing) => isSame(thing, name))) }
}

/** `test:e2e` is the e2e run, `db:migrate` runs migrations. */
function isSame(thing: string, name: string): boolean {
  return (
    thing === name ||
    thing
      .split(/[:_-]/)
      .some((part) => part === name || (name.length > 5 && part.length > 5 && part.slice(0, 6) === name.slice(0, 6)))
  )
}

const isNewFile = ({ things }: Deed): boolean => things.includes('new file')
const RECORDS = /^(?:a |an |any |the |new )*(?:prs?|pull[- ]requests?|mrs?|merge[- ]requests?|issues?|tickets?)$/
const isRecord = ({ things }: Deed): boolean => things.includes('record')
const isDeletion = ({ verbs }: Deed): boolean => verbs.includes('delete') || verbs.includes('rm')

const at = (pattern: RegExp) => (deed: Deed) =>
  deed.path !== undefined && pattern.test((deed.path.real ?? deed.path.text).toLowerCase())
const tagged = (tag: PathUse['tags'][number]) => (deed: Deed) => deed.path?.tags.includes(tag) === true

const SOURCE =
  /(?:^|\/)src\/|\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|cc|cpp|h|hpp|cs|php|scala|ex|exs|hs|ml|lua|vue|svelte|sql|sh|dart|zig)$/

/** Kinds of things that a person may rule out without naming one of them. */
const KINDS: readonly (readonly [RegExp, (deed: Deed) => boolean])[] = [
  [
    /^(?:the |any |our |my |existing |unit )*tests?(?: files?| suites?| code)?$/,
    at(/(?:^|\/)(?:tests?|__tests__|specs?|e2e)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_\w+\.py$/),
  ],
  [/^(?:the |any |our )*(?:docs?|documentation)(?: files?)?$/, at(/(?:^|\/)docs?\/|\.(?:md|rst|adoc)$/)],
  [/^(?:the |any |our )*(?:source|code|src)(?: files?| code)?$/, at(SOURCE)],
  [/^(?:the |any )*(?:lock ?files?|lockfile)$/, tagged('lock-file')],
  [
    /^(?:the |any )*(?:ci|workflows?|pipelines?|actions)(?: (?:files?|config(?:uration)?|workflows?|pipelines?|setup))*$/,
    tagged('ci'),
  ],
  [/^(?:the |any )*(?:migrations?)(?: files?)?$/, at(/(?:^|\/)migrations?\//)],
  [/^(?:the |any )*(?:dotenv|env) files?$/, tagged('environment-file')],
  [/^(?:the |any |our |my )*(?:default|main|master|trunk)(?: branch)?$/, ({ things }) => things.includes('default')],
  [
    /^(?:to )?(?:the |our )*(?:prod|production|live)(?: \w+)?$/,
    ({ things, targets }) =>
      things.includes('production') ||
      targets.some((target) => /\b(?:prod|production|live)\b/.test(JSON.stringify(target))),
  ],
  [/^(?:the |our |any )*(?:database|db|data)$/, ({ things }) => things.includes('database')],
  [/^(?:the |any )*tests?$/, ({ things }) => things.includes('test')],
]

function kindIn(text: string): ((deed: Deed) => boolean) | undefined {
  const plain = text.replace(/^(?:to|on|into|in|onto|against|from) /, '').trim()
  const fitting = KINDS.filter(([words]) => words.test(plain)).map(([, is]) => is)
  return fitting.length === 0 ? undefined : (deed) => fitting.some((is) => is(deed))
}

function crosses(deed: Deed, { verb, object }: Ban): boolean {
  if (!deed.verbs.some((done) => isVerb(done, verb) || forms(done).includes(verb))) return false
  switch (object.type) {
    case 'any':
      return true
    case 'kind':
      return object.is(deed)
    case 'names':
      return object.names.some((name) => isAbout(deed, name))
    case 'only':
      return isProjectFile(deed) && deed.path !== undefined && !object.names.some((name) => isAbout(deed, name))
  }
}

/** Is the deed done to what a person named, to something in it, or to a folder that holds it? */
function isAbout({ path, targets, things, verbs }: Deed, name: string): boolean {
  const plain = name
    .replace(/^\.\//, '')
    .replace(/\/?\*{0,2}$/, '')
    .toLowerCase()
  if (plain === '') return false
  if (targets.some((target) => target.kind !== 'path' && namesTarget(`${plain} all`, target))) return true
  if (things.includes(plain)) return true
  if (path === undefined) return false
  const full = (path.real ?? path.text).toLowerCase()
  if (/^\*\.\w+$/.test(name)) return full.endsWith(name.slice(1).toLowerCase())
  if (isNamed(plain, pathNames(path)) || `${full}/`.includes(`/${plain.replace(/^[~/]+/, '')}/`)) return true
  // `rm -rf src` takes src/legacy with it.
  const last = full.replace(/\/+$/, '').split('/').at(-1) ?? ''
  return verbs.includes('delete') && last !== '' && plain.startsWith(`${last}/`)
}
