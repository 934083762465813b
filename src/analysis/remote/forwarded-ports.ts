import type { Effect } from '../effects.ts'
import type { SessionFacts } from '../facts.ts'
import { programName } from '../interpret/base-name.ts'
import { portsOfRelay } from '../interpret/started-containers.ts'
import type { Command } from '../words.ts'
import { isLocalCluster } from './local-systems.ts'

/** Ports of this machine behind which another one answers: what is done to them is done there. */

const MAX_WORDS = 40

/** `:5432`: one that is free is taken, and nobody knows which. */
const ANY_PORT = '*'

/** Under which name a forwarded port, or a socket, is remembered. */
export function forwardedPortKey(port: string): string {
  return `forwarded port ${port}`
}

/** The ports of this machine that a command hands on to another one for as long as it runs. */
export function forwardedPorts({ name = '', args }: Command): readonly string[] {
  const program = programName(name)
  const words = args.slice(0, MAX_WORDS).map(({ known }) => known)
  switch (program) {
    case 'kubectl':
    case 'oc':
    case 'k':
      if (isLocalCluster(contextOf(words) ?? '')) return []
      if (words.includes('port-forward')) return localPorts(words.slice(words.indexOf('port-forward') + 1))
      return words.includes('proxy') ? [portFromOption(words, /^(?:--port|-p)$/) ?? '8001'] : []
    case 'ssh':
    case 'autossh':
      return sshForwards(words)
    case 'docker':
    case 'podman':
    case 'nerdctl':
      return portsOfRelay(words)
    case 'ncat':
    case 'nc':
    case 'netcat': {
      const relays = words.some((word) => /^(?:-[a-z]*[ce]|--(?:sh-)?exec|--lua-exec)$/.test(word))
      return relays ? words.flatMap((word) => /^(\d{2,5})$/.exec(word)?.[1] ?? []) : []
    }
    case 'alloydb-auth-proxy':
    case 'cloud_sql_proxy':
    case 'cloud-sql-proxy': {
      const tcpPorts = words.flatMap((word) => /=tcp:(?:[\d.]+:)?(\d{2,5})/.exec(word)?.[1] ?? [])
      const port = portFromOption(words, /^(?:--port|-p)$/)
      return tcpPorts.length > 0 ? tcpPorts : port === undefined ? ['5432', '3306', '1433'] : [port]
    }
    case 'fly':
    case 'flyctl':
      return words.includes('proxy') ? localPorts(words.slice(words.indexOf('proxy') + 1)) : []
    case 'socat':
      return words.some((word) => /^TCP[46]?:(?!localhost|127\.)/i.test(word))
        ? words.flatMap((word) => /^TCP[46]?-(?:LISTEN|L):(\d{2,5})/i.exec(word)?.[1] ?? [])
        : []
    default:
      return [...localPortOptions(words), ...tunnelPorts(words)]
  }
}

function sshForwards(words: readonly string[]): readonly string[] {
  const given = words.flatMap((word, at) => {
    const spec =
      /^-[A-Za-z0-9]*L(.*)$/.exec(word)?.[1] ?? /^(?:-o)?LocalForward[ =](.*)$/i.exec(word)?.[1]?.replace(/\s+/, ':')
    return spec === undefined ? [] : portFromSshSpec(spec === '' ? (words[at + 1] ?? '') : spec)
  })
  // It stays and runs nothing: what it forwards stands in the person's settings.
  const stays = words.some((word) => /^-[A-Za-z]*N[A-Za-z]*$/.test(word))
  const hasForward = words.some((word) => /^-[A-Za-z0-9]*[LRDWO]/.test(word))
  return given.length === 0 && stays && !hasForward ? [ANY_PORT] : given
}

function localPortOptions(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    const match = /localPortNumber"?[=:]\[?"?(\d{2,5})|^--local-(?:host-)?port=(?:[\w.]+:)?(\d{2,5})$/.exec(word)
    if (match) return [match[1] ?? match[2] ?? '']
    return /^--local-(?:host-)?port$/.test(word) ? (/(\d{2,5})$/.exec(words[at + 1] ?? '')?.[1] ?? []) : []
  })
}

