import { joinArguments } from '../../../analysis/interpret/command-words.ts'
import type { Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'
import { createsVirtualNetwork } from '../../../analysis/remote/virtual-network.ts'

/** What only tells. */
const READ_ONLY_IP_COMMAND =
  /^(?:-\S+ )*(?:(?:a|addr|address|l|link|r|ro|route|n|neigh|neighbor|ru|rule|m|maddr|tunnel|netns|tuntap|xfrm|vrf)(?: (?:s|sh|show|list|ls|get|identify|pids)\b.*)?|monitor.*)$/
/** Programs that set up the network they are run in, and nothing else of the machine; `sysctl` reaches the kernel. */
const NETWORK_SETUP_PROGRAM = /^(?:ip|tc|bridge|ethtool|iptables|ip6tables|nft)$/
/** Leads out into another namespace. */
const NAMESPACE_EXIT_WORD = /^(?:netns|net|vrf|-\S*n\S*|--?b(?:atch)?|--?a(?:ll)?)$/

export const IP: Program = {
  names: ['ip'],
  read: (command, recorder) => {
    const line = joinArguments(command.args)
    if (/^(?:--help|-h|help|-V|--version)$/.test(line) || READ_ONLY_IP_COMMAND.test(line)) return 'proven'
    // Gone with the next start, and nobody's before.
    if (createsVirtualNetwork(command)) return 'plain'
    const inside = /^(?:-\S+ )*(?:netns|vrf) exec \S+ /.test(line)
      ? command.args.slice(command.args.findIndex(({ known }) => known === 'exec') + 2)
      : []
    const stays =
      NETWORK_SETUP_PROGRAM.test(inside[0]?.text ?? '') &&
      !inside.slice(1).some(({ known }) => NAMESPACE_EXIT_WORD.test(known))
    if (inside[0] && !(stays && line.includes('netns exec'))) return recorder.runs(inside, 'ip netns exec')
    const updates = inside.length > 0 || /\b(?:add|set|replace|change|append|up)\b|(?:^| )-{1,2}b(?:atch)? /.test(line)
    if (!updates && !/\b(?:del|delete|flush|down)\b/.test(line)) return 'unknown'
    recorder.effect({
      kind: 'resource-change',
      system: 'network',
      verb: updates ? 'update' : 'delete',
      target: line,
      mass: false,
      environment: 'unknown',
      family: 'network',
    })
    return 'plain'
  },
}

const NETWORK_DEFAULTS = { system: 'network', family: 'network' } as const

export const NETWORK_SETUP_SPECS: readonly ProgramSpec[] = [
  {
    ...NETWORK_DEFAULTS,
    names: 'ifconfig iwconfig route arp',
    rules: [
      ['-s|-d/*/* -f/*', 'update'],
      ['$ */$ get|monitor', 'shows'],
      ['**', 'update'],
    ],
    examples: { match: ['ifconfig eth0 down'], pass: ['ifconfig eth0', 'route -n'] },
  },
  {
    ...NETWORK_DEFAULTS,
    names: 'ifup ifdown dhclient wg-quick hostname',
    rules: [
      ['$ show', 'shows'],
      ['**', 'update'],
    ],
    examples: { match: ['wg-quick up wg0', 'hostname web'], pass: ['hostname -f'] },
  },
  {
    ...NETWORK_DEFAULTS,
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
    ...NETWORK_DEFAULTS,
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
