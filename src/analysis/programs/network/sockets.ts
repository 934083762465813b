import { addressOf, canonicalHost, hostOf } from '../../hosts.ts'
import { guardOf } from '../../paths.ts'
import type { Command, DataSource, Word } from '../../words.ts'
import { type FileCall, fileTool } from '../files/touching.ts'
import { shown } from '../form/words.ts'
import { part } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { carried, fileSource, insertedSources, isLocalData, received, stateConnect, stdinSources } from './data.ts'

interface Connection {
  readonly host: string
  readonly port?: string
  readonly payload: readonly DataSource[]
  /** A program sits at this end: whoever is there runs it. */
  readonly executes?: boolean
}

function stateSocket({ host, port, payload, executes }: Connection, scribe: Scribe): void {
  stateConnect(host, scribe, port === undefined ? host : `${host}:${port}`)
  if (executes) scribe.effect({ kind: 'listen', reach: 'reverse-shell', executes: true })
  if (payload.length > 0 && addressOf(host) !== 'loopback')
    scribe.effect({ kind: 'send-data', host, channel: 'socket', payload })
}

/** What goes to the host that is named first, and how it stands. */
function connects({ options, operands: [target, at], command, scribe }: FileCall, executes: boolean): Standing {
  if (!target) return 'plain'
  const host = canonicalHost(shown(target))
  const port = at ? shown(at) : ''
  const probes = options.has('z')
  const near = addressOf(host) === 'loopback'
  if (probes && port.includes('-') && !near) scribe.effect({ kind: 'observe', what: 'host-scan', certainty: 'likely' })
  const payload = [...(probes ? [] : stdinSources(command, scribe)), ...carried(target)]
  stateSocket({ host, port, payload, executes }, scribe)
  return probes && near ? 'expected' : 'plain'
}

const netcat = fileTool({
  names: 'nc ncat netcat nc.openbsd nc.traditional pwncat',
  helpless: true,
  flags:
    '-46bCdDFhklNnrStUuvZzaj listen keep-open udp sctp verbose telnet ssl ssl-verify chat broker nodns crlf recv-only send-only no-shutdown unixsock help version append-output zero source-route',
  values:
    '-cegGiIMmOopPqsTVwWXx sh-exec exec lua-exec source source-port output hex-dump idle-timeout wait delay max-conns proxy proxy-type proxy-auth allow allowfile deny denyfile ssl-cert ssl-key ssl-trustfile ssl-ciphers',
  acts: (call) => {
    const { options, operands, scribe } = call
    if (options.has('h', 'help', 'version')) return 'proven'
    const executes = options.has('e', 'exec', 'c', 'sh-exec', 'lua-exec')
    for (const word of options.values('e', 'exec', 'c', 'sh-exec')) scribe.runsShell(word, 'nc -e')
    if (!options.has('l', 'listen')) return options.has('U', 'unixsock') ? 'plain' : connects(call, executes)
    const bound = options.value('s', 'source') ?? operands.find(({ known }) => !/^\d*$/.test(known))
    const near = bound && bound.known !== '0.0.0.0' && addressOf(bound.known) === 'loopback'
    scribe.effect({ kind: 'listen', reach: near ? 'loopback' : 'network', executes })
    return 'plain'
  },
  prints: ({ options, operands }) =>
    received(options.has('l', 'listen') ? ['listener'] : operands.slice(0, 1).map(shown)),
})

/** A connection whose input is what it sends. */
const telnet = fileTool({
  names: 'telnet',
  helpless: true,
  flags: '-468EKLacdrFfx',
  values: '-Xbekln',
  acts: (call) => connects(call, false),
  prints: ({ operands }) => received(operands.slice(0, 1).map(shown)),
})

const mosquitto = fileTool({
  names: 'mosquitto_pub',
  lenient: true,
  flags: '-dlnqrRv help',
  values: '-AcfhiIkLmMpPtTuVWxX host topic message file port username pw cafile cert key id qos url',
  acts: ({ options, command, scribe }) => {
    const broker = options.value('h', 'host', 'L', 'url')
    const topic = options.value('t', 'topic')
    const host = hostOf(broker ? shown(broker) : 'localhost')
    const remote = addressOf(host) !== 'loopback'
    stateConnect(host, scribe)
    scribe.effect({
      kind: 'resource-change',
      system: 'mqtt',
      verb: 'create',
      target: topic ? shown(topic) : '',
      mass: false,
      stage: 'unknown',
      family: 'queue',
      certainty: remote ? 'certain' : 'possible',
    })
    const payload = [
      ...options.values('f', 'file').map((word) => fileSource(word, scribe)),
      ...options.values('m', 'message').flatMap(insertedSources),
      ...(options.has('l', 's') ? stdinSources(command, scribe) : []),
    ]
    if (remote && payload.some(isLocalData)) scribe.effect({ kind: 'send-data', host, channel: 'other', payload })
    return 'plain'
  },
})

