import { DELETING_CHANGES, LOSING_STATEMENTS, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { Action } from '../action.ts'
import type { Effect } from '../effects.ts'
import { artifactNames, partsOf } from '../target.ts'
import { targetsOf } from '../targets.ts'
import type { Command, Span } from '../words.ts'
import { looksLikeFile } from './word-shapes.ts'

const CALL_SEARCH_TEXTS = new WeakMap<Action | Effect, string>()

/** Everything that the call says, and what it works on: whoever names something else means another call. */
export function callSearchText(action: Action): string {
  const text = CALL_SEARCH_TEXTS.get(action) ?? joinSearchText(textsIn(action.call.input), action.effects)
  CALL_SEARCH_TEXTS.set(action, text)
  return text
}

const MAX_SIMILAR_EFFECTS = 100

/** The same without commands that do such a thing beside this one, and folders left before it. */
export function callSearchTextAround(effect: Effect, action: Action): string {
  const like = new Set(action.effects.filter((other) => other.kind === effect.kind && areDisjoint(other, effect)))
  const own = commandOfEffect(effect, action)
  const left = action.commands.filter((command) => isAbandonedCd(command, own))
  if (like.size === 0 && left.length === 0) return callSearchText(action)
  const known = CALL_SEARCH_TEXTS.get(effect)
  if (known !== undefined) return known
  const many = like.size + left.length > MAX_SIMILAR_EFFECTS
  const apart = many ? [...like] : [...like].map((other) => commandOfEffect(other, action) ?? other)
  const others = [...apart, ...left].map(({ span }) => span)
  const text = joinSearchText(
    textsWithoutSpans(others, own?.span ?? effect.span, action.call.input),
    action.effects.filter((each) => !like.has(each)),
  )
  CALL_SEARCH_TEXTS.set(effect, text)
  return text
}

const areDisjoint = (one: Effect, other: Effect): boolean =>
  one.wrapperNames.length === 0 &&
  other.wrapperNames.length === 0 &&
  (one.span.end <= other.span.start || one.span.start >= other.span.end)

/** `cd a && x && cd ../b && y`: nothing of `y` is in `a`. */
function isAbandonedCd({ name, args, wrapperNames }: Command, own: Command | undefined): boolean {
  if (own?.cwd === undefined || wrapperNames.length > 0 || !/^(?:cd|pushd)$/.test(name ?? '')) return false
  const folder = args.at(-1)?.known.replace(/^(?:\.{0,2}\/)+|\/+$/g, '') ?? ''
  return folder !== '' && !own.cwd.includes(folder)
}

function textsWithoutSpans(others: readonly Span[], own: Span, input: Action['call']['input']): readonly string[] {
  const { command, ...rest } = input
  if (typeof command !== 'string') return textsIn(input)
  if (others.length > MAX_SIMILAR_EFFECTS) return [command.slice(own.start, own.end)]
  const apart = others.filter(({ start, end }) => end <= own.start || start >= own.end)
  const text = apart.reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    command,
  )
  return [text, ...textsIn(rest)]
}

/** What people say in units: `--amount=1250` is 12.50 where nobody says so much of it. */
function currencySpellings({ key, word }: { readonly key: string; readonly word: string }): readonly string[] {
  const [, units, cents] = /^([1-9]\d{0,6})(\d\d)$/.exec(word) ?? []
  return cents !== undefined && /^-{0,2}amount$/.test(key) ? [`${units}.${cents}`] : []
}

function amountsIn(texts: readonly string[], effects: readonly Effect[]): readonly string[] {
  if (!effects.some((effect) => effect.kind === 'external-write' && effect.nature === 'payment')) return []
  return texts.flatMap((text) =>
    currencySpellings({ key: 'amount', word: /\bamount[= ](\d{3,9})\b/.exec(text)?.[1] ?? '' }),
  )
}

