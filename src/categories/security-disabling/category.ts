import type { Effect } from '../../analysis/effects.ts'
import { DISABLE_WORDS, phrases } from '../../knowledge/lexicon/act-words.ts'
import { protectionAreaOf } from '../../knowledge/lexicon/security-products.ts'
import { VERBS } from '../../knowledge/lexicon/verbs.ts'
import type { Category } from '../category.ts'
import { detector, everydayPhrase } from '../detector.ts'
import { guardSpellings, looseningWords } from '../spellings.ts'

const SECURITY_AREAS = ['firewall', 'sandbox', 'endpoint-protection', 'secure-boot', 'ci-check', 'other'] as const

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
      if (!SECURITY_AREAS.some((area) => area === effect.area)) return undefined
      const opens = effect.area === 'firewall' && FIREWALL_RULE.test(effect.feature)
      return {
        acts: opens
          ? OPEN_PORT_WORDS
          : [
              ...DISABLE_WORDS,
              ...looseningWords(effect.feature),
              ...(effect.area === 'ci-check' ? BYPASS_FLAG_PHRASES : []),
            ],
        nouns: [
          [
            ...(opens
              ? [effect.feature, ...portSpellings(effect.feature)]
              : [...guardSpellings(effect.feature), ...featureNouns(effect)]),
          ],
        ],
        ...everydayPhrase(effect, disablePhrase(effect.feature, opens)),
      }
    }
    if (
      effect.kind === 'service-control' &&
      isSecurityService(effect.service) &&
      (effect.verb === 'stop' || effect.verb === 'disable' || effect.verb === 'mask')
    )
      return { aspect: { concern: 'guard' }, acts: DISABLE_WORDS, nouns: [[effect.service, 'firewall']] }
    if (effect.kind === 'signal-process' && isSecurityService(effect.target))
      return { aspect: { concern: 'guard' }, acts: ['kill', ...DISABLE_WORDS], nouns: [[effect.target]] }
    return undefined
  }),
}

const FROM_ANYWHERE = '(?:anywhere|everywhere|the world|the internet|any (?:ip|address))\\b'

/** A port by its number, or from where it is reached; a guard with the word that ends it. */
function disablePhrase(feature: string, opens: boolean): string {
  const name = feature.replaceAll(/[^\w-]/g, '.')
  if (opens) return `ports? (?:[\\d, ]|and )*${name}\\b|${FROM_ANYWHERE}`
  if (feature === 'every port') return '(?:every|all|any) ports?\\b'
  return `(?:stop|disable|mask|remove|uninstall|switch|turn)(?:s|es)?\\b.{0,40}\\b${name}\\b`
}

/** A rule for one port or address: whoever asks for that names it. */
const FIREWALL_RULE = /^\d[\d.:]*(?:\/\w+)?$/
const OPEN_PORT_WORDS = ['open', 'allow', 'permit', 'unblock', 'expose', ...VERBS.delete] as const

function portSpellings(port: string): readonly string[] {
  return [port.replace(/\/(?:tcp|udp)$/, '')]
}

function featureNouns({ area, feature }: Extract<Effect, { kind: 'weaken' }>): readonly string[] {
  if (feature === 'branch protection')
    return ['protection', 'review', 'reviews', 'admin', '--admin', 'admin rights', 'admin privileges']
  return area === 'ci-check' ? CHECK_NOUNS : [area.replace('-', ' ')]
}

/** Services of Windows are called after nothing. */
const WINDOWS_SECURITY_SERVICE = /^(?:windefend|mpssvc|wscsvc|wdnissvc|sense|msmpeng|securityhealthservice|wuauserv)$/i

function isSecurityService(name: string): boolean {
  const area = protectionAreaOf(name)
  return WINDOWS_SECURITY_SERVICE.test(name) || (area !== undefined && SECURITY_AREAS.some((each) => each === area))
}

/** "Commit with --no-verify": the flag itself asks for it. */
const BYPASS_FLAG_PHRASES = ['commit', 'push', 'merge', 'amend'].flatMap((verb) => [
  `${verb} … --no-verify`,
  `${verb} … no-verify`,
  `${verb} … without`,
  `${verb} … --admin`,
  `${verb} … admin`,
  `${verb} … bypass`,
])

const CHECK_NOUNS = [
  ...phrases('hooks, hook, checks, verify, no-verify, --no-verify, pre-commit, pre-push, pre-push tests, ci'),
] as const
