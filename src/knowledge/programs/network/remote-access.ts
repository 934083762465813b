import { valueSources } from '../../../analysis/interpret/data-sources.ts'
import type { ProgramSpec, SpecCallHandler } from '../../../analysis/interpret/spec.ts'
import { classifyHost } from '../../../analysis/remote/hosts.ts'

export const MACHINE_DEFAULTS = { machine: true, named: true } as const

/** Words and values of options that are every address of this machine, and one that only this machine reaches. */
const ALL_INTERFACES_PATTERN = '**/0.0.0.0*|::|[::]* -*=0.0.0.0*|::|[::]*'
const LOOPBACK_PATTERN = '**/<here> -*=<here>'

/** Lets others see this screen and move its mouse, or log in. */
const REMOTE_LOGIN_SPECS: readonly ProgramSpec[] = [
  {
    ...MACHINE_DEFAULTS,
    names: 'x11vnc vncserver x0vncserver wayvnc xrdp',
    options: '-R: -remote:',
    rules: [
      ['-kill|-list -R=stop -remote=stop', 'local'],
      [`-localhost/no ${ALL_INTERFACES_PATTERN}`, 'listen network executing'],
      [`-localhost ${LOOPBACK_PATTERN}`, 'listen loopback executing'],
      ['**', 'listen network executing'],
    ],
    examples: { match: ['x11vnc -forever', 'vncserver -localhost no :1'], pass: ['vncserver -kill :1'] },
  },
  {
    ...MACHINE_DEFAULTS,
    names: 'anydesk teamviewer teamviewerd rustdesk meshagent meshcentral screenconnect dwagent nomachine nxserver',
    options: '--daemon:',
    rules: [
      ['--get-*|--status|--info info/$ daemon/status|stop --daemon=status|stop', 'local'],
      ['**', 'listen tunnel executing'],
    ],
    examples: { match: ['anydesk --service'], pass: ['anydesk --get-id', 'teamviewer info'] },
  },
  {
    ...MACHINE_DEFAULTS,
    names: 'sshd dropbear telnetd in.telnetd rshd xinetd tinysshd',
    options: '-o: -p: -f: -h: -b: -C:',
    rules: [
      ['-t|-T|-V|-G', 'shows'],
      [ALL_INTERFACES_PATTERN, 'listen network executing'],
      [
        `-o=ListenAddress?127.*|ListenAddress?localhost*|ListenAddress?::1 ${LOOPBACK_PATTERN}`,
        'listen loopback executing',
      ],
      ['**', 'listen network executing'],
    ],
    examples: { match: ['sshd -p 2222'], pass: ['sshd -t', 'sshd -T -f sshd_config'] },
  },
]

/** A network whose addresses nobody outside it can follow. */
const recordHiddenNetwork: SpecCallHandler = ({ recorder }) => {
  recorder.effect({ kind: 'connect', host: 'network.onion', url: 'tor', address: 'callback' })
  return 'plain'
}

/** All traffic of the machine takes another way. */
const PRIVATE_NETWORK_DEFAULTS = { ...MACHINE_DEFAULTS, system: 'network', target: 'a private network' } as const

