import type { Action } from './action.ts'
import type { Effect } from './effects.ts'
import { isFile } from './programs/unlisted/shapes.ts'
import { artifactNames, partsOf } from './target.ts'
import { targetsOf } from './targets.ts'
import { meaningOf, wordsOf } from './verbs.ts'
import type { Command, Span } from './words.ts'

const CALLS = new WeakMap<Action | Effect, string>()

/** Everything that the call says, and what it works on: whoever names something else means another call. */
export function callOf(action: Action): string {
  const text = CALLS.get(action) ?? joined(textsIn(action.call.input), action.effects)
  CALLS.set(action, text)
  return text
}

const MOST_LIKE = 100

/** The same without commands that do such a thing beside this one, and folders left before it. */
export function callAround(effect: Effect, action: Action): string {
  const like = new Set(action.effects.filter((other) => other.kind === effect.kind && isApart(other, effect)))
  const own = commandOf(effect, action)
  const left = action.commands.filter((command) => isLeft(command, own))
  if (like.size === 0 && left.length === 0) return callOf(action)
  const known = CALLS.get(effect)
  if (known !== undefined) return known
  const many = like.size + left.length > MOST_LIKE
  const apart = many ? [...like] : [...like].map((other) => commandOf(other, action) ?? other)
  const others = [...apart, ...left].map(({ span }) => span)
  const text = joined(
    textsWithout(others, own?.span ?? effect.span, action.call.input),
    action.effects.filter((each) => !like.has(each)),
  )
  CALLS.set(effect, text)
  return text
}

const isApart = (one: Effect, other: Effect): boolean =>
  one.via.length === 0 &&
  other.via.length === 0 &&
  (one.span.end <= other.span.start || one.span.start >= other.span.end)

/** `cd a && x && cd ../b && y`: nothing of `y` is in `a`. */
function isLeft({ name, args, via }: Command, own: Command | undefined): boolean {
  if (own?.cwd === undefined || via.length > 0 || !/^(?:cd|pushd)$/.test(name ?? '')) return false
  const folder = args.at(-1)?.known.replace(/^(?:\.{0,2}\/)+|\/+$/g, '') ?? ''
  return folder !== '' && !own.cwd.includes(folder)
}

function textsWithout(others: readonly Span[], own: Span, input: Action['call']['input']): readonly string[] {
  const { command, ...rest } = input
  if (typeof command !== 'string') return textsIn(input)
  if (others.length > MOST_LIKE) return [command.slice(own.start, own.end)]
  const apart = others.filter(({ start, end }) => end <= own.start || start >= own.end)
  const text = apart.reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    command,
  )
  return [text, ...textsIn(rest)]
}

/** What people say in units: `--amount=1250` is 12.50 where nobody says so much of it. */
export function inUnits({ key, word }: { readonly key: string; readonly word: string }): readonly string[] {
  const [, units, cents] = /^([1-9]\d{0,6})(\d\d)$/.exec(word) ?? []
  return cents !== undefined && /^-{0,2}amount$/.test(key) ? [`${units}.${cents}`] : []
}

function amountsIn(texts: readonly string[], effects: readonly Effect[]): readonly string[] {
  if (!effects.some((effect) => effect.kind === 'external-write' && effect.nature === 'payment')) return []
  return texts.flatMap((text) => inUnits({ key: 'amount', word: /\bamount[= ](\d{3,9})\b/.exec(text)?.[1] ?? '' }))
}

