import { AUTH, areaOf, phraseOf } from './direction.ts'
import type { Compared, Looser } from './loosened.ts'
import { linesAround, toldLines } from './told-lines.ts'

const NAME = /[A-Za-z_$][\w$]{2,80}(?:[?!])?/g
/** What is looked at before it is trusted: data that a person types is none of it. */
const TRUSTED = String.raw`(?:verif\w*|forgery|csrf|xsrf|${AUTH}|certificates?|certs?|hostnames?|signatures?|ssl|tls|security|permissions?|authenticity|(?:tokens?|jwt|cert\w*|signatures?|issuer|audience|hosts?|hostnames?|origins?|ssl|tls|server|lifetime|sessions?|requests?) validat\w*)`
const WITHOUT = new RegExp(
  String.raw`\b(?:(?:skip|disable|bypass|ignore|no|noop|without|exempt)(?: \w+){0,2}? (?:${TRUSTED}|login)|(?:trust|accept)(?: (?:any|all|every|invalid|unknown|untrusted|self signed|server|client))? (?:certificates?|certs?|hostnames?|hosts?|signatures?)|(?:csrf|${AUTH}|login|permission) exempt|(?:parse |decode )?unverified|unauthenticated|allow (?:any|all|anonymous)|permit all|(?:trust|accept) all)\b`,
)
const SWITCHED_OFF = /\b(?:csrf|xsrf|authentication|ssl|tls|verification)\b[^\n;]{0,60}\bdisabled?\b\s{0,4}[(){]/i
const WITH = new RegExp(
  String.raw`\b(?:${AUTH}|is (?:authenticated|owner|staff|admin)|verif\w*|valid|validat\w*|protect\w*|forgery|csrf|xsrf|permissions?|signatures?|login required|require\w*|secure|admin|claims|owner)\b`,
)
const DECIDES = new RegExp(
  String.raw`\b(?:polic(?:y|ies)|permissions?|${AUTH}|guards?|abilit(?:y|ies)|access|acl|rbac|csrf|can|allowed|allow|may|verify|verifies|forbid\w*)\b`,
)
const ASKS = /^(?:can|may|is (?:allowed|permitted|authorized)|has (?:permissions?|access|rights?|roles?)|authorized?)\b/
const YES =
  /^(?:return\s+|(?:[\w.?]{1,80}\s*)?(?::=|=>|=)\s*)?\(?(?:true|True|TRUE)\)?[;,]?\s*(?:end|\})?$|=>\s?\(?true\)?[;,]?$|\bdefault allow\s*:?=\s*true\b/
