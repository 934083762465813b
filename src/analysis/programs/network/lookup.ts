import { addressOf, hostOf } from '../../hosts.ts'
import type { Command, DataSource, Value, Word } from '../../words.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { insertedSources, isPlainVariable } from './data.ts'

interface Lookup {
  readonly names: readonly string[]
  readonly grammar: Grammar
  readonly channel: 'dns' | 'icmp'
  /** Options that put bytes into the packets. */
  readonly pattern?: readonly string[]
  /** Options that name files with queries. */
  readonly batch?: readonly string[]
}

/** Programs that look a name up or send a probe. A name that carries data carries it to whoever answers for the domain. */
const LOOKUPS: readonly Lookup[] = [
  {
    names: ['ping'],
    grammar: { flags: '-46aAbBCdDfhHLnOqrRUvVoQ', values: '-ceFiIlmMNpsStTwWgGkKz' },
    channel: 'icmp',
    pattern: ['p'],
  },
  {
    names: ['fping', 'hping', 'nping'],
    grammar: { flags: '-aqusS12Vvh8', values: '-ctpdEiIeg file data data-string sign' },
    channel: 'icmp',
    pattern: ['E', 'e', 'data', 'data-string', 'sign'],
    batch: ['file', 'E'],
  },
  {
    names: ['dig', 'kdig', 'drill'],
    grammar: { flags: '-46hmruviSTDQ', values: '-bcfkpqtxy' },
    channel: 'dns',
    batch: ['f'],
  },
  { names: ['host'], grammar: { flags: '-aACdlrsTUvVw46i', values: '-cNpRtWm' }, channel: 'dns' },
  { names: ['nslookup'], grammar: { lenient: true, singleDash: true }, channel: 'dns' },
  {
    names: ['whois', 'finger'],
    grammar: { lenient: true, flags: '-Halmsrd', values: '-hpit' },
    channel: 'dns',
  },
]

function readLookup(tool: Lookup, command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, tool.grammar)
  const targets = options.operands.filter((word) => !/^[+]/.test(word.known))
  const names = [...targets, ...options.values('x', 'q')]
  for (const word of options.values(...(tool.batch ?? [])))
    leaks(
      [fileLike(word, scribe)],
      tool.channel === 'dns' ? 'a name server' : hostText(names.at(-1)),
      tool.channel,
      scribe,
    )
  for (const word of options.values(...(tool.pattern ?? []))) {
    const inserted = carried(word)
    if (inserted.length > 0) leaks(inserted, hostText(names.at(-1)), 'icmp', scribe)
  }
  stateFlood(tool, options, hostText(targets[0]), scribe)
  // One address after the other of the same network.
  if (
    tool.channel === 'icmp' &&
    targets.some((word) => /^\d+\.\d+\.\d+\.\0$/.test(word.known) && !word.known.startsWith('127.'))
  )
    scribe.effect({ kind: 'observe', what: 'host-scan', certainty: 'likely' })
  for (const name of names) {
    const inserted = carried(name)
    if (inserted.length > 0) leaks(inserted, hostText(name), 'dns', scribe)
    else if (looksLikeName(name)) stateConnect(name, scribe)
  }
  if (options.has('h', 'help', 'version', 'V') && names.length === 0) return 'proven'
  return options.unknown.length > 0 ? 'unknown' : 'plain'
}

/** As many packets as the line carries, to somebody else's machine. */
function stateFlood(tool: Lookup, options: Options, host: string, scribe: Scribe): void {
  const floods =
    tool.names[0] === 'ping'
      ? options.has('f')
      : options.unknown.some((word) => /^--(?:flood|faster)$/.test(word.known))
  if (floods && addressOf(host) !== 'loopback') scribe.effect({ kind: 'exhaust', what: 'network' })
}

/** Record types and classes stand beside names. */
function looksLikeName(word: Word): boolean {
  return (
    word.known.includes('.') || word.known.startsWith('@') || word.known.includes(':') || word.known === 'localhost'
  )
}

function carried(word: Word): readonly DataSource[] {
  const inserted = insertedSources(word).filter((source) => !isPlainVariable(source))
  if (inserted.length > 0 || !/\$\(|`/.test(word.raw) || !hasEncodedLabel(word.known)) return inserted
  return [{ kind: 'command', program: 'encoded text', secret: false }]
}

/** A label that no host has: signs of base64, or very long. */
function hasEncodedLabel(name: string): boolean {
  const labels = name.split('.').slice(0, -1)
  return labels.some((label) => /[=+/]/.test(label) || label.length > 40 || /^[0-9a-f]{20,}$/i.test(label))
}

function hostText(word: Word | undefined): string {
  return hostOf((word?.known ?? '').replace(/^@/, '')).replaceAll('\0', '…')
}

function fileLike(word: Word, scribe: Scribe): DataSource {
  const path = scribe.path(word)
  scribe.effect({ kind: 'read-path', path, list: false })
  return { kind: 'file', path: path.real ?? path.text, secret: path.tags.includes('secret') }
}

function leaks(payload: readonly DataSource[], host: string, channel: 'dns' | 'icmp', scribe: Scribe): void {
  scribe.effect({ kind: 'send-data', host, channel, payload })
  scribe.effect({ kind: 'connect', host, url: host, address: addressOf(host) })
}

function stateConnect(name: Word, scribe: Scribe): void {
  const host = hostText(name)
  scribe.effect({ kind: 'connect', host, url: host, address: addressOf(host) })
}

function answered(tool: Lookup, command: Command): Value {
  const names = readOptions(command.args, tool.grammar).operands
  return {
    text: undefined,
    sources: tool.channel === 'dns' ? names.map((name) => ({ kind: 'network', url: hostText(name) })) : [],
  }
}

export const LOOKUP_PROGRAMS: readonly Program[] = LOOKUPS.map((tool) => ({
  names: tool.names,
  read: (command, scribe) => readLookup(tool, command, scribe),
  output: (command) => answered(tool, command),
}))
