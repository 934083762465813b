import { programName } from '../../base-name.ts'
import { addressOf } from '../../hosts.ts'
import type { Command } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { bindsEverywhere } from './binding.ts'

interface Tunnel {
  readonly names: readonly string[]
  /** Sub-commands that open the tunnel; without a list every use does. */
  readonly opens?: RegExp
  /** Words that only show or set something up. */
  readonly harmless: RegExp
}

const HELP = /^(?:-h|--help|help|-v|--version|version|-V)$/

/** Programs whose purpose is to make something here reachable from elsewhere. */
const TUNNELS: readonly Tunnel[] = [
  {
    names: ['ngrok'],
    opens: /^(?:http|https|tcp|tls|start|tunnel)$/,
    harmless: /^(?:config|update|diagnose|completion|api|credits)$/,
  },
  { names: ['cloudflared'], opens: /^(?:tunnel|access)$/, harmless: /^(?:update|login)$/ },
  { names: ['lt', 'localtunnel'], harmless: HELP },
  { names: ['bore'], opens: /^(?:local|server)$/, harmless: HELP },
  { names: ['frpc', 'frp'], harmless: /^verify$/ },
  { names: ['chisel'], opens: /^(?:server|client)$/, harmless: HELP },
  {
    names: ['tailscale'],
    opens: /^(?:funnel|serve|up)$/,
    harmless: /^(?:status|ip|ping|netcheck|whois|version|bugreport|logout|down)$/,
  },
  {
    names: [
      'pinggy',
      'serveo',
      'inlets',
      'inlets-pro',
      'telebit',
      'pagekite',
      'pagekite.py',
      'tunnelto',
      'sish',
      'rathole',
      'gost',
      'ligolo',
      'playit',
      'tunnelmole',
      'tmole',
      'dnscat2',
      'dnscat',
      'iodine',
      'ptunnel',
      'stunnel',
      'gsocket',
      'gs-netcat',
      'tmate',
      'upterm',
      'devtunnel',
    ],
    harmless: HELP,
  },
]

function readTunnel(tool: Tunnel, command: Command, scribe: Scribe): Standing {
  const words = command.args.map((word) => word.known)
  if (words.some((word) => HELP.test(word))) return 'proven'
  const verb = words.find((word) => !word.startsWith('-')) ?? ''
  if (tool.harmless.test(verb)) return 'plain'
  if (tool.opens && !tool.opens.test(verb)) return 'unknown'
  if (
    tool.names.includes('cloudflared') &&
    /^(?:list|info|login|create|delete|route|cleanup|token)$/.test(words[words.indexOf(verb) + 1] ?? '')
  ) {
    const [action = '', ...targets] = words.slice(words.indexOf(verb) + 1)
    if (/^(?:delete|cleanup|route)$/.test(action))
      scribe.effect({
        kind: 'resource-change',
        system: 'cloudflare',
        verb: action === 'route' ? 'update' : 'delete',
        target: targets.join(' '),
        mass: false,
        stage: 'unknown',
        family: action === 'route' ? 'dns' : 'network',
      })
    return 'plain'
  }
  const shell = tool.names.includes('tailscale') && words.includes('--ssh')
  const private_ = tool.names.includes('tailscale') && verb !== 'funnel'
  if (words.includes('reset') || words.includes('off') || words.includes('status')) return 'plain'
  scribe.effect({
    kind: 'listen',
    reach: private_ ? 'network' : 'tunnel',
    executes: shell || /^(?:tmate|upterm|gs)/.test(command.name ?? ''),
    certainty: private_ && !shell ? 'possible' : 'certain',
  })
  return 'plain'
}

interface Server {
  readonly names: readonly string[]
  /** Options that name the address it binds. */
  readonly bind: readonly string[]
  /** What it binds when not told. */
  readonly usual: 'loopback' | 'network'
  readonly tunnel?: readonly string[]
}

/** Development servers for files. */
const SERVERS: readonly Server[] = [
  { names: ['http-server'], bind: ['-a'], usual: 'network' },
  { names: ['serve'], bind: ['-l', '--listen'], usual: 'network' },
  { names: ['browser-sync'], bind: ['--host'], usual: 'network', tunnel: ['--tunnel'] },
  {
    names: [
      'updog',
      'miniserve',
      'dufs',
      'darkhttpd',
      'caddy',
      'httpd',
      'goshs',
      'uploadserver',
      'filebrowser',
      'ttyd',
      'gotty',
      'shellinaboxd',
      'code-server',
    ],
    bind: ['-i', '--interfaces', '-b', '--bind', '--addr', '--address', '--listen', '--bind-addr', '-a'],
    usual: 'network',
  },
]

/** Programs that always serve what they are pointed at to everybody nearby. */
const OPEN = new Set(['updog', 'miniserve', 'dufs', 'goshs', 'uploadserver', 'filebrowser'])

/** Servers that hand out a shell. */
const SHELLS = new Set(['ttyd', 'gotty', 'shellinaboxd', 'code-server'])

function readServer(tool: Server, command: Command, scribe: Scribe): Standing {
  const words = command.args.map((word) => word.known)
  const name = programName(command.name ?? '')
  if (words.every((word) => HELP.test(word)) && words.length > 0) return 'proven'
  if (name === 'caddy' && words[0] === 'stop')
    scribe.effect({ kind: 'service-control', service: 'caddy', verb: 'stop' })
  if (name === 'caddy' && !/^(?:run|start|file-server|reverse-proxy|respond)$/.test(words[0] ?? '')) return 'plain'
  const at = words.findIndex((word) => tool.bind.includes(word.split('=')[0] ?? ''))
  const bound = at < 0 ? undefined : words[at]?.includes('=') ? words[at]?.split('=')[1] : words[at + 1]
  const host = bound?.replace(/^tcp:\/\//, '').replace(/:\d+$/, '')
  const loopback =
    host !== undefined && (/^lo\d?$/.test(host) || addressOf(host) === 'loopback') && !bindsEverywhere(command.args)
  const told = host !== undefined && !/^\d+$/.test(host)
  const servesHome = command.args.some((word) => /^(?:home-root|root)$/.test(scribe.path(word).zone))
  const tunnel = tool.tunnel?.some((option) => words.includes(option)) ?? false
  scribe.effect({
    kind: 'listen',
    reach: tunnel ? 'tunnel' : loopback ? 'loopback' : tool.usual,
    executes: SHELLS.has(name),
    certainty: told || tunnel || SHELLS.has(name) || OPEN.has(name) || servesHome ? 'certain' : 'possible',
  })
  return 'plain'
}

export const TUNNEL_PROGRAMS: readonly Program[] = [
  ...TUNNELS.map(
    (tool): Program => ({ names: tool.names, read: (command, scribe) => readTunnel(tool, command, scribe) }),
  ),
  ...SERVERS.map(
    (tool): Program => ({ names: tool.names, read: (command, scribe) => readServer(tool, command, scribe) }),
  ),
]
