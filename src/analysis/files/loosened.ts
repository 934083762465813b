import type { EffectDraft } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { codeGuards } from './code-guards.ts'
import { type Area, areaOf, isNeutral, isNone, isSome, levelOf, loosens, phraseOf, plainValue } from './direction.ts'
import type { WrittenFile } from './file-effects.ts'
import { type Pair, pairsIn } from './pairs.ts'
import { isForTests, syntaxOf } from './syntax.ts'

/** Longer files are not compared setting by setting. */
const MAX_LENGTH = 256 * 1024
const MOST_STATED = 8

/** Settings of a developer's own, and rules of style, which hold nobody off. */
const OWN =
  /(?:^|[/._-])(?:dev|develop(?:ment)?|local|tests?|testing|qa|sandbox|e2e|mocks?|demo|examples?(?!\.(?:com|net|org))|samples?|fixtures?|playground|docs|[a-z]*lint[a-z]*|biome|ruff|prettier\w*|rubocop|tsconfig\w*|mypy|clippy|storybook|i18n|locales?)(?:[/._-]|$)|(?:^|\/)\.env$/i

/** A text before and after, and the lines that only one of both has. */
export interface Compared {
  readonly before: string
  readonly after: string
  readonly gone: readonly string[]
  readonly come: readonly string[]
  /** The last names of its path, in words. */
  readonly file: string
  /** It is a program, in which words of settings are data as often. */
  readonly source: boolean
}

/** Something that guards less than it did. */
export interface Looser {
  readonly area: Area
  readonly feature: string
}

/** What a change of a file makes looser: a check that enforced and now only looks on, a guard left out, a door for everybody. */
export function loosened({ path, content, before }: WrittenFile, facts: Facts): EffectDraft[] {
  if (before === undefined || before === content || Math.max(before.length, content.length) > MAX_LENGTH) return []
  const real = path.real ?? path.text
  const name = real.startsWith(`${facts.projectRoot}/`) ? real.slice(facts.projectRoot.length + 1) : real
  const syntax = syntaxOf(real, content)
  if (syntax === 'prose' || syntax === 'notebook' || isForTests(name) || OWN.test(name)) return []
  const [gone, come] = apart(before.split('\n'), content.split('\n'), (line) => line.trim())
  const compared: Compared = {
    before,
    after: content,
    gone,
    come,
    file: phraseOf(name.split('/').slice(-3).join('/')),
    source: syntax === 'source',
  }
  const found = new Map<string, EffectDraft>()
  for (const each of [
    ...turnedSettings(compared),
    ...olderProtocols(compared),
    ...missingChecks(compared),
    ...unheeded(compared),
    ...(compared.source || syntax === 'lines' ? codeGuards(compared) : []),
  ])
    found.set(each.feature, { kind: 'weaken', ...each, certainty: 'likely' })
  return [...found.values()].slice(0, MOST_STATED)
}

/** What stands only in the one, and only in the other, however often. */
function apart<T>(ours: readonly T[], theirs: readonly T[], mark: (each: T) => string): readonly [T[], T[]] {
  const count = new Map<string, number>()
  for (const each of theirs) count.set(mark(each), (count.get(mark(each)) ?? 0) + 1)
  const gone = ours.filter((each) => {
    const left = count.get(mark(each)) ?? 0
    count.set(mark(each), left - 1)
    return left <= 0
  })
  const come = theirs.toReversed().filter((each) => {
    const left = count.get(mark(each)) ?? 0
    count.set(mark(each), left - 1)
    return left > 0
  })
  return [gone, come.reverse()]
}

const idOf = ({ keys }: Pair): string => keys.slice(-2).join('\0').toLowerCase()

const LONG = 16 * 1024

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
    return text.slice(from, to < 0 ? undefined : to)
  }
  return [rest(before), rest(after)]
}

function turnedSettings(compared: Compared): Looser[] {
  const [before, after] = around(compared.before, compared.after)
  const [gone, come] = apart(pairsIn(before), pairsIn(after), ({ keys, value }) => `${keys.join('\0')}\0\0${value}`)
  const olds = new Map([...Map.groupBy(gone, idOf)].map(([id, pairs]) => [id, oneOfEach(pairs, idOf)]))
  const other = oneOfEach(come, ({ keys }) => keys.join('\0')).flatMap((pair) => {
    const area = turned(pair, olds.get(idOf(pair)) ?? [], compared)
    return area === undefined ? [] : [looser(area, pair)]
  })
  return [...other, ...leftOut(gone, compared)]
}

