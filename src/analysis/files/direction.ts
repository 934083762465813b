import type { Area } from '../effects.ts'
import { wordsOf } from '../verbs.ts'
import type { Pair } from './pairs.ts'
import { isNo, isSwitch, isYes, plainValue } from './values.ts'

/** Which way a setting goes: what it guards, by its name, and how much it holds to it, by its value. */

/** Who may come in, in all its forms; those who write books are none. */
export const AUTH = String.raw`auth(?!or(?:s|ed|ing|ship)?\b)\w*`

export const SCANNERS =
  'trivy|grype|snyk|semgrep|codeql|gitleaks|trufflehog|bandit|brakeman|gosec|checkov|tfsec|kics|cosign|sonar\\w{0,20}|govulncheck'

const AREAS: readonly (readonly [Area, RegExp])[] = [
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
      String.raw`\b(?:${AUTH}|oauth2?|mfa|2fa|totp|[cx]srf|forgery|rbac|permissions?|passwords?|jwt|http only|anonymous|security|access control|sudo)\b`,
    ),
  ],
  [
    'ci-check',
    new RegExp(
      String.raw`\b(?:quality gates?|qualitygate|soft fail|s?ast|approv\w+|reviewers?|code ?owners?|vulnerabilit\w+|advisor(?:y|ies)|ignore tests|(?:${SCANNERS})\w*|cargo deny)\b|\b(?:tests?|checks|assertions|expectations|alerts|alerting|monitoring)(?: \w+){0,2} enabled$`,
    ),
  ],
]
const CHECKED = /\b(?:verif\w*|requir\w*|check(?:s|ed|ing)?|enforc\w*|validat\w*|mandatory)\b/
/** Words for what products offer: they name a check beside a word of one, and among the steps of a pipeline. */
const FEATURES: readonly (readonly [Area, RegExp])[] = [
  ['authentication', /\b(?:logins?|tokens?)\b/],
  ['ci-check', /\b(?:reviews?|scans?|scann(?:ers?|ing|ed))\b/],
  ['sandbox', /\bisolat(?:e|es|ed)\b/],
]
const SCANNED =
  /\b(?:images?|secrets?|malware|virus|viruses|code|dependenc(?:y|ies)|containers?|registry|upload|uploads) scan|\bscan (?:on|at|before|after) \w+/
const OTHERS =
  /\b(?:protect\w*|(?<!\b(?:restart|pull|retry|retries|cache|caching|update|reclaim|scheduling|sync|eviction|conflict|backoff|merge|overflow) )polic(?:y|ies)|enforce\w*|verif\w*|compliance|guards?|backups?|snapshots?)\b/

/** Names that say the opposite: what they are set to counts the other way round. */
const NEGATES =
  /\b(?:no|not|disabled?|disables|skip|skips|skipped|bypass|without|ignored?|ignores|allows?|allowed|permit|permits|permitted|accept|exempt|unsafe)\b/
const OPENS =
  /\b(?:trust all|insecure|privileged|privilege escalation|cleartext|arbitrary loads|plaintext|publicly|public (?:access|network|acls?|read|ip)|anonymous|root login|empty passwords?|password authentication|soft fail|skip final snapshot|ignore tests|host (?:network|pid|ipc))\b/
const SHUTS = /\b(?:block|restrict|ignore|prevent|deny|disable|no)(?: \w+){0,4}? public/
const ABOUT =
  /\b(?:ur[il]s?|ports?|paths?|files?|dirs?|names?|ids?|timeouts?|ttl|versions?|sizes?|retries|cache|colou?rs?|labels?|titles?|texts?|messages?|icons?|keys?|secrets?|issuers?|audience|tests?|types?|providers?|endpoints?|limit|storage|logs?|lint)$/
/** Last words of names that say nothing of what is set: what they stand under does. */
const NEUTRAL = /^(?:enabled?|enable|active|mode|state|status|level|action|default action|effect|decision|wait|value)$/

export function isNeutral(name: string): boolean {
  return name.length < 3 || NEUTRAL.test(phraseOf(name))
}

