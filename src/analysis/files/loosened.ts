import type { Area, EffectDraft } from '../effects.ts'
import type { PathTag } from '../paths.ts'
import type { Scribe } from '../programs/program.ts'
import { once, remembered } from '../remembered.ts'
import { asksNobody, widerBindings } from './bindings.ts'
import { missingChecks, unheeded } from './checks.ts'
import { codeGuards } from './code-guards.ts'
import { guardedBy, isNeutral, isNone, isSome, levelOf, loosens, phraseOf } from './direction.ts'
import type { WrittenFile } from './file-effects.ts'
import { type KnownLines, type Pair, pairsIn } from './pairs.ts'
import { isForTests, nameWithin, syntaxOf } from './syntax.ts'
import { toldLines } from './told-lines.ts'
import { MOST_STATED, meansAll, opposite, plainValue } from './values.ts'
import {
  liftedOrders,
  lostReviewers,
  openedDoor,
  swappedSteps,
  unconditional,
  unignored,
  widerRights,
  writtenIn,
} from './wider.ts'

/** Settings of a developer's own, and rules of style, which hold nobody off. */
const OWN =
  /(?:^|[/._-])(?:dev|develop(?:ment)?|local|tests?|testing|qa|sandbox|e2e|mocks?|demo|examples?(?!\.(?:com|net|org))|samples?|fixtures?|playground|docs|[a-z]*lint[a-z]*|biome|ruff|prettier\w*|rubocop|tsconfig\w*|mypy|clippy|storybook|i18n|locales?)(?:[/._-]|$)|(?:^|\/)\.env$/i

/** Files whose lines are run, or ask somebody: pipelines, hooks, recipes, lists of who must agree. */
const STEPS: ReadonlySet<PathTag> = new Set<PathTag>(['git-hook', 'build-recipe', 'tool-config'])
const OF_STEPS = /(?:^|[/._-])(?:ci|pipelines?|workflows?|hooks?|codeowners)(?:[/._-]|$)/i

/** A text before and after, and the lines that only one of both has, comments aside. */
export interface Compared {
  readonly before: string
  readonly after: string
  readonly gone: readonly string[]
  readonly come: readonly string[]
  /** The last names of its path, in words. */
  readonly file: string
  /** The last of them. */
  readonly base: string
  /** It is a program, in which words of settings are data as often. */
  readonly source: boolean
  /** It is a pipeline, or calls itself one. */
  readonly pipeline: boolean
  /** Its lines are run, or ask somebody. */
  readonly steps: boolean
}

/** Something that guards less than it did. */
export interface Looser {
  readonly area: Area
  readonly feature: string
}

type Noting = Pick<Scribe, 'facts' | 'unknown'>

/** What a change of a file makes looser: a check that enforced and now only looks on, a guard left out, a door for everybody. */
export function loosened({ path, content, before: was }: WrittenFile, scribe: Noting): EffectDraft[] {
  if (was === undefined || was === content) return []
  if (path.tags.includes('agent-instructions')) return liftedOrders(was, content, path.text)
  const name = nameWithin(path, scribe.facts.projectRoot)
  const syntax = syntaxOf(name, content)
  if (syntax === 'prose' || syntax === 'notebook' || isForTests(name) || OWN.test(name)) return []
  const [before, after] = around(was, content)
  if (before.length + after.length > MOST_CHANGED) {
    scribe.unknown(`more of ${path.text} is changed at once than is compared`)
    return []
  }
  const [gone, come] = apart(toldLines(before), toldLines(after), (line) => line.trim())
  const source = syntax === 'source'
  const pipeline = path.tags.includes('ci') || OF_STEPS.test(name)
  const compared: Compared = {
    before,
    after,
    gone,
    come,
    file: phraseOf(name.split('/').slice(-3).join('/')),
    base: phraseOf(name.split('/').at(-1) ?? ''),
    source,
    pipeline,
    steps: !source && syntax !== 'json' && (pipeline || path.tags.some((tag) => STEPS.has(tag))),
  }
  const found = new Map<string, EffectDraft>()
  for (const each of [
    ...turnedSettings(compared),
    ...olderProtocols(compared),
    ...widerBindings(compared),
    ...turnedArguments(compared),
    ...missingChecks(compared),
    ...unheeded(compared),
    ...(compared.source || syntax === 'lines' ? codeGuards(compared) : []),
  ])
    found.set(each.feature, { kind: 'weaken', ...each, certainty: 'likely' })
  const wider = [
    ...(source ? writtenIn(gone, come) : [...widerRights(before, after), ...openedDoor(before, after)]),
    ...(pipeline ? swappedSteps(gone, come) : []),
    ...(source ? [] : unconditional(gone, come, after)),
    ...(/(?:^|\/)\.gitignore$/.test(name) ? unignored(gone, after) : []),
    ...(/(?:^|\/)codeowners$/i.test(name) ? lostReviewers(before, after) : []),
  ]
  return [...found.values(), ...wider].slice(0, MOST_STATED)
}

