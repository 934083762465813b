import type { FileComparison, SecurityRegression } from './security-regressions.ts'
import { AUTHENTICATION_WORDS, findProtectedArea, toPhrase } from './setting-strictness.ts'
import { linesAround, listUncommentedLines } from './strip-comments.ts'

const IDENTIFIER = /[A-Za-z_$][\w$]{2,80}(?:[?!])?/g
/** What is looked at before it is trusted: data that a person types is none of it. */
const SECURITY_WORDS = String.raw`(?:verif\w*|forgery|csrf|xsrf|${AUTHENTICATION_WORDS}|certificates?|certs?|hostnames?|signatures?|ssl|tls|security|permissions?|authenticity|(?:tokens?|jwt|cert\w*|signatures?|issuer|audience|hosts?|hostnames?|origins?|ssl|tls|server|lifetime|sessions?|requests?) validat\w*)`
const CHECK_SKIPPING_NAME = new RegExp(
  String.raw`\b(?:(?:skip|disable|bypass|ignore|no|noop|without|exempt)(?: \w+){0,2}? (?:${SECURITY_WORDS}|login)|(?:trust|accept)(?: (?:any|all|every|invalid|unknown|untrusted|self signed|server|client))? (?:certificates?|certs?|hostnames?|hosts?|signatures?)|(?:csrf|${AUTHENTICATION_WORDS}|login|permission) exempt|(?:parse |decode )?unverified|unauthenticated|allow (?:any|all|anonymous)|permit all|(?:trust|accept) all)\b`,
)
const DISABLED_CHECK_CALL =
  /\b(?:csrf|xsrf|authentication|ssl|tls|verification)\b[^\n;]{0,60}\bdisabled?\b\s{0,4}[(){]/i
const SECURITY_CHECK_NAME = new RegExp(
  String.raw`\b(?:${AUTHENTICATION_WORDS}|is (?:authenticated|owner|staff|admin)|verif\w*|valid|validat\w*|protect\w*|forgery|csrf|xsrf|permissions?|signatures?|login required|require\w*|secure|admin|claims|owner)\b`,
)
const ACCESS_DECISION_NAME = new RegExp(
  String.raw`\b(?:polic(?:y|ies)|permissions?|${AUTHENTICATION_WORDS}|guards?|abilit(?:y|ies)|access|acl|rbac|csrf|can|allowed|allow|may|verify|verifies|forbid\w*)\b`,
)
const ACCESS_QUESTION_NAME =
  /^(?:can|may|is (?:allowed|permitted|authorized)|has (?:permissions?|access|rights?|roles?)|authorized?)\b/
const ALWAYS_TRUE_LINE =
  /^(?:return\s+|(?:[\w.?]{1,80}\s*)?(?::=|=>|=)\s*)?\(?(?:true|True|TRUE)\)?[;,]?\s*(?:end|\})?$|=>\s?\(?true\)?[;,]?$|\bdefault allow\s*:?=\s*true\b/
