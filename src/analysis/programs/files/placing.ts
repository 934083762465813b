import { asItself } from '../../path-use.ts'
import { isActing, type PathUse } from '../../paths.ts'
import type { Command, Word } from '../../words.ts'
import { readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { notesWholeHome } from './credential-search.ts'
import { asksForHelp, mayBeOptions } from './grammar.ts'
import { COPY, INSTALL, LINK, MOVE, type Placement, placement } from './placement.ts'
import {
  carries,
  deletesPath,
  makesFolder,
  reads,
  stdinSources,
  stdinText,
  textOf,
  value,
  workOn,
  writes,
  writesPath,
} from './touching.ts'

/** Where each source ends up: inside a directory it keeps its name. */
function targetsOf({ sources, target }: Placement, scribe: Scribe): PathUse[] {
  if (!target) return []
  const path = scribe.path(target)
  const isDirectory =
    target.known.endsWith('/') ||
    sources.length > 1 ||
    /^(?:\.|\.\.|~|.*\/\.\.?)$/.test(target.known) ||
    isKnownDirectory(path, scribe)
  if (!isDirectory || path.dynamic || path.glob) return [path]
  return sources.map((source) => {
    const base = source.known.replace(/\/+$/, '').split('/').at(-1) ?? ''
    return base === '' || base.includes('\0') || source.glob
      ? path
      : scribe.pathOf(`${path.real ?? target.known}/${base}`)
  })
}

function isKnownDirectory(path: PathUse, scribe: Scribe): boolean {
  if (path.zone === 'temp-root' || path.zone === 'home-root' || path.zone === 'project-root') return true
  return path.real !== undefined && scribe.facts.file(path.real).kind === 'directory'
}

/** The text that a copy puts there, when this session wrote the source. */
function copied(sources: readonly Word[], command: Command, scribe: Scribe): string | undefined {
  const [only, second] = sources
  return only && !second ? textOf(only, command, scribe) : undefined
}

/** What comes to lie at one of the targets: each source has its own where there are as many. */
function ofTarget(sources: readonly PathUse[], targets: readonly PathUse[], index: number): readonly PathUse[] {
  return sources.length === targets.length ? sources.slice(index, index + 1) : sources
}

const cp: Program = {
  names: ['cp'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, COPY)
    const place = placement(options)
    let standing = weakest(options.unknown.length > 0 ? 'unknown' : 'expected', reads(place.sources, scribe))
    if (options.has('r', 'R', 'a', 'recursive', 'archive') && takesHome(place.sources, scribe))
      standing = weakest(standing, 'plain')
    const empties = place.sources.some((word) => word.text === '/dev/null')
    const how = options.has('s', 'l', 'symbolic-link', 'link') ? 'link' : empties ? 'truncate' : 'overwrite'
    const content = empties ? '' : copied(place.sources, command, scribe)
    const targets = targetsOf(place, scribe)
    const sources = empties ? [] : place.sources.map((word) => scribe.path(word))
    for (const [index, path] of targets.entries())
      standing = weakest(
        standing,
        how === 'link'
          ? linksPath(path, place.sources[index], { relative: false }, scribe)
          : carries(path, { how, of: ofTarget(sources, targets, index), content }, scribe),
      )
    return disguises(place.sources, targets, scribe) ? weakest(standing, 'plain') : standing
  },
}

function takesHome(sources: readonly Word[], scribe: Scribe): boolean {
  return notesWholeHome(
    sources.map((word) => scribe.path(word)),
    scribe,
  )
}

const SYSTEM_PROGRAM =
  /^\/(?:usr\/)?(?:local\/)?s?bin\/(?:(?:ba|da|z|k|tc|c|a)?sh|python[\d.]*|perl|nc|ncat|socat|busybox|curl|wget|su|sudo|sshd)$/

/** A shell or interpreter of the system under another name: whoever looks at the processes sees something else. */
function disguises(sources: readonly Word[], targets: readonly PathUse[], scribe: Scribe): boolean {
  const [source] = sources
  const [target] = targets
  if (!source || !target || sources.length > 1 || !SYSTEM_PROGRAM.test(source.text ?? '')) return false
  const name = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  if (target.real === undefined || name(target.real) === name(source.text ?? '')) return false
  scribe.effect({ kind: 'weaken', area: 'audit', feature: `the name of ${name(source.text ?? '')}` })
  return true
}

