import type { ProgramSpec, SpecRule } from '../../../analysis/interpret/spec.ts'

/** What ends one or tells about it. */
const STOP_OR_STATUS_RULE: SpecRule = ['**/reset|off|status', 'local']

/** Programs whose purpose is to make something here reachable from elsewhere. */
export const TUNNEL_SPECS: readonly ProgramSpec[] = [
  {
    names: 'ngrok',
    rules: [
      STOP_OR_STATUS_RULE,
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
      STOP_OR_STATUS_RULE,
      ['up|serve|funnel/--ssh', 'listen network executing'],
      ['funnel', 'listen tunnel'],
      ['up|serve', 'maybe listen network'],
    ],
    examples: { match: ['tailscale funnel 3000', 'tailscale up --ssh'], pass: ['tailscale status', 'tailscale up'] },
  },
  {
    names:
      'lt localtunnel frpc frp pinggy serveo inlets inlets-pro telebit pagekite pagekite.py tunnelto sish rathole gost ligolo playit tunnelmole dnscat2 dnscat iodine ptunnel stunnel gsocket devtunnel',
    rules: [STOP_OR_STATUS_RULE, ['verify', 'local'], ['**', 'listen tunnel']],
    examples: { match: ['lt --port 3000', 'frpc -c frpc.toml'], pass: ['frpc verify -c frpc.toml'] },
  },
  {
    names: 'tmate upterm gs-netcat tmole',
    rules: [STOP_OR_STATUS_RULE, ['**', 'listen tunnel executing']],
    examples: { match: ['tmate -F'], pass: ['tmate --help'] },
  },
]
