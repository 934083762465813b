import type { PathUse } from '../../paths.ts'
import type { Command, DataSource, Word } from '../../words.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { runsInstead } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { notesWholeHome } from './credential-search.ts'
import { DECODED } from './decoded.ts'
import { asksForHelp, isStdin } from './grammar.ts'
import {
  carries,
  deletes,
  packs,
  reads,
  readsPath,
  sourcesOf,
  stdinSources,
  value,
  writes,
  writesPath,
} from './touching.ts'

const TAR: Grammar = {
  lenient: true,
  flags:
    '-AcdrtuxjJzZaBGhkilmnOopPRsSUvwW create extract get list append update diff compare delete concatenate compress auto-compress overwrite unlink-first recursive-unlink absolute-names to-stdout remove-files force-local touch',
  values:
    '-bCfFgHIKLNTVX file directory files-from exclude-from exclude strip-components transform xform use-compress-program to-command checkpoint-action warning rsh-command rmt-command info-script new-volume-script owner group mode mtime format newer newer-mtime after-date sort label blocking-factor record-size starting-file suffix exclude-tag exclude-ignore one-top-level-of volno-file index-file tape-length sparse-version hole-detection',
  optional: 'checkpoint backup one-top-level occurrence atime-preserve totals',
}
const TAR_VALUES = new Set('bCfFgHIKLNTVX')

/** `tar xzf a.tgz`: a first word without a dash is a bundle whose values follow in order. */
function newStyle(words: readonly Word[]): readonly Word[] {
  const [bundle, ...rest] = words
  if (!bundle || bundle.text === undefined || !/^[A-Za-z]+$/.test(bundle.text)) return words
  const out: Word[] = []
  for (const letter of bundle.text) {
    out.push({ ...bundle, known: `-${letter}`, text: `-${letter}` })
    const next = TAR_VALUES.has(letter) ? rest.shift() : undefined
    if (next) out.push(next)
  }
  return [...out, ...rest]
}

const TAR_RUNS = [
  'use-compress-program',
  'I',
  'to-command',
  'rsh-command',
  'rmt-command',
  'info-script',
  'new-volume-script',
  'F',
]

function tarRuns(options: Options, content: readonly DataSource[], scribe: Scribe): Standing {
  let standing: Standing = 'proven'
  for (const word of options.values(...TAR_RUNS)) {
    const isPacker = /^(?:gzip|pigz|bzip2|pbzip2|xz|pixz|zstd|lz4|lzma|lzop|brotli)(?: -[\w=-]+)*$/.test(
      word.text ?? '',
    )
    if (!isPacker) standing = weakest('plain', runsInstead(word, 'tar', scribe, { stdin: value(undefined, content) }))
  }
  for (const word of options.values('checkpoint-action')) {
    const action = /^exec=(.*)$/s.exec(word.known)
    if (action) standing = weakest('plain', scribe.runsShell(value(action[1], []), 'tar --checkpoint-action'))
    else if (!/^(?:dot|echo|bell|sleep|ttyout|wait|totals)/.test(word.known)) standing = 'unknown'
  }
  return standing
}

/** What a program that tar starts would read: the content of the archive. */
function contentOf(options: Options, command: Command, scribe: Scribe): readonly DataSource[] {
  const archive = options.value('f', 'file')
  return sourcesOf(archive ? [archive] : [], command, scribe)
}

/** `-C folder name`: the names are meant from that folder. */
function packedWords(options: Options): readonly Word[] {
  const from = options.value('C', 'directory')
  if (!from) return options.operands
  const folder = from.known.replace(/\/+$/, '')
  return options.operands.map((word) => {
    if (/^[/~]/.test(word.known)) return word
    const known = `${folder}/${word.known}`
    const dynamic = word.dynamic || from.dynamic
    return { ...word, known, dynamic, text: dynamic ? undefined : known }
  })
}

function takesHome(words: readonly Word[], scribe: Scribe): boolean {
  return notesWholeHome(
    words.map((word) => scribe.path(word)),
    scribe,
  )
}

