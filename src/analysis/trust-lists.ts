import type { EffectDraft } from './effects.ts'
import type { Candidate } from './files/candidate.ts'
import { wordsOf } from './verbs.ts'

/** Lists of what a tool trusts to run, and the one entry that makes them worthless. */

const TRUSTS = /^(?:trust|trusts|trusted|safe|whitelist|allowlist|whitelisted)$/
const OF_CODE =
  /^(?:paths?|dirs?|director(?:y|ies)|folders?|configs?|scopes?|prefix|prefixes|exact|workspaces?|projects?|plugins?|scripts?|builds?|repos?|repositories|files?|load)$/
const ALLOWS = /^(?:allow|allowed|enable|dangerously|unsafe|insecure)$/
const RUN = /^(?:plugins?|scripts?|builds?|hooks?|extensions?)$/

const EVERYTHING = /^(?:\/|\*{1,2}|\/\*{1,2}|~\/?|\$HOME\/?|all|everything|[A-Za-z]:\\?)$/
const LONGEST = 10
const YES = /^(?:true|yes|on|1|all|\*|always)$/i

export function meansEverything(value: string): boolean {
  return value.length <= LONGEST && (EVERYTHING.test(value) || YES.test(value))
}

export function trustsEverything(name: string, value: string): boolean {
  if (!meansEverything(value)) return false
  const words = wordsOf(name)
  if (EVERYTHING.test(value) && words.some((word) => TRUSTS.test(word)))
    return words.length === 1 || words.includes('unsafe') || words.some((word) => OF_CODE.test(word))
  const dangerous = words.includes('dangerously') || (words.includes('unsafe') && words.includes('all'))
  return YES.test(value) && words.some((word) => ALLOWS.test(word)) && (dangerous || isAllOf(words))
}

/** `allow-plugins`, `allowAllBuilds`: of everything, not of one that is named. */
function isAllOf(words: readonly string[]): boolean {
  return words.includes('allow') && words.some((word) => RUN.test(word)) && words.length <= 4
}

export function widenedTrust(settings: readonly Candidate[], by: string): EffectDraft[] {
  const found = settings.find(
    ({ text, keys }) => text.length < 10 && keys.length > 0 && trustsEverything(keys.slice(-2).join('.'), text.trim()),
  )
  return found ? [trusting(`${by} ${found.keys.at(-1) ?? ''}`)] : []
}

export function trusting(feature: string): EffectDraft {
  return { kind: 'weaken', area: 'other', feature: `${feature}: trusts everything`.slice(0, 120), certainty: 'likely' }
}