function joined(texts: readonly string[], effects: readonly Effect[]): string {
  const names = effects.flatMap((effect) =>
    targetsOf(effect).flatMap((target) => partsOf(target).flatMap(({ names, short = [] }) => [...names, ...short])),
  )
  const stores = effects.flatMap((effect) =>
    effect.kind === 'publish' ? [effect.registry, `${effect.registry}.org`, `${effect.registry}.io`] : [],
  )
  const spokenTo = effects.map(({ doer }) => doer.name.replace(/-(?:client|cli)$/, ''))
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

export function commandOf({ span: { start, end }, via }: Effect, { commands }: Action): Command | undefined {
  const around = commands.filter(
    (each) => each.span.start <= start && each.span.end >= end && each.via.join() === via.join(),
  )
  return around.toSorted((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))[0]
}

export function wordsOfCommand(effect: Effect, action: Action): readonly string[] {
  const { name = '', args } = commandOf(effect, action) ?? { args: [] }
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
export function toldVerbs(effect: Effect, action: Action): readonly string[] {
  if (effect.kind === 'external-write') return effect.nature === 'message' ? [effect.doer.name] : []
  if (effect.kind === 'delete-path')
    return effect.wipe && /^[a-z]{3,12}$/.test(effect.doer.name) ? [effect.doer.name] : []
  if (!/^(?:resource-change|database-change|publish|grant|weaken|run-code)$/.test(effect.kind)) return []
  // What it is done to may be called like an act: `uninstall checkout`.
  const names = targetsOf(effect).flatMap((target) => partsOf(target).flatMap((part) => part.names))
  const args = (commandOf(effect, action)?.args ?? []).filter(({ known }, at) => at === 0 || !names.includes(known))
  const plain = args.filter(({ known }) => /^[a-z][a-z:_-]+$/i.test(known))
  // `probe --recover`: what has no word for its act has an option.
  const options = args.filter(({ known }) => /^--(?!force|quiet|verbose|wait|recursive)[a-z]{5,}$/.test(known))
  const words = plain.length > 0 ? plain : options.map(({ known }) => ({ known: known.slice(2) }))
  const verb = 'verb' in effect ? effect.verb : 'statement' in effect ? effect.statement : ''
  const removes =
    /^(?:delete|destroy|purge|drop|truncate|flush)$/.test(verb) || (effect.kind === 'publish' && effect.removes)
  const milder = removes ? /^(?!destroy|remove|cancel)/ : /^(?:read|work)$/
  const told = words.slice(0, 2).flatMap(({ known }) => wordsOf(known))
  const grants = told.some((word) => meaningOf(word)?.act === 'grant') ? ['open', 'allow', 'permit', 'let'] : []
  const caches = told.some((word) => /^caches?$/.test(word)) ? ['clear', 'flush', 'purge', 'rebuild', 'reset'] : []
  return [
    ...told.filter((word) => word.length > 2 && !milder.test(meaningOf(word)?.act ?? 'remove')),
    ...(removes ? [] : [...grants, ...caches]),
    ...(told.includes('down') ? ['take … down', 'bring … down', 'shut … down'] : []),
    ...(removes ? [] : told.flatMap((word) => (/^[a-z]{5,}ation$/.test(word) ? [`${word.slice(0, -3)}e`] : []))),
  ]
}

const BETWEEN =
  /^(?:from|to|any|on|in|out|port|proto|tcp|udp|for|at|by|with|all|yes|true|false|public|restricted|in(?:active|bound)|active|enabled?|disabled?|\W*|0x0)$/i
const MANNER =
  /^--?(?:chip|baud|baudrate|speed|programmer|protocol|before|after|format|output|visibility|timeout|wait|grace-period|log-level|loglevel|verbosity|color|reason|message|comment|delay|retries|parallel|concurrency)$/
const WIDENS =
  /^(?:-A|-R|--?(?:[a-z]+-)?(?:all|everything|recursive|recurse|cascade|prefix|full|prune|purge|volumes)(?:-[a-z]+)*|--(?:with|include|including)-[\w-]+)$/

/** A letter before a word is as often the name of that. */
const isWider = (option: string, next: string): boolean =>
  WIDENS.test(option) && (option.length > 2 || next.startsWith('-'))

export interface Telling {
  /** All but its verbs, its manner and prose, each in the spellings that people use. */
  readonly things: readonly (readonly string[])[]
  readonly task: string
  /** No word before its task could be what it is done to. */
  readonly leads: boolean
  readonly wider: readonly string[]
  /** These words are all there is to go by: no reader took the target apart. */
  readonly own: boolean
}

function tellings({ args }: Command): Omit<Telling, 'own'> {
  const told: { readonly word: string; readonly given: boolean }[] = []
  for (const [at, { known, text }] of args.entries()) {
    const before = args[at - 1]?.known ?? ''
    const given = before.startsWith('-') && !before.includes('=')
    const [, option = '', value] = /^(--?[\w-]+)=(.+)$/s.exec(known) ?? []
    if (text === undefined) told.push({ word: '\0', given })
    else if (value !== undefined && !MANNER.test(option)) told.push({ word: value, given: true })
    else if (!known.startsWith('-') && !(given && MANNER.test(before))) told.push({ word: known, given })
  }
  // What an option is given is no verb: `--partition=batch`.
  const spoken = (form: (word: string) => boolean) =>
    told.findIndex(
      ({ word, given }, at) => at <= MOST_BEFORE && form(word) && (!given || /^[^.]*[-_:][^.]*$/.test(word)),
    )
  const saying = (mild: RegExp) =>
    spoken((word) => wordsOfVerb(word).some((part) => !mild.test(meaningOf(part)?.act ?? '')))
  const task = [saying(/^(?:read|work)$/), saying(/^read$/), spoken(isVerb)].find((at) => at >= 0) ?? -1
  const first =
    task >= 0 || args[0]?.known.startsWith('-') ? -1 : told.findIndex(({ word }) => /^[a-z_-]+$/i.test(word))
  const isCommand = (word: string, at: number) =>
    at === task || at === first || (at < task && (isVerb(word) || (at < 2 && /^[a-z]+$/i.test(word))))
  const words = told
    .filter(({ word }, at) => !isCommand(word, at) && !/\s/.test(word) && !BETWEEN.test(word))
    .filter(({ word }, at) => at > 0 || task < 1 || !/\.(?:py|rb|php|[cm]?[jt]s|pl)$/.test(word))
    .map(({ word }) => word)
  const things = words.flatMap((word) => thingsIn(word).map((each) => [...each, ...joinedIn(word, words)]))
  return {
    things,
    task: told[task]?.word ?? '',
    leads: task === 0 || task === 1,
    wider: args.flatMap(({ known }, at) =>
      isWider(known, args[at + 1]?.known ?? '-') ? [known.replace(/^-+/, '')] : [],
    ),
  }
}

/** `worker=0` is a name and what it is set to, `repo::archive` a thing in a place. */
function thingsIn(word: string): readonly (readonly string[])[] {
  const [, key, value] = /^([\w.-]+)=([^=]+)$/s.exec(word) ?? /^(.+?)::(.+)$/s.exec(word) ?? []
  if (key !== undefined && value !== undefined) return OPTION_LIKE.test(key) ? [[value]] : [[key], [value]]
  if (EVERYWHERE.test(word))
    return [[word, 'anywhere', 'everywhere', 'the world', 'the internet', 'everyone', 'anyone']]
  const file = word.slice(word.lastIndexOf('/') + 1)
  const kind = /^[a-z]+(?:-[a-z]+)+$/.test(word) ? [word.replaceAll('-', ' ')] : []
  return [[word, word.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ''), ...artifactNames(file), ...kind]]
}

const OPTION_LIKE = /^(?:zone|region|project|name|id|namespace|org|cluster|profile)$/
const EVERYWHERE = /^(?:0\.0\.0\.0|::)(?:\/0)?$/

function joinedIn(word: string, words: readonly string[]): readonly string[] {
  const files = words.filter((each) => /^[\w-]+\.[a-z]\w*$/.test(each))
  if (files.length !== 1 || words.length > 4) return []
  const folders = words.filter((each) => each !== files[0] && /^[\w.-]+(?:\/[\w.-]+)+$/.test(each))
  return files[0] === word || folders.includes(word) ? folders.map((folder) => `${folder}/${files[0]}`) : []
}

const MOST_BEFORE = 3

function wordsOfVerb(word: string): readonly string[] {
  if (/[/=\d]/.test(word) || isFile(word)) return []
  return wordsOf(word).filter((part) => meaningOf(part) !== undefined)
}

const isVerb = (word: string): boolean => wordsOfVerb(word).length > 0

const CHOOSES = /^--?(?:state|status|filter|selector|labels?|match|where|older-than|newer-than|since|until)(?:=|$)/

function isOwnWords(effect: Effect, { args }: Command): boolean {
  if (args.some(({ known }) => CHOOSES.test(known))) return false
  if (effect.kind === 'database-change')
    return effect.target.split(' ').every((word) => word === '' || args.some(({ known }) => known === word))
  return targetsOf(effect).every((target) => {
    if (target.kind === 'guard') return target.area === 'firewall'
    if (target.kind === 'right') return isVerb(target.account)
    if (target.kind !== 'resource' && target.kind !== 'package') return false
    return (target.kind === 'resource' && effect.kind !== 'deploy') || /^$|\s/.test(target.name)
  })
}

export function tellingOf(effect: Effect, action: Action): Telling | undefined {
  if (!SPOKEN.test(effect.kind)) return undefined
  const command = commandOf(effect, action)
  if (command === undefined) return undefined
  const told = { ...tellings(command), own: isOwnWords(effect, command) }
  // What has no name in the call goes by where it is put, which is no name to ask for.
  return isUnnamed(effect, action, told) && effect.registry !== '' ? { ...told, things: [['', effect.registry]] } : told
}

type Publishing = Extract<Effect, { kind: 'publish' }>

function isUnnamed(effect: Effect, action: Action, { things }: Pick<Telling, 'things'>): effect is Publishing {
  if (effect.kind !== 'publish' || effect.removes || effect.what !== '') return false
  return things.length === 0 && action.commands.every(({ cwd }) => cwd === action.call.cwd)
}

const PACKAGE =
  /^(\S+ (?:(?:the|our|my|this) )?(?:(?!(?:on|to|in|at|from|for|with|of|by|onto|and|it|is) )[a-z]+ ){0,3})(?:@[\w.-]+\/)?[a-z][\w.-]*[-_.][\w.-]+(?=$|[\s,])/

/** "Publish our gem acme-pdf" without its name, where the call tells none. */
export function withoutPackage(effect: Effect, action: Action, order: string): string {
  const command = effect.kind === 'publish' ? commandOf(effect, action) : undefined
  return command && isUnnamed(effect, action, tellings(command)) ? order.replace(PACKAGE, '$1') : order
}

const SPOKEN = /^(?:resource-change|database-change|publish|grant|weaken|deploy)$/

export function placesOf(effect: Effect, action: Action): string {
  const own = commandOf(effect, action)
  const folders = (own ? [own] : action.commands).flatMap(({ cwd }) => cwd?.split('/').slice(-2).join('/') ?? [])
  return [...new Set(folders)].join(' ').toLowerCase()
}