/** A path that disappears from where it was is gone for whoever relied on it there. */
function leaves(word: Word, scribe: Scribe, target: PathUse | undefined): Standing {
  const path = scribe.path(word)
  const intoVoid = target?.tags.includes('null-device') === true
  const rename = (path.zone === 'project' && !isActing(path)) || path.zone === 'temp' || path.sessionMade
  if (rename && !intoVoid) {
    const staysClose = target === undefined || target.zone === path.zone || target.zone === 'project-root'
    return staysClose ? 'expected' : 'plain'
  }
  if (!intoVoid && isRename(path, target)) {
    scribe.effect({ kind: 'delete-path', path, recursive: true, wipe: false, certainty: 'possible', by: 'mv' })
    return 'plain'
  }
  return deletesPath(path, { recursive: true, by: 'mv' }, scribe)
}

/** Moved within the same region and of no importance by name: it is still there for whoever looks. */
function isRename(path: PathUse, target: PathUse | undefined): boolean {
  const samePlace =
    target !== undefined && target.zone === path.zone && (path.zone === 'home' || path.zone === 'outside')
  return samePlace && !isActing(path) && !path.glob && !path.dynamic
}

const mv: Program = {
  names: ['mv'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, MOVE)
    const place = placement(options)
    const targets = targetsOf(place, scribe)
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
    for (const source of place.sources) standing = weakest(standing, leaves(source, scribe, targets[0]))
    const content = copied(place.sources, command, scribe)
    const of = place.sources.map((word) => scribe.path(word))
    for (const [index, path] of targets.entries())
      standing = weakest(standing, carries(path, { how: 'move', of: ofTarget(of, targets, index), content }, scribe))
    return standing
  },
}

/** States that a link is made. The text of a symbolic link counts from the directory the link lies in. */
function linksPath(path: PathUse, to: Word | undefined, how: { readonly relative: boolean }, scribe: Scribe): Standing {
  if (path.tags.includes('null-device')) return 'proven'
  const text = to?.text
  const folder = path.real?.replace(/\/[^/]*$/, '')
  const inFolder = how.relative && text !== undefined && folder !== undefined && !/^[/~]/.test(text)
  const target = inFolder ? scribe.pathOf(`${folder}/${text}`) : to && scribe.path(to)
  scribe.effect({ kind: 'write-path', path, how: 'link', content: undefined, ...(target ? { target } : {}) })
  return workOn(path)
}

/** `ln -f` takes away the file that had the name; of another link nothing is lost. */
function replacesFile({ real, zone, tags }: PathUse, scribe: Scribe): boolean {
  if (real === undefined || zone !== 'home' || tags.length > 0) return false
  const { kind } = scribe.facts.file(real)
  return kind === 'file' || kind === 'unknown'
}

const ln: Program = {
  names: ['ln', 'link'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, LINK)
    const place = placement(options)
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
    for (const source of place.sources) {
      const path = scribe.path(source)
      if (path.tags.includes('secret') || isActing(path))
        scribe.effect({ kind: 'read-path', path, list: false, certainty: 'likely' })
      if (path.zone !== 'project' && path.zone !== 'temp') standing = weakest(standing, 'plain')
    }
    const targets =
      place.sources.length === 0 && place.target
        ? [scribe.pathOf(place.target.known.split('/').at(-1) ?? '')]
        : targetsOf(place, scribe)
    const how = { relative: options.has('s', 'symbolic') && !options.has('r', 'relative') }
    const forced = options.has('f', 'force')
    for (const [index, path] of targets.map(asItself).entries())
      standing = weakest(
        standing,
        forced && replacesFile(path, scribe) ? writesPath(path, 'overwrite', scribe) : 'proven',
        linksPath(path, place.sources[index] ?? place.sources[0] ?? place.target, how, scribe),
      )
    if (targets.every(({ zone }) => zone === 'temp')) disguises(place.sources, targets, scribe)
    return standing
  },
}

const install: Program = {
  names: ['install'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, INSTALL)
    let standing: Standing = options.unknown.length > 0 || options.has('strip-program') ? 'unknown' : 'expected'
    const directories = options.has('d', 'directory')
    const place = directories ? { sources: [], target: undefined } : placement(options)
    standing = weakest(standing, reads(place.sources, scribe))
    const targets = directories ? options.operands.map((word) => scribe.path(word)) : targetsOf(place, scribe)
    const mode = options.value('m', 'mode')?.text ?? ''
    for (const path of targets) {
      standing = weakest(standing, writesPath(path, 'overwrite', scribe, copied(place.sources, command, scribe)))
      if (/^[2467]\d{3}$|s/.test(mode)) scribe.effect({ kind: 'change-mode', path, grants: 'setuid', recursive: false })
    }
    if (!directories) disguises(place.sources, targets, scribe)
    return standing
  },
}

