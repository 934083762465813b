import type { Effect, EffectDraft } from '../../effects.ts'
import type { Program } from '../program.ts'
import { byForms, type Form } from './verbs.ts'

type Area = Extract<Effect, { kind: 'weaken' }>['area']

function weaken(area: Area, feature: string): readonly EffectDraft[] {
  return [{ kind: 'weaken', area, feature }]
}

const LOOKS: Form = {
  when: /(?:^| )-{0,2}(?:status|health|info|list|show|get|version|state|definitions|connectivity|print)\b/i,
}
const REST: Form = { when: /.*/, standing: 'plain' }

interface Agent {
  readonly names: string
  readonly area: Area
  readonly product: string
  /** The words that stop, remove or blind it. */
  readonly stops: RegExp
}

/** The control programs of agents that watch over a machine. */
const AGENTS: readonly Agent[] = [
  {
    names: 'falconctl falcon-kernel-check',
    area: 'endpoint-protection',
    product: 'CrowdStrike Falcon',
    stops: /(?:^| )(?:-d|unload|uninstall|maintenance|stop|disable|--feature=none|--backend=none)(?: |$)/,
  },
  {
    names: 'cbagentd cbctl cbdaemon repcli cbosxsensor sensoruninst.sh',
    area: 'endpoint-protection',
    product: 'Carbon Black',
    stops: /\b(?:stop|disable|uninstall|bypass|unload|stopcb\w*|--stop)\b|^$/i,
  },
  {
    names: 'mdatp',
    area: 'endpoint-protection',
    product: 'Microsoft Defender',
    stops:
      /\bexclusion\b.*\badd\b|\bconfig\b.*\bdisabled\b|\bedr\b.*\b(?:remove|disable|offboard)|\bthreat allowed add\b|\bsystem-extension\b.*\bdisable/i,
  },
  {
    names: 'sentinelctl',
    area: 'endpoint-protection',
    product: 'SentinelOne',
    stops: /\b(?:stop|unload|unprotect|uninstall|disable|protect off)\b/i,
  },
  {
    names: 'osqueryctl osqueryd-control',
    area: 'audit',
    product: 'osquery',
    stops: /\b(?:stop|clean|uninstall)\b/,
  },
  {
    names: 'wazuh-control ossec-control wazuh-agentd',
    area: 'audit',
    product: 'Wazuh',
    stops: /\b(?:stop|disable)\b/,
  },
  { names: 'splunk', area: 'audit', product: 'Splunk', stops: /^(?:stop|disable|remove|clean)\b/ },
  { names: 'elastic-agent', area: 'audit', product: 'Elastic Agent', stops: /^(?:uninstall|unenroll|stop)\b/ },
  {
    names: 'savdctl savsetup sophosctl savconfig cytool xagt ampcli esets_daemon lslic odscan bdconfigure kesl-control',
    area: 'endpoint-protection',
    product: 'the malware scanner',
    stops: /\b(?:disable|stop|runtime stop|protect disable|uninstall|remove|--uninstall|autoprotect -d|--stop-t\w+)\b/,
  },
  {
    names: 'santactl',
    area: 'endpoint-protection',
    product: 'Santa',
    stops: /\brule\b.*--(?:allow|remove|compiler|clean)\b|\buninstall\b/,
  },
  {
    names: 'fail2ban-client cscli',
    area: 'firewall',
    product: 'intrusion prevention',
    stops: /\b(?:stop|unban|delete|del|ignoreip|addignoreip|unbanip|--all)\b/,
  },
  {
    names: 'aide tripwire rkhunter',
    area: 'audit',
    product: 'the file integrity database',
    stops: /--(?:update|init|propupd)\b|-m (?:i|u)\b/,
  },
  {
    names: 'jamf',
    area: 'endpoint-protection',
    product: 'device management',
    stops: /\b(?:removeFramework|removeMdmProfile|removeSWUSettings|unmanage)\b/i,
  },
  {
    names: 'profiles',
    area: 'endpoint-protection',
    product: 'configuration profiles',
    stops: /^(?:remove|install|-R|-D|-I|sync)\b|(?:^| )-[RI](?: |$)/,
  },
  {
    names: 'softwareupdate',
    area: 'other',
    product: 'software updates',
    stops: /--schedule off|--ignore|--set-catalog/,
  },
  {
    names: 'tmutil',
    area: 'other',
    product: 'Time Machine backups',
    stops:
      /^(?:disable|disablelocal|delete|deletelocalsnapshots|deleteinprogress|thinlocalsnapshots|removedestination|addexclusion)\b/i,
  },
  {
    names: 'vssadmin wbadmin bcdedit',
    area: 'other',
    product: 'recovery',
    stops: /\b(?:delete|resize|recoveryenabled no|ignoreallfailures)\b/i,
  },
  { names: 'timeshift', area: 'other', product: 'system snapshots', stops: /--(?:delete|delete-all)\b/ },
  { names: 'snapper', area: 'other', product: 'system snapshots', stops: /\b(?:delete|rm|delete-config)\b/ },
  { names: 'accton', area: 'audit', product: 'process accounting', stops: /^(?:off)?$/ },
  {
    names: 'esxcli vim-cmd',
    area: 'firewall',
    product: 'the hypervisor',
    stops:
      /firewall set.*(?:false|-e 0)|syslog.*(?:false|unset|set\b.*--(?:loghost|logdir|default-rotate)|mark|reload)|auditrecords.*(?:disable|remote disconnect)|acceptance set|ssh\.enable|enable_ssh|vmsvc\/(?:power\.off|destroy|unregister|snapshot\.removeall)|vm process kill|storage .*(?:remove|delete)/,
  },
]

