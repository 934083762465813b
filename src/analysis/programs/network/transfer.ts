import { baseName } from '../../base-name.ts'
import { addressOf, canonicalHost, hostOf } from '../../hosts.ts'
import type { Command, DataSource, Value, Word } from '../../words.ts'
import { fileTool } from '../files/touching.ts'
import { shown } from '../form/words.ts'
import type { Grammar, Options } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { fileSource, plainWord, stateConnect } from './data.ts'
import { joined, stateOptions } from './ssh.ts'

/** Files go to another machine, which is also changed by it. */
function stateUpload(payload: readonly DataSource[], host: string, channel: 'ssh' | 'other', scribe: Scribe): void {
  if (payload.length === 0 || addressOf(host) === 'loopback') return
  scribe.effect({ kind: 'send-data', host, channel, payload })
  scribe.effect({ kind: 'remote-exec', host, writes: 'yes', certainty: 'possible' })
}

function stateDownload(from: string, host: string, to: string | undefined, scribe: Scribe): void {
  const path = scribe.pathOf(to ?? (baseName(from) || '.'))
  scribe.effect({ kind: 'download', host, url: `${host}:${from}`, to: path })
  scribe.effect({ kind: 'write-path', path, how: 'create', content: undefined })
}

const CHANGES = /^(?:m?rm|m?del(?:ete)?|rmdir|rename|mv|chmod|chown|mkdir|ln|symlink|deltree)$/

/** What the command language of a file-transfer client does: ftp, sftp, lftp, smbclient. */
function stateScript({ text: script }: Value, host: string, like: Word, scribe: Scribe): void {
  if (script === undefined) scribe.unknown('the transfer commands are not known')
  for (const line of (script ?? '').split(/[\n;]/)) {
    const text = line.trim()
    if (text.startsWith('!')) {
      scribe.runsShell({ text: text.slice(1), sources: [] }, 'transfer client shell escape')
      continue
    }
    const [first = '', ...given] = text.split(/\s+/)
    const words = given.filter((word) => !word.startsWith('-'))
    const [name, second = ''] = words
    const verb = first.toLowerCase()
    const reversed = verb === 'mirror' && given.includes('-R')
    if (name && (reversed || /^(?:m?put|reput|send|append)$/.test(verb)))
      stateUpload([fileSource(plainWord(name, like), scribe)], host, 'other', scribe)
    else if (name && /^(?:[mp]?get|reget|recv|mirror)$/.test(verb))
      stateDownload(name, host, second || undefined, scribe)
    else if (
      verb === 'set' &&
      /^ssl:(?:verify-certificate|check-hostname)\S*$/.test(name ?? '') &&
      /^(?:no|false|0|off)$/.test(second)
    )
      scribe.effect({ kind: 'weaken', area: 'tls', feature: name ?? '' })
    else if (CHANGES.test(verb)) scribe.effect({ kind: 'remote-exec', host, writes: 'yes' })
  }
}

function stateFed({ stdin }: Command, batch: Word | undefined, host: string, like: Word, scribe: Scribe): void {
  if (batch && batch.known !== '-') {
    fileSource(batch, scribe)
    const { real } = scribe.path(batch)
    const text = real === undefined ? undefined : scribe.readText(real)
    stateScript({ text, sources: [] }, host, like, scribe)
  } else if (stdin.kind === 'value') stateScript(stdin.value, host, like, scribe)
}

interface Remote {
  readonly host: string
  readonly path: string
}

/** `user@host:path` or `scheme://user@host/path`; a colon after a slash belongs to a local name. */
function remoteOf(word: Word): Remote | undefined {
  const text = shown(word)
  if (/^(?:scp|sftp|ftp|rsync|ssh):\/\//.test(text))
    return { host: hostOf(text), path: text.replace(/^[a-z]+:\/\/[^/]*/, '') }
  const [, authority, path = ''] = /^([^:/]+):(.*)$/s.exec(text) ?? []
  if (authority === undefined || /^[a-z]:[\\/]/i.test(text)) return undefined
  return { host: canonicalHost(authority.slice(authority.lastIndexOf('@') + 1)), path }
}

/** What the options that are ssh's run on this side, and how that leaves the command. */
function standingOf(options: Options, scribe: Scribe): Standing {
  for (const word of options.values('S', 'D')) scribe.runs([word], 'scp -S')
  const values: Options['values'] = (...names) => options.values(...names.filter((name) => /^[oF]$/.test(name)))
  return stateOptions({ ...options, values }, scribe).includes('unknown') ? 'unknown' : 'plain'
}

/** Direction decides whether files leave or arrive. */
const scp = fileTool({
  names: 'scp',
  helpless: true,
  flags: '-346ABCOpqRrTv',
  values: '-cDFiJloPSX',
  acts: ({ options, operands, scribe }) => {
    const target = operands.at(-1)
    const sources = operands.slice(0, -1)
    const to = target && remoteOf(target)
    if (to) {
      stateConnect(to.host, scribe)
      const payload = sources.filter((word) => !remoteOf(word)).map((word) => fileSource(word, scribe))
      stateUpload(payload, to.host, 'ssh', scribe)
    }
    for (const word of sources) {
      const from = remoteOf(word)
      if (!from) continue
      stateConnect(from.host, scribe)
      if (!to) stateDownload(from.path, from.host, target?.known === '.' ? undefined : target?.known, scribe)
    }
    return standingOf(options, scribe)
  },
})

const sftp = fileTool({
  names: 'sftp',
  helpless: true,
  flags: '-46AaCfNpqrv',
  values: '-BbcDFiJloPRSsX',
  acts: ({ command, options, operands: [target, to], scribe }) => {
    if (target) {
      const { host, path } = remoteOf(target) ?? { host: canonicalHost(target.known.replace(/^.*@/, '')), path: '' }
      stateConnect(host, scribe)
      if (path) stateDownload(path, host, to?.known, scribe)
      stateFed(command, options.value('b'), host, target, scribe)
    }
    return standingOf(options, scribe)
  },
})

/** A client with a language of its own, and the options whose value is commands of it. */
function client(names: string, grammar: Grammar, ...commands: readonly string[]): Program {
  return fileTool({
    names,
    ...grammar,
    acts: ({ command, options, operands, scribe }) => {
      const [target, ...rest] = operands
      const host = hostOf((target ? shown(target) : '').replace(/^[/\\]+/, ''))
      const like = target ?? command.head
      if (host) stateConnect(host, scribe)
      const given = options.values(...commands)
      // tftp takes the rest of its words as the command.
      for (const word of given)
        if (like) stateScript(joined(names === 'tftp' ? [word, ...rest] : [word]), host, like, scribe)
      if (like && given.length === 0) stateFed(command, options.value('f'), host, like, scribe)
      // The small tftp of busybox: `-p -l file host`.
      const { args } = command
      const file = args[args.findIndex(({ text }) => text === '-l') + 1]
      if (names === 'tftp' && file && args.some(({ text }) => text === '-p'))
        stateUpload([fileSource(file, scribe)], hostOf(operands.at(-1)?.known ?? ''), 'other', scribe)
      return 'plain'
    },
  })
}

export const TRANSFER_PROGRAMS: readonly Program[] = [
  scp,
  sftp,
  client('lftp', { flags: '-d norc help version', values: '-ecfup' }, 'e', 'c'),
  client('ftp', { flags: '-46AadefginpRtvV', values: '-NoPqrsTuw' }),
  client('tftp', { flags: '-46vl', values: '-mRc' }, 'c'),
  client('smbclient', { flags: '-NgPkE help', values: '-cULIpWDTmAd command user directory' }, 'c', 'command'),
]
