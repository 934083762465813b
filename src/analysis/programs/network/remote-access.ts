import type { EffectDraft } from '../../effects.ts'
import { addressOf } from '../../hosts.ts'
import type { Program } from '../program.ts'
import { byForms, type Form } from '../system/verbs.ts'
import { fileSource } from './data.ts'

const REST: Form = { when: /.*/, standing: 'plain' }

function opens(reach: 'network' | 'tunnel' | 'loopback', executes: boolean): readonly EffectDraft[] {
  return [{ kind: 'listen', reach, executes }]
}

/** All traffic of the machine takes another way. */
function reroutes(target: string): readonly EffectDraft[] {
  return [
    {
      kind: 'resource-change',
      system: 'network',
      verb: 'update',
      target,
      mass: false,
      stage: 'unknown',
      family: 'network',
    },
  ]
}

const LOOPBACK = /(?:^|[ =])(?:127\.\d+\.\d+\.\d+|localhost|::1)(?::\d+)?(?: |$)/

/** Lets others see this screen and move its mouse. */
const DESKTOPS: readonly Program[] = [
  byForms('x11vnc vncserver x0vncserver wayvnc xrdp', [
    { when: /(?:^| )-(?:kill|list|remote stop|R stop)\b/, standing: 'plain' },
    { when: /(?:^| )-localhost(?: (?:yes|1))?(?: |$)/, effects: () => opens('loopback', true) },
    { when: LOOPBACK, effects: () => opens('loopback', true) },
    { when: /.*/, effects: () => opens('network', true) },
  ]),
  byForms('anydesk teamviewer teamviewerd rustdesk meshagent meshcentral screenconnect dwagent nomachine nxserver', [
    {
      when: /--(?:get-id|get-status|get-alias|status)\b|^(?:info|--info|daemon status|--daemon status|daemon stop|--daemon stop)$/,
      standing: 'plain',
    },
    { when: /.*/, effects: () => opens('tunnel', true) },
  ]),
  byForms('sshd dropbear telnetd in.telnetd rshd xinetd tinysshd', [
    { when: /(?:^| )-(?:t|T|V|G|h)(?: |$)/ },
    { when: /ListenAddress[ =](?:127\.|localhost|::1)|(?:^| )-p 127\./, effects: () => opens('loopback', true) },
    { when: /.*/, effects: () => opens('network', true) },
  ]),
]

/** Proxies, hidden networks and private networks: traffic that others cannot follow, or that others can now send. */
const WAYS: readonly Program[] = [
  byForms('microsocks 3proxy danted sockd tinyproxy squid redsocks srelay privoxy pproxy', [
    { when: /(?:^| )(?:-k check|-k parse|--verify-config)(?: |$)/ },
    { when: LOOPBACK, effects: () => opens('loopback', false) },
    { when: /.*/, effects: () => opens('network', false) },
  ]),
  byForms('tor i2pd obfs4proxy snowflake-client', [
    { when: /--(?:verify-config|hash-password|list-\S+)\b/ },
    {
      when: /.*/,
      effects: () => [{ kind: 'connect', host: 'network.onion', url: 'tor', address: 'callback' }],
    },
  ]),
  byForms('sshuttle tun2socks', [{ when: /.*/, effects: ([line]) => reroutes(line.slice(0, 60)) }]),
  byForms('openvpn openconnect vpnc pptp pppd ipsec swanctl', [
    { when: /(?:^| )(?:--genkey|--show-\S+|status|statusall|listall|--list-\S+|version)(?: |$)/ },
    { when: /.*/, effects: () => reroutes('a private network') },
  ]),
  byForms('zerotier-cli netbird netclient', [
    { when: /^(?:status|info|listnetworks|listpeers|peers|get|version)\b/ },
    { when: /\b(?:join|up|register)\b/, effects: () => reroutes('a private network') },
    REST,
  ]),
  byForms('rfkill', [{ when: /^(?:list\b.*|event)?$/ }, { when: /.*/, effects: () => reroutes('radios') }]),
  byForms('macchanger spoof-mac', [
    { when: /(?:^| )(?:-s|--show|-l|--list\S*|list)(?: |$)/ },
    { when: /.*/, effects: () => reroutes('hardware address') },
  ]),
]

