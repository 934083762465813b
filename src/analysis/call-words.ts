import type { Action } from './action.ts'
import type { Effect } from './effects.ts'
import { partsOf } from './target.ts'
import { targetsOf } from './targets.ts'
import { meaningOf, wordsOf } from './verbs.ts'
import type { Command } from './words.ts'

/** Every finding is held against the whole call: it is put together once. */
const CALLS = new WeakMap<Action, string>()

/** Everything that the call says, and what it works on: whoever names something else means another call. */
export function callOf(action: Action): string {
  const text = CALLS.get(action) ?? wholeCall(action)
  CALLS.set(action, text)
  return text
}

function wholeCall({ call, effects }: Action): string {
  const names = effects.flatMap((effect) =>
    targetsOf(effect).flatMap((target) => partsOf(target).flatMap((part) => part.names)),
  )
  // Where it is put goes by its own name, which the call need not say.
  const stores = effects.flatMap((effect) => (effect.kind === 'publish' ? [effect.registry] : []))
  const texts = textsIn(call.input)
  // An owner and a repository in fields of their own are named as one.
  return [...texts, texts.join('/'), ...names, ...stores].join(' ').replaceAll('%2F', '/').toLowerCase()
}

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value.slice(0, MAX_CALL)]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null && depth < 4
    ? Object.values(value).flatMap((each) => textsIn(each, depth + 1))
    : []
}

const MAX_CALL = 20_000

/** The command of a call that does this: the innermost one. */
function commandOf({ span: { start, end }, via }: Effect, { commands }: Action): Command | undefined {
  const around = commands.filter(
    ({ span, ...each }) => span.start <= start && span.end >= end && each.via.join() === via.join(),
  )
  return around.toSorted((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))[0]
}

/** What a command is told to do are words for its act, but never a milder one: `db:migrate:reset` resets. */
export function toldVerbs(effect: Effect, action: Action): readonly string[] {
  if (!/^(?:resource-change|database-change|publish|grant|weaken)$/.test(effect.kind)) return []
  const words = commandOf(effect, action)?.args.filter(({ known }) => /^[a-z][a-z:_-]+$/i.test(known)) ?? []
  const verb = 'verb' in effect ? effect.verb : 'statement' in effect ? effect.statement : ''
  const removes = /^(?:delete|destroy|purge|drop|truncate|flush)$/.test(verb)
  const milder = removes ? /^(?!destroy|remove|cancel)/ : /^(?:read|work)$/
  const told = words.slice(0, 2).flatMap(({ known }) => wordsOf(known))
  return told.filter((word) => word.length > 2 && !milder.test(meaningOf(word)?.act ?? 'remove'))
}

/** Words that stand between the names in a command, in whatever program. */
const BETWEEN =
  /^(?:from|to|any|on|in|out|port|proto|tcp|udp|for|at|by|with|all|yes|true|false|public|restricted|in(?:active|bound)|active|enabled?|disabled?|\W*|0x0)$/i

/** Everything that a command tells its program beside its verbs, options and prose: what it works on, in its own words. */
function tellings({ args }: Command): readonly string[] {
  const told = args.flatMap(({ known, text }) => {
    if (text === undefined) return ['\0']
    return known.startsWith('-') ? (/^--?[\w-]+=(.+)$/s.exec(known)?.slice(1) ?? []) : [known]
  })
  // What an option is given is no verb: `--partition=batch`.
  const verb = args[0]?.known.startsWith('-') ? -1 : told.findIndex((word) => /^[a-z_-]+$/i.test(word))
  const isCommand = (word: string, at: number) =>
    at === verb || (isVerb(word) && (at === verb + 1 || /[-_]/.test(word)))
  return told.filter((word, at) => !isCommand(word, at) && !/\s/.test(word) && !BETWEEN.test(word))
}

/** `purge-queue`, `erase_flash`; a name with a digit, dot or slash is none. */
function isVerb(word: string): boolean {
  return !/[/.\d]/.test(word) && wordsOf(word).some((part) => meaningOf(part) !== undefined)
}

/** Did no reader find out what it is done to? Then the target is a word of the command, or none at all. */
function isUntold(effect: Effect): boolean {
  return targetsOf(effect).every((target) => {
    if (target.kind === 'guard') return target.area === 'firewall'
    if (target.kind !== 'resource' && target.kind !== 'package') return false
    return /^$|\s/.test(target.name) || (target.kind === 'resource' && isVerb(target.name))
  })
}

/** All that the command of an effect tells its program, where no reader found out what it is done to. */
export function tellingsOf(effect: Effect, action: Action): readonly string[] {
  const command = isUntold(effect) ? commandOf(effect, action) : undefined
  return command === undefined ? [] : tellings(command)
}

/** Folders that the commands of a call work in: a thing goes by the place where it lies. */
export function placesOf({ commands }: Action): string {
  return [...new Set(commands.flatMap(({ cwd }) => cwd?.split('/').slice(-2).join('/') ?? []))].join(' ').toLowerCase()
}
