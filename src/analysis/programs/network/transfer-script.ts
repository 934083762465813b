import { baseName } from '../../base-name.ts'
import { addressOf } from '../../hosts.ts'
import type { DataSource, Value, Word } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { fileSource, plainWord } from './data.ts'

const UPLOADS = new Set(['put', 'mput', 'reput', 'send', 'append', 'mirror-r'])
const DOWNLOADS = new Set(['get', 'mget', 'reget', 'recv', 'pget', 'mirror'])
const CHANGES = new Set([
  'rm',
  'mrm',
  'del',
  'delete',
  'mdelete',
  'rmdir',
  'rename',
  'mv',
  'chmod',
  'chown',
  'mkdir',
  'ln',
  'symlink',
  'deltree',
])

/** What the command language of a file-transfer client does: ftp, sftp, lftp, smbclient. */
export function stateTransferScript(script: Value, host: string, like: Word, scribe: Scribe): void {
  if (script.text === undefined) {
    scribe.unknown('the transfer commands are not known')
    return
  }
  for (const line of script.text.split(/[\n;]/)) {
    const text = line.trim()
    if (text.startsWith('!')) {
      scribe.runsShell({ text: text.slice(1), sources: [] }, 'transfer client shell escape')
      continue
    }
    const words = text.split(/\s+/).filter((word) => !word.startsWith('-') || word === '-R')
    const verb = (words[0] ?? '').toLowerCase() + (words[0] === 'mirror' && words.includes('-R') ? '-r' : '')
    const name = words.slice(1).find((word) => word !== '-R')
    if (UPLOADS.has(verb) && name) stateUpload([fileSource(plainWord(name, like), scribe)], host, 'other', scribe)
    else if (DOWNLOADS.has(verb) && name) stateDownload(name, host, words[2] ?? (baseName(name) || '.'), scribe)
    else if (
      verb === 'set' &&
      /^ssl:(?:verify-certificate|check-hostname)\S*$/.test(words[1] ?? '') &&
      /^(?:no|false|0|off)$/.test(words[2] ?? '')
    )
      scribe.effect({ kind: 'weaken', area: 'tls', feature: words[1] ?? '' })
    else if (CHANGES.has(verb)) scribe.effect({ kind: 'remote-exec', host, writes: 'yes' })
  }
}

/** Files go to another machine, which is also changed by it. */
export function stateUpload(
  payload: readonly DataSource[],
  host: string,
  channel: 'ssh' | 'other',
  scribe: Scribe,
): void {
  if (payload.length === 0 || addressOf(host) === 'loopback') return
  scribe.effect({ kind: 'send-data', host, channel, payload })
  scribe.effect({ kind: 'remote-exec', host, writes: 'yes', certainty: 'possible' })
}

export function stateDownload(from: string, host: string, to: string, scribe: Scribe): void {
  const path = scribe.pathOf(to)
  scribe.effect({ kind: 'download', host, url: `${host}:${from}`, to: path })
  scribe.effect({ kind: 'write-path', path, how: 'create', content: undefined })
}