/** WebSocket clients: standard input goes out. */
const websocat: Program = {
  names: ['websocat'],
  read: (command, scribe) => {
    const { args } = command
    const given = (pattern: RegExp) => args.filter(({ known }) => pattern.test(known))
    if (given(/^(?:-h|--help|help|--version|version)$/).length > 0) return 'proven'
    const executes = given(/^(?:sh-c:|cmd:|exec:|--exec)/).length > 0
    if (given(/^(?:-s|--listen|-l|ws-l:|ws-listen:|tcp-l:)/).length > 0)
      scribe.effect({ kind: 'listen', reach: 'network', executes, certainty: executes ? 'certain' : 'possible' })
    for (const { text } of given(/^(?:sh-c|cmd):/))
      scribe.runsShell({ text: text?.replace(/^[a-z-]+:/, ''), sources: [] }, 'websocat')
    for (const word of given(/^wss?:\/\/|^wss?-connect/)) {
      const payload = [...stdinSources(command, scribe), ...carried(word)]
      stateSocket({ host: hostOf(shown(word)), payload, executes }, scribe)
    }
    return 'plain'
  },
}

/** One end of a socat relay; a descriptor is one that something else opened: a socket, a pipe. */
type End =
  | { readonly kind: 'connect'; readonly host: string; readonly port: string; readonly word: Word }
  | { readonly kind: 'listen'; readonly reach: 'loopback' | 'network' }
  | { readonly kind: 'execute'; readonly text: Word }
  | { readonly kind: 'file'; readonly path: Word; readonly writes: boolean }
  | { readonly kind: 'local'; readonly path: Word }
  | { readonly kind: 'standard' | 'descriptor' | 'unknown' }

const CONNECTS =
  /^(?:(?:tcp|udp|sctp|ip|vsock|(?:open)?ssl|proxy|socks(?:4a?|5))[46]?(?:-(?:connect|sendto|datagram))?|dtls|openssl-dtls-client)$/
const LISTENS =
  /^(?:(?:tcp|udp|sctp|(?:open)?ssl|socks5|vsock)[46]?-(?:l(?:isten)?|recv(?:from)?)|openssl-dtls-server)$/
const STANDARD = /^(?:-|stdio|stdin|stdout|stderr|fd|readline|tty|pty)$/
const FILES = /^(?:file|open|gopen|creat|create|pipe)$/
const LOCAL = /^(?:unix|abstract|tun|interface|vsock$)/

function endOf(word: Word): End {
  const { known } = word
  const cut = known.search(/[:,]|$/)
  const type = known.slice(0, cut).toLowerCase()
  const rest = part(word, Math.min(cut + 1, known.length))
  const body = shown(rest).split(',')[0] ?? ''
  if (LOCAL.test(type)) return { kind: 'local', path: withoutOptions(rest) }
  if (CONNECTS.test(type)) {
    const [, bracketed, plain = '', port = ''] = /^(?:\[([^\]]*)\]|([^:]*)):?(.*)$/s.exec(body) ?? []
    return { kind: 'connect', host: canonicalHost(bracketed ?? plain), port, word }
  }
  if (LISTENS.test(type)) {
    const bind = /(?:^|,)bind=\[?([^,\]]*)/.exec(rest.known)?.[1]
    return { kind: 'listen', reach: bind && addressOf(bind) === 'loopback' ? 'loopback' : 'network' }
  }
  if (/^(?:exec|system|shell)$/.test(type)) return { kind: 'execute', text: withoutOptions(rest) }
  const descriptor = type === 'fd' ? body : /^\d+$/.test(type) ? type : undefined
  if (descriptor !== undefined) return { kind: /^[0-2]$/.test(descriptor) ? 'standard' : 'descriptor' }
  if (STANDARD.test(type)) return { kind: 'standard' }
  if (FILES.test(type))
    return { kind: 'file', path: withoutOptions(rest), writes: /creat|trunc|append|wronly|rdwr/.test(known) }
  return /^\.?\//.test(known) ? { kind: 'file', path: word, writes: false } : { kind: 'unknown' }
}

