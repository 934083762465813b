import { areaOf, phraseOf } from './direction.ts'
import type { Compared, Looser } from './loosened.ts'

const NAME = /[A-Za-z_$][\w$]{3,80}(?:[?!])?/g
/** Names that say that a check is not made: `skip_forgery_protection`, `ParseUnverified`, `AllowAny`, `permitAll`. */
const WITHOUT =
  /\b(?:(?:skip|disable|bypass|ignore|no|noop|without|exempt|trust|accept)(?: \w+){0,2}? (?:verif\w*|validat\w*|forgery|csrf|xsrf|auth\w*|certificates?|certs?|hostnames?|signatures?|ssl|tls|security|permissions?|login|authenticity)|(?:csrf|auth\w*|login|permission) exempt|(?:parse |decode )?unverified|unauthenticated|allow (?:any|all|anonymous)|permit all|trust all)\b/
/** `csrf(c -> c.disable())`, `.csrf().disable()`. */
const SWITCHED_OFF = /\b(?:csrf|xsrf|authentication|ssl|tls|verification)\b[^\n;]{0,60}\bdisabled?\b\s{0,4}[(){]/i
/** Names that say that one is made. */
const WITH =
  /\b(?:auth\w*|is (?:authenticated|owner|staff|admin)|verif\w*|valid|validat\w*|protect\w*|forgery|csrf|xsrf|permissions?|signatures?|login required|require\w*|secure|admin|claims|owner)\b/
/** Names of what decides who may do what. */
const DECIDES =
  /\b(?:polic(?:y|ies)|permissions?|auth\w*|guards?|abilit(?:y|ies)|access|acl|rbac|csrf|can|allowed|allow|may|verify|verifies|forbid\w*)\b/
const YES =
  /^\s*(?:return\s+|(?:[\w.?]+\s*)?(?::=|=>|=)\s*)?\(?(?:true|True|TRUE)\)?[;,]?\s*(?:end|\})?\s*$|\bdefault allow\s*:?=\s*true\b/
/** A line that does nothing but to set a guard before something. */
const GUARD_LINE =
  /^\s*(?:@\s?[\w.]*|\[|before_action\s+:|before_filter\s+:|[\w.]*\.use\(\s*|['"][\w.]*|protect_|->middleware\(|#\[)\s*['"]?[\w.]*(?:auth|login|permission|secured|csrf|forgery|security|verify|helmet|rolesallowed|antiforgery)[\w.]*/i

/** Guards in a program that are taken out, put to sleep, or always say yes. */
export function codeGuards(compared: Compared): Looser[] {
  const { gone, come, before, file } = compared
  if (gone.length + come.length > 400) return []
  const phrases = (lines: readonly string[]) => [
    ...new Set(lines.flatMap((line) => line.slice(0, 2_000).match(NAME) ?? [])),
  ]
  const held = phrases(gone).filter((name) => WITH.test(phraseOf(name)))
  const asleep =
    phrases(come).find((name) => WITHOUT.test(phraseOf(name)) && !before.includes(name)) ??
    come.flatMap((line) => SWITCHED_OFF.exec(line.slice(0, 2_000))?.[0] ?? []).find((text) => !before.includes(text))
  if (asleep !== undefined && (held.length > 0 || /\b(?:security|auth\w*)\b/.test(file))) return [looser(asleep)]
  const yes = alwaysYes(compared, held)
  if (yes !== undefined) return [yes]
  const lines = gone.filter((line) => line.trim() !== '')
  const [first] = lines
  const isOut = first !== undefined && come.every((line) => line.trim() === '') && lines.every(isGuard)
  return isOut ? [looser(first.trim().slice(0, 80))] : []
}

const isGuard = (line: string): boolean => GUARD_LINE.test(line)

function looser(feature: string): Looser {
  return { area: areaOf(phraseOf(feature)) ?? 'authentication', feature }
}

/** What decides says yes to everybody where it looked at something before. */
function alwaysYes({ gone, come, after, file }: Compared, held: readonly string[]): Looser | undefined {
  const line = come.find((each) => YES.test(each))
  if (line === undefined || held.length === 0) return undefined
  if (gone.some((each) => YES.test(each))) return undefined
  const near = `${after.slice(0, 4_000)}`.match(NAME)?.map(phraseOf).join(' ') ?? ''
  const decides = DECIDES.test(file) || /\bdef (?:can|may|is allowed|has)\b/.test(near)
  return decides ? { area: 'authentication', feature: `${file}: ${line.trim()}`.slice(0, 100) } : undefined
}
