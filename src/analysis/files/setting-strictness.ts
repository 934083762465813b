import { DRY_RUN_IN_NAME } from '../../knowledge/lexicon/dry-run-options.ts'
import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { ProtectionArea } from '../effects.ts'
import type { SettingPair } from './setting-pairs.ts'
import { isFalseValue, isSwitchValue, isTrueValue, normalizeValue } from './setting-values.ts'

/** Which way a setting goes: what it guards, by its name, and how much it holds to it, by its value. */

/** Who may come in, in all its forms; those who write books are none. */
export const AUTHENTICATION_WORDS = String.raw`auth(?!or(?:s|ed|ing|ship)?\b)\w*`

export const SCANNER_NAMES =
  'trivy|grype|snyk|semgrep|codeql|gitleaks|trufflehog|bandit|brakeman|gosec|checkov|tfsec|kics|cosign|sonar\\w{0,20}|govulncheck'

const AREA_PATTERNS: readonly (readonly [ProtectionArea, RegExp])[] = [
  [
    'tls',
    /\b(?:m?tls|ssl|https|cert(?:s|ificates?)?|encrypt\w*|hsts|ciphers?|fips|cleartext|hostname verif\w*|trust all|insecure|secure|arbitrary loads|plaintext)\b/,
  ],
  [
    'signing',
    /\b(?:sigs?|sign(?:ed|ing|atures?)|checksums?|integrity|gpg\w*|verity|notari\w+|provenance|attest\w*|dmarc|dkim|spf|secure boot)\b/,
  ],
  [
    'firewall',
    /\b(?:firewall\w*|waf|modsecurity|mod security|sec rule\w*|network (?:polic(?:y|ies)|acls?)|acls?|public access|publicly|cidr\w*|ip filter)\b/,
  ],
  [
    'sandbox',
    /\b(?:sandbox\w*|selinux|apparmor|seccomp|privileged|privilege|read only root|non root|host (?:network|pid|ipc)|isolation|lockdown|mitigations)\b/,
  ],
  ['audit', /\b(?:audit\w*)\b/],
  [
    'authentication',
    new RegExp(
      String.raw`\b(?:${AUTHENTICATION_WORDS}|oauth2?|mfa|2fa|totp|[cx]srf|forgery|rbac|permissions?|passwords?|jwt|http only|anonymous|security|access control|sudo)\b`,
    ),
  ],
  [
    'ci-check',
    new RegExp(
      String.raw`\b(?:quality gates?|qualitygate|soft fail|s?ast|approv\w+|reviewers?|code ?owners?|vulnerabilit\w+|advisor(?:y|ies)|ignore tests|(?:${SCANNER_NAMES})\w*|cargo deny)\b|\b(?:tests?|checks|assertions|expectations|alerts|alerting|monitoring)(?: \w+){0,2} enabled$`,
    ),
  ],
]
const CHECK_WORD = /\b(?:verif\w*|requir\w*|check(?:s|ed|ing)?|enforc\w*|validat\w*|mandatory)\b/
/** Words for what products offer: they name a check beside a word of one, and among the steps of a pipeline. */
const FEATURE_PATTERNS: readonly (readonly [ProtectionArea, RegExp])[] = [
  ['authentication', /\b(?:logins?|tokens?)\b/],
  ['ci-check', /\b(?:reviews?|scans?|scann(?:ers?|ing|ed))\b/],
  ['sandbox', /\bisolat(?:e|es|ed)\b/],
]
const SCAN_PHRASE =
  /\b(?:images?|secrets?|malware|virus|viruses|code|dependenc(?:y|ies)|containers?|registry|upload|uploads) scan|\bscan (?:on|at|before|after) \w+/
const OTHER_PROTECTION =
  /\b(?:protect\w*|(?<!\b(?:restart|pull|retry|retries|cache|caching|update|reclaim|scheduling|sync|eviction|conflict|backoff|merge|overflow) )polic(?:y|ies)|enforce\w*|verif\w*|compliance|guards?|backups?|snapshots?)\b/

