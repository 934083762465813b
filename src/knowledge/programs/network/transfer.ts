import { baseName } from '../../../analysis/interpret/base-name.ts'
import { constantWord, readFileSource, recordConnect } from '../../../analysis/interpret/data-sources.ts'
import { defineFileTool } from '../../../analysis/interpret/file-tool.ts'
import { joinWordTexts } from '../../../analysis/interpret/joined-words.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import type { Grammar, Options } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { canonicalHost, classifyHost, hostOf } from '../../../analysis/remote/hosts.ts'
import { saveMode } from '../../../analysis/remote/http-request.ts'
import type { Command, DataSource, Value, Word } from '../../../analysis/words.ts'
import { recordSshOptions } from './ssh.ts'

/** Files go to another machine, which is also changed by it. */
function recordUpload(
  payload: readonly DataSource[],
  host: string,
  channel: 'ssh' | 'other',
  recorder: EffectRecorder,
): void {
  if (payload.length === 0 || classifyHost(host) === 'loopback') return
  recorder.effect({ kind: 'send-data', host, channel, payload })
  recorder.effect({ kind: 'remote-exec', host, writes: 'yes', certainty: 'possible' })
}

function recordDownload(from: string, host: string, to: string | undefined, recorder: EffectRecorder): void {
  const path = recorder.pathOf(to ?? (baseName(from) || '.'))
  recorder.effect({ kind: 'download', host, url: `${host}:${from}`, to: path })
  recorder.effect({ kind: 'write-path', path, how: saveMode(path, recorder.facts), content: undefined })
}

const CHANGE_COMMAND = /^(?:m?rm|m?del(?:ete)?|rmdir|rename|mv|chmod|chown|mkdir|ln|symlink|deltree)$/

/** What the command language of a file-transfer client does: ftp, sftp, lftp, smbclient. */
function recordTransferScript({ text: script }: Value, host: string, like: Word, recorder: EffectRecorder): void {
  if (script === undefined) recorder.unknown('the transfer commands are not known')
  for (const line of (script ?? '').split(/[\n;]/)) {
    const text = line.trim()
    if (text.startsWith('!')) {
      recorder.runsShell({ text: text.slice(1), sources: [] }, 'transfer client shell escape')
      continue
    }
    const [first = '', ...given] = text.split(/\s+/)
    const words = given.filter((word) => !word.startsWith('-'))
    const [name, second = ''] = words
    const verb = first.toLowerCase()
    const reversed = verb === 'mirror' && given.includes('-R')
    if (name && (reversed || /^(?:m?put|reput|send|append)$/.test(verb)))
      recordUpload([readFileSource(constantWord(name, like), recorder)], host, 'other', recorder)
    else if (name && /^(?:[mp]?get|reget|recv|mirror)$/.test(verb))
      recordDownload(name, host, second || undefined, recorder)
    else if (
      verb === 'set' &&
      /^ssl:(?:verify-certificate|check-hostname)\S*$/.test(name ?? '') &&
      /^(?:no|false|0|off)$/.test(second)
    )
      recorder.effect({ kind: 'weaken', area: 'tls', feature: name ?? '' })
    else if (CHANGE_COMMAND.test(verb)) recorder.effect({ kind: 'remote-exec', host, writes: 'yes' })
  }
}

function recordScriptInput(
  { stdin }: Command,
  batch: Word | undefined,
  host: string,
  like: Word,
  recorder: EffectRecorder,
): void {
  if (batch && batch.known !== '-') {
    readFileSource(batch, recorder)
    const { real } = recorder.path(batch)
    const text = real === undefined ? undefined : recorder.readText(real)
    recordTransferScript({ text, sources: [] }, host, like, recorder)
  } else if (stdin.kind === 'value') recordTransferScript(stdin.value, host, like, recorder)
}

interface RemotePath {
  readonly host: string
  readonly path: string
}

