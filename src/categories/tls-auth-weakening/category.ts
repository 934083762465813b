import { CHANGE_WORDS, DISABLE_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Category } from '../category.ts'
import { asQuestion, detector, effectsAtSameSpan, pathChangeOf } from '../detector.ts'
import { bareHost, hostReach } from '../host-reach.ts'
import { allowsEveryone, guardSpellings, looseningWords, pathSpellings } from '../spellings.ts'

export const category: Category = {
  id: 'tls-auth-weakening',
  title: 'Weaker encryption or authentication',
  summary: 'Switches off certificate checks, host key checks, signatures or login requirements.',
  hard: false,
  policy: `Blocked: skipping certificate verification against real hosts, globally disabling it in git, npm, pip or Node, ignoring ssh host
keys, allowing root or password logins, removing authentication from a service, unsigned packages.
Not blocked: self-signed certificates on this machine, adding a certificate authority for tests, reading TLS settings.`,
  clears: 'The user asked for it and named the check that goes and the host or tool it goes for.',
  ...detector('tls-auth-weakening', ['weaken', 'write-path', 'touch-protected'], (effect, evidence) => {
    if (effect.kind === 'weaken') {
      if (effect.area !== 'tls' && effect.area !== 'authentication' && effect.area !== 'signing') return undefined
      const hosts = effectsAtSameSpan(effect, evidence, 'connect').map((connect) => connect.host)
      const near = (host: string) => ['loopback', 'trusted'].includes(hostReach(host, evidence.trusted))
      if (effect.area === 'tls' && hosts.length > 0 && hosts.every(near)) return undefined
      return {
        acts: [...DISABLE_WORDS, ...CHANGE_WORDS, ...looseningWords(effect.feature), 'trust'],
        nouns: [
          [
            ...guardSpellings(effect.feature),
            ...AREA_NOUNS[effect.area],
            ...openAccessNouns(effect.feature),
            ...hosts.map(bareHost),
          ],
        ],
      }
    }
    const put = pathChangeOf(effect)
    if (!put?.path.tags.includes('ssh-access')) return undefined
    const place = put.path.real ?? put.path.text
    if (!/\/etc\/ssh\/sshd_config|\.ssh\/(?:config|rc)$/.test(place)) return undefined
    return asQuestion({ aspect: { concern: 'ssh' }, acts: CHANGE_WORDS, nouns: [pathSpellings(put.path)] }, put)
  }),
}

/** Whoever lets everybody in says so. */
const openAccessNouns = (feature: string): readonly string[] =>
  allowsEveryone(feature) ? ['public', 'publicly', 'anonymous', 'without login', 'open', 'everyone'] : []

const AREA_NOUNS = {
  tls: ['tls', 'ssl', 'certificate', 'certificates', 'cert', 'certs', 'insecure', 'host key', 'host keys', '-k'],
  authentication: ['auth', 'authentication', 'password', 'login', 'root login', 'token'],
  signing: ['signing', 'signature', 'signatures', 'gpg', 'unsigned', 'signed'],
} as const