function joinSearchText(texts: readonly string[], effects: readonly Effect[]): string {
  const names = effects.flatMap((effect) =>
    targetsOf(effect).flatMap((target) => partsOf(target).flatMap(({ names, short = [] }) => [...names, ...short])),
  )
  const stores = effects.flatMap((effect) =>
    effect.kind === 'publish' ? [effect.registry, `${effect.registry}.org`, `${effect.registry}.io`] : [],
  )
  const spokenTo = effects.map(({ actor }) => actor.name.replace(/-(?:client|cli)$/, ''))
  const amounts = amountsIn(texts, effects)
  const artifacts = texts.flatMap((text) =>
    text.length > 1_000 ? [] : text.split(/[\s/]+/).flatMap((word) => artifactNames(word)),
  )
  return [...texts, texts.join('/'), ...names, ...stores, ...spokenTo, ...amounts, ...artifacts]
    .join(' ')
    .replaceAll('%2F', '/')
    .toLowerCase()
}

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null && depth < 4
    ? Object.values(value).flatMap((each) => textsIn(each, depth + 1))
    : []
}

export function commandOfEffect(
  { span: { start, end }, wrapperNames }: Effect,
  { commands }: Action,
): Command | undefined {
  const around = commands.filter(
    (each) => each.span.start <= start && each.span.end >= end && each.wrapperNames.join() === wrapperNames.join(),
  )
  return around.toSorted((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))[0]
}

export function effectCommandWords(effect: Effect, action: Action): readonly string[] {
  const { name = '', args } = commandOfEffect(effect, action) ?? { args: [] }
  return [name, ...args.map(({ known }) => known)]
}

/** A schedule that is put in place of the one there, which the call does not read. */
export function replacesSchedule({ commands }: Action): boolean {
  const own = commands.filter(({ name }) => name === 'crontab')
  return (
    own.some(({ stdin }) => stdin.kind === 'value') &&
    !own.some(({ args }) => args.some(({ known }) => /^-\w*l/.test(known)))
  )
}

/** What a command is told to do are words for its act, but never a milder one: `db:migrate:reset` resets. */
export function verbsFromCommand(effect: Effect, action: Action): readonly string[] {
  if (effect.kind === 'external-write') return effect.nature === 'message' ? [effect.actor.name] : []
  if (effect.kind === 'delete-path')
    return effect.wipe && /^[a-z]{3,12}$/.test(effect.actor.name) ? [effect.actor.name] : []
  if (!/^(?:resource-change|database-change|publish|grant|weaken|run-code)$/.test(effect.kind)) return []
  // What it is done to may be called like an act: `uninstall checkout`.
  const names = targetsOf(effect).flatMap((target) => partsOf(target).flatMap((part) => part.names))
  const args = (commandOfEffect(effect, action)?.args ?? []).filter(
    ({ known }, at) => at === 0 || !names.includes(known),
  )
  const plain = args.filter(({ known }) => /^[a-z][a-z:_-]+$/i.test(known))
  // `probe --recover`: what has no word for its act has an option.
  const options = args.filter(({ known }) => /^--(?!force|quiet|verbose|wait|recursive)[a-z]{5,}$/.test(known))
  const words = plain.length > 0 ? plain : options.map(({ known }) => ({ known: known.slice(2) }))
  const removes =
    (effect.kind === 'resource-change' && DELETING_CHANGES.has(effect.verb)) ||
    (effect.kind === 'database-change' && LOSING_STATEMENTS.has(effect.statement)) ||
    (effect.kind === 'publish' && effect.removes)
  const milder = removes ? /^(?!destroy|remove|cancel)/ : /^(?:read|work)$/
  const spokenWords = words.slice(0, 2).flatMap(({ known }) => wordsOf(known))
  const grants = spokenWords.some((word) => verbMeaning(word)?.act === 'grant')
    ? ['open', 'allow', 'permit', 'let']
    : []
  const caches = spokenWords.some((word) => /^caches?$/.test(word))
    ? ['clear', 'flush', 'purge', 'rebuild', 'reset']
    : []
  return [
    ...spokenWords.filter((word) => word.length > 2 && !milder.test(verbMeaning(word)?.act ?? 'remove')),
    ...(removes ? [] : [...grants, ...caches]),
    ...(spokenWords.includes('down') ? ['take … down', 'bring … down', 'shut … down'] : []),
    ...(removes ? [] : spokenWords.flatMap((word) => (/^[a-z]{5,}ation$/.test(word) ? [`${word.slice(0, -3)}e`] : []))),
  ]
}

const FILLER_WORDS =
  /^(?:from|to|any|on|in|out|port|proto|tcp|udp|for|at|by|with|all|yes|true|false|public|restricted|in(?:active|bound)|active|enabled?|disabled?|\W*|0x0)$/i
