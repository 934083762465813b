import type { Word } from '../../words.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { notesWholeHome } from './credential-search.ts'
import { asksForHelp } from './grammar.ts'
import { carries, deletes, deletesPath, reads, sourcesOf } from './touching.ts'

const RSYNC: Grammar = {
  lenient: true,
  flags:
    '-aAbcCdDEFghHiIJkKlLmNnoOpPqrRsStuUvWxXyz0468 archive recursive update inplace append append-verify copy-links copy-unsafe-links copy-dirlinks copy-devices write-devices dry-run list-only remove-source-files del delete delete-before delete-during delete-delay delete-after delete-excluded delete-missing-args prune-empty-dirs compress no-compress backup',
  values:
    '-BefMT rsh rsync-path block-size max-delete max-size min-size max-alloc partial-dir usermap groupmap chown timeout contimeout modify-window temp-dir compare-dest copy-dest link-dest compress-level skip-compress filter exclude exclude-from include include-from files-from copy-as address port sockopts out-format log-file log-file-format password-file early-input bwlimit stop-after stop-at write-batch only-write-batch read-batch protocol iconv checksum-seed checksum-choice compress-choice backup-dir suffix chmod info debug stderr outbuf remote-option config dparam',
}

/** `host:path`, `user@host::module`, `rsync://host/…`; a slash before the colon makes it local. */
function hostOf(word: Word): string | undefined {
  const url = /^rsync:\/\/([^/]+)/.exec(word.known)
  if (url) return url[1]
  const remote = /^([^/:]+):/.exec(word.known)
  return remote?.[1]?.replace(/^.*@/, '')
}

function deletesAtTarget(options: Options): boolean {
  return [...options.given.keys()].some(
    (name) => name === 'del' || (name.startsWith('delete') && name !== 'delete-missing-args'),
  )
}

function sends(
  host: string,
  sources: readonly Word[],
  context: { options: Options; command: Parameters<Program['read']>[0]; scribe: Scribe },
): Standing {
  const { options, command, scribe } = context
  scribe.effect({ kind: 'send-data', host, channel: 'ssh', payload: sourcesOf(sources, command, scribe) })
  scribe.effect({ kind: 'remote-exec', host, writes: 'yes' })
  if (deletesAtTarget(options)) {
    scribe.effect({
      kind: 'resource-change',
      system: 'rsync',
      verb: 'delete',
      target: host,
      mass: true,
      stage: 'unknown',
      family: 'storage',
      by: 'rsync --delete',
    })
  }
  return 'plain'
}

const rsync: Program = {
  names: ['rsync', 'openrsync'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, RSYNC)
    if (command.args.some((word) => word.known === '--daemon')) {
      scribe.effect({ kind: 'listen', reach: 'network', executes: false, by: 'rsync --daemon' })
      return 'plain'
    }
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
    const shell = options.value('e', 'rsh')
    const plainShell =
      shell === undefined || /^(?:\/usr\/bin\/)?ssh(?: -(?:p ?\d+|[46CqTx]|i ?\S+))*$/.test(shell.text ?? '')
    if (shell && !plainShell) standing = weakest('plain', scribe.runsShell(shell, 'rsync -e'))
    const sources = options.operands.slice(0, -1)
    const target = options.operands.at(-1)
    const dry = options.has('n', 'dry-run', 'list-only') || sources.length === 0
    const remoteTarget = target ? hostOf(target) : undefined
    const remoteSource = sources.map(hostOf).find((host) => host !== undefined)
    const local = sources.filter((word) => hostOf(word) === undefined)
    standing = weakest(standing, reads(local, scribe, dry))
    const places = local.map((word) => scribe.path(word))
    if (!dry && notesWholeHome(places, scribe)) standing = weakest(standing, 'plain')
    if (dry) {
      const host = remoteTarget ?? remoteSource
      if (host === undefined) return standing
      scribe.effect({ kind: 'connect', host, url: host, address: 'unknown' })
      return 'plain'
    }
    if (remoteTarget !== undefined)
      standing = weakest(standing, sends(remoteTarget, local, { options, command, scribe }))
    else if (target) {
      const path = scribe.path(target)
      if (remoteSource !== undefined)
        scribe.effect({ kind: 'download', host: remoteSource, url: remoteSource, to: path })
      standing = weakest(
        standing,
        remoteSource === undefined ? 'proven' : 'plain',
        carries(path, { how: 'overwrite', of: places }, scribe),
      )
      if (deletesAtTarget(options))
        standing = weakest(standing, deletesPath(path, { recursive: true, by: 'rsync --delete' }, scribe))
    }
    if (options.has('remove-source-files'))
      for (const word of local)
        standing = weakest(standing, deletes(word, { recursive: true, by: 'rsync --remove-source-files' }, scribe))
    return standing
  },
}

export const RSYNC_PROGRAMS: readonly Program[] = [rsync]
