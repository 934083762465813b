import { addressOf, canonicalHost } from '../../hosts.ts'
import type { Command, DataSource, Value, Word } from '../../words.ts'
import { type Grammar, part, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { fileSource, insertedSources, isPlainVariable, stdinSources } from './data.ts'

const GRAMMAR: Grammar = {
  flags: '-Vh?dDvxuUsg46S',
  values: '-btTLWlrR',
}

/** One end of a socat relay. */
type End =
  | { readonly kind: 'connect'; readonly host: string; readonly port: string; readonly word: Word }
  | { readonly kind: 'listen'; readonly reach: 'loopback' | 'network' }
  | { readonly kind: 'execute'; readonly text: Word; readonly shell: boolean }
  | { readonly kind: 'file'; readonly path: Word; readonly writes: boolean }
  | { readonly kind: 'standard' }
  /** A descriptor that something else opened: a socket, a pipe. */
  | { readonly kind: 'descriptor' }
  | { readonly kind: 'local' }
  | { readonly kind: 'unknown' }

const CONNECTS =
  /^(?:tcp|tcp4|tcp6|udp|udp4|udp6|sctp|sctp4|sctp6|ssl|openssl|openssl-connect|ssl-connect|tcp-connect|tcp4-connect|tcp6-connect|udp-connect|udp4-connect|udp-sendto|udp4-sendto|udp-datagram|udp4-datagram|dtls|openssl-dtls-client|ip-sendto|ip4-sendto|socks4|socks4a|socks5|socks5-connect|proxy|proxy-connect|vsock-connect)$/
const LISTENS =
  /^(?:(?:tcp|udp|sctp|ssl|openssl|socks5)[46]?-l(?:isten)?|tcp[46]?-l|udp[46]?-(?:recv|recvfrom|l)|ssl-l|openssl-dtls-server|vsock-l(?:isten)?)$/
const STANDARD = new Set(['-', 'stdio', 'stdin', 'stdout', 'stderr', 'fd', 'readline', 'tty', 'pty'])
const FILES = new Set(['file', 'open', 'gopen', 'create', 'creat', 'pipe'])
const LOCAL =
  /^(?:unix|unix-connect|unix-client|unix-listen|unix-l|unix-recv|unix-send|abstract|abstract-connect|abstract-listen|tun|interface|vsock$)/

function endOf(word: Word): End {
  const colon = word.known.indexOf(':')
  const comma = word.known.indexOf(',')
  const cut = [colon, comma].filter((at) => at >= 0).sort((a, b) => a - b)[0] ?? word.known.length
  const type = word.known.slice(0, cut).toLowerCase()
  const rest = part(word, Math.min(cut + 1, word.known.length))
  const body = (rest.known.split(',')[0] ?? '').replaceAll('\0', '…')
  if (CONNECTS.test(type)) {
    const bracket = /^\[([^\]]*)\]:?(.*)$/.exec(body)
    const [host = '', ...ports] = bracket ? [bracket[1] ?? '', bracket[2] ?? ''] : body.split(':')
    return { kind: 'connect', host: canonicalHost(host), port: ports.join(':'), word }
  }
  if (LISTENS.test(type)) {
    const bind = /(?:^|,)bind=\[?([^,\]]*)/.exec(rest.known)?.[1]
    return { kind: 'listen', reach: bind && addressOf(bind) === 'loopback' ? 'loopback' : 'network' }
  }
  if (type === 'exec') return { kind: 'execute', text: withoutOptions(rest), shell: false }
  if (type === 'system' || type === 'shell') return { kind: 'execute', text: withoutOptions(rest), shell: true }
  const descriptor = type === 'fd' ? body : /^\d+$/.test(type) ? type : undefined
  if (descriptor !== undefined) return { kind: /^[0-2]$/.test(descriptor) ? 'standard' : 'descriptor' }
  if (STANDARD.has(type)) return { kind: 'standard' }
  if (FILES.has(type))
    return { kind: 'file', path: plainPath(rest), writes: /creat|trunc|append|wronly|rdwr/.test(word.known) }
  if (LOCAL.test(type)) return { kind: 'local' }
  if (word.known.startsWith('/') || word.known.startsWith('./')) return { kind: 'file', path: word, writes: false }
  return { kind: 'unknown' }
}

/** Address options follow the first comma outside quotes: `EXEC:"sh -i",pty`. */
function withoutOptions(word: Word): Word {
  const quote = word.known[0]
  if (quote === '"' || quote === "'") {
    const close = word.known.indexOf(quote, 1)
    return plainOrSame(word, word.known.slice(1, close < 0 ? undefined : close))
  }
  const comma = word.known.indexOf(',')
  return comma < 0 ? word : plainOrSame(word, word.known.slice(0, comma))
}