const MANNER_OPTIONS =
  /^--?(?:chip|baud|baudrate|speed|programmer|protocol|before|after|format|output|visibility|timeout|wait|grace-period|log-level|loglevel|verbosity|color|reason|message|comment|delay|retries|parallel|concurrency)$/
const WIDENING_OPTIONS =
  /^(?:-A|-R|--?(?:[a-z]+-)?(?:all|everything|recursive|recurse|cascade|prefix|full|prune|purge|volumes)(?:-[a-z]+)*|--(?:with|include|including)-[\w-]+)$/

/** A letter before a word is as often the name of that. */
const isWideningOption = (option: string, next: string): boolean =>
  WIDENING_OPTIONS.test(option) && (option.length > 2 || next.startsWith('-'))

export interface CommandObjects {
  /** All but its verbs, its manner and prose, each in the spellings that people use. */
  readonly things: readonly (readonly string[])[]
  readonly task: string
  /** No word before its task could be what it is done to. */
  readonly leads: boolean
  readonly wider: readonly string[]
  /** These words are all there is to go by: no analyzer took the target apart. */
  readonly own: boolean
}

function commandObjects({ args }: Command): Omit<CommandObjects, 'own'> {
  const found: { readonly word: string; readonly given: boolean }[] = []
  for (const [at, { known, text }] of args.entries()) {
    const before = args[at - 1]?.known ?? ''
    const given = before.startsWith('-') && !before.includes('=')
    const [, option = '', value] = /^(--?[\w-]+)=(.+)$/s.exec(known) ?? []
    if (text === undefined) found.push({ word: '\0', given })
    else if (value !== undefined && !MANNER_OPTIONS.test(option)) found.push({ word: value, given: true })
    else if (!known.startsWith('-') && !(given && MANNER_OPTIONS.test(before))) found.push({ word: known, given })
  }
  // What an option is given is no verb: `--partition=batch`.
  const spoken = (form: (word: string) => boolean) =>
    found.findIndex(
      ({ word, given }, at) => at <= MAX_WORDS_BEFORE_TASK && form(word) && (!given || /^[^.]*[-_:][^.]*$/.test(word)),
    )
  const saying = (mild: RegExp) =>
    spoken((word) => verbWordsIn(word).some((part) => !mild.test(verbMeaning(part)?.act ?? '')))
  const task = [saying(/^(?:read|work)$/), saying(/^read$/), spoken(hasVerbWord)].find((at) => at >= 0) ?? -1
  const first =
    task >= 0 || args[0]?.known.startsWith('-') ? -1 : found.findIndex(({ word }) => /^[a-z_-]+$/i.test(word))
  const isCommand = (word: string, at: number) =>
    at === task || at === first || (at < task && (hasVerbWord(word) || (at < 2 && /^[a-z]+$/i.test(word))))
  const words = found
    .filter(({ word }, at) => !isCommand(word, at) && !/\s/.test(word) && !FILLER_WORDS.test(word))
    .filter(({ word }, at) => at > 0 || task < 1 || !/\.(?:py|rb|php|[cm]?[jt]s|pl)$/.test(word))
    .map(({ word }) => word)
  const things = words.flatMap((word) => objectSpellings(word).map((each) => [...each, ...joinedPathsIn(word, words)]))
  return {
    things,
    task: found[task]?.word ?? '',
    leads: task === 0 || task === 1,
    wider: args.flatMap(({ known }, at) =>
      isWideningOption(known, args[at + 1]?.known ?? '-') ? [known.replace(/^-+/, '')] : [],
    ),
  }
}

/** `worker=0` is a name and what it is set to, `repo::archive` a thing in a place. */
function objectSpellings(word: string): readonly (readonly string[])[] {
  const [, key, value] = /^([\w.-]+)=([^=]+)$/s.exec(word) ?? /^(.+?)::(.+)$/s.exec(word) ?? []
  if (key !== undefined && value !== undefined) return SCOPE_KEYS.test(key) ? [[value]] : [[key], [value]]
  if (ANY_ADDRESS.test(word))
    return [[word, 'anywhere', 'everywhere', 'the world', 'the internet', 'everyone', 'anyone']]
  const file = word.slice(word.lastIndexOf('/') + 1)
  const kind = /^[a-z]+(?:-[a-z]+)+$/.test(word) ? [word.replaceAll('-', ' ')] : []
  return [[word, word.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ''), ...artifactNames(file), ...kind]]
}

