import { ON_VALUE } from '../../knowledge/lexicon/setting-values.ts'
import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { EffectDraft } from '../effects.ts'
import { weakenedArea } from '../generic/persistence.ts'
import type { PathUse } from '../paths/paths.ts'
import type { CommandCandidate } from './command-candidates.ts'

/** `ssl_verify: false`, `set ssl:verify-certificate no`, `CertificateVerify no`. */
const SETTING_LINE =
  /^[ \t]{0,40}[:"']?(?:set[ \t]{1,4})?([A-Za-z][\w.:/-]{2,60})["']?[ \t]{0,8}(?:[:=]|[ \t])[ \t]{0,8}["']?([A-Za-z0-9]{1,8})["']?[;,]?[ \t]{0,20}\r?$/gm
const VERIFICATION_WORD =
  /^(?:verify|verification|verifies|check|checks|checking|gpgcheck|strict|validate|validation|reject|insecure|skip|disable|secure)$/
const OFF_VALUE = /^(?:false|0|no|off|none|never)$/i

export function findDisabledVerification(
  path: PathUse,
  content: string,
  settings: readonly CommandCandidate[],
): readonly EffectDraft[] {
  // Other projects of a home are its owner's work; what begins with a dot is how programs behave there.
  if (path.zone !== 'system' && !(path.zone === 'home' && /\/\.[a-z]/i.test(path.real ?? path.text))) return []
  const found = new Map<string, EffectDraft>()
  const take = (name: string, value: string) => {
    const area = findDisabledCheckArea(name, value)
    if (area !== undefined) found.set(name, { kind: 'weaken', area, feature: `${name} ${value}`, certainty: 'likely' })
  }
  for (const [, name = '', value = ''] of content.matchAll(SETTING_LINE)) take(name, value)
  for (const { keys, text } of settings) if (text.length < 9) take(keys.slice(-2).join('.'), text)
  return [...found.values()].slice(0, 8)
}

type Area = NonNullable<ReturnType<typeof weakenedArea>>

function findDisabledCheckArea(name: string, value: string): Area | undefined {
  const words = wordsOf(name)
  if (!words.some((word) => VERIFICATION_WORD.test(word))) return undefined
  const last = words.at(-1)
  if (OFF_VALUE.test(value) && /^(?:checking|gpgcheck)$/.test(last ?? ''))
    return last === 'gpgcheck' ? 'signing' : 'authentication'
  if (ON_VALUE.test(value) && last === 'insecure') return 'tls'
  const area = weakenedArea(name, value)
  return area === 'tls' || area === 'signing' || area === 'authentication' ? area : undefined
}