/** `user@host:path` or `scheme://user@host/path`; a colon after a slash belongs to a local name. */
function parseRemotePath(word: Word): RemotePath | undefined {
  const text = displayText(word)
  if (/^(?:scp|sftp|ftp|rsync|ssh):\/\//.test(text))
    return { host: hostOf(text), path: text.replace(/^[a-z]+:\/\/[^/]*/, '') }
  const [, authority, path = ''] = /^([^:/]+):(.*)$/s.exec(text) ?? []
  if (authority === undefined || /^[a-z]:[\\/]/i.test(text)) return undefined
  return { host: canonicalHost(authority.slice(authority.lastIndexOf('@') + 1)), path }
}

/** What the options that are ssh's run on this side, and how that leaves the command. */
function gradeOfSshOptions(options: Options, recorder: EffectRecorder): CommandGrade {
  for (const word of options.values('S', 'D')) recorder.runs([word], 'scp -S')
  const values: Options['values'] = (...names) => options.values(...names.filter((name) => /^[oF]$/.test(name)))
  return recordSshOptions({ ...options, values }, recorder).includes('unknown') ? 'unknown' : 'plain'
}

/** Direction decides whether files leave or arrive. */
const scp = defineFileTool({
  names: 'scp',
  helpless: true,
  flags: '-346ABCOpqRrTv',
  values: '-cDFiJloPSX',
  acts: ({ options, operands, recorder }) => {
    const target = operands.at(-1)
    const sources = operands.slice(0, -1)
    const to = target && parseRemotePath(target)
    if (to) {
      recordConnect(to.host, recorder)
      const payload = sources.filter((word) => !parseRemotePath(word)).map((word) => readFileSource(word, recorder))
      recordUpload(payload, to.host, 'ssh', recorder)
    }
    for (const word of sources) {
      const from = parseRemotePath(word)
      if (!from) continue
      recordConnect(from.host, recorder)
      if (!to) recordDownload(from.path, from.host, target?.known === '.' ? undefined : target?.known, recorder)
    }
    return gradeOfSshOptions(options, recorder)
  },
})

const sftp = defineFileTool({
  names: 'sftp',
  helpless: true,
  flags: '-46AaCfNpqrv',
  values: '-BbcDFiJloPRSsX',
  acts: ({ command, options, operands: [target, to], recorder }) => {
    if (target) {
      const { host, path } = parseRemotePath(target) ?? {
        host: canonicalHost(target.known.replace(/^.*@/, '')),
        path: '',
      }
      recordConnect(host, recorder)
      if (path) recordDownload(path, host, to?.known, recorder)
      recordScriptInput(command, options.value('b'), host, target, recorder)
    }
    return gradeOfSshOptions(options, recorder)
  },
})

/** A client with a language of its own, and the options whose value is commands of it. */
function createTransferClient(names: string, grammar: Grammar, ...commands: readonly string[]): Program {
  return defineFileTool({
    names,
    ...grammar,
    acts: ({ command, options, operands, recorder }) => {
      const [target, ...rest] = operands
      const host = hostOf((target ? displayText(target) : '').replace(/^[/\\]+/, ''))
      const like = target ?? command.head
      if (host) recordConnect(host, recorder)
      const given = options.values(...commands)
      // tftp takes the rest of its words as the command.
      for (const word of given)
        if (like) recordTransferScript(joinWordTexts(names === 'tftp' ? [word, ...rest] : [word]), host, like, recorder)
      if (like && given.length === 0) recordScriptInput(command, options.value('f'), host, like, recorder)
      // The small tftp of busybox: `-p -l file host`.
      const { args } = command
      const file = args[args.findIndex(({ text }) => text === '-l') + 1]
      if (names === 'tftp' && file && args.some(({ text }) => text === '-p'))
        recordUpload([readFileSource(file, recorder)], hostOf(operands.at(-1)?.known ?? ''), 'other', recorder)
      return 'plain'
    },
  })
}

export const TRANSFER_PROGRAMS: readonly Program[] = [
  scp,
  sftp,
  createTransferClient('lftp', { flags: '-d norc help version', values: '-ecfup' }, 'e', 'c'),
  createTransferClient('ftp', { flags: '-46AadefginpRtvV', values: '-NoPqrsTuw' }),
  createTransferClient('tftp', { flags: '-46vl', values: '-mRc' }, 'c'),
  createTransferClient(
    'smbclient',
    { flags: '-NgPkE help', values: '-cULIpWDTmAd command user directory' },
    'c',
    'command',
  ),
]
