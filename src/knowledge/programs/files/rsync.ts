import { recordWholeHomeRead } from '../../../analysis/interpret/credential-search.ts'
import { readListedWords } from '../../../analysis/interpret/file-lists.ts'
import {
  collectInputSources,
  defineFileTool,
  recordFileCopy,
  recordPathDeletion,
} from '../../../analysis/interpret/file-tool.ts'
import type { CommandGrade, Program } from '../../../analysis/interpret/program.ts'
import type { Word } from '../../../analysis/words.ts'

/** `host:path`, `user@host::module`, `rsync://host/…`; a slash before the colon makes it local. */
function parseRemoteHost({ known }: Word): string | undefined {
  const [, url, host] = /^(?:rsync:\/\/([^/]+)|([^/:]+):)/.exec(known) ?? []
  return url ?? host?.replace(/^.*@/, '')
}

const PLAIN_SSH_COMMAND = /^(?:\/usr\/bin\/)?ssh(?: -(?:p ?\d+|[46CqTx]|i ?\S+))*$/

const rsync = defineFileTool({
  names: 'rsync openrsync',
  lenient: true,
  flags:
    '-aAbcCdDEFghHiIJkKlLmNnoOpPqrRsStuUvWxXyz0468 archive recursive update inplace append append-verify copy-links copy-unsafe-links copy-dirlinks copy-devices write-devices dry-run list-only remove-source-files del delete delete-before delete-during delete-delay delete-after delete-excluded delete-missing-args prune-empty-dirs compress no-compress backup',
  values:
    '-BefMT rsh rsync-path block-size max-delete max-size min-size max-alloc partial-dir usermap groupmap chown timeout contimeout modify-window temp-dir compare-dest copy-dest link-dest compress-level skip-compress filter exclude exclude-from include include-from files-from copy-as address port sockopts out-format log-file log-file-format password-file early-input bwlimit stop-after stop-at write-batch only-write-batch read-batch protocol iconv checksum-seed checksum-choice compress-choice backup-dir suffix chmod info debug stderr outbuf remote-option config dparam',
  acts: ({ command, options, operands, recorder, paths, reads, deletes }) => {
    if (options.has('daemon')) {
      recorder.effect({ kind: 'listen', reach: 'network', executes: false, by: 'rsync --daemon' })
      return 'plain'
    }
    const grades: CommandGrade[] = options
      .values('e', 'rsh')
      .slice(-1)
      .filter(({ text }) => !PLAIN_SSH_COMMAND.test(text ?? ''))
      .flatMap((shell) => ['plain', recorder.runsShell(shell, 'rsync -e')])
    const sources = operands.slice(0, -1)
    const target = operands.at(-1)
    const dry = options.has('n', 'dry-run', 'list-only') || sources.length === 0
    const remoteTarget = target && parseRemoteHost(target)
    const remoteSource = sources.map(parseRemoteHost).find((host) => host !== undefined)
    const roots = sources.filter((word) => parseRemoteHost(word) === undefined)
    const lists = options.values('files-from')
    const removes = options.has('remove-source-files')
    const local =
      lists.length === 0 ? roots : joinUnderRoots(roots, readListedWords(lists, { command, recorder, removes }))
    const places = paths(local)
    grades.push(reads(local, dry))
    if (dry) {
      const host = remoteTarget ?? remoteSource
      if (host === undefined) return grades
      recorder.effect({ kind: 'connect', host, url: host, address: 'unknown' })
      return 'plain'
    }
    if (recordWholeHomeRead(places, recorder)) grades.push('plain')
    const empties = [...options.given.keys()].some((name) => /^del(?:ete(?!-missing-args).*)?$/.test(name))
    if (remoteTarget !== undefined) {
      const payload = collectInputSources(local, command, recorder)
      recorder.effect({ kind: 'send-data', host: remoteTarget, channel: 'ssh', payload })
      recorder.effect({ kind: 'remote-exec', host: remoteTarget, writes: 'yes' })
      if (empties)
        recorder.effect({
          kind: 'resource-change',
          system: 'rsync',
          verb: 'delete',
          target: remoteTarget,
          mass: true,
          environment: 'unknown',
          family: 'storage',
          by: 'rsync --delete',
        })
      grades.push('plain')
    } else if (target) {
      const path = recorder.path(target)
      if (remoteSource !== undefined) {
        recorder.effect({ kind: 'download', host: remoteSource, url: remoteSource, to: path })
        grades.push('plain')
      }
      grades.push(recordFileCopy(path, { how: 'overwrite', of: places }, recorder))
      if (empties) grades.push(recordPathDeletion(path, { recursive: true, by: 'rsync --delete' }, recorder))
    }
    if (removes) grades.push(deletes(local, { recursive: true, by: 'rsync --remove-source-files' }))
    return grades
  },
})

/** With a list, only what it names below the sources is taken. */
function joinUnderRoots(roots: readonly Word[], listed: readonly Word[]): readonly Word[] {
  return roots.flatMap((root) =>
    listed.map((word): Word => {
      const known = `${root.known.replace(/\/+$/, '')}/${word.known.replace(/^\/+/, '')}`
      return { ...word, known, text: root.text === undefined ? undefined : known, dynamic: root.dynamic }
    }),
  )
}

export const RSYNC_PROGRAMS: readonly Program[] = [rsync]