/** One pair of those that say the same of one setting, so that a list of a thousand values is compared as a few. */
function oneOfEach(pairs: readonly Pair[], setting: (pair: Pair) => string): readonly Pair[] {
  const level = ({ value }: Pair) => (meansAll(value) ? 'all' : levelOf(value))
  return [...new Map(pairs.map((pair) => [`${setting(pair)}\0\0${level(pair)}`, pair])).values()]
}

function looser(area: Area, { keys, value }: Pair): Looser {
  // `auth.enabled`: what the last name alone does not tell.
  const last = keys.at(-1) ?? ''
  const name = isNeutral(last) ? keys.slice(-2).join('.') : last
  return { area, feature: `${name} ${value}`.trim().slice(0, 120) }
}

/** A piece that is taken out whole was moved, or is not needed any more. */
const MOST_OUT = 6

/** A check that was on by its own name, and has no name now where everything else stays. */
function leftOut(gone: readonly Pair[], { source, after, gone: lines, before, file }: Compared): Looser[] {
  const stays = before.split('\n').filter((line) => line.trim() !== '').length > lines.length
  if (source || !stays || lines.length > MOST_OUT) return []
  return gone.flatMap((pair) => {
    const { keys, value } = pair
    const name = keys.at(-1) ?? ''
    if (name === '' || after.includes(name)) return []
    const area = loosens({ keys, old: value, now: opposite(value), file, source })
    return area === undefined ? [] : [looser(area, { keys, value: 'left out' })]
  })
}

function opposite(value: string): string {
  const plain = plainValue(value)
  return /^(?:true|yes|on|1|y|enabled?)$/.test(plain)
    ? 'false'
    : /^(?:false|no|off|0|n|disabled?)$/.test(plain)
      ? 'true'
      : 'none'
}

function turned({ keys, value }: Pair, olds: readonly Pair[], compared: Compared): Area | undefined {
  const { file, source } = compared
  for (const old of olds) {
    const area = loosens({ keys, old: old.value, now: value, file, source }) ?? emptied(keys, old.value, value, file)
    if (area !== undefined) return area
  }
  if (meansAll(value) && !olds.some((old) => meansAll(old.value))) return lettingAll(keys, compared, olds.length > 0)
  // `DEBUG = True` shows everybody what is inside.
  const debug = /^(?:[a-z]+ )?debug$/.test(phraseOf(keys.at(-1) ?? '')) && /\b(?:prod|production|live|prd)\b/.test(file)
  if (debug && plainValue(value) === 'true' && olds.some((old) => plainValue(old.value) === 'false')) return 'other'
  // A name that was not there: nothing tells what held before, but a check by its own name is off now.
  if (olds.length > 0 || (source && !LOOKS.test(phraseOf(keys.at(-1) ?? '')))) return undefined
  const old = opposite(value)
  return old === 'none' ? undefined : loosens({ keys, old, now: value, file: '', source })
}

/** Names by which a program is told to look whom it talks to, and what it is given. */
const LOOKS = /\b(?:verif\w+|strict ssl|reject unauthorized|check (?:hostname|server)\w*|ignore https)\b/
const COUNTS =
  /\b(?:min\w*|required?|threshold|fail under|approv\w+|review\w*|retention|retain|keep|days|max age|hsts)\b/

/** Numbers that hold to something as long as they are none: approvals, days that copies are kept. */
function emptied(keys: Pair['keys'], old: string, now: string, file: string): Area | undefined {
  if (!isNone(now) || !isSome(old)) return undefined
  const name = phraseOf(keys.at(-1) ?? '')
  if (!COUNTS.test(name)) return undefined
  return areaOf(name) ?? areaOf(`${keys.map(phraseOf).join(' ')} ${file}`)
}

const ALL = /^(?:\*{1,2}|\*\*\/\*|\*:\*|\/?\^?\.[*+]\$?\/?|0\.0\.0\.0\/0|::\/0|[A-Z]{2,6}_\*|allusers|everyone)$/i

