import { PRODUCTION_WORDS, TEST_PLACE_WORDS } from '../../knowledge/lexicon/deployment-environments.ts'
import { anyOf } from '../../knowledge/lexicon/verbs.ts'
import type { EffectDraft, ProtectionArea } from '../effects.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import type { PathTag } from '../paths/paths.ts'
import { lazy, memoize } from '../text/memoize.ts'
import type { WrittenFile } from './file-effects.ts'
import {
  findLiftedDenyAll,
  findLiftedProhibitions,
  findLostReviewers,
  findRemovedConditions,
  findSqlInterpolation,
  findSwappedSteps,
  findUnignoredSecrets,
  findWidenedRights,
} from './permission-widening.ts'
import { findDisabledLogin, findWiderBindings } from './port-bindings.ts'
import { findIgnoredChecks, findMissingChecks } from './removed-checks.ts'
import { type LinePairCache, parseSettingPairs, type SettingPair } from './setting-pairs.ts'
import {
  classifyStrictness,
  findLoosenedArea,
  findProtectedAreaInContext,
  isNeutralName,
  isPositiveAmount,
  isZeroAmount,
  toPhrase,
} from './setting-strictness.ts'
import { invertSwitch, isPublicOrWildcard, MAX_RECORDED_FINDINGS, normalizeValue } from './setting-values.ts'
import { listUncommentedLines } from './strip-comments.ts'
import { detectSyntax, isTestFile, toProjectRelativeName } from './syntax.ts'
import { findWeakenedCodeChecks } from './weakened-code-checks.ts'

/** Settings of a developer's own, and rules of style, which hold nobody off. */
const DEVELOPER_ONLY_FILE = new RegExp(
  `(?:^|[/._-])(?:${anyOf(...TEST_PLACE_WORDS)}|e2e|mocks?|examples?(?!\\.(?:com|net|org))|samples?|fixtures?|playground|docs|[a-z]*lint[a-z]*|biome|ruff|prettier\\w*|rubocop|tsconfig\\w*|mypy|clippy|storybook|i18n|locales?)(?:[/._-]|$)|(?:^|/)\\.env$`,
  'i',
)

const PRODUCTION_IN_NAME = new RegExp(`\\b(?:${anyOf(...PRODUCTION_WORDS)})\\b`)

/** Files whose lines are run, or ask somebody: pipelines, hooks, recipes, lists of who must agree. */
const STEP_FILE_TAGS: ReadonlySet<PathTag> = new Set<PathTag>(['git-hook', 'build-recipe', 'tool-config'])
const STEP_FILE_NAME = /(?:^|[/._-])(?:ci|pipelines?|workflows?|hooks?|codeowners)(?:[/._-]|$)/i