const SCOPE_KEYS = /^(?:zone|region|project|name|id|namespace|org|cluster|profile)$/
const ANY_ADDRESS = /^(?:0\.0\.0\.0|::)(?:\/0)?$/

function joinedPathsIn(word: string, words: readonly string[]): readonly string[] {
  const files = words.filter((each) => /^[\w-]+\.[a-z]\w*$/.test(each))
  if (files.length !== 1 || words.length > 4) return []
  const folders = words.filter((each) => each !== files[0] && /^[\w.-]+(?:\/[\w.-]+)+$/.test(each))
  return files[0] === word || folders.includes(word) ? folders.map((folder) => `${folder}/${files[0]}`) : []
}

const MAX_WORDS_BEFORE_TASK = 3

function verbWordsIn(word: string): readonly string[] {
  if (/[/=\d]/.test(word) || looksLikeFile(word)) return []
  return wordsOf(word).filter((part) => verbMeaning(part) !== undefined)
}

const hasVerbWord = (word: string): boolean => verbWordsIn(word).length > 0

const FILTER_OPTIONS =
  /^--?(?:state|status|filter|selector|labels?|match|where|older-than|newer-than|since|until)(?:=|$)/

function isNamedByOwnWords(effect: Effect, { args }: Command): boolean {
  if (args.some(({ known }) => FILTER_OPTIONS.test(known))) return false
  if (effect.kind === 'database-change')
    return effect.target.split(' ').every((word) => word === '' || args.some(({ known }) => known === word))
  return targetsOf(effect).every((target) => {
    if (target.kind === 'guard') return target.area === 'firewall'
    if (target.kind === 'right') return hasVerbWord(target.account)
    if (target.kind !== 'resource' && target.kind !== 'package') return false
    return (target.kind === 'resource' && effect.kind !== 'deploy') || /^$|\s/.test(target.name)
  })
}

export function objectsOfEffect(effect: Effect, action: Action): CommandObjects | undefined {
  if (!PHRASED_EFFECT_KINDS.test(effect.kind)) return undefined
  const command = commandOfEffect(effect, action)
  if (command === undefined) return undefined
  const objects = { ...commandObjects(command), own: isNamedByOwnWords(effect, command) }
  // What has no name in the call goes by where it is put, which is no name to ask for.
  return isUnnamedPublish(effect, action, objects) && effect.registry !== ''
    ? { ...objects, things: [['', effect.registry]] }
    : objects
}

type PublishEffect = Extract<Effect, { kind: 'publish' }>

function isUnnamedPublish(
  effect: Effect,
  action: Action,
  { things }: Pick<CommandObjects, 'things'>,
): effect is PublishEffect {
  if (effect.kind !== 'publish' || effect.removes || effect.what !== '') return false
  return things.length === 0 && action.commands.every(({ cwd }) => cwd === action.call.cwd)
}

const PACKAGE_IN_ORDER =
  /^(\S+ (?:(?:the|our|my|this) )?(?:(?!(?:on|to|in|at|from|for|with|of|by|onto|and|it|is) )[a-z]+ ){0,3})(?:@[\w.-]+\/)?[a-z][\w.-]*[-_.][\w.-]+(?=$|[\s,])/

/** "Publish our gem acme-pdf" without its name, where the call tells none. */
export function withoutPackageName(effect: Effect, action: Action, order: string): string {
  const command = effect.kind === 'publish' ? commandOfEffect(effect, action) : undefined
  return command && isUnnamedPublish(effect, action, commandObjects(command))
    ? order.replace(PACKAGE_IN_ORDER, '$1')
    : order
}

const PHRASED_EFFECT_KINDS = /^(?:resource-change|database-change|publish|grant|weaken|deploy)$/

export function commandFolders(effect: Effect, action: Action): string {
  const own = commandOfEffect(effect, action)
  const folders = (own ? [own] : action.commands).flatMap(({ cwd }) => cwd?.split('/').slice(-2).join('/') ?? [])
  return [...new Set(folders)].join(' ').toLowerCase()
}