/** Names that say the opposite: what they are set to counts the other way round. */
const NEGATING_WORD =
  /\b(?:no|not|disabled?|disables|skip|skips|skipped|bypass|without|ignored?|ignores|allows?|allowed|permit|permits|permitted|accept|exempt|unsafe)\b/
const EXPOSING_PHRASE =
  /\b(?:trust all|insecure|privileged|privilege escalation|cleartext|arbitrary loads|plaintext|publicly|public (?:access|network|acls?|read|ip)|anonymous|root login|empty passwords?|password authentication|soft fail|skip final snapshot|ignore tests|host (?:network|pid|ipc))\b/
const CLOSING_PHRASE = /\b(?:block|restrict|ignore|prevent|deny|disable|no)(?: \w+){0,4}? public/
const DETAIL_NAME =
  /\b(?:ur[il]s?|ports?|paths?|files?|dirs?|names?|ids?|timeouts?|ttl|versions?|sizes?|retries|cache|colou?rs?|labels?|titles?|texts?|messages?|icons?|keys?|secrets?|issuers?|audience|tests?|types?|providers?|endpoints?|limit|storage|logs?|lint)$/
/** Last words of names that say nothing of what is set: what they stand under does. */
const NEUTRAL_NAME =
  /^(?:enabled?|enable|active|mode|state|status|level|action|default action|effect|decision|wait|value)$/

export function isNeutralName(name: string): boolean {
  return name.length < 3 || NEUTRAL_NAME.test(toPhrase(name))
}

const STRICTNESS_RANKS: readonly (readonly [number, RegExp])[] = [
  [
    3,
    /^(?:hard-?mandatory|mandatory|enforc(?:e|ed|ing)|strict|requir(?:e|ed|es)|deny|denied|reject|block|drop|throw|exception|private|restricted|always|fail|error|verify-?full|full|prompt)$/,
  ],
  [2, /^(?:soft-?mandatory|baseline|verify-?ca|quarantine)$/],
  [
    1,
    new RegExp(
      `^(?:advisory|audit|log|${DRY_RUN_IN_NAME.source}|warn(?:ing)?|permissive|detect(?:ion)?-?only|detect|monitor|observe|report(?:-?only)?|complain|optional|prefer(?:red)?|relaxed|lenient|soft-?fail)$`,
    ),
  ],
  [
    0,
    /^(?:none|never|allow(?:ed|-all)?|accept|ignored?|skip|public(?:-read(?:-write)?)?|unrestricted|privileged|anonymous|any|unconfined|insecure|plain(?:text)?|permit)$/,
  ],
]
const ENFORCING_VALUE = /^(?:hard-?mandatory|soft-?mandatory|enforc(?:e|ed|ing)|verify-?(?:full|ca))$/
const MONITOR_ONLY_VALUE = new RegExp(
  `^(?:advisory|${DRY_RUN_IN_NAME.source}|permissive|detect(?:ion)?-?only|complain|unconfined|report-?only)$`,
)
const POLICY_VALUE =
  /^(?:mandatory|strict|requir(?:e|ed|es)|deny|denied|reject|block|drop|throw|exception|private|restricted|baseline|quarantine)$/

function rankStrictness(plain: string): number | undefined {
  if (isTrueValue(plain)) return 3
  if (isFalseValue(plain)) return 0
  return STRICTNESS_RANKS.find(([, values]) => values.test(plain))?.[0]
}

export function isZeroAmount(value: string): boolean {
  return /^0(?:d|s|h|%)?$/.test(normalizeValue(value))
}

export function isPositiveAmount(value: string): boolean {
  return /^[1-9]\d{0,9}(?:d|s|h|%)?$/.test(normalizeValue(value))
}

