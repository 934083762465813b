import type { EffectDraft } from '../../analysis/effects.ts'
import type { CommandCandidate } from '../../analysis/files/command-candidates.ts'
import { wordsOf } from './verbs.ts'

/** Lists of what a tool trusts to run, and the one entry that makes them worthless. */

const TRUST_WORDS = /^(?:trust|trusts|trusted|safe|whitelist|allowlist|whitelisted)$/
const CODE_THINGS =
  /^(?:paths?|dirs?|director(?:y|ies)|folders?|configs?|scopes?|prefix|prefixes|exact|workspaces?|projects?|plugins?|scripts?|builds?|repos?|repositories|files?|load)$/
const ALLOW_WORDS = /^(?:allow|allowed|enable|dangerously|unsafe|insecure)$/
const CODE_KINDS = /^(?:plugins?|scripts?|builds?|hooks?|extensions?)$/

const EVERYTHING_VALUES = /^(?:\/|\*{1,2}|\/\*{1,2}|~\/?|\$HOME\/?|all|everything|[A-Za-z]:\\?)$/
const MAX_VALUE_LENGTH = 10
const YES_VALUES = /^(?:true|yes|on|1|all|\*|always)$/i

export function meansEverything(value: string): boolean {
  return value.length <= MAX_VALUE_LENGTH && (EVERYTHING_VALUES.test(value) || YES_VALUES.test(value))
}

export function trustsEverything(name: string, value: string): boolean {
  if (!meansEverything(value)) return false
  const words = wordsOf(name)
  if (EVERYTHING_VALUES.test(value) && words.some((word) => TRUST_WORDS.test(word)))
    return words.length === 1 || words.includes('unsafe') || words.some((word) => CODE_THINGS.test(word))
  const dangerous = words.includes('dangerously') || (words.includes('unsafe') && words.includes('all'))
  return YES_VALUES.test(value) && words.some((word) => ALLOW_WORDS.test(word)) && (dangerous || allowsAllCode(words))
}

/** `allow-plugins`, `allowAllBuilds`: of everything, not of one that is named. */
function allowsAllCode(words: readonly string[]): boolean {
  return words.includes('allow') && words.some((word) => CODE_KINDS.test(word)) && words.length <= 4
}

export function trustWideningEffects(settings: readonly CommandCandidate[], by: string): EffectDraft[] {
  const found = settings.find(
    ({ text, keys }) => text.length < 10 && keys.length > 0 && trustsEverything(keys.slice(-2).join('.'), text.trim()),
  )
  return found ? [trustEverythingEffect(`${by} ${found.keys.at(-1) ?? ''}`)] : []
}

export function trustEverythingEffect(feature: string): EffectDraft {
  return { kind: 'weaken', area: 'other', feature: `${feature}: trusts everything`.slice(0, 120), certainty: 'likely' }
}
