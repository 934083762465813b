import { recordWholeHomeRead } from '../../../analysis/interpret/credential-search.ts'
import { DECODED_SOURCE } from '../../../analysis/interpret/decoded-source.ts'
import { readListedWords } from '../../../analysis/interpret/file-lists.ts'
import {
  collectInputSources,
  defineFileTool,
  type FileCall,
  makeValue,
  readStdinSources,
  readStdinText,
  recordArchiveWrite,
  recordFileCopy,
  recordPathRead,
} from '../../../analysis/interpret/file-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { runSubstituteCommand } from '../../../analysis/interpret/injection-variables.ts'
import { type Options, sliceWord } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { literalWord } from '../../../analysis/interpret/values.ts'
import { isStdin } from '../../../analysis/interpret/word-checks.ts'
import type { PathUse } from '../../../analysis/paths/paths.ts'
import type { Command, DataSource, Word } from '../../../analysis/words.ts'

const STDIN_WORD: Word = literalWord('-')

const TAR_VALUE_LETTERS = 'bCfFgHIKLNTVX'

/** `tar xzf a.tgz`: a first word without a dash is a bundle whose values follow in order. */
function expandTarBundle(words: readonly Word[]): readonly Word[] {
  const [bundle, ...rest] = words
  if (!bundle || bundle.text === undefined || !/^[A-Za-z]+$/.test(bundle.text)) return words
  const out: Word[] = []
  for (const letter of bundle.text) {
    out.push({ ...bundle, known: `-${letter}`, text: `-${letter}` })
    const next = TAR_VALUE_LETTERS.includes(letter) ? rest.shift() : undefined
    if (next) out.push(next)
  }
  return [...out, ...rest]
}

const TAR_COMMAND_OPTIONS =
  'use-compress-program I to-command rsh-command rmt-command info-script new-volume-script F'.split(' ')
const COMPRESSOR_COMMAND = /^(?:gzip|pigz|bzip2|pbzip2|xz|pixz|zstd|lz4|lzma|lzop|brotli)(?: -[\w=-]+)*$/

function runTarCommands(
  options: Options,
  content: readonly DataSource[],
  recorder: EffectRecorder,
): readonly CommandGrade[] {
  return [
    ...options
      .values(...TAR_COMMAND_OPTIONS)
      .filter(({ text }) => !COMPRESSOR_COMMAND.test(text ?? ''))
      .map((word) => runSubstituteCommand(word, 'tar', recorder, { stdin: makeValue(undefined, content) })),
    ...options.values('checkpoint-action').map(({ known }): CommandGrade => {
      const [, action] = /^exec=(.*)$/s.exec(known) ?? []
      if (action !== undefined)
        return weakestGrade('plain', recorder.runsShell(makeValue(action, []), 'tar --checkpoint-action'))
      return /^(?:dot|echo|bell|sleep|ttyout|wait|totals)/.test(known) ? 'proven' : 'unknown'
    }),
  ]
}

/** `-C folder name`: the names are meant from that folder. */
function listPackedWords(options: Options): readonly Word[] {
  return prefixWithFolder(options.operands, options)
}

function prefixWithFolder(words: readonly Word[], options: Options): readonly Word[] {
  const from = options.value('C', 'directory')
  if (!from) return words
  const folder = from.known.replace(/\/+$/, '')
  return words.map((word) => {
    if (/^[/~]/.test(word.known)) return word
    const known = `${folder}/${word.known}`
    const dynamic = word.dynamic || from.dynamic
    return { ...word, known, dynamic, text: dynamic ? undefined : known }
  })
}

/** Files go into an archive: whether all of a home is among them, and whether they are gone after it. */
function recordPacking(words: readonly Word[], whole: boolean, moved: string | false, call: FileCall): CommandGrade {
  return weakestGrade(
    call.reads(words),
    whole && recordWholeHomeRead(call.paths(words), call.recorder) ? 'plain' : 'proven',
    moved ? call.deletes(words, { recursive: true, by: moved }) : 'proven',
  )
}