const TUNNEL_WORD = /^(?:(?:start-)?[\w-]*tunnel|port-?forward(?:ing)?|forward|proxy|connect|bastion)$/
const LISTEN_PORT_OPTION = /^--?(?:p|port|local-?port|listen-?port|bind-?port|source-?port)$/

/** What a tool that opens tunnels is given to listen on. */
function tunnelPorts(words: readonly string[]): readonly string[] {
  const at = words.slice(0, MAX_VERB_WORDS).findIndex((word) => TUNNEL_WORD.test(word))
  if (at < 0) return []
  const given = portFromOption(words, LISTEN_PORT_OPTION)
  return [...localPorts(words.slice(at + 1)), ...(given === undefined ? [] : [given])]
}

const MAX_VERB_WORDS = 4

function contextOf(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => /^--context(?:=|$)/.test(word))
  return at < 0 ? undefined : (/=(.+)$/.exec(words[at] ?? '')?.[1] ?? words[at + 1])
}

/** `5432`, `15432:5432`, `:5432`: the first number is the port here. */
function localPorts(words: readonly string[]): readonly string[] {
  if (words.some((word) => /^:\d{1,5}$/.test(word))) return [ANY_PORT]
  return words.flatMap((word) => /^(\d{2,5})(?::[\w-]{1,63})?$/.exec(word)?.[1] ?? [])
}

function portFromOption(words: readonly string[], option: RegExp): string | undefined {
  for (const [at, word] of words.entries()) {
    const [, name = word, attached] = /^(--?[\w-]+)=(.*)$/.exec(word) ?? []
    const port = option.test(name) ? /^(\d{2,5})$/.exec(attached ?? words[at + 1] ?? '')?.[1] : undefined
    if (port !== undefined) return port
  }
  return undefined
}

/** `8080:host:80`, `127.0.0.1:8080:host:80`, `/tmp/x.sock:/run/y.sock`; what ends on the other machine itself is as far away. */
function portFromSshSpec(spec: string): readonly string[] {
  const socket = /^(\/[^:]+):[^:]+/.exec(spec)?.[1]
  if (socket !== undefined) return [socket]
  return /^(?:[\w.*[\]:-]+:)?(\d{2,5}):(?:[^:]+:\d{1,5}|\/[^:]+)$/.exec(spec)?.[1]?.split(' ') ?? []
}

const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ['psql', '5432'],
  ['pgcli', '5432'],
  ['mysql', '3306'],
  ['mariadb', '3306'],
  ['mycli', '3306'],
  ['redis-cli', '6379'],
  ['valkey-cli', '6379'],
  ['mongosh', '27017'],
  ['mongo', '27017'],
  ['sqlcmd', '1433'],
  ['clickhouse-client', '9000'],
  ['cqlsh', '9042'],
])

function clientPort({ name = '', args }: Command): string | undefined {
  const words = args.slice(0, MAX_WORDS).map(({ known }) => known)
  const url = words.flatMap((word) => /^[a-z+]+:\/\/[^\s/]*:(\d{2,5})(?:\/|$)/.exec(word)?.[1] ?? [])[0]
  return url ?? portFromOption(words, /^(?:-[pP]|--port)$/) ?? DEFAULT_PORTS.get(programName(name))
}

/** Was this port handed on, by an earlier call or by a command before this one? */
export function isForwarded(
  port: string | undefined,
  { started }: Pick<SessionFacts, 'started'>,
  settings: ReadonlyMap<string, string>,
): boolean {
  if (port === undefined || port === '') return false
  return [port, ANY_PORT].some((each) => {
    const key = forwardedPortKey(each)
    return started.has(key) || settings.has(key)
  })
}

/** A database behind a forwarded port is as far away as what it is forwarded to. */
export function withForwardedReach<E extends Effect>(
  effect: E,
  command: Command,
  forwarded: (port: string) => boolean,
): E {
  if (effect.kind !== 'database-change' || effect.reach === 'remote' || effect.reach === 'local-file') return effect
  const port = clientPort(command)
  const sockets = command.args
    .slice(0, MAX_WORDS)
    .flatMap(({ known }) => /^(?:--?[\w-]+=)?(\/.+)$/.exec(known)?.[1] ?? [])
  return (port !== undefined && forwarded(port)) || sockets.some(forwarded) ? { ...effect, reach: 'remote' } : effect
}