/** Proxies, hidden networks and private networks: traffic that others cannot follow, or that others can now send. */
const PROXY_AND_VPN_SPECS: readonly ProgramSpec[] = [
  {
    ...MACHINE_DEFAULTS,
    names: 'microsocks 3proxy danted sockd tinyproxy squid redsocks srelay privoxy pproxy',
    options: '-k:',
    rules: [
      ['-k=check|parse --verify-config', 'shows'],
      [ALL_INTERFACES_PATTERN, 'listen network'],
      [LOOPBACK_PATTERN, 'listen loopback'],
      ['**', 'listen network'],
    ],
    examples: { match: ['microsocks -p 1080'], pass: ['squid -k parse'] },
  },
  {
    ...MACHINE_DEFAULTS,
    names: 'tor i2pd obfs4proxy snowflake-client',
    rules: [
      ['--verify-config|--hash-password|--list-*', 'shows'],
      ['**', recordHiddenNetwork],
    ],
    examples: { match: [], pass: ['tor --verify-config', 'tor -f torrc'] },
  },
  {
    ...PRIVATE_NETWORK_DEFAULTS,
    names: 'sshuttle tun2socks',
    rules: [['**', 'update network']],
    examples: { match: ['sshuttle -r kim@web-1 0/0'], pass: [] },
  },
  {
    ...PRIVATE_NETWORK_DEFAULTS,
    names: 'openvpn openconnect vpnc pptp pppd ipsec swanctl',
    rules: [
      ['status|statusall|listall --genkey|--show-*|--list-*', 'shows'],
      ['**', 'update network'],
    ],
    examples: { match: ['openvpn --config office.ovpn'], pass: ['ipsec statusall', 'swanctl --list-sas'] },
  },
  {
    ...PRIVATE_NETWORK_DEFAULTS,
    names: 'zerotier-cli netbird netclient',
    rules: [
      ['status|info|listnetworks|listpeers|peers|get', 'shows'],
      ['**/join|up|register', 'update network'],
      ['**', 'local'],
    ],
    examples: { match: ['zerotier-cli join 8056c2e21c000001'], pass: ['zerotier-cli listnetworks'] },
  },
  {
    ...PRIVATE_NETWORK_DEFAULTS,
    names: 'rfkill',
    target: 'radios',
    rules: [
      ['$ list|event', 'shows'],
      ['**', 'update network'],
    ],
    examples: { match: ['rfkill block wifi'], pass: ['rfkill list'] },
  },
  {
    ...PRIVATE_NETWORK_DEFAULTS,
    names: 'macchanger spoof-mac',
    target: 'hardware address',
    rules: [
      ['list -s|--show|-l|--list*', 'shows'],
      ['**', 'update network'],
    ],
    examples: { match: ['macchanger -r eth0'], pass: ['macchanger -s eth0'] },
  },
]

/** Programs that serve this machine's own files, data or processes to the network. */
const SERVER_SPECS: readonly ProgramSpec[] = [
  {
    machine: true,
    names: 'gdbserver',
    style: 'leading',
    options:
      '--attach --multi --once --debug --remote-debug --disable-randomization --no-disable-randomization --startup-with-shell --no-startup-with-shell --listen --wrapper: --help --version',
    rules: [
      ['<here>|gdbserver|platform/<here>', 'listen loopback executing'],
      [':*|?:*|0.0.0.0:*|[::]:*  gdbserver|platform/:*|?:*|0.0.0.0:* --listen', 'listen network executing'],
      ['**', 'local'],
    ],
    examples: { match: ['gdbserver :1234 ./app'], pass: ['gdbserver /dev/ttyS0 ./app'] },
  },
  {
    ...MACHINE_DEFAULTS,
    names: 'exportfs',
    style: 'listed',
    options: '-a -r -u -v -s -f -i -o: -d:',
    rules: [
      ['$/!-a/!-r/!-u/!-f/!-i/!-o', 'shows'],
      ['**', 'listen network'],
    ],
    examples: { match: ['exportfs -ra', 'exportfs -o rw 10.0.0.9:/srv'], pass: ['exportfs -v'] },
  },
  {
    ...MACHINE_DEFAULTS,
    names: 'mysqld mysqld_safe mariadbd',
    rules: [
      ['--skip-grant-tables', 'weaken authentication --skip-grant-tables'],
      ['**', 'local'],
    ],
    examples: { match: ['mysqld_safe --skip-grant-tables'], pass: ['mysqld --datadir=/tmp/db'] },
  },
  {
    ...MACHINE_DEFAULTS,
    names: 'ldapsearch',
    rules: [
      [
        '**/*userPassword*|*userpassword*|*unicodePwd*|*ms-Mcs-AdmPwd*|*krbPrincipalKey*|*sambaNTPassword*|*msDS-ManagedPassword*',
        'observe credential-scan',
      ],
      ['**', 'local'],
    ],
    examples: {
      match: ['ldapsearch -H ldap://dir.acme.io -b dc=acme userPassword'],
      pass: ['ldapsearch -H ldap://dir.acme.io -b dc=acme mail'],
    },
  },
  {
    ...MACHINE_DEFAULTS,
    names: 'upnpc natpmpc miniupnpc',
    rules: [
      ['-a|-r|-n|-A|-e', 'listen tunnel'],
      ['**', 'local'],
    ],
    examples: { match: ['upnpc -a 10.0.0.2 22 22 TCP'], pass: ['upnpc -l'] },
  },
  {
    ...MACHINE_DEFAULTS,
    names: 'driftnet urlsnarf',
    rules: [['**', 'observe network-traffic']],
    examples: { match: ['driftnet -i eth0'], pass: [] },
  },
]