const tar: Program = {
  names: ['tar', 'bsdtar'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(newStyle(command.args), TAR)
    let standing = weakest(
      options.unknown.length > 0 ? 'unknown' : 'proven',
      tarRuns(options, contentOf(options, command, scribe), scribe),
    )
    const archive = options.value('f', 'file')
    if (archive && /^[\w.-]+(?:@[\w.-]+)?:/.test(archive.known) && !options.has('force-local')) {
      const host = archive.known.split(':')[0] ?? '?'
      scribe.effect({ kind: 'send-data', host, channel: 'ssh', payload: sourcesOf(options.operands, command, scribe) })
      return 'plain'
    }
    const files = archive ? [archive] : []
    if (options.has('c', 'create', 'r', 'append', 'u', 'update', 'A', 'concatenate')) {
      const packed = packedWords(options)
      standing = weakest(standing, reads(packed, scribe), reads(options.values('T', 'files-from'), scribe))
      if (takesHome(packed, scribe)) standing = weakest(standing, 'plain')
      for (const word of files) standing = weakest(standing, packs(word, packed, scribe))
      if (options.has('remove-files'))
        for (const word of packed)
          standing = weakest(standing, deletes(word, { recursive: true, by: 'tar --remove-files' }, scribe))
      return standing
    }
    standing = weakest(standing, reads(files, scribe))
    if (options.has('t', 'list', 'd', 'diff', 'compare')) return standing
    if (options.has('delete')) for (const word of files) standing = weakest(standing, writes(word, 'edit', scribe))
    const extracts = options.has('x', 'extract', 'get') && !options.has('O', 'to-stdout', 'to-command')
    return extracts
      ? weakest(
          standing,
          unpacks(options.value('C', 'directory'), unpackedFrom(files, command, scribe), scribe),
          options.has('P', 'absolute-names') ? unpacksAnywhere(scribe) : 'proven',
        )
      : standing
  },
  output: (command, scribe) => {
    const options = readOptions(newStyle(command.args), TAR)
    if (options.has('c', 'create')) return value(undefined, sourcesOf(packedWords(options), command, scribe))
    const archive = options.value('f', 'file')
    return value(undefined, sourcesOf(archive ? [archive] : [], command, scribe))
  },
}

/** What an archive holds goes over whatever has that name in a person's home. */
function statesAnything(scribe: Scribe): void {
  const path = scribe.pathOf('~/files of the archive')
  scribe.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, certainty: 'likely', by: 'tar' })
}

/** An archive is unpacked: what lands there is known as far as its members are. */
function unpacks(directory: Word | undefined, of: readonly string[] | 'unknown', scribe: Scribe): Standing {
  const path = directory ? scribe.path(directory) : scribe.pathOf('.')
  scribe.effect({ kind: 'write-path', path, how: 'create', content: undefined, by: 'unpack', as: 'unpacked', of })
  if (path.zone === 'home-root') statesAnything(scribe)
  const near =
    path.zone === 'project' || path.zone === 'temp' || path.zone === 'project-root' || path.zone === 'temp-root'
  return near ? 'expected' : 'plain'
}

/** The names in the archive decide where its files go. */
function unpacksAnywhere(scribe: Scribe): Standing {
  scribe.effect({ kind: 'write-path', path: scribe.pathOf('/'), how: 'overwrite', content: undefined, by: 'tar -P' })
  return 'plain'
}

/** The archives that are unpacked: those that are named, or what comes in, as far as files hold it. */
function unpackedFrom(archives: readonly Word[], command: Command, scribe: Scribe): readonly string[] | 'unknown' {
  const named = archives.filter((word) => !isStdin(word))
  if (named.length > 0) return named.flatMap((word) => scribe.path(word).real ?? [])
  const sources = stdinSources(command)
  const files = sources.flatMap((source) => (source.kind === 'file' ? [source.path] : []))
  if (files.length > 0 || sources.some(({ kind }) => kind === 'network')) return files
  // A repository packs what it holds.
  if (sources.some((source) => source.kind === 'command' && source.program === 'git'))
    return [scribe.pathOf('.').real ?? '.']
  return command.stdin.kind === 'value' ? 'unknown' : []
}