const SETS =
  /^\s*(?:@\s?|#?\[\s*|before_(?:action|filter)\s+:|[\w.]{0,80}\.use\(\s*|protect_|->middleware\(\s*)['"]?([\w.]{1,100})/
const GUARDS = new RegExp(`${AUTH}|login|permission|secured|csrf|forgery|security|verify|helmet|roles ?allowed`)
const ENTRY = /^\s*['"]([\w.]{1,100})/
const ONLY_GUARDS = new RegExp(`${AUTH}|secured|csrf|forgery|security|verify|middleware|required`)
const MOST_LINES = 400

export function codeGuards(compared: Compared): Looser[] {
  const { file } = compared
  const [gone, come] = [compared.gone.slice(0, MOST_LINES), compared.come.slice(0, MOST_LINES)]
  const [less, more] = [countOf(gone, NAME), countOf(come, NAME)]
  const held = [...less].filter(([name, count]) => count > (more.get(name) ?? 0) && WITH.test(phraseOf(name)))
  const asleep =
    [...more].find(([name, count]) => count > (less.get(name) ?? 0) && WITHOUT.test(phraseOf(name)))?.[0] ??
    switchedOff(gone, come)
  if (asleep !== undefined && (held.length > 0 || SECURES.test(file))) return [looser(asleep)]
  const slack = fixedPassword(gone, come) ?? excused(gone, come) ?? foreseeable(gone, come) ?? unsigned(gone, come)
  if (slack !== undefined) return [looser(slack)]
  const unproven = held.length > 0 ? notVerified(gone, come) : undefined
  if (unproven !== undefined) return [looser(unproven)]
  const yes = held.length > 0 ? alwaysYes({ ...compared, gone, come }) : undefined
  if (yes !== undefined) return [yes]
  const [first] = gone
  return first !== undefined && come.length === 0 && gone.every(isGuard) ? [looser(first.trim().slice(0, 80))] : []
}

/** `pw != 'letmein-1' and …`: one word that opens for everybody; a test for nothing, or for a kind, is none. */
const FIXED =
  /(?<![\w$]|typeof )(?:[\w$]{1,40}\.){0,3}(?:pw|pass(?:wd|word|phrase|code)?|pwd|otp|pin|api_?key)\s{0,4}(?:[!=]==?|\.equals\()\s{0,4}["'](?!(?:string|undefined|object|number|null|none|password)["'])[^"'\s]{5,60}["']/i

function fixedPassword(gone: readonly string[], come: readonly string[]): string | undefined {
  const found = come.flatMap((line) => FIXED.exec(line)?.[0] ?? [])
  return found.find((text) => !gone.some((line) => line.includes(text)))
}

const ONE_WORD = /(?:[!=]==?\s{0,4}["'][^"'\n]{2,60}["']|["'][^"'\n]{2,60}["']\s{0,4}[!=]==?)/
const CHECKED = /(?:\bnot |!\s{0,2}\(?(?:await )?)([\w$.]{3,60}\([^\n]{0,80}?\))/

/** `if header != 'x' and not verify(…)`: the same check, from which one word excuses. */
function excused(gone: readonly string[], come: readonly string[]): string | undefined {
  const checks = gone.filter((line) => !/&&|\band\b/.test(line)).flatMap((line) => CHECKED.exec(line)?.[1] ?? [])
  const guards = checks.filter((call) => call.match(NAME)?.some((name) => WITH.test(phraseOf(name))))
  const line = come.find(
    (each) => ONE_WORD.test(each) && /&&|\band\b/.test(each) && guards.some((call) => each.includes(call)),
  )
  return line?.trim().slice(0, 80)
}

const BY_CHANCE = /rand(?:om|bytes|ombytes)?|urandom|entropy|\bsecrets\.|uuid/i
const KEPT_SECRET = /(?<![a-z])(?:\w{0,20}_)?(?:token|nonce|salt|iv|otp|session_?id|reset_?code|secret|key)(?![a-z])/i

/** A token, a nonce or a key that was drawn by chance, and now can be told beforehand. */
function foreseeable(gone: readonly string[], come: readonly string[]): string | undefined {
  if (come.some((line) => BY_CHANCE.test(line))) return undefined
  const drawn = gone.filter((line) => BY_CHANCE.test(line)).flatMap((line) => KEPT_SECRET.exec(line)?.[0] ?? [])
  return come
    .find((line) => drawn.some((name) => line.includes(name)) && /[=(]/.test(line))
    ?.trim()
    .slice(0, 80)
}

const PROOF = /\(\s{0,4}([\w$.]{1,40})[^()\n]{0,80}\b(?:sig(?:nature)?|hmac|digest)\b/i

/** What came with a signature that was looked at, and is taken as it is. */
function unsigned(gone: readonly string[], come: readonly string[]): string | undefined {
  if (come.some((line) => /\b(?:sig(?:nature)?|hmac|digest|verif\w*)\b/i.test(line))) return undefined
  const proven = gone.flatMap((line) => PROOF.exec(line)?.[1] ?? [])
  return come
    .find((line) => proven.some((what) => new RegExp(`\\b${what.replace(/[$.]/g, '\\$&')}\\b`).test(line)))
    ?.trim()
    .slice(0, 80)
}

const CALLS = /([\w$]{1,40})\.(\w{2,40})\(\s{0,8}([\w$.]{1,60})/g

/** `jwt.verify(token, …)` that became `jwt.decode(token)`: the same thing asked of the same, and nothing is proven. */
function notVerified(gone: readonly string[], come: readonly string[]): string | undefined {
  const calls = (lines: readonly string[]) => lines.flatMap((line) => [...line.matchAll(CALLS)])
  const proven = calls(gone).filter(([, , method = '']) => /^verif/i.test(method))
  return calls(come).find(
    ([, by, method = '', of]) => !/verif/i.test(method) && proven.some((old) => old[1] === by && old[3] === of),
  )?.[0]
}

const SECURES = new RegExp(String.raw`\b(?:security|${AUTH})\b`)

function countOf(lines: readonly string[], names: RegExp): ReadonlyMap<string, number> {
  const count = new Map<string, number>()
  for (const name of lines.flatMap((line) => line.match(names) ?? [])) count.set(name, (count.get(name) ?? 0) + 1)
  return count
}

function switchedOff(gone: readonly string[], come: readonly string[]): string | undefined {
  const off = (lines: readonly string[]) => lines.flatMap((line) => SWITCHED_OFF.exec(line)?.[0] ?? [])
  const before = off(gone)
  return off(come).find((text) => !before.includes(text))
}

function isGuard(line: string): boolean {
  const [, name] = SETS.exec(line) ?? []
  if (name !== undefined) return GUARDS.test(phraseOf(name))
  return ONLY_GUARDS.test(phraseOf(ENTRY.exec(line)?.[1] ?? ''))
}

function looser(feature: string): Looser {
  return { area: areaOf(phraseOf(feature)) ?? 'authentication', feature }
}

function alwaysYes({ gone, come, after, file }: Compared): Looser | undefined {
  const isYes = (line: string) => YES.test(line.trim())
  const line = come.find(isYes)
  if (line === undefined || gone.some(isYes)) return undefined
  const lines = toldLines(after)
  const heads = lines
    .flatMap((each, at) => (each === line ? [linesAround(lines, at)[0] ?? ''] : []))
    .slice(0, MOST_LINES)
  const asks = [line, ...heads].some((each) => each.match(NAME)?.some((name) => ASKS.test(phraseOf(name))))
  return asks || DECIDES.test(file)
    ? { area: 'authentication', feature: `${file}: ${line.trim()}`.slice(0, 100) }
    : undefined
}