function meansAll(value: string): boolean {
  return ALL.test(value.replaceAll(/^['"`]|['"`,;]$/g, ''))
}

/** Lists of who or what is let in; lists of what a check leaves out count where something tells of the check. */
const LETS_IN =
  /\b(?:allow|allowed|allows|trust|trusted|whitelist|allowlist|origins?|principals?|members?|cidr\w*|source ranges?)\b/
const LEAVES_OUT =
  /\b(?:except|excepts|excludes?|excluded|exclusions?|ignores?|ignored?|skips?|skip \w+|allowlist|paths)\b/

function lettingAll(keys: Pair['keys'], { file, source }: Compared, was: boolean): Area | undefined {
  const name = keys.slice(-2).map(phraseOf).join(' ')
  if (LETS_IN.test(name) && (was || !source)) return areaOf(name) ?? 'firewall'
  return LEAVES_OUT.test(name) ? areaOf(`${name} ${file}`) : undefined
}

const PROTOCOL = /(?<![\w!-])(?:version)?(ssl|tls)[ _v]{0,2}(\d)(?:[._]?(\d))?(?!\d)/gi
const WEAK_CIPHER = /(?<![\w!-])(?:[ae]?NULL|EXPORT\d*|RC4(?:-\w+)?|DES(?:-CBC3?)?(?:-\w+)?|LOW)(?![\w])/

/** The oldest protocol that is spoken, and ciphers that hide nothing. */
function olderProtocols({ gone, come }: Compared): Looser[] {
  const oldest = (lines: readonly string[]) =>
    Math.min(
      ...lines.flatMap((line) =>
        [...line.slice(0, 2_000).matchAll(PROTOCOL)].map(
          ([, kind = '', major = '', minor = '0']) =>
            (kind.toLowerCase() === 'ssl' ? 0 : Number(major)) + Number(minor) / 10,
        ),
      ),
    )
  const now = oldest(come)
  const found: Looser[] = []
  if (now < 1.2 && now < oldest(gone) && Number.isFinite(oldest(gone)))
    found.push({ area: 'tls', feature: `tls ${now === 0.3 ? 'sslv3' : now.toFixed(1)}` })
  const isWeak = (line: string) => /cipher/i.test(line) && WEAK_CIPHER.test(line)
  if (come.some(isWeak) && gone.some((line) => /cipher/i.test(line)) && !gone.some(isWeak))
    found.push({ area: 'tls', feature: 'ciphers' })
  return found
}

/** What looks for holes and secrets, by the words that such checks are called with. */
const CHECKER =
  /(?<![a-z])(?:sast|dast|secret[-_ ]?(?:detection|scan\w*)|detect[-_]secrets|(?:\w+[-_ ])?scan(?:ner|ning|s)?|dependency[-_](?:check|review)|trivy|grype|snyk|semgrep|codeql|gitleaks|trufflehog|bandit|brakeman|gosec|checkov|tfsec|kics|cosign|sonar\w*|owasp|(?:npm|pip|cargo|yarn|pnpm|bundle)[- ]audit|govulncheck|osv|security)(?![a-z])/gi

/** `CredScan` in words. */
const split = (text: string): string => text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

/** A check that stood in a list of what is run or asked, and stands nowhere now. */
function missingChecks({ gone, come, after, source }: Compared): Looser[] {
  if (source || gone.length > 200) return []
  const named = (lines: readonly string[]) =>
    new Set(lines.filter((line) => !/^\s*(?:#|\/\/)/.test(line)).flatMap((line) => split(line).match(CHECKER) ?? []))
  const missing = [...named(gone)].filter((name) => !split(after).includes(name))
  // Another one in its place is a choice of tools.
  return missing.length === 0 || named(come).size > 0
    ? []
    : missing.slice(0, 4).map((name) => ({ area: 'ci-check', feature: name }))
}

/** Whatever it finds, what is run goes on. */
const GOES_ON = /\|\|\s{0,4}(?:true|:|exit 0)(?![\w])|--exit-(?:code|status)[= ]0\b|--(?:exit-zero|no-fail|soft-fail)\b/
const MAY_FAIL = /^\s*(?:-\s)?(?:continue-on-error|allow_failure)\s{0,4}:\s{0,4}true\b/

/** A check that is still run, and whose findings stop nothing any more. */
function unheeded({ gone, come, before, source }: Compared): Looser[] {
  if (source || come.length > 200) return []
  const checks = (line: string) => split(line.slice(0, 2_000)).match(CHECKER)?.[0]
  const heeded = gone.filter((line) => !GOES_ON.test(line)).map(checks)
  const passing = come.filter((line) => GOES_ON.test(line)).map(checks)
  const around = come.some((line) => MAY_FAIL.test(line)) && before.length < 2_000 ? checks(before) : undefined
  const found = passing.find((name) => name !== undefined && heeded.includes(name)) ?? around
  return found === undefined ? [] : [{ area: 'ci-check', feature: `${found} findings` }]
}