const unzip: Program = {
  names: ['unzip'],
  read: (command, scribe) => {
    const options = readOptions(command.args, { flags: '-abcfjlnopqtuvzCDKLMUVXZTh1sy', values: '-dPx' })
    const [archive] = options.operands
    const standing = weakest(
      options.unknown.length > 0 ? 'unknown' : 'proven',
      archive ? reads([archive], scribe) : 'proven',
    )
    return options.has('l', 't', 'v', 'Z', 'p', 'c', 'z', 'h')
      ? standing
      : weakest(standing, unpacks(options.value('d'), unpackedFrom(archive ? [archive] : [], command, scribe), scribe))
  },
  output: (command, scribe) => {
    const archive = command.args.find((word) => !word.known.startsWith('-'))
    return value(undefined, sourcesOf(archive ? [archive] : [], command, scribe))
  },
}

const zip: Program = {
  names: ['zip'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, {
      flags:
        '-0123456789acdDeEfFgjJklmoqrRsSTuvXyz@$! recurse-paths move delete encrypt quiet test freshen update junk-paths symlinks filesync copy-entries difference-archive',
      values: '-bnPtxiO unzip-command password exclude include suffixes temp-path out output-file',
      optional: '-s',
    })
    // Patterns after -x and -i are lists up to the next option; they are only names.
    const [archive, ...files] = options.operands
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
    const tester = options.value('unzip-command') ?? testerOf(command)
    if (tester) standing = weakest('plain', scribe.runsShell(tester, 'zip -TT'))
    standing = weakest(standing, reads(files, scribe))
    if (options.has('r', 'recurse-paths') && takesHome(files, scribe)) standing = weakest(standing, 'plain')
    if (archive) standing = weakest(standing, packs(archive, files, scribe))
    if (options.has('m', 'move'))
      for (const word of files) standing = weakest(standing, deletes(word, { recursive: true, by: 'zip -m' }, scribe))
    return standing
  },
  output: (command, scribe) => {
    const files = command.args.filter((word) => !/^-./.test(word.known)).slice(1)
    return value(undefined, sourcesOf(files, command, scribe))
  },
}

function testerOf(command: Command): Word | undefined {
  const at = command.args.findIndex((word) => word.text === '-TT')
  return at < 0 ? undefined : command.args[at + 1]
}

const sevenZip: Program = {
  names: ['7z'],
  read: (command, scribe) => {
    const [verb, archive, ...rest] = command.args.filter((word) => !word.known.startsWith('-'))
    const switches = command.args.filter((word) => word.known.startsWith('-')).map((word) => word.known)
    if (!verb || !archive || /^(?:i|b|h)$/.test(verb.known)) return 'proven'
    switch (verb.known) {
      case 'l':
      case 't':
        return reads([archive], scribe)
      case 'x':
      case 'e': {
        const directory = switches.find((item) => item.startsWith('-o'))?.slice(2)
        const target = directory
          ? { ...archive, known: directory, text: directory.includes('\0') ? undefined : directory }
          : undefined
        return weakest(reads([archive], scribe), unpacks(target, unpackedFrom([archive], command, scribe), scribe))
      }
      case 'a':
      case 'u': {
        let standing = weakest(reads(rest, scribe), packs(archive, rest, scribe))
        if (switches.includes('-sdel'))
          for (const word of rest)
            standing = weakest(standing, deletes(word, { recursive: true, by: '7z -sdel' }, scribe))
        return standing
      }
      case 'd':
      case 'rn':
        return writes(archive, 'edit', scribe)
      default:
        return 'unknown'
    }
  },
}

const PACKER_FLAGS =
  '-0123456789acdefhiklmnNqrRtvVzC stdout to-stdout decompress uncompress force keep list quiet recursive test verbose best name no-name compress extreme single-stream rm no-progress ultra check sparse no-sparse rsyncable'