const GUARD_DECLARATION =
  /^\s*(?:@\s?|#?\[\s*|before_(?:action|filter)\s+:|[\w.]{0,80}\.use\(\s*|protect_|->middleware\(\s*)['"]?([\w.]{1,100})/
const GUARD_NAME = new RegExp(
  `${AUTHENTICATION_WORDS}|login|permission|secured|csrf|forgery|security|verify|helmet|roles ?allowed`,
)
const LIST_ENTRY = /^\s*['"]([\w.]{1,100})/
const GUARD_ENTRY_NAME = new RegExp(`${AUTHENTICATION_WORDS}|secured|csrf|forgery|security|verify|middleware|required`)
const MAX_LINES = 400

export function findWeakenedCodeChecks(compared: FileComparison): SecurityRegression[] {
  const { file } = compared
  const [gone, come] = [compared.gone.slice(0, MAX_LINES), compared.come.slice(0, MAX_LINES)]
  const [less, more] = [countNames(gone, IDENTIFIER), countNames(come, IDENTIFIER)]
  const held = [...less].filter(
    ([name, count]) => count > (more.get(name) ?? 0) && SECURITY_CHECK_NAME.test(toPhrase(name)),
  )
  const asleep =
    [...more].find(([name, count]) => count > (less.get(name) ?? 0) && CHECK_SKIPPING_NAME.test(toPhrase(name)))?.[0] ??
    findDisabledCheck(gone, come)
  if (asleep !== undefined && (held.length > 0 || SECURITY_FILE_NAME.test(file))) return [makeCodeRegression(asleep)]
  const slack =
    findHardCodedPassword(gone, come) ??
    findBypassedCheck(gone, come) ??
    findPredictableSecret(gone, come) ??
    findUncheckedSignature(gone, come)
  if (slack !== undefined) return [makeCodeRegression(slack)]
  const unproven = held.length > 0 ? findDroppedVerification(gone, come) : undefined
  if (unproven !== undefined) return [makeCodeRegression(unproven)]
  const yes = held.length > 0 ? findAlwaysTrueCheck({ ...compared, gone, come }) : undefined
  if (yes !== undefined) return [yes]
  const [first] = gone
  return first !== undefined && come.length === 0 && gone.every(isGuardLine)
    ? [makeCodeRegression(first.trim().slice(0, 80))]
    : []
}

/** `pw != 'letmein-1' and …`: one word that opens for everybody; a test for nothing, or for a kind, is none. */
const HARD_CODED_PASSWORD =
  /(?<![\w$]|typeof )(?:[\w$]{1,40}\.){0,3}(?:pw|pass(?:wd|word|phrase|code)?|pwd|otp|pin|api_?key)\s{0,4}(?:[!=]==?|\.equals\()\s{0,4}["'](?!(?:string|undefined|object|number|null|none|password)["'])[^"'\s]{5,60}["']/i

function findHardCodedPassword(gone: readonly string[], come: readonly string[]): string | undefined {
  const found = come.flatMap((line) => HARD_CODED_PASSWORD.exec(line)?.[0] ?? [])
  return found.find((text) => !gone.some((line) => line.includes(text)))
}

const LITERAL_COMPARISON = /(?:[!=]==?\s{0,4}["'][^"'\n]{2,60}["']|["'][^"'\n]{2,60}["']\s{0,4}[!=]==?)/
const NEGATED_CHECK_CALL = /(?:\bnot |!\s{0,2}\(?(?:await )?)([\w$.]{3,60}\([^\n]{0,80}?\))/

/** `if header != 'x' and not verify(…)`: the same check, from which one word excuses. */
function findBypassedCheck(gone: readonly string[], come: readonly string[]): string | undefined {
  const checks = gone
    .filter((line) => !/&&|\band\b/.test(line))
    .flatMap((line) => NEGATED_CHECK_CALL.exec(line)?.[1] ?? [])
  const guards = checks.filter((call) =>
    call.match(IDENTIFIER)?.some((name) => SECURITY_CHECK_NAME.test(toPhrase(name))),
  )
  const line = come.find(
    (each) => LITERAL_COMPARISON.test(each) && /&&|\band\b/.test(each) && guards.some((call) => each.includes(call)),
  )
  return line?.trim().slice(0, 80)
}

const RANDOM_SOURCE = /rand(?:om|bytes|ombytes)?|urandom|entropy|\bsecrets\.|uuid/i
const SECRET_VALUE_NAME =
  /(?<![a-z])(?:\w{0,20}_)?(?:token|nonce|salt|iv|otp|session_?id|reset_?code|secret|key)(?![a-z])/i

/** A token, a nonce or a key that was drawn by chance, and now can be told beforehand. */
function findPredictableSecret(gone: readonly string[], come: readonly string[]): string | undefined {
  if (come.some((line) => RANDOM_SOURCE.test(line))) return undefined
  const drawn = gone
    .filter((line) => RANDOM_SOURCE.test(line))
    .flatMap((line) => SECRET_VALUE_NAME.exec(line)?.[0] ?? [])
  return come
    .find((line) => drawn.some((name) => line.includes(name)) && /[=(]/.test(line))
    ?.trim()
    .slice(0, 80)
}

const SIGNATURE_CHECK_CALL = /\(\s{0,4}([\w$.]{1,40})[^()\n]{0,80}\b(?:sig(?:nature)?|hmac|digest)\b/i

/** What came with a signature that was looked at, and is taken as it is. */
function findUncheckedSignature(gone: readonly string[], come: readonly string[]): string | undefined {
  if (come.some((line) => /\b(?:sig(?:nature)?|hmac|digest|verif\w*)\b/i.test(line))) return undefined
  const proven = gone.flatMap((line) => SIGNATURE_CHECK_CALL.exec(line)?.[1] ?? [])
  return come
    .find((line) => proven.some((what) => new RegExp(`\\b${what.replace(/[$.]/g, '\\$&')}\\b`).test(line)))
    ?.trim()
    .slice(0, 80)
}

const METHOD_CALL = /([\w$]{1,40})\.(\w{2,40})\(\s{0,8}([\w$.]{1,60})/g

/** `jwt.verify(token, …)` that became `jwt.decode(token)`: the same thing asked of the same, and nothing is proven. */
function findDroppedVerification(gone: readonly string[], come: readonly string[]): string | undefined {
  const calls = (lines: readonly string[]) => lines.flatMap((line) => [...line.matchAll(METHOD_CALL)])
  const proven = calls(gone).filter(([, , method = '']) => /^verif/i.test(method))
  return calls(come).find(
    ([, by, method = '', of]) => !/verif/i.test(method) && proven.some((old) => old[1] === by && old[3] === of),
  )?.[0]
}

const SECURITY_FILE_NAME = new RegExp(String.raw`\b(?:security|${AUTHENTICATION_WORDS})\b`)

function countNames(lines: readonly string[], names: RegExp): ReadonlyMap<string, number> {
  const count = new Map<string, number>()
  for (const name of lines.flatMap((line) => line.match(names) ?? [])) count.set(name, (count.get(name) ?? 0) + 1)
  return count
}

function findDisabledCheck(gone: readonly string[], come: readonly string[]): string | undefined {
  const off = (lines: readonly string[]) => lines.flatMap((line) => DISABLED_CHECK_CALL.exec(line)?.[0] ?? [])
  const before = off(gone)
  return off(come).find((text) => !before.includes(text))
}

function isGuardLine(line: string): boolean {
  const [, name] = GUARD_DECLARATION.exec(line) ?? []
  if (name !== undefined) return GUARD_NAME.test(toPhrase(name))
  return GUARD_ENTRY_NAME.test(toPhrase(LIST_ENTRY.exec(line)?.[1] ?? ''))
}

function makeCodeRegression(feature: string): SecurityRegression {
  return { area: findProtectedArea(toPhrase(feature)) ?? 'authentication', feature }
}

function findAlwaysTrueCheck({ gone, come, after, file }: FileComparison): SecurityRegression | undefined {
  const isYes = (line: string) => ALWAYS_TRUE_LINE.test(line.trim())
  const line = come.find(isYes)
  if (line === undefined || gone.some(isYes)) return undefined
  const lines = listUncommentedLines(after)
  const heads = lines
    .flatMap((each, at) => (each === line ? [linesAround(lines, at)[0] ?? ''] : []))
    .slice(0, MAX_LINES)
  const asks = [line, ...heads].some((each) =>
    each.match(IDENTIFIER)?.some((name) => ACCESS_QUESTION_NAME.test(toPhrase(name))),
  )
  return asks || ACCESS_DECISION_NAME.test(file)
    ? { area: 'authentication', feature: `${file}: ${line.trim()}`.slice(0, 100) }
    : undefined
}