const tar = defineFileTool({
  names: 'tar bsdtar',
  lenient: true,
  flags:
    '-AcdrtuxjJzZaBGhkilmnOopPRsSUvwW create extract get list append update diff compare delete concatenate compress auto-compress overwrite unlink-first recursive-unlink absolute-names to-stdout remove-files force-local touch',
  values: `-${TAR_VALUE_LETTERS} file directory files-from exclude-from exclude strip-components transform xform use-compress-program to-command checkpoint-action warning rsh-command rmt-command info-script new-volume-script owner group mode mtime format newer newer-mtime after-date sort label blocking-factor record-size starting-file suffix exclude-tag exclude-ignore one-top-level-of volno-file index-file tape-length sparse-version hole-detection`,
  optional: 'checkpoint backup one-top-level occurrence atime-preserve totals',
  words: expandTarBundle,
  acts: (call) => {
    const { command, options, operands, recorder, reads, writes } = call
    const files = options.values('f', 'file').slice(-1)
    const [archive] = files
    const started = runTarCommands(options, collectInputSources(files, command, recorder), recorder)
    if (archive && /^[\w.-]+(?:@[\w.-]+)?:/.test(archive.known) && !options.has('force-local')) {
      const host = archive.known.split(':')[0] ?? '?'
      recorder.effect({
        kind: 'send-data',
        host,
        channel: 'ssh',
        payload: collectInputSources(operands, command, recorder),
      })
      return 'plain'
    }
    if (options.has('c', 'create', 'r', 'append', 'u', 'update', 'A', 'concatenate')) {
      const lists = options.values('T', 'files-from')
      const listed = readListedWords(lists, { command, recorder, removes: options.has('remove-files') })
      const packed = [...listPackedWords(options), ...prefixWithFolder(listed, options)]
      return [
        ...started,
        reads(lists),
        ...files.map((word) => recordArchiveWrite(word, packed, recorder)),
        recordPacking(packed, true, options.has('remove-files') && 'tar --remove-files', call),
      ]
    }
    const read = [...started, reads(files)]
    if (options.has('t', 'list', 'd', 'diff', 'compare')) return read
    if (options.has('delete')) read.push(writes(files, 'edit'))
    if (!options.has('x', 'extract', 'get') || options.has('O', 'to-stdout', 'to-command')) return read
    read.push(recordUnpacking(options.value('C', 'directory'), files, command, recorder))
    if (!options.has('P', 'absolute-names')) return read
    // The names in the archive decide where its files go.
    const path = recorder.pathOf('/')
    recorder.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, by: 'tar -P' })
    return [...read, 'plain']
  },
  prints: ({ options }) =>
    options.has('c', 'create') ? listPackedWords(options) : options.values('f', 'file').slice(-1),
})

function recordUnpacking(
  directory: Word | undefined,
  archives: readonly Word[],
  command: Command,
  recorder: EffectRecorder,
): CommandGrade {
  const path = directory ? recorder.path(directory) : recorder.pathOf('.')
  const of = findUnpackedArchives(archives, command, recorder)
  recorder.effect({ kind: 'write-path', path, how: 'create', content: undefined, by: 'unpack', as: 'unpacked', of })
  // What an archive holds goes over whatever has that name in a person's home.
  if (path.zone === 'home-root')
    recorder.effect({
      kind: 'write-path',
      path: recorder.pathOf('~/files of the archive'),
      how: 'overwrite',
      content: undefined,
      certainty: 'likely',
      by: 'tar',
    })
  return /^(?:project|temp)/.test(path.zone) ? 'expected' : 'plain'
}

/** The archives that are unpacked: those that are named, or what comes in, as far as files hold it. */
function findUnpackedArchives(
  archives: readonly Word[],
  command: Command,
  recorder: EffectRecorder,
): readonly string[] | 'unknown' {
  const named = archives.filter((word) => !isStdin(word))
  if (named.length > 0) return named.flatMap((word) => recorder.path(word).real ?? [])
  const sources = readStdinSources(command)
  const files = sources.flatMap((source) => (source.kind === 'file' ? [source.path] : []))
  if (files.length > 0 || sources.some(({ kind }) => kind === 'network')) return files
  // A repository packs what it holds.
  if (sources.some((source) => source.kind === 'command' && source.program === 'git'))
    return [recorder.pathOf('.').real ?? '.']
  return command.stdin.kind === 'value' ? 'unknown' : []
}

const unzip = defineFileTool({
  names: 'unzip',
  helpless: true,
  flags: '-abcfjlnopqtuvzCDKLMUVXZTh1sy',
  values: '-dPx',
  acts: ({ command, options, operands, recorder, reads }) => {
    const archives = operands.slice(0, 1)
    const looks = options.has('l', 't', 'v', 'Z', 'p', 'c', 'z', 'h')
    return [reads(archives), looks ? 'proven' : recordUnpacking(options.value('d'), archives, command, recorder)]
  },
  prints: ({ operands }) => operands.slice(0, 1),
})

const zip = defineFileTool({
  names: 'zip',
  flags:
    '-0123456789acdDeEfFgjJklmoqrRsSTuvXyz@$! recurse-paths move delete encrypt quiet test freshen update junk-paths symlinks filesync copy-entries difference-archive',
  values: '-bnPtxiO unzip-command password exclude include suffixes temp-path out output-file',
  optional: '-s',
  acts: (call) => {
    const { options, recorder } = call
    const { args } = call.command
    const [archive, ...named] = call.operands
    const moves = options.has('m', 'move')
    const lists = options.has('@') ? [STDIN_WORD] : []
    const files = [...named, ...readListedWords(lists, { command: call.command, recorder, removes: moves })]
    const test = args.findIndex(({ text }) => text === '-TT')
    const tester = options.value('unzip-command') ?? (test < 0 ? undefined : args[test + 1])
    return [
      ...(tester ? (['plain', recorder.runsShell(tester, 'zip -TT')] as const) : []),
      ...(archive ? [recordArchiveWrite(archive, files, recorder)] : []),
      recordPacking(files, options.has('r', 'recurse-paths'), moves && 'zip -m', call),
    ]
  },
  prints: ({ operands }) => operands.slice(1),
})