const RANKS: readonly (readonly [number, RegExp])[] = [
  [
    3,
    /^(?:hard-?mandatory|mandatory|enforc(?:e|ed|ing)|strict|requir(?:e|ed|es)|deny|denied|reject|block|drop|throw|exception|private|restricted|always|fail|error|verify-?full|full|prompt)$/,
  ],
  [2, /^(?:soft-?mandatory|baseline|verify-?ca|quarantine)$/],
  [
    1,
    /^(?:advisory|audit|log|dry-?run|warn(?:ing)?|permissive|detect(?:ion)?-?only|detect|monitor|observe|report(?:-?only)?|complain|optional|prefer(?:red)?|relaxed|lenient|soft-?fail)$/,
  ],
  [
    0,
    /^(?:none|never|allow(?:ed|-all)?|accept|ignored?|skip|public(?:-read(?:-write)?)?|unrestricted|privileged|anonymous|any|unconfined|insecure|plain(?:text)?|permit)$/,
  ],
]
const HOLDS = /^(?:hard-?mandatory|soft-?mandatory|enforc(?:e|ed|ing)|verify-?(?:full|ca))$/
const LOOKS_ON = /^(?:advisory|dry-?run|permissive|detect(?:ion)?-?only|complain|unconfined|report-?only)$/
const RULES =
  /^(?:mandatory|strict|requir(?:e|ed|es)|deny|denied|reject|block|drop|throw|exception|private|restricted|baseline|quarantine)$/

function rankOf(plain: string): number | undefined {
  if (isYes(plain)) return 3
  if (isNo(plain)) return 0
  return RANKS.find(([, values]) => values.test(plain))?.[0]
}

export function isNone(value: string): boolean {
  return /^0(?:d|s|h|%)?$/.test(plainValue(value))
}

export function isSome(value: string): boolean {
  return /^[1-9]\d{0,9}(?:d|s|h|%)?$/.test(plainValue(value))
}

/** Values of one level differ in nothing that is asked about a setting here. */
export function levelOf(value: string): string {
  const plain = plainValue(value)
  if (isSwitch(plain) || isNone(plain)) return plain
  const rank = rankOf(plain)
  if (rank === undefined) return isSome(plain) ? 'number' : 'other'
  return `${rank}${HOLDS.test(plain) ? ' holds' : ''}${LOOKS_ON.test(plain) ? ' looks on' : ''}`
}

export function phraseOf(name: string): string {
  return wordsOf(name).join(' ')
}

export function openingPhrase(phrase: string): 'opens' | 'shuts' | undefined {
  if (SHUTS.test(phrase)) return 'shuts'
  return /\bpublicly accessible\b|\bpublic (?:access|network access|read access)\b(?! block)|\ballow (?:blob )?public access\b/.test(
    phrase,
  )
    ? 'opens'
    : undefined
}

const named = (areas: typeof AREAS, phrase: string): Area | undefined =>
  areas.find(([, names]) => names.test(phrase))?.[0]

export function areaOf(phrase: string): Area | undefined {
  return named(AREAS, phrase) ?? named(FEATURES, phrase) ?? (OTHERS.test(phrase) ? 'other' : undefined)
}

export function guardedBy(phrase: string, pipeline: boolean): Area | undefined {
  const feature = pipeline || CHECKED.test(phrase) || SCANNED.test(phrase) ? named(FEATURES, phrase) : undefined
  return named(AREAS, phrase) ?? feature ?? (OTHERS.test(phrase) ? 'other' : undefined)
}

interface Turned {
  readonly keys: Pair['keys']
  readonly old: string
  readonly now: string
  readonly file: string
  /** It is a program, in which such words are data as often as settings. */
  readonly source: boolean
  readonly pipeline: boolean
}

export function loosens({ keys, old: from, now: to, file, source, pipeline }: Turned): Area | undefined {
  const [old, now] = [plainValue(from), plainValue(to)]
  const before = rankOf(old)
  const after = rankOf(now)
  if (before === undefined || after === undefined || before === after) return undefined
  const name = phraseOf(keys.at(-1) ?? '')
  const above = keys.slice(0, -1).map(phraseOf).join(' ')
  const subject = isNeutral(name) || (!source && /^required?$/.test(name)) ? `${above} ${name}` : name
  if (isSwitch(old) && isSwitch(now)) return switched(subject, after > before, pipeline)
  if (after > before || before < 2) return undefined
  const told = HOLDS.test(old) || (LOOKS_ON.test(now) && !source)
  const under = !source && (told || RULES.test(old)) ? guardedBy(above, pipeline) : undefined
  return (
    guardedBy(subject, pipeline) ?? under ?? (told ? (guardedBy(source ? '' : file, pipeline) ?? 'other') : undefined)
  )
}

function switched(subject: string, on: boolean, pipeline: boolean): Area | undefined {
  const opens = OPENS.test(subject) && !SHUTS.test(subject)
  if (opens) return on ? (areaOf(subject) ?? 'other') : undefined
  const area = guardedBy(subject, pipeline)
  if (area === undefined || ABOUT.test(subject)) return undefined
  const negated = NEGATES.test(subject) && !SHUTS.test(subject)
  return negated === on ? area : undefined
}
