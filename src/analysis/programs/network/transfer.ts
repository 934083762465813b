import { baseName } from '../../base-name.ts'
import { addressOf, canonicalHost, hostOf } from '../../hosts.ts'
import type { Command, Word } from '../../words.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { fileSource } from './data.ts'
import { stateOptions } from './ssh.ts'
import { stateDownload, stateTransferScript, stateUpload } from './transfer-script.ts'

const SCP_GRAMMAR: Grammar = { flags: '-346ABCOpqRrTv', values: '-cDFiJloPSX' }
const SFTP_GRAMMAR: Grammar = { flags: '-46AaCfNpqrv', values: '-BbcDFiJloPRSsX' }

interface Remote {
  readonly host: string
  readonly path: string
}

/** `user@host:path` or `scheme://user@host/path`; a colon after a slash belongs to a local name. */
export function remoteOf(word: Word): Remote | undefined {
  const text = word.known.replaceAll('\0', '…')
  if (/^(?:scp|sftp|ftp|rsync|ssh):\/\//.test(text))
    return { host: hostOf(text), path: text.replace(/^[a-z]+:\/\/[^/]*/, '') }
  const colon = text.indexOf(':')
  const slash = text.indexOf('/')
  if (colon <= 0 || (slash >= 0 && slash < colon) || /^[a-z]:[\\/]/i.test(text)) return undefined
  const authority = text.slice(0, colon)
  return { host: canonicalHost(authority.slice(authority.lastIndexOf('@') + 1)), path: text.slice(colon + 1) }
}

/** scp: direction decides whether files leave or arrive. */
const SCP: Program = { names: ['scp'], read: readScp }

function readScp(command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, SCP_GRAMMAR)
  const local = helpers(options, scribe)
  const target = options.operands.at(-1)
  const sources = options.operands.slice(0, -1)
  if (target) copyBetween(sources, target, scribe)
  return options.unknown.length > 0 || local.includes('unknown') ? 'unknown' : 'plain'
}

function helpers(options: Options, scribe: Scribe): readonly Standing[] {
  const programs = options.values('S', 'D').map((word) => scribe.runs([word], 'scp -S'))
  return [
    ...programs,
    ...stateOptions(
      { ...options, values: (...names) => options.values(...names.filter((name) => name === 'o' || name === 'F')) },
      scribe,
    ),
  ]
}

function copyBetween(sources: readonly Word[], target: Word, scribe: Scribe): void {
  const to = remoteOf(target)
  if (to) {
    connect(to.host, scribe)
    stateUpload(
      sources.filter((word) => !remoteOf(word)).map((word) => fileSource(word, scribe)),
      to.host,
      'ssh',
      scribe,
    )
  }
  for (const word of sources) {
    const from = remoteOf(word)
    if (!from) continue
    connect(from.host, scribe)
    if (!to)
      stateDownload(from.path, from.host, target.known === '.' ? baseName(from.path) || '.' : target.known, scribe)
  }
}

function connect(host: string, scribe: Scribe): void {
  scribe.effect({ kind: 'connect', host, url: host, address: addressOf(host) })
}

const SFTP: Program = { names: ['sftp'], read: readSftp }

function readSftp(command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, SFTP_GRAMMAR)
  const local = helpers(options, scribe)
  const target = options.operands[0]
  if (!target) return 'plain'
  const remote = remoteOf(target) ?? { host: canonicalHost(target.known.replace(/^.*@/, '')), path: '' }
  connect(remote.host, scribe)
  if (remote.path)
    stateDownload(remote.path, remote.host, options.operands[1]?.known ?? (baseName(remote.path) || '.'), scribe)
  scriptFrom(command, options.value('b'), { host: remote.host, like: target }, scribe)
  return options.unknown.length > 0 || local.includes('unknown') ? 'unknown' : 'plain'
}

/** The commands a client is fed: a batch file, or its standard input. */
function scriptFrom(command: Command, batch: Word | undefined, to: { host: string; like: Word }, scribe: Scribe): void {
  if (batch && batch.known !== '-') {
    const path = scribe.path(batch)
    scribe.effect({ kind: 'read-path', path, list: false })
    stateTransferScript(
      { text: path.real === undefined ? undefined : scribe.readText(path.real), sources: [] },
      to.host,
      to.like,
      scribe,
    )
  } else if (command.stdin.kind === 'value') stateTransferScript(command.stdin.value, to.host, to.like, scribe)
}

interface Client {
  readonly names: readonly string[]
  readonly grammar: Grammar
  /** Options whose value is commands of its own language. */
  readonly commands: readonly string[]
}

const CLIENTS: readonly Client[] = [
  {
    names: ['lftp'],
    grammar: { flags: '-d norc help version', values: '-ecfup' },
    commands: ['e', 'c'],
  },
  {
    names: ['ftp'],
    grammar: { flags: '-46AadefginpRtvV', values: '-NoPqrsTuw' },
    commands: [],
  },
  { names: ['tftp'], grammar: { flags: '-46vl', values: '-mRc' }, commands: ['c'] },
  {
    names: ['smbclient'],
    grammar: {
      flags: '-NgPkE help',
      values: '-cULIpWDTmAd command user directory',
    },
    commands: ['c', 'command'],
  },
]

function readClient(tool: Client, command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, tool.grammar)
  if (options.has('help', 'version')) return 'proven'
  const target = options.operands[0]
  const host = hostOf((target?.known ?? '').replace(/^[/\\]+/, '').replaceAll('\0', '…'))
  const like = target ?? command.head
  if (target && host) connect(host, scribe)
  if (like) {
    for (const word of options.values(...tool.commands)) {
      // tftp takes the rest of its words as the command.
      const rest = tool.names[0] === 'tftp' ? options.operands.slice(1) : []
      const text = [word, ...rest].some((each) => each.text === undefined)
        ? undefined
        : [word, ...rest].map((each) => each.text).join(' ')
      stateTransferScript({ ...word, text }, host, like, scribe)
    }
    const batch = options.value('f')
    if (options.values(...tool.commands).length === 0) scriptFrom(command, batch, { host, like }, scribe)
  }
  // The small tftp of busybox: `-p -l file host`.
  const file = command.args[command.args.findIndex((word) => word.text === '-l') + 1]
  if (tool.names[0] === 'tftp' && file && command.args.some((word) => word.text === '-p'))
    stateUpload([fileSource(file, scribe)], hostOf(options.operands.at(-1)?.known ?? ''), 'other', scribe)
  return options.unknown.length > 0 ? 'unknown' : 'plain'
}

export const TRANSFER_PROGRAMS: readonly Program[] = [
  SCP,
  SFTP,
  ...CLIENTS.map(
    (tool): Program => ({ names: tool.names, read: (command, scribe) => readClient(tool, command, scribe) }),
  ),
]
