import type { EffectDraft } from '../../effects.ts'
import { makesPassing } from '../../passing-network.ts'
import type { Program } from '../program.ts'
import { byForms, lineOf } from './verbs.ts'

/** A change of the network's set-up on this machine. */
export function network(verb: 'create' | 'update' | 'delete', target: string): readonly EffectDraft[] {
  return [
    { kind: 'resource-change', system: 'network', verb, target, mass: false, stage: 'unknown', family: 'network' },
  ]
}

/** What only tells. */
const SHOWS =
  /^(?:-\S+ )*(?:(?:a|addr|address|l|link|r|ro|route|n|neigh|neighbor|ru|rule|m|maddr|tunnel|netns|tuntap|xfrm|vrf)(?: (?:s|sh|show|list|ls|get|identify|pids)\b.*)?|monitor.*)$/
/** Programs that set up the network they are run in, and nothing else of the machine; `sysctl` reaches the kernel. */
const SETS_UP = /^(?:ip|tc|bridge|ethtool|iptables|ip6tables|nft)$/
/** Leads out into another namespace. */
const LEADS_OUT = /^(?:netns|net|vrf|-\S*n\S*|--?b(?:atch)?|--?a(?:ll)?)$/

const ip: Program = {
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
    for (const effect of network(updates ? 'update' : 'delete', line)) scribe.effect(effect)
    return 'plain'
  },
}

export const NETWORK_SETUP: readonly Program[] = [
  ip,
  byForms('ifconfig iwconfig', [
    { when: /^(?:-a|-s)?\s?[\w.:-]*$/ },
    { when: /.*/, effects: ([line]) => network('update', line) },
  ]),
  byForms('nmcli networksetup wg scutil', [
    {
      when: /(?:^| )(?:-s|--show-secrets)(?: .*)? show(?: |$)/,
      effects: () => [{ kind: 'expose-secret', source: { kind: 'secret-store', store: 'network' }, sink: 'output' }],
    },
    {
      when: /^(?:|(?:general|device|dev|d|connection|con|c|radio|r|g)(?: (?:status|show|list|wifi list|s)(?: .*)?)?|-(?:get|list)\S*(?: .*)?|show(?: .*)?|--(?:dns|proxy|nwi)|--get \w+)$/,
    },
    { when: /.*/, unlessAsking: true, effects: ([line]) => network('update', line) },
  ]),
  byForms('ifup ifdown dhclient wg-quick', [
    { when: /^(?:|show(?: .*)?)$/ },
    { when: /.*/, effects: ([line]) => network('update', line) },
  ]),
  byForms('route', [
    { when: /^(?:-\w+|get .*|-n get .*|monitor)?$/ },
    { when: /.*/, effects: ([line]) => network('update', line) },
  ]),
  byForms('arp', [
    { when: /^(?:-[aneivD]+)?(?: ?[\w.:]+)?$/ },
    { when: /.*/, effects: ([line]) => network('update', line) },
  ]),
  byForms('ethtool tc bridge brctl', [
    { when: /^(?:-\w |show|qdisc show|link show|fdb show)?\s?[\w.:-]*(?: \w+)*$/, standing: 'plain' },
    { when: /.*/, unlessAsking: true, effects: ([line]) => network('update', line) },
  ]),
  byForms('resolvectl systemd-resolve', [
    { when: /^(?:(?:status|query|statistics|service|openpgp|tlsa|show-\S+|monitor)(?: .*)?)?$/ },
    { when: /.*/, unlessAsking: true, effects: ([line]) => network('update', line) },
  ]),
  byForms('hostname', [
    { when: /^(?:-[aAdfiIsyb]+|--\w+)?$/ },
    { when: /.*/, effects: ([line]) => network('update', `host name ${line}`) },
  ]),
  byForms('hostnamectl timedatectl localectl', [
    { when: /^(?:-\S+ )*(?:status|show|list-\S+|timesync-status|show-timesync|hostname)?$/ },
    { when: /^set-ntp (?:0|no|false)/, effects: () => [{ kind: 'weaken', area: 'audit', feature: 'clock' }] },
    {
      when: /.*/,
      effects: ([line]) => [
        {
          kind: 'resource-change',
          system: 'machine',
          verb: 'update',
          target: line,
          mass: false,
          stage: 'unknown',
          family: 'config',
        },
      ],
    },
  ]),
]