function plainPath(word: Word): Word {
  return withoutOptions(word)
}

function plainOrSame(word: Word, known: string): Word {
  return { ...word, known, text: known.includes('\0') ? undefined : known, dynamic: known.includes('\0') }
}

/** socat: joins two ends; what flows from one reaches the other. */
export const SOCAT: Program = { names: ['socat'], read: readSocat, output: received }

function readSocat(command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, GRAMMAR)
  if (options.has('V', 'h', '?') || options.operands.length === 0) return 'proven'
  const [left, right] = options.operands
    .flatMap((word) => word.known.split('!!').map((text) => ({ ...word, known: text })))
    .map(endOf)
  const ends: End[] = [left ?? { kind: 'unknown' }, right ?? { kind: 'unknown' }]
  ends.forEach((end, index) => {
    const other = ends[1 - index] ?? { kind: 'unknown' }
    stateEnd(end, other, command, scribe)
  })
  return options.unknown.length > 0 || ends.some((end) => end.kind === 'unknown') ? 'unknown' : 'plain'
}

function stateEnd(end: End, other: End, command: Command, scribe: Scribe): void {
  switch (end.kind) {
    case 'connect': {
      const address = addressOf(end.host)
      scribe.effect({ kind: 'connect', host: end.host, url: `${end.host}:${end.port}`, address })
      if (other.kind === 'execute') scribe.effect({ kind: 'listen', reach: 'reverse-shell', executes: true })
      const payload = [
        ...flowsFrom(other, command, scribe),
        ...insertedSources(end.word).filter((source) => !isPlainVariable(source)),
      ]
      if (payload.length > 0 && address !== 'loopback')
        scribe.effect({ kind: 'send-data', host: end.host, channel: 'socket', payload })
      return
    }
    case 'listen': {
      scribe.effect({ kind: 'listen', reach: end.reach, executes: other.kind === 'execute' })
      const payload = other.kind === 'file' && !other.writes ? flowsFrom(other, command, scribe) : []
      if (payload.length > 0 && end.reach === 'network')
        scribe.effect({ kind: 'send-data', host: 'anyone who connects', channel: 'socket', payload })
      return
    }
    case 'execute':
      scribe.runsShell(end.text, 'socat EXEC')
      return
    case 'file':
      if (end.writes)
        scribe.effect({ kind: 'write-path', path: scribe.path(end.path), how: 'overwrite', content: undefined })
      else scribe.effect({ kind: 'read-path', path: scribe.path(end.path), list: false })
      return
    case 'descriptor': {
      const payload = other.kind === 'file' ? flowsFrom(other, command, scribe) : []
      if (payload.length > 0)
        scribe.effect({
          kind: 'send-data',
          host: 'an open descriptor',
          channel: 'socket',
          payload,
          certainty: 'likely',
        })
      return
    }
    case 'standard':
    case 'local':
    case 'unknown':
  }
}

function flowsFrom(end: End, command: Command, scribe: Scribe): readonly DataSource[] {
  if (end.kind === 'standard') return stdinSources(command, scribe)
  if (end.kind === 'file' && !end.writes) return [fileSource(end.path, scribe)]
  return end.kind === 'execute' ? printedBy(end.text, scribe) : []
}

/** What a program prints, as far as its words tell: secret files among them are named. */
function printedBy(text: Word, scribe: Scribe): readonly DataSource[] {
  const words = text.known
    .replaceAll('\0', '…')
    .split(/[\s"']+/)
    .filter(Boolean)
  const secrets = words.slice(1, 50).flatMap((word): DataSource[] => {
    const path = scribe.pathOf(word)
    return path.tags.includes('secret') ? [{ kind: 'file', path: path.real ?? path.text, secret: true }] : []
  })
  return [...secrets, { kind: 'command', program: words[0] ?? '?', secret: secrets.length > 0 }]
}

function received(command: Command): Value {
  const ends = readOptions(command.args, GRAMMAR).operands.map(endOf)
  const sources = ends.flatMap((end): DataSource[] => {
    if (end.kind === 'connect') return [{ kind: 'network', url: `${end.host}:${end.port}` }]
    if (end.kind === 'listen') return [{ kind: 'network', url: 'listener' }]
    return end.kind === 'file' && !end.writes ? [{ kind: 'file', path: end.path.known, secret: false }] : []
  })
  return { text: undefined, sources }
}