/** Programs that serve this machine's own files, data or processes to the network. */
const SERVING: readonly Program[] = [
  byForms('gdbserver', [
    { when: LOOPBACK, effects: () => opens('loopback', true) },
    {
      when: /^(?:--multi |gdbserver |platform |-\S+ )*(?:0\.0\.0\.0|\*|\[?::\]?)?:\d+|--listen/,
      effects: () => opens('network', true),
    },
    REST,
  ]),
  byForms('exportfs', [{ when: /^(?:-v|-s)?$/ }, { when: /.*/, effects: () => opens('network', false) }]),
  byForms('mysqld mysqld_safe mariadbd', [
    {
      when: /--skip-grant-tables\b/,
      effects: () => [{ kind: 'weaken', area: 'authentication', feature: '--skip-grant-tables' }],
    },
    REST,
  ]),
  byForms('ldapsearch', [
    {
      when: /\b(?:userPassword|unicodePwd|ms-Mcs-AdmPwd|krbPrincipalKey|sambaNTPassword|msDS-ManagedPassword)\b/i,
      effects: () => [{ kind: 'observe', what: 'credential-scan' }],
    },
    REST,
  ]),
]

/** Hands files to a stranger's store or straight to another person. */
const SENDING: readonly Program[] = [
  uploading('megaput megacopy', 'mega.nz'),
  uploading('croc wormhole ffsend', 'a relay'),
]

function uploading(names: string, host: string): Program {
  return {
    names: names.split(' '),
    read: (command, scribe) => {
      const words = command.args.filter((word) => !word.known.startsWith('-'))
      if (words.length === 0 || /^(?:receive|list|info|download|about|help|version)$/.test(words[0]?.known ?? ''))
        return 'plain'
      const files = words.filter((word) => /[/.~]/.test(word.known))
      const payload = files.map((word) => fileSource(word, scribe))
      if (payload.length > 0) scribe.effect({ kind: 'send-data', host, channel: 'other', payload })
      return 'plain'
    },
  }
}

/** Lets a key log in on another machine. */
const COPY_ID: Program = byForms('ssh-copy-id', [
  { when: /(?:^| )-n(?: |$)/, standing: 'plain' },
  {
    when: /(\S+)$/,
    effects: ([, target = '?']) => {
      const host = target.replace(/^.*@/, '')
      return [
        { kind: 'connect', host, url: host, address: addressOf(host) },
        { kind: 'grant', what: 'login by ssh key', to: target, reach: 'remote' },
      ]
    },
  },
])

/** Lets the keys that a stranger published log in here. */
const IMPORT_ID: Program = byForms('ssh-import-id ssh-import-id-gh ssh-import-id-lp', [
  { when: /(?:^| )(?:-r|--remove)(?: |$)/, standing: 'plain' },
  {
    when: /(\S+)$/,
    effects: ([, from = '?']) => [{ kind: 'grant', what: 'login by ssh key', to: from, reach: 'machine' }],
  },
])

/** Programs made to use a machine up; a short, bounded run is a test. */
const STRESS: Program = byForms('stress stress-ng memtester stressapptest', [
  {
    when: /(?:^| )(?:-t|--timeout)[ =]?(?:[1-9]|[1-5]\d|60)s?(?: |$)/,
    effects: () => [{ kind: 'exhaust', what: 'processor', certainty: 'possible' }],
  },
  {
    when: /.*/,
    effects: ([line]) => [{ kind: 'exhaust', what: /--vm\b|-m\b|memtester/.test(line) ? 'memory' : 'processor' }],
  },
])

export const REMOTE_ACCESS: readonly Program[] = [
  ...DESKTOPS,
  ...WAYS,
  ...SERVING,
  ...SENDING,
  COPY_ID,
  IMPORT_ID,
  STRESS,
]
