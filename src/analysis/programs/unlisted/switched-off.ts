import type { Area, Effect } from '../../effects.ts'
import { wordsOf } from '../../verbs.ts'
import type { Command } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { like } from './shapes.ts'

const AREAS: readonly (readonly [Area, RegExp])[] = [
  ['tls', /^(?:tls|mtls|ssl|https|certs?|certificates?|encrypt|encryption|hsts|crypto|ciphers?|fips)$/],
  ['audit', /^(?:audit|auditing|auditlog)$/],
  ['firewall', /^(?:firewall|waf|ipfilter|whitelist|allowlist)$/],
  ['signing', /^(?:signatures?|signing|signed)$/],
  ['sandbox', /^(?:sandbox|lockdown|selinux|apparmor|seccomp|isolation|confinement|mitigations|aslr)$/],
  [
    'authentication',
    /^(?:auth|authn|authz|authentication|authorization|login|logins|mfa|2fa|totp|otp|sso|rbac|csrf|xsrf|security|jwt)$/,
  ],
]
/** A name that says the opposite: what it is set to counts the other way round. */
const NEGATES = /^(?:no|not|disable|disabled|disables|skip|skips|bypass|without|off|insecure|ignore|anonymous|unsafe)$/
const ON = /^(?:true|1|yes|on|enabled?|always)$/i
const OFF = /^(?:false|0|no|off|disabled?|none|never)$/i
const WEAK =
  /^(?:legacy|permissive|insecure|weak|low|lowest|minimal|plain|plaintext|anonymous|complain|unconfined|relaxed|allow-?all)$/i
const OLD_PROTOCOL = /^(?:sslv[23]|tlsv?1(?:[._][01])?)$/i
const ABOUT =
  /^(?:url|uri|host|port|path|file|dir|name|key|secret|id|timeout|ttl|debug|log|level|version|count|size|retries|cache|redirect|metrics|verbose|autologin)$/
const PAIR = /(?<![\w.-])([A-Za-z][\w.-]{1,60})=["']?([A-Za-z0-9]{1,8})(?![\w./:-])/g
const MOST_NAMED = 64

/** A check that is switched off where something is deployed: `AUTH_DISABLED=true`, `--set auth.enabled=false`, `--https-only false`. */
export function stateSwitchedOff(command: Command, scribe: Scribe): void {
  const found = new Map<string, Area>()
  for (const [at, { known }] of command.args.entries()) {
    for (const [, name = '', value = ''] of known.matchAll(PAIR)) note(found, name, value, '=')
    const next = command.args[at + 1]?.known
    if (/^--[a-z][\w-]{2,60}$/.test(known) && next !== undefined) note(found, known.slice(2), next, ' ')
  }
  const weak = [...found]
  for (const [feature, area] of weak.slice(0, MOST_NAMED))
    scribe.effect({ kind: 'weaken', area, feature, certainty: 'likely' })
  const [, area] = weak[MOST_NAMED] ?? []
  if (area !== undefined)
    scribe.effect({ kind: 'weaken', area, feature: `${weak.length - MOST_NAMED} more checks`, certainty: 'likely' })
}

function note(found: Map<string, Area>, name: string, value: string, between: string): void {
  const area = weakened(name, value)
  if (area !== undefined) found.set(`${name}${between}${value}`, area)
}

export function weakened(name: string, value: string): Area | undefined {
  const words = wordsOf(name)
  if (words.some(like(ABOUT)) && !OLD_PROTOCOL.test(value)) return undefined
  const negated = words.some(like(NEGATES))
  if (!(negated ? ON.test(value) : OFF.test(value) || WEAK.test(value) || OLD_PROTOCOL.test(value))) return undefined
  const area = AREAS.find(([, names]) => words.some(like(names)))?.[0]
  // `VERIFY_PEER=false`, `INSECURE_SKIP_VERIFY=true`: whatever is verified.
  return area ?? (words.some(like(/^(?:verify|verification)$/)) ? 'authentication' : undefined)
}

export function changesDeployed(own: readonly Effect[]): boolean {
  return own.some(
    (effect) =>
      (effect.kind === 'deploy' && effect.stage !== 'development' && effect.stage !== 'preview') ||
      (effect.kind === 'resource-change' &&
        effect.certainty !== 'possible' &&
        effect.stage !== 'development' &&
        effect.stage !== 'preview'),
  )
}
