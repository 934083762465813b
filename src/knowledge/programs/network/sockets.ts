import {
  carriedDataSources,
  insertedSources,
  isSensitiveSource,
  networkValue,
  readFileSource,
  recordConnect,
  stdinDataSources,
} from '../../../analysis/interpret/data-sources.ts'
import { defineFileTool, type FileCall } from '../../../analysis/interpret/file-tool.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import { sliceWord } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { pathProtection } from '../../../analysis/paths/paths.ts'
import { canonicalHost, classifyHost, hostOf } from '../../../analysis/remote/hosts.ts'
import type { Command, DataSource, Word } from '../../../analysis/words.ts'

interface SocketConnection {
  readonly host: string
  readonly port?: string
  readonly payload: readonly DataSource[]
  /** A program sits at this end: whoever is there runs it. */
  readonly executes?: boolean
}

function recordSocket({ host, port, payload, executes }: SocketConnection, recorder: EffectRecorder): void {
  recordConnect(host, recorder, port === undefined ? host : `${host}:${port}`)
  if (executes) recorder.effect({ kind: 'listen', reach: 'reverse-shell', executes: true })
  if (payload.length > 0 && classifyHost(host) !== 'loopback')
    recorder.effect({ kind: 'send-data', host, channel: 'socket', payload })
}

/** What goes to the host that is named first, and how it stands. */
function recordSocketClient(
  { options, operands: [target, at], command, recorder }: FileCall,
  executes: boolean,
): CommandGrade {
  if (!target) return 'plain'
  const host = canonicalHost(displayText(target))
  const port = at ? displayText(at) : ''
  const probes = options.has('z')
  const near = classifyHost(host) === 'loopback'
  if (probes && port.includes('-') && !near)
    recorder.effect({ kind: 'observe', what: 'host-scan', certainty: 'likely' })
  const payload = [...(probes ? [] : stdinDataSources(command, recorder)), ...carriedDataSources(target)]
  recordSocket({ host, port, payload, executes }, recorder)
  return probes && near ? 'expected' : 'plain'
}

const netcat = defineFileTool({
  names: 'nc ncat netcat nc.openbsd nc.traditional pwncat',
  helpless: true,
  flags:
    '-46bCdDFhklNnrStUuvZzaj listen keep-open udp sctp verbose telnet ssl ssl-verify chat broker nodns crlf recv-only send-only no-shutdown unixsock help version append-output zero source-route',
  values:
    '-cegGiIMmOopPqsTVwWXx sh-exec exec lua-exec source source-port output hex-dump idle-timeout wait delay max-conns proxy proxy-type proxy-auth allow allowfile deny denyfile ssl-cert ssl-key ssl-trustfile ssl-ciphers',
  acts: (call) => {
    const { options, operands, recorder } = call
    if (options.has('h', 'help', 'version')) return 'proven'
    const executes = options.has('e', 'exec', 'c', 'sh-exec', 'lua-exec')
    for (const word of options.values('e', 'exec', 'c', 'sh-exec')) recorder.runsShell(word, 'nc -e')
    if (!options.has('l', 'listen')) return options.has('U', 'unixsock') ? 'plain' : recordSocketClient(call, executes)
    const bound = options.value('s', 'source') ?? operands.find(({ known }) => !/^\d*$/.test(known))
    const near = bound && bound.known !== '0.0.0.0' && classifyHost(bound.known) === 'loopback'
    recorder.effect({ kind: 'listen', reach: near ? 'loopback' : 'network', executes })
    return 'plain'
  },
  prints: ({ options, operands }) =>
    networkValue(options.has('l', 'listen') ? ['listener'] : operands.slice(0, 1).map(displayText)),
})

/** A connection whose input is what it sends. */
const telnet = defineFileTool({
  names: 'telnet',
  helpless: true,
  flags: '-468EKLacdrFfx',
  values: '-Xbekln',
  acts: (call) => recordSocketClient(call, false),
  prints: ({ operands }) => networkValue(operands.slice(0, 1).map(displayText)),
})