function agentProgram({ names, area, product, stops }: Agent): Program {
  return byForms(names, [{ when: stops, effects: () => weaken(area, product) }, LOOKS, REST])
}

/** Logs in by name, and programs made to edit what they recorded. */
const TRACES: readonly Program[] = [
  byForms('wtmpclean logtamper utmpclean zap2 cloak2 vanish2 logcleaner', [
    { when: /.*/, effects: () => weaken('audit', 'login records') },
  ]),
  byForms('log', [
    { when: /^erase\b/, effects: () => weaken('audit', 'the unified log') },
    { when: /^config\b.*(?:level:off|--reset)/, effects: () => weaken('audit', 'the unified log') },
    { when: /^(?:show|stream|stats|help|config --status)\b/ },
    REST,
  ]),
  byForms('lastlog lastlog2 faillog pam_tally pam_tally2 faillock', [
    {
      when: /(?:^| )(?:-C|--clear|-S|--set|-r|--reset|-m \S+|--maximum\S*)(?: |=|$)/,
      effects: () => weaken('audit', 'login records'),
    },
    { when: /.*/ },
  ]),
  byForms('utmpdump', [
    { when: /(?:^| )(?:-r|--reverse)(?: |$)/, effects: () => weaken('audit', 'login records') },
    { when: /.*/ },
  ]),
]

const OPENS_REMOTE: readonly EffectDraft[] = [{ kind: 'listen', reach: 'network', executes: true }]

/** macOS switches that let others in or change how the machine presents itself. */
const MACHINE: readonly Program[] = [
  byForms('kickstart', [
    { when: /-(?:deactivate|stop)\b/, standing: 'plain' },
    { when: /-(?:activate|configure|access|allowAccessFor|restart)\b/i, effects: () => OPENS_REMOTE },
    REST,
  ]),
  byForms('ipmitool', [
    {
      when: /\b(?:power|chassis power) (?:off|reset|cycle|soft|diag)\b|\bchassis bootdev\b/,
      effects: () => [{ kind: 'service-control', service: 'machine', verb: 'power' }],
    },
    { when: /\bsel clear\b/, effects: () => weaken('audit', 'the event log of the machine') },
    {
      when: /\buser (?:set|enable|priv)\b/,
      effects: () => [{ kind: 'grant', what: 'control of the machine', to: 'a user', reach: 'remote' }],
    },
    { when: /\b(?:status|list|info|print|sensor|sdr|fru)\b/ },
    REST,
  ]),
  byForms('systemsetup', [
    { when: /-(?:get\w+|list\w+|help)/i },
    { when: /-set(?:remotelogin|remoteappleevents) on/i, effects: () => OPENS_REMOTE },
    { when: /-setusingnetworktime off/i, effects: () => weaken('audit', 'clock') },
    {
      when: /-set/i,
      effects: ([, line = 'setting']) => [
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

/** Programs that switch guards, records and backups off. */
export const PROTECTION: readonly Program[] = [...AGENTS.map(agentProgram), ...TRACES, ...MACHINE]
