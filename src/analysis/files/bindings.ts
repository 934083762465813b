import type { Area } from '../effects.ts'
import { isNeutral, phraseOf } from './direction.ts'
import type { Compared, Looser } from './loosened.ts'
import type { Pair } from './pairs.ts'
import { plainValue } from './values.ts'

const NEAR = /(?<![\d.])(?:127\.0\.0\.1|localhost|\[::1\]):(?:\d{1,5}:)(\d{1,5})(?![\d.])/g
const WIDE = /(?<![\d.:\w-])(?:0\.0\.0\.0:|\[::\]:|\*:)?(?:\d{1,5}:)(\d{1,5})(?![\d.:])/g
const HOST_IP = /\bhost_?ip["']?\s{0,4}[:=]\s{0,4}["']?(127\.0\.0\.1|localhost|::1|0\.0\.0\.0|::)(?![\d.:])/i
const WEB = /^(?:80|443|8080|8443)$/
const MOST = 20_000

export function widerBindings({ gone, come, source }: Compared): Looser[] {
  if (source) return []
  const lines = (all: readonly string[]) => all.slice(0, MOST).map((line) => line.slice(0, 500))
  const portsIn = (all: readonly string[], bound: RegExp) =>
    lines(all).flatMap((line) => [...line.matchAll(bound)].map(([, port = '']) => port))
  const near = new Set(portsIn(gone, NEAR))
  const wide = portsIn(come, WIDE)
  const ports = [...new Set(wide)].filter((port) => near.has(port) && !WEB.test(port))
  const ip = (all: readonly string[]) => lines(all).flatMap((line) => HOST_IP.exec(line)?.[1] ?? [])
  const isWide = (address: string) => /^(?:0\.0\.0\.0|::)$/.test(address)
  const lifted = ip(come).some(isWide) && ip(gone).some((address) => !isWide(address))
  return [...ports, ...(lifted ? ['host_ip'] : [])].map((feature) => ({
    area: 'firewall',
    feature: `${feature} on every address`,
  }))
}

const AUTH = /\bauth(?:n|z|entication|orization)?\b/
/** Whom a program logs in with elsewhere: it lets nobody in here. */
const ELSEWHERE = /\b(?:smtp|mail|proxy|client|registry|upstream|outbound|remote|imap)\b/
const NOBODY_ASKED = /^(?:trust|none|anonymous|open|no-?auth|noauth|unauthenticated)$/

export function asksNobody({ keys, value }: Pair, olds: readonly Pair[], { source }: Compared): Area | undefined {
  if (source || !NOBODY_ASKED.test(plainValue(value))) return undefined
  if (olds.some((old) => NOBODY_ASKED.test(plainValue(old.value)))) return undefined
  const name = phraseOf(keys.at(-1) ?? '')
  const subject = isNeutral(name) ? keys.slice(-2).map(phraseOf).join(' ') : name
  return AUTH.test(subject) && !ELSEWHERE.test(keys.map(phraseOf).join(' ')) ? 'authentication' : undefined
}