/** Address options follow the first comma outside quotes: `EXEC:"sh -i",pty`. */
function withoutOptions(word: Word): Word {
  const [, , quoted, plain = ''] = /^(?:(["'])(.*?)(?:\1|$)|([^,]*))/s.exec(word.known) ?? []
  const known = quoted ?? plain
  const dynamic = known.includes('\0')
  return { ...word, known, text: dynamic ? undefined : known, dynamic }
}

/** Joins two ends; what flows from one reaches the other. */
const socat = fileTool({
  names: 'socat',
  helpless: true,
  flags: '-Vh?dDvxuUsg46S',
  values: '-btTLWlrR',
  acts: ({ options, operands, command, scribe }) => {
    if (options.has('V', 'h', '?') || operands.length === 0) return 'proven'
    const [left = { kind: 'unknown' }, right = { kind: 'unknown' }] = operands
      .flatMap((word) => word.known.split('!!').map((known) => ({ ...word, known })))
      .map(endOf)
    stateEnd(left, right, command, scribe)
    stateEnd(right, left, command, scribe)
    return left.kind === 'unknown' || right.kind === 'unknown' ? 'unknown' : 'plain'
  },
  prints: ({ operands }) => ({
    text: undefined,
    sources: operands.map(endOf).flatMap((end): DataSource[] => {
      if (end.kind === 'connect') return [{ kind: 'network', url: `${end.host}:${end.port}` }]
      if (end.kind === 'listen') return [{ kind: 'network', url: 'listener' }]
      return end.kind === 'file' && !end.writes ? [{ kind: 'file', path: end.path.known, secret: false }] : []
    }),
  }),
})

function stateEnd(end: End, other: End, command: Command, scribe: Scribe): void {
  const executes = other.kind === 'execute'
  const fed = other.kind === 'file' ? flowsFrom(other, command, scribe) : []
  switch (end.kind) {
    case 'connect': {
      const payload = [...(other.kind === 'file' ? fed : flowsFrom(other, command, scribe)), ...carried(end.word)]
      stateSocket({ ...end, payload, executes }, scribe)
      return
    }
    case 'listen':
      scribe.effect({ kind: 'listen', reach: end.reach, executes })
      if (fed.length > 0 && end.reach === 'network')
        scribe.effect({ kind: 'send-data', host: 'anyone who connects', channel: 'socket', payload: fed })
      return
    case 'descriptor':
      if (fed.length > 0)
        scribe.effect({
          kind: 'send-data',
          host: 'an open descriptor',
          channel: 'socket',
          payload: fed,
          certainty: 'likely',
        })
      return
    case 'execute':
      scribe.runsShell(end.text, 'socat EXEC')
      return
    case 'local': {
      const path = scribe.path(end.path)
      if (guardOf(path) === 'own') scribe.effect({ kind: 'touch-guarded', path, role: 'unknown' })
      return
    }
    case 'file':
      if (end.writes)
        scribe.effect({ kind: 'write-path', path: scribe.path(end.path), how: 'overwrite', content: undefined })
      else fileSource(end.path, scribe)
  }
}

function flowsFrom(end: End, command: Command, scribe: Scribe): readonly DataSource[] {
  if (end.kind === 'standard') return stdinSources(command, scribe)
  if (end.kind === 'file' && !end.writes) return [fileSource(end.path, scribe)]
  return end.kind === 'execute' ? printedBy(end.text, scribe) : []
}

/** What a program prints, as far as its words tell: secret files among them are named. */
function printedBy(text: Word, scribe: Scribe): readonly DataSource[] {
  const [program = '?', ...words] = shown(text)
    .split(/[\s"']+/)
    .filter(Boolean)
  const secrets = words.slice(0, 50).flatMap((word): DataSource[] => {
    const path = scribe.pathOf(word)
    return path.tags.includes('secret') ? [{ kind: 'file', path: path.real ?? path.text, secret: true }] : []
  })
  return [...secrets, { kind: 'command', program, secret: secrets.length > 0 }]
}

export const SOCKET_PROGRAMS: readonly Program[] = [netcat, telnet, mosquitto, websocat, socat]