const mosquitto = defineFileTool({
  names: 'mosquitto_pub',
  lenient: true,
  flags: '-dlnqrRv help',
  values: '-AcfhiIkLmMpPtTuVWxX host topic message file port username pw cafile cert key id qos url',
  acts: ({ options, command, recorder }) => {
    const broker = options.value('h', 'host', 'L', 'url')
    const topic = options.value('t', 'topic')
    const host = hostOf(broker ? displayText(broker) : 'localhost')
    const remote = classifyHost(host) !== 'loopback'
    recordConnect(host, recorder)
    recorder.effect({
      kind: 'resource-change',
      system: 'mqtt',
      verb: 'create',
      target: topic ? displayText(topic) : '',
      mass: false,
      environment: 'unknown',
      family: 'queue',
      certainty: remote ? 'certain' : 'possible',
    })
    const payload = [
      ...options.values('f', 'file').map((word) => readFileSource(word, recorder)),
      ...options.values('m', 'message').flatMap(insertedSources),
      ...(options.has('l', 's') ? stdinDataSources(command, recorder) : []),
    ]
    if (remote && payload.some(isSensitiveSource))
      recorder.effect({ kind: 'send-data', host, channel: 'other', payload })
    return 'plain'
  },
})

/** WebSocket clients: standard input goes out. */
const websocat: Program = {
  names: ['websocat'],
  read: (command, recorder) => {
    const { args } = command
    const given = (pattern: RegExp) => args.filter(({ known }) => pattern.test(known))
    if (given(/^(?:-h|--help|help|--version|version)$/).length > 0) return 'proven'
    const executes = given(/^(?:sh-c:|cmd:|exec:|--exec)/).length > 0
    if (given(/^(?:-s|--listen|-l|ws-l:|ws-listen:|tcp-l:)/).length > 0)
      recorder.effect({ kind: 'listen', reach: 'network', executes, certainty: executes ? 'certain' : 'possible' })
    for (const { text } of given(/^(?:sh-c|cmd):/))
      recorder.runsShell({ text: text?.replace(/^[a-z-]+:/, ''), sources: [] }, 'websocat')
    for (const word of given(/^wss?:\/\/|^wss?-connect/)) {
      const payload = [...stdinDataSources(command, recorder), ...carriedDataSources(word)]
      recordSocket({ host: hostOf(displayText(word)), payload, executes }, recorder)
    }
    return 'plain'
  },
}

/** One end of a socat relay; a descriptor is one that something else opened: a socket, a pipe. */
type SocatEnd =
  | { readonly kind: 'connect'; readonly host: string; readonly port: string; readonly word: Word }
  | { readonly kind: 'listen'; readonly reach: 'loopback' | 'network' }
  | { readonly kind: 'execute'; readonly text: Word }
  | { readonly kind: 'file'; readonly path: Word; readonly writes: boolean }
  | { readonly kind: 'local'; readonly path: Word }
  | { readonly kind: 'standard' | 'descriptor' | 'unknown' }

const CONNECT_TYPE =
  /^(?:(?:tcp|udp|sctp|ip|vsock|(?:open)?ssl|proxy|socks(?:4a?|5))[46]?(?:-(?:connect|sendto|datagram))?|dtls|openssl-dtls-client)$/
const LISTEN_TYPE =
  /^(?:(?:tcp|udp|sctp|(?:open)?ssl|socks5|vsock)[46]?-(?:l(?:isten)?|recv(?:from)?)|openssl-dtls-server)$/
const STANDARD_STREAM_TYPE = /^(?:-|stdio|stdin|stdout|stderr|fd|readline|tty|pty)$/
const FILE_TYPE = /^(?:file|open|gopen|creat|create|pipe)$/
const LOCAL_TYPE = /^(?:unix|abstract|tun|interface|vsock$)/

function parseSocatEnd(word: Word): SocatEnd {
  const { known } = word
  const cut = known.search(/[:,]|$/)
  const type = known.slice(0, cut).toLowerCase()
  const rest = sliceWord(word, Math.min(cut + 1, known.length))
  const body = displayText(rest).split(',')[0] ?? ''
  if (LOCAL_TYPE.test(type)) return { kind: 'local', path: stripAddressOptions(rest) }
  if (CONNECT_TYPE.test(type)) {
    const [, bracketed, plain = '', port = ''] = /^(?:\[([^\]]*)\]|([^:]*)):?(.*)$/s.exec(body) ?? []
    return { kind: 'connect', host: canonicalHost(bracketed ?? plain), port, word }
  }
  if (LISTEN_TYPE.test(type)) {
    const bind = /(?:^|,)bind=\[?([^,\]]*)/.exec(rest.known)?.[1]
    return { kind: 'listen', reach: bind && classifyHost(bind) === 'loopback' ? 'loopback' : 'network' }
  }
  if (/^(?:exec|system|shell)$/.test(type)) return { kind: 'execute', text: stripAddressOptions(rest) }
  const descriptor = type === 'fd' ? body : /^\d+$/.test(type) ? type : undefined
  if (descriptor !== undefined) return { kind: /^[0-2]$/.test(descriptor) ? 'standard' : 'descriptor' }
  if (STANDARD_STREAM_TYPE.test(type)) return { kind: 'standard' }
  if (FILE_TYPE.test(type))
    return { kind: 'file', path: stripAddressOptions(rest), writes: /creat|trunc|append|wronly|rdwr/.test(known) }
  return /^\.?\//.test(known) ? { kind: 'file', path: word, writes: false } : { kind: 'unknown' }
}

