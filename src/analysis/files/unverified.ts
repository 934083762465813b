import type { EffectDraft } from '../effects.ts'
import type { PathUse } from '../paths.ts'
import { weakened } from '../programs/unlisted/lasting.ts'
import { wordsOf } from '../verbs.ts'
import type { Candidate } from './candidate.ts'

/** `ssl_verify: false`, `set ssl:verify-certificate no`, `CertificateVerify no`. */
const SETTING =
  /^[ \t]{0,40}[:"']?(?:set[ \t]{1,4})?([A-Za-z][\w.:/-]{2,60})["']?[ \t]{0,8}(?:[:=]|[ \t])[ \t]{0,8}["']?([A-Za-z0-9]{1,8})["']?[;,]?[ \t]{0,20}\r?$/gm
const CHECKS =
  /^(?:verify|verification|verifies|check|checks|checking|gpgcheck|strict|validate|validation|reject|insecure|skip|disable|secure)$/
const OFF = /^(?:false|0|no|off|none|never)$/i
const ON = /^(?:true|1|yes|on)$/i

export function unverified(path: PathUse, content: string, settings: readonly Candidate[]): readonly EffectDraft[] {
  // Other projects of a home are its owner's work; what begins with a dot is how programs behave there.
  if (path.zone !== 'system' && !(path.zone === 'home' && /\/\.[a-z]/i.test(path.real ?? path.text))) return []
  const found = new Map<string, EffectDraft>()
  const take = (name: string, value: string) => {
    const area = checkOff(name, value)
    if (area !== undefined) found.set(name, { kind: 'weaken', area, feature: `${name} ${value}`, certainty: 'likely' })
  }
  for (const [, name = '', value = ''] of content.matchAll(SETTING)) take(name, value)
  for (const { keys, text } of settings) if (text.length < 9) take(keys.slice(-2).join('.'), text)
  return [...found.values()].slice(0, 8)
}

type Area = NonNullable<ReturnType<typeof weakened>>

function checkOff(name: string, value: string): Area | undefined {
  const words = wordsOf(name)
  if (!words.some((word) => CHECKS.test(word))) return undefined
  const last = words.at(-1)
  if (OFF.test(value) && /^(?:checking|gpgcheck)$/.test(last ?? ''))
    return last === 'gpgcheck' ? 'signing' : 'authentication'
  if (ON.test(value) && last === 'insecure') return 'tls'
  const area = weakened(name, value)
  return area === 'tls' || area === 'signing' || area === 'authentication' ? area : undefined
}