const mkdir: Program = {
  names: ['mkdir'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, { flags: '-pvZ parents verbose', values: '-m mode', optional: 'context' })
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
    for (const word of options.operands) standing = weakest(standing, makesFolder(word, scribe))
    return standing
  },
}

const touch: Program = {
  names: ['touch', 'mkfifo', 'mknod'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, {
      flags: '-acfhm no-create no-dereference',
      values: '-drtA date reference time mode',
    })
    const names = command.name?.endsWith('mknod') ? options.operands.slice(0, 1) : options.operands
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
    for (const word of names)
      standing = weakest(standing, writes(word, options.has('c', 'no-create') ? 'edit' : 'create', scribe))
    // A node for a disk gives whoever may open it all that is on the disk.
    if (command.name?.endsWith('mknod') && /^[bcu]$/.test(options.operands[1]?.known ?? '')) {
      scribe.effect({ kind: 'weaken', area: 'sandbox', feature: 'a device node' })
      return weakest(standing, 'plain')
    }
    const model = options.value('r', 'reference')
    // A date by hand on somebody's own file is a false one.
    if (options.value('t', 'time') ?? options.value('d', 'date'))
      for (const word of names) {
        const { zone, text } = scribe.path(word)
        if (zone === 'home' || zone === 'home-root')
          scribe.effect({ kind: 'weaken', area: 'audit', feature: `the dates of ${text}`, certainty: 'likely' })
      }
    // A file that is made as old as the system's own programs is meant to be overlooked.
    if (model && scribe.path(model).zone === 'system' && names.length > 0) {
      scribe.effect({ kind: 'weaken', area: 'audit', feature: 'the time stamps' })
      return weakest(standing, 'plain')
    }
    return standing
  },
}

const mktemp: Program = {
  names: ['mktemp'],
  read: (command) => {
    const options = readOptions(command.args, {
      flags: '-dqut directory dry-run quiet',
      values: '-p suffix',
      optional: 'tmpdir',
    })
    return options.unknown.length > 0
      ? 'unknown'
      : options.operands.some((word) => word.known.includes('/') && !word.known.startsWith('/tmp/'))
        ? 'plain'
        : 'expected'
  },
  output: (command) => {
    const template = command.args.find((word) => word.known.includes('/') && !word.known.startsWith('/tmp/'))
    return value(undefined, [{ kind: template ? 'unknown' : 'command', program: 'mktemp', secret: false } as const])
  },
}

const tee: Program = {
  names: ['tee', 'sponge', 'vipe'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, { flags: '-aip append ignore-interrupts', optional: 'output-error' })
    let standing: Standing = options.unknown.length > 0 || mayBeOptions(command.args) ? 'unknown' : 'proven'
    const how = options.has('a', 'append') ? 'append' : 'overwrite'
    for (const word of options.operands) standing = weakest(standing, writes(word, how, scribe, stdinText(command)))
    return standing
  },
  output: (command) => value(stdinText(command), stdinSources(command)),
}

const split: Program = {
  names: ['split', 'csplit'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, {
      flags: '-deuxkqsz elide-empty-files unbuffered verbose keep-files quiet silent suppress-matched',
      values:
        '-abClntf suffix-length additional-suffix bytes line-bytes lines number separator prefix suffix-format digits filter',
      optional: 'numeric-suffixes hex-suffixes',
    })
    let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
    const filter = options.value('filter')
    if (filter) standing = weakest(standing, scribe.runsShell(filter, 'split --filter'))
    standing = weakest(standing, reads(options.operands.slice(0, 1), scribe))
    const prefix = command.name?.endsWith('csplit') ? options.value('f', 'prefix') : options.operands[1]
    return weakest(standing, writesPath(prefix ? scribe.path(prefix) : scribe.pathOf('xaa'), 'create', scribe))
  },
}

export const PLACING: readonly Program[] = [cp, mv, ln, install, mkdir, touch, mktemp, tee, split]