/** A text before and after, and the lines that only one of both has, comments aside. */
export interface FileComparison {
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
export interface SecurityRegression {
  readonly area: ProtectionArea
  readonly feature: string
}

type RegressionRecorder = Pick<EffectRecorder, 'facts' | 'unknown'>

/** What a change of a file makes looser: a check that enforced and now only looks on, a guard left out, a door for everybody. */
export function findSecurityRegressions(
  { path, content, before: was }: WrittenFile,
  recorder: RegressionRecorder,
): EffectDraft[] {
  if (was === undefined || was === content) return []
  if (path.tags.includes('agent-instructions')) return findLiftedProhibitions(was, content, path.text)
  const name = toProjectRelativeName(path, recorder.facts.projectRoot)
  const syntax = detectSyntax(name, content)
  if (syntax === 'prose' || syntax === 'notebook' || isTestFile(name) || DEVELOPER_ONLY_FILE.test(name)) return []
  const [before, after] = trimToDifference(was, content)
  if (before.length + after.length > MAX_COMPARED_LENGTH) {
    recorder.unknown(`more of ${path.text} is changed at once than is compared`)
    return []
  }
  const [gone, come] = subtractMatches(listUncommentedLines(before), listUncommentedLines(after), (line) => line.trim())
  const source = syntax === 'source'
  const pipeline = path.tags.includes('ci') || STEP_FILE_NAME.test(name)
  const compared: FileComparison = {
    before,
    after,
    gone,
    come,
    file: toPhrase(name.split('/').slice(-3).join('/')),
    base: toPhrase(name.split('/').at(-1) ?? ''),
    source,
    pipeline,
    steps: !source && syntax !== 'json' && (pipeline || path.tags.some((tag) => STEP_FILE_TAGS.has(tag))),
  }
  const found = new Map<string, EffectDraft>()
  for (const each of [
    ...findLoosenedSettings(compared),
    ...findOlderProtocols(compared),
    ...findWiderBindings(compared),
    ...findDisabledArguments(compared),
    ...findMissingChecks(compared),
    ...findIgnoredChecks(compared),
    ...(compared.source || syntax === 'lines' ? findWeakenedCodeChecks(compared) : []),
  ])
    found.set(each.feature, { kind: 'weaken', ...each, certainty: 'likely' })
  const wider = [
    ...(source
      ? findSqlInterpolation(gone, come)
      : [...findWidenedRights(before, after), ...findLiftedDenyAll(before, after)]),
    ...(pipeline ? findSwappedSteps(gone, come) : []),
    ...(source ? [] : findRemovedConditions(gone, come, after)),
    ...(/(?:^|\/)\.gitignore$/.test(name) ? findUnignoredSecrets(gone, after) : []),
    ...(/(?:^|\/)codeowners$/i.test(name) ? findLostReviewers(before, after) : []),
  ]
  return [...found.values(), ...wider].slice(0, MAX_RECORDED_FINDINGS)
}

/** What stands only in the one, and only in the other, however often. */
function subtractMatches<T>(ours: readonly T[], theirs: readonly T[], mark: (each: T) => unknown): readonly [T[], T[]] {
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

const makeSettingKey = ({ keys }: SettingPair): string => keys.slice(-2).join('\0').toLowerCase()

const MIN_TRIMMED_LENGTH = 16 * 1024
/** Characters of both texts that are compared. */
const MAX_COMPARED_LENGTH = 160 * 1024

/** Of long texts the part in which they differ, with what stands close before it. */
function trimToDifference(before: string, after: string): readonly [string, string] {
  if (before.length + after.length < MIN_TRIMMED_LENGTH) return [before, after]
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

function findLoosenedSettings(compared: FileComparison): SecurityRegression[] {
  const known: LinePairCache = new Map()
  const after = parseSettingPairs(compared.after, known)
  // A line that both have gives the same pairs: of the rest it is asked what they say.
  const ours = subtractMatches(parseSettingPairs(compared.before, known), after, (pair) => pair)
  const [gone, come] = subtractMatches(...ours, ({ keys, value }) => `${keys.join('\0')}\0\0${value}`)
  // In a program few values are a switch, a rule or everybody.
  const relevant = compared.source ? come.filter(({ value }) => classifyLevel(value) !== 'other') : come
  const olds = lazy(
    () =>
      new Map(
        [...Map.groupBy(gone, makeSettingKey)].map(
          ([id, pairs]) => [id, dedupeSettings(pairs, makeSettingKey)] as const,
        ),
      ),
  )
  const other = dedupeSettings(relevant, ({ keys }) => keys.join('\0')).flatMap((pair) => {
    const area = findLoosenedPairArea(pair, olds().get(makeSettingKey(pair)) ?? [], compared)
    return area === undefined ? [] : [makeSettingRegression(area, pair)]
  })
  return [...other, ...findRemovedChecks(gone, after, compared)]
}

const classifyLevel = memoize((value) => (isPublicOrWildcard(value) ? 'all' : classifyStrictness(value)))

/** One pair of those that say the same of one setting, so that a list of a thousand values is compared as a few. */
function dedupeSettings(pairs: readonly SettingPair[], setting: (pair: SettingPair) => string): readonly SettingPair[] {
  return [...new Map(pairs.map((pair) => [`${setting(pair)}\0\0${classifyLevel(pair.value)}`, pair])).values()]
}

function makeSettingRegression(area: ProtectionArea, { keys, value }: SettingPair): SecurityRegression {
  // `auth.enabled`: what the last name alone does not tell.
  const last = keys.at(-1) ?? ''
  const name = isNeutralName(last) ? keys.slice(-2).join('.') : last
  return { area, feature: `${name} ${value}`.trim().slice(0, 120) }
}

/** More lines at once were moved or are not needed, unless what they stood under stays and nothing comes in their place. */
const MAX_REMOVED_LINES = 6

const joinParentKeys = ({ keys }: SettingPair): string => keys.slice(0, -1).join('\0')

/** A check that was on by its own name, and has no name now where what it stood under stays. */
function findRemovedChecks(
  gone: readonly SettingPair[],
  after: readonly SettingPair[],
  compared: FileComparison,
): SecurityRegression[] {
  const { source, gone: lines, come } = compared
  if (source || listUncommentedLines(compared.before).length <= lines.length) return []
  const names = new Set(after.map(({ keys }) => keys.at(-1)))
  const stays = new Set(after.map(joinParentKeys))
  return gone.flatMap((pair) => {
    const { keys, value } = pair
    const name = keys.at(-1) ?? ''
    const few =
      lines.length <= MAX_REMOVED_LINES || (keys.length > 1 && stays.has(joinParentKeys(pair)) && come.length === 0)
    if (name === '' || names.has(name) || !few) return []
    const area = findLoosenedArea({ ...compared, keys, old: value, now: invertSwitch(value) })
    return area === undefined ? [] : [makeSettingRegression(area, { keys, value: 'left out' })]
  })
}

function findLoosenedPairArea(
  pair: SettingPair,
  olds: readonly SettingPair[],
  compared: FileComparison,
): ProtectionArea | undefined {
  const { keys, value } = pair
  const { file, source, pipeline } = compared
  const free = findDisabledLogin(pair, olds, compared)
  if (free !== undefined) return free
  for (const old of olds) {
    const area =
      findLoosenedArea({ ...compared, keys, old: old.value, now: value }) ??
      findZeroedArea(keys, old.value, value, pipeline)
    if (area !== undefined) return area
  }
  if (isPublicOrWildcard(value) && !olds.some((old) => isPublicOrWildcard(old.value)))
    return findAllowAllArea(keys, compared, olds.length > 0)
  // `DEBUG = True` shows everybody what is inside.
  const debug = /^(?:[a-z]+ )?debug$/.test(toPhrase(keys.at(-1) ?? '')) && PRODUCTION_IN_NAME.test(file)
  if (debug && normalizeValue(value) === 'true' && olds.some((old) => normalizeValue(old.value) === 'false'))
    return 'other'
  // A name that was not there: nothing tells what held before, but a check by its own name is off now.
  if (olds.length > 0 || (source && !VERIFICATION_NAME.test(toPhrase(keys.at(-1) ?? '')))) return undefined
  const old = invertSwitch(value)
  return old === 'none' ? undefined : findLoosenedArea({ keys, old, now: value, file: '', source, pipeline })
}

/** Names by which a program is told to look whom it talks to, and what it is given. */
const VERIFICATION_NAME = /\b(?:verif\w+|strict ssl|reject unauthorized|check (?:hostname|server)\w*|ignore https)\b/
/** `set(VERIFY_PEER, true)`: a switch that is named by what stands before it. */
const SWITCH_ARGUMENT = /(?<![\w.])([A-Za-z_][\w.:]{3,60})["']?\s{0,4}(?:,|=>)\s{0,4}(true|false|[0-2])(?!\w)/gi

/** Checks that a call switched on and now switches off. */
function findDisabledArguments({ gone, come, pipeline }: FileComparison): SecurityRegression[] {
  const argumentsWith = (lines: readonly string[], value: RegExp) =>
    lines.flatMap((line) =>
      [...line.slice(0, 2_000).matchAll(SWITCH_ARGUMENT)].filter(([, , its = '']) => value.test(its)),
    )
  const off = argumentsWith(come, /^(?:false|0)$/i)
  const on = new Set(off.length === 0 ? [] : argumentsWith(gone, /^(?:true|[12])$/i).map(([, name]) => name))
  return off.flatMap(([, name = '', value = '']) => {
    const phrase = toPhrase(name)
    if (!on.has(name) || !VERIFICATION_NAME.test(phrase)) return []
    return [{ area: findProtectedAreaInContext(phrase, pipeline) ?? 'tls', feature: `${name} ${value}` }]
  })
}

const COUNT_SETTING_NAME =
  /\b(?:min\w*|required?|threshold|fail under|approv\w+|review\w*|retention|retain|keep|days|max age|hsts)\b/

/** Numbers that hold to something as long as they are none: approvals, days that copies are kept. */
function findZeroedArea(
  keys: SettingPair['keys'],
  old: string,
  now: string,
  pipeline: boolean,
): ProtectionArea | undefined {
  if (!isZeroAmount(now) || !isPositiveAmount(old)) return undefined
  const name = toPhrase(keys.at(-1) ?? '')
  if (!COUNT_SETTING_NAME.test(name)) return undefined
  return (
    findProtectedAreaInContext(name, pipeline) ?? findProtectedAreaInContext(keys.map(toPhrase).join(' '), pipeline)
  )
}

/** Lists of who or what is let in; lists of what a check leaves out count where something tells of the check. */
const ALLOW_LIST_NAME =
  /\b(?:allow|allowed|allows|trust|trusted|whitelist|allowlist|origins?|principals?|members?|cidr\w*|source ranges?)\b/
const EXCLUSION_LIST_NAME =
  /\b(?:except|excepts|excludes?|excluded|exclusions?|ignores?|ignored?|skips?|skip \w+|allowlist)\b/

function findAllowAllArea(
  keys: SettingPair['keys'],
  { base, source, pipeline }: FileComparison,
  was: boolean,
): ProtectionArea | undefined {
  const name = keys.slice(-2).map(toPhrase).join(' ')
  if (ALLOW_LIST_NAME.test(name) && (was || !source)) return findProtectedAreaInContext(name, pipeline) ?? 'firewall'
  return EXCLUSION_LIST_NAME.test(name) ? findProtectedAreaInContext(`${name} ${base}`, pipeline) : undefined
}

const TLS_VERSION = /(?<![\w!-])(?:version)?(ssl|tls)[ _v]{0,2}(\d)(?:[._]?(\d))?(?!\d)/gi
const WEAK_CIPHER = /(?<![\w!-])(?:[ae]?NULL|EXPORT\d*|RC4(?:-\w+)?|DES(?:-CBC3?)?(?:-\w+)?|LOW)(?![\w])/

/** The oldest protocol that is spoken, and ciphers that hide nothing. */
function findOlderProtocols({ gone, come }: FileComparison): SecurityRegression[] {
  const oldest = (lines: readonly string[]) =>
    Math.min(
      ...lines.flatMap((line) =>
        // All of SSL is older than TLS.
        [...line.matchAll(TLS_VERSION)].map(([, kind = '', major = '', minor = '0']) =>
          kind.toLowerCase() === 'ssl' ? Number(major) / 10 : Number(major) + Number(minor) / 10,
        ),
      ),
    )
  const now = oldest(come)
  const found: SecurityRegression[] = []
  if (now < 1.2 && now < oldest(gone) && Number.isFinite(oldest(gone)))
    found.push({ area: 'tls', feature: now < 1 ? `sslv${now * 10}` : `tls ${now.toFixed(1)}` })
  const isWeak = (line: string) => /cipher/i.test(line) && WEAK_CIPHER.test(line)
  if (come.some(isWeak) && gone.some((line) => /cipher/i.test(line)) && !gone.some(isWeak))
    found.push({ area: 'tls', feature: 'ciphers' })
  return found
}
