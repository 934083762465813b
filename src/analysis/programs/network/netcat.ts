import { addressOf, canonicalHost } from '../../hosts.ts'
import type { Command, Value, Word } from '../../words.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { insertedSources, isPlainVariable, stdinSources } from './data.ts'

const GRAMMAR: Grammar = {
  flags:
    '4 6 b C d D F h k l N n r S t U u v Z z a j ' +
    'listen keep-open udp sctp verbose telnet ssl ssl-verify chat broker nodns crlf recv-only send-only no-shutdown unixsock ' +
    'help version append-output zero source-route',
  values:
    'c e g G i I M m O o p P q s T V w W X x ' +
    'sh-exec exec lua-exec source source-port output hex-dump idle-timeout wait delay max-conns proxy proxy-type proxy-auth ' +
    'allow allowfile deny denyfile ssl-cert ssl-key ssl-trustfile ssl-ciphers',
}

/** netcat in its several breeds. */
export const NETCAT: Program = {
  names: ['nc', 'ncat', 'netcat', 'nc.openbsd', 'nc.traditional', 'pwncat'],
  read: readNetcat,
  output: (command) => received(command),
}

function readNetcat(command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, GRAMMAR)
  if (options.has('h', 'help', 'version')) return 'proven'
  const listens = options.has('l', 'listen')
  const executes = options.has('e', 'exec', 'c', 'sh-exec', 'lua-exec')
  if (executes) runsInside(options, scribe)
  if (listens) {
    const bound = options.value('s', 'source') ?? options.operands.find((word) => !/^\d*$/.test(word.known))
    const near = bound && bound.known !== '0.0.0.0' && addressOf(bound.known) === 'loopback'
    const reach = near ? 'loopback' : 'network'
    scribe.effect({ kind: 'listen', reach, executes })
    return options.unknown.length > 0 ? 'unknown' : 'plain'
  }
  if (options.has('U', 'unixsock')) return 'plain'
  const target = options.operands[0]
  if (!target) return options.unknown.length > 0 ? 'unknown' : 'plain'
  connects(target, { command, scribe, options, executes })
  if (options.unknown.length > 0) return 'unknown'
  return options.has('z') && addressOf(target.known) === 'loopback' ? 'expected' : 'plain'
}

interface Connection {
  readonly command: Command
  readonly scribe: Scribe
  readonly options: Options
  readonly executes: boolean
}

function connects(target: Word, { command, scribe, options, executes }: Connection): void {
  const host = canonicalHost(target.known).replaceAll('\0', '…')
  const address = addressOf(host)
  const port = options.operands[1]?.known.replaceAll('\0', '…') ?? ''
  scribe.effect({ kind: 'connect', host, url: `${host}:${port}`, address })
  if (executes) scribe.effect({ kind: 'listen', reach: 'reverse-shell', executes: true })
  if (options.has('z') && /-/.test(port) && address !== 'loopback')
    scribe.effect({ kind: 'observe', what: 'host-scan', certainty: 'likely' })
  const payload = [
    ...(options.has('z') ? [] : stdinSources(command, scribe)),
    ...insertedSources(target).filter((source) => !isPlainVariable(source)),
  ]
  if (payload.length > 0 && address !== 'loopback')
    scribe.effect({ kind: 'send-data', host, channel: 'socket', payload })
}

function runsInside(options: Options, scribe: Scribe): void {
  for (const word of options.values('e', 'exec', 'c', 'sh-exec')) scribe.runsShell(word, 'nc -e')
}

function received(command: Command): Value {
  const options = readOptions(command.args, GRAMMAR)
  const host = options.has('l', 'listen') ? 'listener' : (options.operands[0]?.known ?? '').replaceAll('\0', '…')
  return { text: undefined, sources: [{ kind: 'network', url: host }] }
}

const TELNET_GRAMMAR: Grammar = {
  flags: '-468EKLacdrFfx',
  values: '-Xbekln',
}

/** telnet: a connection whose input is what it sends. */
export const TELNET: Program = {
  names: ['telnet'],
  read: (command, scribe) => {
    const options = readOptions(command.args, TELNET_GRAMMAR)
    const target = options.operands[0]
    if (!target) return 'plain'
    connects(target, { command, scribe, options, executes: false })
    return options.unknown.length > 0 ? 'unknown' : 'plain'
  },
  output: (command) => ({
    text: undefined,
    sources: [
      {
        kind: 'network',
        url: readOptions(command.args, TELNET_GRAMMAR).operands[0]?.known.replaceAll('\0', '…') ?? '',
      },
    ],
  }),
}