/** What stands only in the one, and only in the other, however often. */
function apart<T>(ours: readonly T[], theirs: readonly T[], mark: (each: T) => unknown): readonly [T[], T[]] {
  const count = new Map<unknown, number>()
  for (const each of theirs) {
    const its = mark(each)
    count.set(its, (count.get(its) ?? 0) + 1)
  }
  const take = (each: T): number => {
    const its = mark(each)
    const left = count.get(its) ?? 0
    count.set(its, left - 1)
    return left
  }
  const gone = ours.filter((each) => take(each) <= 0)
  const come = theirs.toReversed().filter((each) => take(each) > 0)
  return [gone, come.reverse()]
}

const idOf = ({ keys }: Pair): string => keys.slice(-2).join('\0').toLowerCase()

const LONG = 16 * 1024
/** Characters of both texts that are compared. */
const MOST_CHANGED = 160 * 1024

/** Of long texts the part in which they differ, with what stands close before it. */
function around(before: string, after: string): readonly [string, string] {
  if (before.length + after.length < LONG) return [before, after]
  let start = 0
  while (start < before.length && before[start] === after[start]) start++
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const from = before.lastIndexOf('\n', Math.max(0, start - 2_000)) + 1
  const rest = (text: string) => {
    const to = text.indexOf('\n', text.length - end)
    return text.slice(from, to < 0 ? text.length : to)
  }
  return [rest(before), rest(after)]
}

function turnedSettings(compared: Compared): Looser[] {
  const known: KnownLines = new Map()
  const after = pairsIn(compared.after, known)
  // A line that both have gives the same pairs: of the rest it is asked what they say.
  const ours = apart(pairsIn(compared.before, known), after, (pair) => pair)
  const [gone, come] = apart(...ours, ({ keys, value }) => `${keys.join('\0')}\0\0${value}`)
  // In a program few values are a switch, a rule or everybody.
  const told = compared.source ? come.filter(({ value }) => levelIn(value) !== 'other') : come
  const olds = once(
    () => new Map([...Map.groupBy(gone, idOf)].map(([id, pairs]) => [id, oneOfEach(pairs, idOf)] as const)),
  )
  const other = oneOfEach(told, ({ keys }) => keys.join('\0')).flatMap((pair) => {
    const area = turned(pair, olds().get(idOf(pair)) ?? [], compared)
    return area === undefined ? [] : [looser(area, pair)]
  })
  return [...other, ...leftOut(gone, after, compared)]
}

const levelIn = remembered((value) => (meansAll(value) ? 'all' : levelOf(value)))

/** One pair of those that say the same of one setting, so that a list of a thousand values is compared as a few. */
function oneOfEach(pairs: readonly Pair[], setting: (pair: Pair) => string): readonly Pair[] {
  return [...new Map(pairs.map((pair) => [`${setting(pair)}\0\0${levelIn(pair.value)}`, pair])).values()]
}

function looser(area: Area, { keys, value }: Pair): Looser {
  // `auth.enabled`: what the last name alone does not tell.
  const last = keys.at(-1) ?? ''
  const name = isNeutral(last) ? keys.slice(-2).join('.') : last
  return { area, feature: `${name} ${value}`.trim().slice(0, 120) }
}

/** More lines at once were moved or are not needed, unless what they stood under stays and nothing comes in their place. */
const MOST_OUT = 6

const aboveOf = ({ keys }: Pair): string => keys.slice(0, -1).join('\0')

/** A check that was on by its own name, and has no name now where what it stood under stays. */
function leftOut(gone: readonly Pair[], after: readonly Pair[], compared: Compared): Looser[] {
  const { source, gone: lines, come } = compared
  if (source || toldLines(compared.before).length <= lines.length) return []
  const names = new Set(after.map(({ keys }) => keys.at(-1)))
  const stays = new Set(after.map(aboveOf))
  return gone.flatMap((pair) => {
    const { keys, value } = pair
    const name = keys.at(-1) ?? ''
    const few = lines.length <= MOST_OUT || (keys.length > 1 && stays.has(aboveOf(pair)) && come.length === 0)
    if (name === '' || names.has(name) || !few) return []
    const area = loosens({ ...compared, keys, old: value, now: opposite(value) })
    return area === undefined ? [] : [looser(area, { keys, value: 'left out' })]
  })
}

