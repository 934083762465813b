import type { DeedText, FormRule, Spec, SubReader } from '../form/form.ts'

/** What ends one or tells about it. */
const ENDS: FormRule = ['**/reset|off|status', 'local']

/** Programs whose purpose is to make something here reachable from elsewhere. */
const TUNNELS: readonly Spec[] = [
  {
    names: 'ngrok',
    rules: [
      ENDS,
      ['http|https|tcp|tls|start|tunnel', 'listen tunnel'],
      ['config|update|diagnose|completion|api|credits', 'local'],
    ],
    examples: { match: ['ngrok http 3000'], pass: ['ngrok config check', 'ngrok --version'] },
  },
  {
    names: 'cloudflared',
    system: 'cloudflare',
    rules: [
      ['tunnel/list|info|login|create|token update login', 'local'],
      ['tunnel/delete|cleanup', 'delete one network'],
      ['tunnel/route', 'update one dns'],
      ['tunnel|access', 'listen tunnel'],
    ],
    examples: {
      match: ['cloudflared tunnel run shop', 'cloudflared tunnel delete shop'],
      pass: ['cloudflared tunnel list', 'cloudflared update'],
    },
  },
  {
    names: 'bore chisel',
    rules: [['local|server|client', 'listen tunnel']],
    examples: { match: ['bore local 3000 --to bore.pub'], pass: ['bore --version'] },
  },
  {
    names: 'tailscale',
    machine: true,
    rules: [
      ['status|ip|ping|netcheck|whois|version|bugreport|logout|down', 'local'],
      ENDS,
      ['up|serve|funnel/--ssh', 'listen network executing'],
      ['funnel', 'listen tunnel'],
      ['up|serve', 'maybe listen network'],
    ],
    examples: { match: ['tailscale funnel 3000', 'tailscale up --ssh'], pass: ['tailscale status', 'tailscale up'] },
  },
  {
    names:
      'lt localtunnel frpc frp pinggy serveo inlets inlets-pro telebit pagekite pagekite.py tunnelto sish rathole gost ligolo playit tunnelmole dnscat2 dnscat iodine ptunnel stunnel gsocket devtunnel',
    rules: [ENDS, ['verify', 'local'], ['**', 'listen tunnel']],
    examples: { match: ['lt --port 3000', 'frpc -c frpc.toml'], pass: ['frpc verify -c frpc.toml'] },
  },
  {
    names: 'tmate upterm gs-netcat tmole',
    rules: [ENDS, ['**', 'listen tunnel executing']],
    examples: { match: ['tmate -F'], pass: ['tmate --help'] },
  },
]

/** A folder of the project is served as ever; a whole home to everybody nearby is not. */
const serves: SubReader = ({ command, scribe }) => {
  const home = command.args.some((word) => /^(?:home-root|root)$/.test(scribe.path(word).zone))
  scribe.effect({ kind: 'listen', reach: 'network', executes: false, certainty: home ? 'certain' : 'possible' })
  return 'plain'
}

/** By the address that it is told to bind; a port alone says nothing. */
function bound(options: string, usual: SubReader | DeedText, executing: '' | ' executing' = ''): readonly FormRule[] {
  return [
    [`${options}=*0.0.0.0*|::|[::]*`, `listen network${executing}`],
    [`${options}=<here>|lo|lo0`, `listen loopback${executing}`],
    [`${options}=<port>`, usual],
    [options, `listen network${executing}`],
    ['**', usual],
  ]
}

const BINDING = '-i|--interfaces|-b|--bind|--addr|--address|--listen|--bind-addr|-a'
const SERVER = {
  machine: true,
  named: true,
  options: '-i: --interfaces: -b: --bind: --addr: --listen: --bind-addr: -a:',
} as const

/** Servers for files. Those of development bind every address unless told, and are used all day. */
const SERVERS: readonly Spec[] = [
  {
    names: 'http-server',
    machine: true,
    options: '-a: -p: -c: -d: -e: -P:',
    rules: bound('-a', serves),
    examples: {
      match: ['http-server -a 0.0.0.0', 'http-server ~'],
      pass: ['http-server dist'],
    },
  },
  {
    names: 'serve',
    machine: true,
    options: '-l: --listen: -p: -c:',
    rules: bound('-l|--listen', serves),
    examples: { match: ['serve /home/dev'], pass: ['serve dist', 'serve -l 3000 dist'] },
  },
  {
    names: 'browser-sync',
    machine: true,
    options: '--server --tunnel',
    rules: [['--tunnel', 'listen tunnel'], ...bound('--host', serves)],
    examples: { match: ['browser-sync start --server --tunnel'], pass: ['browser-sync start --server'] },
  },
  {
    ...SERVER,
    names: 'updog miniserve dufs goshs uploadserver filebrowser',
    rules: bound(BINDING, 'listen network'),
    examples: { match: ['dufs out'], pass: ['dufs --version'] },
  },
  {
    machine: true,
    names: 'ttyd gotty',
    style: 'leading',
    options:
      '-i: --interface: -p: --port: -a: --address: -c: --credential: -u: -g: -s: -t: -m: -w: -W -R -o -O -q -S -v -h --once --writable --readonly --permit-write --help --version',
    rules: bound('-i|--interface|-a|--address', 'listen network executing', ' executing'),
    examples: { match: ['ttyd bash', 'ttyd ./menu.sh --help'], pass: ['ttyd --version'] },
  },
  {
    ...SERVER,
    names: 'shellinaboxd code-server',
    rules: bound(BINDING, 'listen network executing', ' executing'),
    examples: { match: ['code-server'], pass: ['code-server --version'] },
  },
  {
    ...SERVER,
    names: 'darkhttpd httpd',
    rules: bound(BINDING, serves),
    examples: { match: ['darkhttpd /home/dev'], pass: ['darkhttpd out'] },
  },
  {
    ...SERVER,
    names: 'caddy',
    rules: [
      ['stop', 'service stop caddy'],
      ['file-server|reverse-proxy|respond/--listen=<here>', 'listen loopback'],
      ['file-server|reverse-proxy|respond/--listen', 'listen network'],
      ['run|start|file-server|reverse-proxy|respond', serves],
      ['**', 'local'],
    ],
    examples: { match: ['caddy stop'], pass: ['caddy validate', 'caddy run'] },
  },
]

export const TUNNEL_SPECS: readonly Spec[] = [...TUNNELS, ...SERVERS]