const sevenZip = defineFileTool({
  names: '7z',
  helpless: true,
  words: (args) => args.filter(({ known }) => !known.startsWith('-')),
  acts: (call) => {
    const { command, recorder, reads, writes } = call
    const [verb, archive, ...rest] = call.operands
    if (!verb || !archive || /^[ibh]$/.test(verb.known)) return 'proven'
    const switchOf = (name: string) => command.args.find(({ known }) => known.startsWith(name))
    switch (verb.known) {
      case 'l':
      case 't':
        return reads([archive])
      case 'x':
      case 'e': {
        const folder = switchOf('-o')
        const target = folder && folder.known !== '-o' ? sliceWord(folder, 2) : undefined
        return [reads([archive]), recordUnpacking(target, [archive], command, recorder)]
      }
      case 'a':
      case 'u':
        return [
          recordArchiveWrite(archive, rest, recorder),
          recordPacking(rest, false, switchOf('-sdel') !== undefined && '7z -sdel', call),
        ]
      case 'd':
      case 'rn':
        return writes([archive], 'edit')
      default:
        return 'unknown'
    }
  },
})

const COMPRESSED_ENDING = /\.(?:gz|bz2|xz|lzma|zst|lz4|br|lzo|z|lz)$/i

function inferCompressedPath({ known }: Word, recorder: EffectRecorder): PathUse {
  const plain = known.replace(/\.t(?:gz|bz2?|xz|zst)$/i, '.tar').replace(COMPRESSED_ENDING, '')
  return recorder.pathOf(plain === known ? `${known}.gz` : plain)
}

function makeCompressor(
  names: string,
  { flags, values, optional }: Record<'flags' | 'values' | 'optional', string>,
): Program {
  return defineFileTool({
    names,
    flags: `-0123456789acdefhiklmnNqrRtvVzC stdout to-stdout decompress uncompress force keep list quiet recursive test verbose best name no-name compress extreme single-stream rm no-progress ultra check sparse no-sparse rsyncable ${flags}`,
    values: `-Do suffix threads memlimit memory output output-dir-flat lines quality window ${values}`,
    optional: `adapt long fast ${optional}`,
    acts: ({ options, operands, recorder, reads, writes, deletes }) => {
      const read = reads(operands)
      if (options.has('c', 'stdout', 'to-stdout', 't', 'test', 'l', 'list') || operands.every(isStdin)) return read
      const named = options.values('o', 'output')
      if (named.length === 0)
        for (const word of operands)
          recordFileCopy(inferCompressedPath(word, recorder), { how: 'create', of: [recorder.path(word)] }, recorder)
      const made = named.length > 0 ? writes(named, 'overwrite') : writes(operands, 'move')
      return [read, made, options.has('rm') ? deletes(operands, { recursive: false }) : 'proven']
    },
    prints: ({ command, operands, recorder }) =>
      makeValue(undefined, [...collectInputSources(operands, command, recorder), DECODED_SOURCE]),
  })
}

const cpio = defineFileTool({
  names: 'cpio',
  helpless: true,
  flags:
    '-iopt0aAbBcdfklLmnrsSuvVw create extract pass-through list null make-directories preserve-modification-time unconditional verbose quiet no-absolute-filenames absolute-filenames',
  values: '-CDEFHIMORW file directory format pattern-file owner rsh-command',
  acts: ({ command, options, operands, recorder, reads, writes }) => {
    const rsh = options.value('rsh-command')
    if (rsh) return ['plain', recorder.runsShell(rsh, 'cpio')]
    const names = (readStdinText(command) ?? '').split('\n').filter((name) => name !== '')
    const listed = command.stdin.kind === 'value' ? (command.stdin.value.paths ?? []) : []
    const packed = [...names.map((name) => recordPathRead(recorder.pathOf(name), recorder)), reads(listed)]
    if (options.has('i', 'extract', 'p', 'pass-through') && !options.has('t', 'list')) {
      const folder = options.value('D', 'directory') ?? (options.has('p') ? operands[0] : undefined)
      const unpacked = recordUnpacking(folder, options.values('I', 'F', 'file'), command, recorder)
      return options.has('p', 'pass-through') ? [...packed, unpacked] : unpacked
    }
    const archives = options.values('O', 'F', 'file')
    return [...packed, options.has('o', 'create') ? writes(archives, 'overwrite') : reads(archives)]
  },
  prints: ({ command }) =>
    makeValue(undefined, [...readStdinSources(command), { kind: 'command', program: 'cpio', secret: false }]),
})

export const ARCHIVE_PROGRAMS: readonly Program[] = [
  tar,
  unzip,
  zip,
  sevenZip,
  makeCompressor('gzip gunzip pigz bzip2 bunzip2 xz unxz lz4 unlz4', { flags: '', values: '-bpSTMBj', optional: '' }),
  // Numbers are attached: `-T0`, `-b3`.
  makeCompressor('zstd unzstd', { flags: '-S', values: '', optional: '-bBMT' }),
  cpio,
]
