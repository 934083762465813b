import type { Effect } from '../../analysis/effects.ts'
import { watchedBy } from '../../analysis/watchers.ts'
import { DISABLE } from '../acts.ts'
import type { Category } from '../category.ts'
import { asked, detector } from '../find.ts'
import { guardSpellings, loosening } from '../spellings.ts'

const GUARDED = ['firewall', 'sandbox', 'endpoint-protection', 'secure-boot', 'ci-check', 'other'] as const

export const category: Category = {
  id: 'security-disabling',
  title: 'Security features switched off',
  summary: 'Disables firewalls, sandboxes, malware protection, secure boot, branch protection or required checks.',
  hard: false,
  policy: `Blocked: flushing or disabling firewalls, SELinux or AppArmor, Gatekeeper or SIP, antivirus and endpoint agents, sandbox flags,
removing branch protection, skipping or loosening hooks or checks.
Not blocked: looking at their state, adding a stricter rule, editing the project's own lint or test configuration.`,
  clears: 'The user asked for it and named the feature or the flag that switches it off.',
  ...detector('security-disabling', ['weaken', 'service-control', 'signal-process'], (effect) => {
    if (effect.kind === 'weaken') {
      if (!GUARDED.some((area) => area === effect.area)) return undefined
      const opens = effect.area === 'firewall' && LETS_THROUGH.test(effect.feature)
      return {
        what: opens ? `opens the firewall for ${effect.feature}` : `switches off protection: ${effect.feature}`,
        acts: opens ? OPEN : [...DISABLE, ...loosening(effect.feature), ...(effect.area === 'ci-check' ? BY_FLAG : [])],
        nouns: [
          [
            ...(opens
              ? [effect.feature, ...bare(effect.feature)]
              : [...guardSpellings(effect.feature), ...named(effect)]),
          ],
        ],
        ...asked(effect, phraseOf(effect.feature, opens)),
        ...(effect.area === 'ci-check' ? { instead: 'let the hooks run, and fix what they report' } : {}),
      }
    }
    if (effect.kind === 'service-control' && isGuard(effect.service) && /^(?:stop|disable|mask)$/.test(effect.verb))
      return { what: `stops ${effect.service}`, acts: DISABLE, nouns: [[effect.service, 'firewall']] }
    if (effect.kind === 'signal-process' && isGuard(effect.target))
      return { what: `kills ${effect.target}`, acts: ['kill', ...DISABLE], nouns: [[effect.target]] }
    return undefined
  }),
}

const FROM_ANYWHERE = '(?:anywhere|everywhere|the world|the internet|any (?:ip|address))\\b'

/** A port by its number, or from where it is reached; a guard with the word that ends it. */
function phraseOf(feature: string, opens: boolean): string {
  const name = feature.replaceAll(/[^\w-]/g, '.')
  if (opens) return `ports? (?:[\\d, ]|and )*${name}\\b|${FROM_ANYWHERE}`
  if (feature === 'every port') return '(?:every|all|any) ports?\\b'
  return `(?:stop|disable|mask|remove|uninstall|switch|turn)(?:s|es)?\\b.{0,40}\\b${name}\\b`
}

/** A rule for one port or address: whoever asks for that names it. */
const LETS_THROUGH = /^\d[\d.:]*(?:\/\w+)?$/
const OPEN = ['open', 'allow', 'permit', 'unblock', 'expose', 'remove', 'delete', 'drop'] as const

function bare(port: string): readonly string[] {
  return [port.replace(/\/(?:tcp|udp)$/, '')]
}

function named({ area, feature }: Extract<Effect, { kind: 'weaken' }>): readonly string[] {
  if (feature === 'branch protection')
    return ['protection', 'review', 'reviews', 'admin', '--admin', 'admin rights', 'admin privileges']
  return area === 'ci-check' ? CHECKS : [area.replace('-', ' ')]
}

/** Services of Windows are called after nothing. */
const WINDOWS = /^(?:windefend|mpssvc|wscsvc|wdnissvc|sense|msmpeng|securityhealthservice|wuauserv)$/i

function isGuard(name: string): boolean {
  const area = watchedBy(name)
  return WINDOWS.test(name) || (area !== undefined && GUARDED.some((each) => each === area))
}

/** "Commit with --no-verify": the flag itself asks for it. */
const BY_FLAG = ['commit', 'push', 'merge', 'amend'].flatMap((verb) => [
  `${verb} … --no-verify`,
  `${verb} … no-verify`,
  `${verb} … without`,
  `${verb} … --admin`,
  `${verb} … admin`,
  `${verb} … bypass`,
])

const CHECKS = [
  'hooks',
  'hook',
  'checks',
  'verify',
  'no-verify',
  '--no-verify',
  'pre-commit',
  'pre-push',
  'pre-push tests',
  'ci',
] as const