const PACKER_VALUES = 'suffix threads memlimit memory output output-dir-flat lines quality window'
const PACKER: Grammar = { flags: PACKER_FLAGS, values: `-bpSTMDoBj ${PACKER_VALUES}`, optional: 'adapt long fast' }
/** Numbers are attached: `-T0`, `-b3`. */
const ZSTD: Grammar = { flags: `${PACKER_FLAGS} -S`, values: `-Do ${PACKER_VALUES}`, optional: '-bBMT adapt long fast' }

/** One file in, one file out, under another name. */
const packer: Program = {
  names: ['gzip', 'gunzip', 'pigz', 'bzip2', 'bunzip2', 'xz', 'unxz', 'zstd', 'unzstd', 'lz4', 'unlz4'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, /zstd$/.test(command.name ?? '') ? ZSTD : PACKER)
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
    standing = weakest(standing, reads(options.operands, scribe))
    if (options.has('c', 'stdout', 'to-stdout', 't', 'test', 'l', 'list') || options.operands.every(isStdin))
      return standing
    const named = options.values('o', 'output')
    if (named.length > 0) for (const word of named) standing = weakest(standing, writes(word, 'overwrite', scribe))
    else
      for (const word of options.operands)
        standing = weakest(
          standing,
          writesPath(scribe.path(word), 'move', scribe),
          carries(packedName(word, scribe), { how: 'create', of: [scribe.path(word)] }, scribe),
        )
    if (options.has('rm'))
      for (const word of options.operands) standing = weakest(standing, deletes(word, { recursive: false }, scribe))
    return standing
  },
  output: (command, scribe) => {
    const files = command.args.filter((word) => !word.known.startsWith('-'))
    return value(undefined, [...sourcesOf(files, command, scribe), DECODED])
  },
}

const PACKED = /\.(?:gz|bz2|xz|lzma|zst|lz4|br|lzo|z|lz)$/i

/** The name that a file gets: without its ending, or with one more that is not told here. */
function packedName({ known }: Word, scribe: Scribe): PathUse {
  const plain = known.replace(/\.t(?:gz|bz2?|xz|zst)$/i, '.tar').replace(PACKED, '')
  return scribe.pathOf(plain === known ? `${known}.gz` : plain)
}

const cpio: Program = {
  names: ['cpio'],
  read: (command, scribe) => {
    const options = readOptions(command.args, {
      flags:
        '-iopt0aAbBcdfklLmnrsSuvVw create extract pass-through list null make-directories preserve-modification-time unconditional verbose quiet no-absolute-filenames absolute-filenames',
      values: '-CDEFHIMORW file directory format pattern-file owner rsh-command',
    })
    const rsh = options.value('rsh-command')
    if (rsh) return weakest('plain', scribe.runsShell(rsh, 'cpio'))
    if (options.has('i', 'extract', 'p', 'pass-through') && !options.has('t', 'list'))
      return weakest(
        options.unknown.length > 0 ? 'unknown' : 'proven',
        unpacks(
          options.value('D', 'directory') ?? (options.has('p') ? options.operands[0] : undefined),
          unpackedFrom(options.values('I', 'F', 'file'), command, scribe),
          scribe,
        ),
      )
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
    // The names of what is packed come in, one a line.
    const list = command.stdin.kind === 'value' ? (command.stdin.value.text ?? '') : ''
    for (const name of list.split('\n'))
      if (name !== '') standing = weakest(standing, readsPath(scribe.pathOf(name), scribe))
    for (const word of options.values('O', 'F', 'file'))
      standing = weakest(
        standing,
        options.has('o', 'create') ? writes(word, 'overwrite', scribe) : reads([word], scribe),
      )
    return standing
  },
  output: (command) =>
    value(undefined, [...stdinSources(command), { kind: 'command', program: 'cpio', secret: false }]),
}

export const ARCHIVES: readonly Program[] = [tar, unzip, zip, sevenZip, packer, cpio]