/** Address options follow the first comma outside quotes: `EXEC:"sh -i",pty`. */
function stripAddressOptions(word: Word): Word {
  const [, , quoted, plain = ''] = /^(?:(["'])(.*?)(?:\1|$)|([^,]*))/s.exec(word.known) ?? []
  const known = quoted ?? plain
  const dynamic = known.includes('\0')
  return { ...word, known, text: dynamic ? undefined : known, dynamic }
}

/** Joins two ends; what flows from one reaches the other. */
const socat = defineFileTool({
  names: 'socat',
  helpless: true,
  flags: '-Vh?dDvxuUsg46S',
  values: '-btTLWlrR',
  acts: ({ options, operands, command, recorder }) => {
    if (options.has('V', 'h', '?') || operands.length === 0) return 'proven'
    const [left = { kind: 'unknown' }, right = { kind: 'unknown' }] = operands
      .flatMap((word) => word.known.split('!!').map((known) => ({ ...word, known })))
      .map(parseSocatEnd)
    recordSocatEnd(left, right, command, recorder)
    recordSocatEnd(right, left, command, recorder)
    return left.kind === 'unknown' || right.kind === 'unknown' ? 'unknown' : 'plain'
  },
  prints: ({ operands }) => ({
    text: undefined,
    sources: operands.map(parseSocatEnd).flatMap((end): DataSource[] => {
      if (end.kind === 'connect') return [{ kind: 'network', url: `${end.host}:${end.port}` }]
      if (end.kind === 'listen') return [{ kind: 'network', url: 'listener' }]
      return end.kind === 'file' && !end.writes ? [{ kind: 'file', path: end.path.known, secret: false }] : []
    }),
  }),
})

function recordSocatEnd(end: SocatEnd, other: SocatEnd, command: Command, recorder: EffectRecorder): void {
  const executes = other.kind === 'execute'
  const fed = other.kind === 'file' ? sourcesOfEnd(other, command, recorder) : []
  switch (end.kind) {
    case 'connect': {
      const payload = [
        ...(other.kind === 'file' ? fed : sourcesOfEnd(other, command, recorder)),
        ...carriedDataSources(end.word),
      ]
      recordSocket({ ...end, payload, executes }, recorder)
      return
    }
    case 'listen':
      recorder.effect({ kind: 'listen', reach: end.reach, executes })
      if (fed.length > 0 && end.reach === 'network')
        recorder.effect({ kind: 'send-data', host: 'anyone who connects', channel: 'socket', payload: fed })
      return
    case 'descriptor':
      if (fed.length > 0)
        recorder.effect({
          kind: 'send-data',
          host: 'an open descriptor',
          channel: 'socket',
          payload: fed,
          certainty: 'likely',
        })
      return
    case 'execute':
      recorder.runsShell(end.text, 'socat EXEC')
      return
    case 'local': {
      const path = recorder.path(end.path)
      if (pathProtection(path) === 'own') recorder.effect({ kind: 'touch-protected', path, role: 'unknown' })
      return
    }
    case 'file':
      if (end.writes)
        recorder.effect({ kind: 'write-path', path: recorder.path(end.path), how: 'overwrite', content: undefined })
      else readFileSource(end.path, recorder)
  }
}

function sourcesOfEnd(end: SocatEnd, command: Command, recorder: EffectRecorder): readonly DataSource[] {
  if (end.kind === 'standard') return stdinDataSources(command, recorder)
  if (end.kind === 'file' && !end.writes) return [readFileSource(end.path, recorder)]
  return end.kind === 'execute' ? programOutputSources(end.text, recorder) : []
}

/** What a program prints, as far as its words tell: secret files among them are named. */
function programOutputSources(text: Word, recorder: EffectRecorder): readonly DataSource[] {
  const [program = '?', ...words] = displayText(text)
    .split(/[\s"']+/)
    .filter(Boolean)
  const secrets = words.slice(0, 50).flatMap((word): DataSource[] => {
    const path = recorder.pathOf(word)
    return path.tags.includes('secret') ? [{ kind: 'file', path: path.real ?? path.text, secret: true }] : []
  })
  return [...secrets, { kind: 'command', program, secret: secrets.length > 0 }]
}

export const SOCKET_PROGRAMS: readonly Program[] = [netcat, telnet, mosquitto, websocat, socat]