function turned(pair: Pair, olds: readonly Pair[], compared: Compared): Area | undefined {
  const { keys, value } = pair
  const { file, source, pipeline } = compared
  const free = asksNobody(pair, olds, compared)
  if (free !== undefined) return free
  for (const old of olds) {
    const area = loosens({ ...compared, keys, old: old.value, now: value }) ?? emptied(keys, old.value, value, pipeline)
    if (area !== undefined) return area
  }
  if (meansAll(value) && !olds.some((old) => meansAll(old.value))) return lettingAll(keys, compared, olds.length > 0)
  // `DEBUG = True` shows everybody what is inside.
  const debug = /^(?:[a-z]+ )?debug$/.test(phraseOf(keys.at(-1) ?? '')) && /\b(?:prod|production|live|prd)\b/.test(file)
  if (debug && plainValue(value) === 'true' && olds.some((old) => plainValue(old.value) === 'false')) return 'other'
  // A name that was not there: nothing tells what held before, but a check by its own name is off now.
  if (olds.length > 0 || (source && !LOOKS.test(phraseOf(keys.at(-1) ?? '')))) return undefined
  const old = opposite(value)
  return old === 'none' ? undefined : loosens({ keys, old, now: value, file: '', source, pipeline })
}

/** Names by which a program is told to look whom it talks to, and what it is given. */
const LOOKS = /\b(?:verif\w+|strict ssl|reject unauthorized|check (?:hostname|server)\w*|ignore https)\b/
/** `set(VERIFY_PEER, true)`: a switch that is named by what stands before it. */
const ARGUMENT = /(?<![\w.])([A-Za-z_][\w.:]{3,60})["']?\s{0,4}(?:,|=>)\s{0,4}(true|false|[0-2])(?!\w)/gi

/** Checks that a call switched on and now switches off. */
function turnedArguments({ gone, come, pipeline }: Compared): Looser[] {
  const told = (lines: readonly string[], value: RegExp) =>
    lines.flatMap((line) => [...line.slice(0, 2_000).matchAll(ARGUMENT)].filter(([, , its = '']) => value.test(its)))
  const off = told(come, /^(?:false|0)$/i)
  const on = new Set(off.length === 0 ? [] : told(gone, /^(?:true|[12])$/i).map(([, name]) => name))
  return off.flatMap(([, name = '', value = '']) => {
    const phrase = phraseOf(name)
    if (!on.has(name) || !LOOKS.test(phrase)) return []
    return [{ area: guardedBy(phrase, pipeline) ?? 'tls', feature: `${name} ${value}` }]
  })
}

const COUNTS =
  /\b(?:min\w*|required?|threshold|fail under|approv\w+|review\w*|retention|retain|keep|days|max age|hsts)\b/

/** Numbers that hold to something as long as they are none: approvals, days that copies are kept. */
function emptied(keys: Pair['keys'], old: string, now: string, pipeline: boolean): Area | undefined {
  if (!isNone(now) || !isSome(old)) return undefined
  const name = phraseOf(keys.at(-1) ?? '')
  if (!COUNTS.test(name)) return undefined
  return guardedBy(name, pipeline) ?? guardedBy(keys.map(phraseOf).join(' '), pipeline)
}

/** Lists of who or what is let in; lists of what a check leaves out count where something tells of the check. */
const LETS_IN =
  /\b(?:allow|allowed|allows|trust|trusted|whitelist|allowlist|origins?|principals?|members?|cidr\w*|source ranges?)\b/
const LEAVES_OUT = /\b(?:except|excepts|excludes?|excluded|exclusions?|ignores?|ignored?|skips?|skip \w+|allowlist)\b/

function lettingAll(keys: Pair['keys'], { base, source, pipeline }: Compared, was: boolean): Area | undefined {
  const name = keys.slice(-2).map(phraseOf).join(' ')
  if (LETS_IN.test(name) && (was || !source)) return guardedBy(name, pipeline) ?? 'firewall'
  return LEAVES_OUT.test(name) ? guardedBy(`${name} ${base}`, pipeline) : undefined
}

const PROTOCOL = /(?<![\w!-])(?:version)?(ssl|tls)[ _v]{0,2}(\d)(?:[._]?(\d))?(?!\d)/gi
const WEAK_CIPHER = /(?<![\w!-])(?:[ae]?NULL|EXPORT\d*|RC4(?:-\w+)?|DES(?:-CBC3?)?(?:-\w+)?|LOW)(?![\w])/

/** The oldest protocol that is spoken, and ciphers that hide nothing. */
function olderProtocols({ gone, come }: Compared): Looser[] {
  const oldest = (lines: readonly string[]) =>
    Math.min(
      ...lines.flatMap((line) =>
        // All of SSL is older than TLS.
        [...line.matchAll(PROTOCOL)].map(([, kind = '', major = '', minor = '0']) =>
          kind.toLowerCase() === 'ssl' ? Number(major) / 10 : Number(major) + Number(minor) / 10,
        ),
      ),
    )
  const now = oldest(come)
  const found: Looser[] = []
  if (now < 1.2 && now < oldest(gone) && Number.isFinite(oldest(gone)))
    found.push({ area: 'tls', feature: now < 1 ? `sslv${now * 10}` : `tls ${now.toFixed(1)}` })
  const isWeak = (line: string) => /cipher/i.test(line) && WEAK_CIPHER.test(line)
  if (come.some(isWeak) && gone.some((line) => /cipher/i.test(line)) && !gone.some(isWeak))
    found.push({ area: 'tls', feature: 'ciphers' })
  return found
}
