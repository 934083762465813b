import { makesPassing } from '../../passing-network.ts'
import type { Spec } from '../form/form.ts'
import type { Program } from '../program.ts'
import { lineOf } from './words-of.ts'

/** What only tells. */
const SHOWS =
  /^(?:-\S+ )*(?:(?:a|addr|address|l|link|r|ro|route|n|neigh|neighbor|ru|rule|m|maddr|tunnel|netns|tuntap|xfrm|vrf)(?: (?:s|sh|show|list|ls|get|identify|pids)\b.*)?|monitor.*)$/
/** Programs that set up the network they are run in, and nothing else of the machine; `sysctl` reaches the kernel. */
const SETS_UP = /^(?:ip|tc|bridge|ethtool|iptables|ip6tables|nft)$/
/** Leads out into another namespace. */
const LEADS_OUT = /^(?:netns|net|vrf|-\S*n\S*|--?b(?:atch)?|--?a(?:ll)?)$/

export const IP: Program = {
  names: ['ip'],
  read: (command, scribe) => {
    const line = lineOf(command.args)
    if (/^(?:--help|-h|help|-V|--version)$/.test(line) || SHOWS.test(line)) return 'proven'
    // Gone with the next start, and nobody's before.
    if (makesPassing(command)) return 'plain'
    const inside = /^(?:-\S+ )*(?:netns|vrf) exec \S+ /.test(line)
      ? command.args.slice(command.args.findIndex(({ known }) => known === 'exec') + 2)
      : []
    const stays = SETS_UP.test(inside[0]?.text ?? '') && !inside.slice(1).some(({ known }) => LEADS_OUT.test(known))
    if (inside[0] && !(stays && line.includes('netns exec'))) return scribe.runs(inside, 'ip netns exec')
    const updates = inside.length > 0 || /\b(?:add|set|replace|change|append|up)\b|(?:^| )-{1,2}b(?:atch)? /.test(line)
    if (!updates && !/\b(?:del|delete|flush|down)\b/.test(line)) return 'unknown'
    scribe.effect({
      kind: 'resource-change',
      system: 'network',
      verb: updates ? 'update' : 'delete',
      target: line,
      mass: false,
      stage: 'unknown',
      family: 'network',
    })
    return 'plain'
  },
}

const HERE = { system: 'network', family: 'network' } as const

export const NETWORK_SPECS: readonly Spec[] = [
  {
    ...HERE,
    names: 'ifconfig iwconfig route arp',
    rules: [
      ['-s|-d/*/* -f/*', 'update'],
      ['$ */$ get|monitor', 'shows'],
      ['**', 'update'],
    ],
    examples: { match: ['ifconfig eth0 down'], pass: ['ifconfig eth0', 'route -n'] },
  },
  {
    ...HERE,
    names: 'ifup ifdown dhclient wg-quick hostname',
    rules: [
      ['$ show', 'shows'],
      ['**', 'update'],
    ],
    examples: { match: ['wg-quick up wg0', 'hostname web'], pass: ['hostname -f'] },
  },
  {
    ...HERE,
    names: 'nmcli networksetup wg scutil',
    rules: [
      ['-s|--show-secrets/**/show', 'secret network'],
      [
        '$ general|device|dev|d|connection|con|c|radio|r|g/$ general|device|dev|d|connection|con|c|radio|r|g/status|show|list|s device|dev|d/wifi/list -get*|-list*|--dns|--proxy|--nwi|--get show',
        'shows',
      ],
      ['?', 'shows'],
      ['**', 'update'],
    ],
    examples: {
      match: ['nmcli con delete office', 'nmcli -s con show office'],
      pass: ['nmcli device status', 'wg show'],
    },
  },
  {
    ...HERE,
    names: 'resolvectl systemd-resolve ethtool tc bridge brctl',
    rules: [
      [
        '$ show|status|query|statistics|service|openpgp|tlsa|monitor show-* qdisc|link|fdb/show -i|-S|-k|-g|-a',
        'shows',
      ],
      ['*/$', 'local'],
      ['?', 'shows'],
      ['**', 'update'],
    ],
    examples: {
      match: ['resolvectl dns eth0 9.9.9.9'],
      pass: ['resolvectl status'],
    },
  },
  {
    names: 'hostnamectl timedatectl localectl',
    system: 'machine',
    family: 'config',
    rules: [
      ['$ status|show|list-*|timesync-status|show-timesync hostname/$', 'shows'],
      ['set-ntp/0|no|false', 'weaken audit clock'],
      ['**', 'update'],
    ],
    examples: { match: ['timedatectl set-ntp false', 'hostnamectl set-hostname web'], pass: ['timedatectl status'] },
  },
]
