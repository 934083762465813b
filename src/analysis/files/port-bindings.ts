import { WEB_PORT } from '../../knowledge/lexicon/setting-values.ts'
import type { ProtectionArea } from '../effects.ts'
import type { FileComparison, SecurityRegression } from './security-regressions.ts'
import type { SettingPair } from './setting-pairs.ts'
import { isNeutralName, toPhrase } from './setting-strictness.ts'
import { normalizeValue } from './setting-values.ts'

const LOOPBACK_PORT_BINDING = /(?<![\d.])(?:127\.0\.0\.1|localhost|\[::1\]):(?:\d{1,5}:)(\d{1,5})(?![\d.])/g
const PUBLIC_PORT_BINDING = /(?<![\d.:\w-])(?:0\.0\.0\.0:|\[::\]:|\*:)?(?:\d{1,5}:)(\d{1,5})(?![\d.:])/g
const HOST_IP_SETTING = /\bhost_?ip["']?\s{0,4}[:=]\s{0,4}["']?(127\.0\.0\.1|localhost|::1|0\.0\.0\.0|::)(?![\d.:])/i
const MAX_LINES = 20_000

export function findWiderBindings({ gone, come, source }: FileComparison): SecurityRegression[] {
  if (source) return []
  const lines = (all: readonly string[]) => all.slice(0, MAX_LINES).map((line) => line.slice(0, 500))
  const portsIn = (all: readonly string[], bound: RegExp) =>
    lines(all).flatMap((line) => [...line.matchAll(bound)].map(([, port = '']) => port))
  const near = new Set(portsIn(gone, LOOPBACK_PORT_BINDING))
  const wide = portsIn(come, PUBLIC_PORT_BINDING)
  const ports = [...new Set(wide)].filter((port) => near.has(port) && !WEB_PORT.test(port))
  const ip = (all: readonly string[]) => lines(all).flatMap((line) => HOST_IP_SETTING.exec(line)?.[1] ?? [])
  const isWide = (address: string) => /^(?:0\.0\.0\.0|::)$/.test(address)
  const lifted = ip(come).some(isWide) && ip(gone).some((address) => !isWide(address))
  return [...ports, ...(lifted ? ['host_ip'] : [])].map((feature) => ({
    area: 'firewall',
    feature: `${feature} on every address`,
  }))
}

const AUTHENTICATION_WORD = /\bauth(?:n|z|entication|orization)?\b/
/** Whom a program logs in with elsewhere: it lets nobody in here. */
const OUTBOUND_LOGIN_WORD = /\b(?:smtp|mail|proxy|client|registry|upstream|outbound|remote|imap)\b/
const NO_AUTHENTICATION_VALUE = /^(?:trust|none|anonymous|open|no-?auth|noauth|unauthenticated)$/

export function findDisabledLogin(
  { keys, value }: SettingPair,
  olds: readonly SettingPair[],
  { source }: FileComparison,
): ProtectionArea | undefined {
  if (source || !NO_AUTHENTICATION_VALUE.test(normalizeValue(value))) return undefined
  if (olds.some((old) => NO_AUTHENTICATION_VALUE.test(normalizeValue(old.value)))) return undefined
  const name = toPhrase(keys.at(-1) ?? '')
  const subject = isNeutralName(name) ? keys.slice(-2).map(toPhrase).join(' ') : name
  return AUTHENTICATION_WORD.test(subject) && !OUTBOUND_LOGIN_WORD.test(keys.map(toPhrase).join(' '))
    ? 'authentication'
    : undefined
}