const recordHostConnect: SpecCallHandler = ({ rest, recorder }) => {
  const host = rest.at(-1)?.known.replace(/^.*@/, '').replaceAll('\0', '…') ?? '?'
  recorder.effect({ kind: 'connect', host, url: host, address: classifyHost(host) })
  return 'plain'
}

/** A password written out stands in the history and in every process list. */
const recordInlinePassword: SpecCallHandler = ({ loose, recorder }) => {
  for (const word of loose.values('-p'))
    recorder.effect({
      kind: 'expose-secret',
      source: valueSources(word)[0] ?? { kind: 'argument' },
      sink: 'argument',
      certainty: word.text === undefined ? 'possible' : 'likely',
    })
  return 'proven'
}

const SSHPASS: ProgramSpec = {
  names: 'sshpass',
  machine: true,
  style: 'leading',
  options: '-e -v -V -h -p: -f: -d: -P:',
  also: [
    ['-p', recordInlinePassword],
    ['-f', 'reads $-f'],
  ],
  rules: [
    ['$', 'local'],
    ['**', 'runs $*'],
  ],
  examples: { match: ['sshpass -p tr0ub4dor ssh kim@web-1 ls'], pass: ['sshpass -V'] },
}

/** Lets a key log in: ours on another machine, or those that a stranger published on this one. */
const SSH_KEY_SPECS: readonly ProgramSpec[] = [
  {
    names: 'ssh-copy-id',
    options: '-i: -p: -o: -F: -t:',
    environment: 'none',
    target: '$-1',
    rules: [
      ['-n', 'local'],
      ['**', recordHostConnect, 'grant login by ssh key $-i'],
    ],
    examples: { match: ['ssh-copy-id kim@web-1'], pass: ['ssh-copy-id -n kim@web-1'] },
  },
  {
    ...MACHINE_DEFAULTS,
    names: 'ssh-import-id ssh-import-id-gh ssh-import-id-lp',
    target: '$-1',
    rules: [
      ['-r|--remove', 'local'],
      ['**', 'grant login by ssh key'],
    ],
    examples: { match: ['ssh-import-id gh:kim'], pass: ['ssh-import-id -r gh:kim'] },
  },
]

/** Hands files to a stranger's store, to a relay, or to all the world. */
const FILE_SENDING_SPECS: readonly ProgramSpec[] = [
  {
    names: 'megaput megacopy',
    system: 'mega.nz',
    options: '-u: -p: --path: -l: --local: -r:',
    rules: [
      ['-l|--local', 'sends $-l|--local'],
      ['**', 'sends $*'],
    ],
    examples: { match: ['megaput report.pdf', 'megacopy --local . --remote /Root'], pass: ['megaput'] },
  },
  {
    names: 'croc wormhole ffsend',
    system: 'a relay',
    rules: [
      ['send|upload', 'sends $*'],
      ['**', 'local'],
    ],
    examples: { match: ['croc send report.pdf'], pass: ['croc 4821-lemon-tango', 'wormhole receive'] },
  },
  {
    names: 'ipfs',
    system: 'ipfs.io',
    rules: [
      ['add/-n|--only-hash', 'local'],
      ['add', 'sends $*', 'publish'],
      ['**', 'local'],
    ],
    examples: { match: ['ipfs add -r ./site'], pass: ['ipfs add --only-hash a.txt', 'ipfs cat QmHash'] },
  },
]

/** Programs made to use a machine up; a short, bounded run is a test. */
const STRESS_SPEC: ProgramSpec = {
  ...MACHINE_DEFAULTS,
  names: 'stress stress-ng memtester stressapptest',
  options: '-t: -c: -m: -i: -d: --cpu: --vm: --vm-bytes: --io: --hdd:',
  rules: [
    ['-t|--timeout=<minute>', 'maybe exhausts processor'],
    ['-m|--vm', 'exhausts memory'],
    ['**', 'exhausts processor'],
  ],
  examples: { match: ['stress-ng --cpu 0 --timeout 2h', 'stress -c 64'], pass: ['stress-ng --cpu 2 --timeout 10'] },
}

export const REMOTE_ACCESS_SPECS: readonly ProgramSpec[] = [
  ...REMOTE_LOGIN_SPECS,
  ...PROXY_AND_VPN_SPECS,
  ...SERVER_SPECS,
  ...FILE_SENDING_SPECS,
  ...SSH_KEY_SPECS,
  SSHPASS,
  STRESS_SPEC,
]