/** Values of one level differ in nothing that is asked about a setting here. */
export function classifyStrictness(value: string): string {
  const plain = normalizeValue(value)
  if (isSwitchValue(plain) || isZeroAmount(plain)) return plain
  const rank = rankStrictness(plain)
  if (rank === undefined) return isPositiveAmount(plain) ? 'number' : 'other'
  return `${rank}${ENFORCING_VALUE.test(plain) ? ' holds' : ''}${MONITOR_ONLY_VALUE.test(plain) ? ' looks on' : ''}`
}

export function toPhrase(name: string): string {
  return wordsOf(name).join(' ')
}

export function classifyPublicAccess(phrase: string): 'opens' | 'shuts' | undefined {
  if (CLOSING_PHRASE.test(phrase)) return 'shuts'
  return /\bpublicly accessible\b|\bpublic (?:access|network access|read access)\b(?! block)|\ballow (?:blob )?public access\b/.test(
    phrase,
  )
    ? 'opens'
    : undefined
}

const matchArea = (areas: typeof AREA_PATTERNS, phrase: string): ProtectionArea | undefined =>
  areas.find(([, names]) => names.test(phrase))?.[0]

export function findProtectedArea(phrase: string): ProtectionArea | undefined {
  return (
    matchArea(AREA_PATTERNS, phrase) ??
    matchArea(FEATURE_PATTERNS, phrase) ??
    (OTHER_PROTECTION.test(phrase) ? 'other' : undefined)
  )
}

export function findProtectedAreaInContext(phrase: string, pipeline: boolean): ProtectionArea | undefined {
  const feature =
    pipeline || CHECK_WORD.test(phrase) || SCAN_PHRASE.test(phrase) ? matchArea(FEATURE_PATTERNS, phrase) : undefined
  return matchArea(AREA_PATTERNS, phrase) ?? feature ?? (OTHER_PROTECTION.test(phrase) ? 'other' : undefined)
}

interface SettingChange {
  readonly keys: SettingPair['keys']
  readonly old: string
  readonly now: string
  readonly file: string
  /** It is a program, in which such words are data as often as settings. */
  readonly source: boolean
  readonly pipeline: boolean
}

export function findLoosenedArea({
  keys,
  old: from,
  now: to,
  file,
  source,
  pipeline,
}: SettingChange): ProtectionArea | undefined {
  const [old, now] = [normalizeValue(from), normalizeValue(to)]
  const before = rankStrictness(old)
  const after = rankStrictness(now)
  if (before === undefined || after === undefined || before === after) return undefined
  const name = toPhrase(keys.at(-1) ?? '')
  const above = keys.slice(0, -1).map(toPhrase).join(' ')
  const subject = isNeutralName(name) || (!source && /^required?$/.test(name)) ? `${above} ${name}` : name
  if (isSwitchValue(old) && isSwitchValue(now)) return findSwitchedArea(subject, after > before, pipeline)
  if (after > before || before < 2) return undefined
  const wasEnforced = ENFORCING_VALUE.test(old) || (MONITOR_ONLY_VALUE.test(now) && !source)
  const under =
    !source && (wasEnforced || POLICY_VALUE.test(old)) ? findProtectedAreaInContext(above, pipeline) : undefined
  return (
    findProtectedAreaInContext(subject, pipeline) ??
    under ??
    (wasEnforced ? (findProtectedAreaInContext(source ? '' : file, pipeline) ?? 'other') : undefined)
  )
}

function findSwitchedArea(subject: string, on: boolean, pipeline: boolean): ProtectionArea | undefined {
  const opens = EXPOSING_PHRASE.test(subject) && !CLOSING_PHRASE.test(subject)
  if (opens) return on ? (findProtectedArea(subject) ?? 'other') : undefined
  const area = findProtectedAreaInContext(subject, pipeline)
  if (area === undefined || DETAIL_NAME.test(subject)) return undefined
  const negated = NEGATING_WORD.test(subject) && !CLOSING_PHRASE.test(subject)
  return negated === on ? area : undefined
}
