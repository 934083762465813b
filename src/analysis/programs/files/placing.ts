import { asItself } from '../../path-use.ts'
import { isActing, type PathUse } from '../../paths.ts'
import type { Command, Word } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { notesWholeHome } from './credential-search.ts'
import { mayBeOptions } from './grammar.ts'
import { COPY, INSTALL, LINK, MOVE, type Placement, placement } from './placement.ts'
import {
  carries,
  deletesPath,
  fileTool,
  makesFolder,
  stdinSources,
  stdinText,
  textOf,
  value,
  workOn,
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

function copied(sources: readonly Word[], command: Command, scribe: Scribe): string | undefined {
  const [only, second] = sources
  return only && !second ? textOf(only, command, scribe) : undefined
}

/** What comes to lie at one of the targets: each source has its own where there are as many. */
function ofTarget(sources: readonly PathUse[], targets: readonly PathUse[], index: number): readonly PathUse[] {
  return sources.length === targets.length ? sources.slice(index, index + 1) : sources
}

const cp = fileTool({
  names: 'cp',
  usual: 'expected',
  ...COPY,
  acts: ({ command, options, scribe, ...call }) => {
    const place = placement(options)
    const paths = call.paths(place.sources)
    const whole = options.has('r', 'R', 'a', 'recursive', 'archive') && notesWholeHome(paths, scribe)
    const links = options.has('s', 'l', 'symbolic-link', 'link')
    const empties = place.sources.some((word) => word.text === '/dev/null')
    const content = empties ? '' : copied(place.sources, command, scribe)
    const targets = targetsOf(place, scribe)
    return [
      call.reads(place.sources),
      ...targets.map((path, index) =>
        links
          ? linksPath(path, place.sources[index], { relative: false }, scribe)
          : carries(
              path,
              {
                how: empties ? 'truncate' : 'overwrite',
                of: empties ? [] : ofTarget(paths, targets, index),
                content,
              },
              scribe,
            ),
      ),
      whole || disguises(place.sources, targets, scribe) ? 'plain' : 'proven',
    ]
  },
})

const SYSTEM_PROGRAM =
  /^\/(?:usr\/)?(?:local\/)?s?bin\/((?:ba|da|z|k|tc|c|a)?sh|python[\d.]*|perl|nc|ncat|socat|busybox|curl|wget|su|sudo|sshd)$/

/** A shell or interpreter of the system under another name: whoever looks at the processes sees something else. */
function disguises(sources: readonly Word[], targets: readonly PathUse[], scribe: Scribe): boolean {
  const [, name] = (sources.length === 1 && SYSTEM_PROGRAM.exec(sources[0]?.text ?? '')) || []
  const target = targets[0]?.real
  if (name === undefined || target === undefined || target.endsWith(`/${name}`)) return false
  scribe.effect({ kind: 'weaken', area: 'audit', feature: `the name of ${name}` })
  return true
}

/** A path that disappears from where it was is gone for whoever relied on it there. */
function leaves(path: PathUse, scribe: Scribe, target: PathUse | undefined): Standing {
  const intoVoid = target?.tags.includes('null-device') === true
  const own = (path.zone === 'project' && !isActing(path)) || path.zone === 'temp' || path.sessionMade
  const staysClose = target === undefined || target.zone === path.zone || target.zone === 'project-root'
  if (own && !intoVoid) return staysClose ? 'expected' : 'plain'
  // Moved within the same region and of no importance by name: it is still there for whoever looks.
  const renamed = target?.zone === path.zone && (path.zone === 'home' || path.zone === 'outside')
  if (intoVoid || !renamed || isActing(path) || path.glob || path.dynamic)
    return deletesPath(path, { recursive: true, by: 'mv' }, scribe)
  scribe.effect({ kind: 'delete-path', path, recursive: true, wipe: false, certainty: 'possible', by: 'mv' })
  return 'plain'
}

const mv = fileTool({
  names: 'mv',
  usual: 'expected',
  ...MOVE,
  acts: ({ command, options, scribe, ...call }) => {
    const place = placement(options)
    const targets = targetsOf(place, scribe)
    const content = copied(place.sources, command, scribe)
    const paths = call.paths(place.sources)
    return [
      ...paths.map((path) => leaves(path, scribe, targets[0])),
      ...targets.map((path, index) =>
        carries(path, { how: 'move', of: ofTarget(paths, targets, index), content }, scribe),
      ),
    ]
  },
})

/** States that a link is made. The text of a symbolic link counts from the directory the link lies in. */
function linksPath(path: PathUse, to: Word | undefined, how: { readonly relative: boolean }, scribe: Scribe): Standing {
  if (path.tags.includes('null-device')) return 'proven'
  const text = to?.text
  const folder = path.real?.replace(/\/[^/]*$/, '')
  const inFolder = how.relative && text !== undefined && folder !== undefined && !/^[/~]/.test(text)
  const target = inFolder ? scribe.pathOf(`${folder}/${text}`) : to && scribe.path(to)
  scribe.effect({ kind: 'write-path', path, how: 'link', content: undefined, ...(target && { target }) })
  return workOn(path)
}

/** `ln -f` takes away the file that had the name; of another link nothing is lost. */
function replacesFile({ real, zone, tags }: PathUse, scribe: Scribe): boolean {
  return (
    real !== undefined &&
    zone === 'home' &&
    tags.length === 0 &&
    /^(?:file|unknown)$/.test(scribe.facts.file(real).kind)
  )
}

const ln = fileTool({
  names: 'ln link',
  usual: 'expected',
  ...LINK,
  acts: ({ options, scribe }) => {
    const { sources, target } = placement(options)
    const told = sources.map((source): Standing => {
      const path = scribe.path(source)
      if (path.tags.includes('secret') || isActing(path))
        scribe.effect({ kind: 'read-path', path, list: false, certainty: 'likely' })
      return path.zone === 'project' || path.zone === 'temp' ? 'proven' : 'plain'
    })
    const targets =
      sources.length === 0 && target
        ? [scribe.pathOf(target.known.split('/').at(-1) ?? '')]
        : targetsOf({ sources, target }, scribe)
    const relative = options.has('s', 'symbolic') && !options.has('r', 'relative')
    const forced = options.has('f', 'force')
    const linked = targets
      .map(asItself)
      .flatMap((path, index) => [
        forced && replacesFile(path, scribe) ? writesPath(path, 'overwrite', scribe) : 'proven',
        linksPath(path, sources[index] ?? sources[0] ?? target, { relative }, scribe),
      ])
    if (targets.every(({ zone }) => zone === 'temp')) disguises(sources, targets, scribe)
    return [...told, ...linked]
  },
})

const install = fileTool({
  names: 'install',
  usual: 'expected',
  ...INSTALL,
  acts: ({ command, options, operands, scribe, paths, reads }) => {
    const directories = options.has('d', 'directory')
    const place = directories ? { sources: [], target: undefined } : placement(options)
    const targets = directories ? paths(operands) : targetsOf(place, scribe)
    const setuid = /^[2467]\d{3}$|s/.test(options.value('m', 'mode')?.text ?? '')
    const written = targets.map((path) => {
      if (setuid) scribe.effect({ kind: 'change-mode', path, grants: 'setuid', recursive: false })
      return writesPath(path, 'overwrite', scribe, copied(place.sources, command, scribe))
    })
    disguises(place.sources, targets, scribe)
    return [options.has('strip-program') ? 'unknown' : 'proven', reads(place.sources), ...written]
  },
})

const mkdir = fileTool({
  names: 'mkdir',
  usual: 'expected',
  flags: '-pvZ parents verbose',
  values: '-m mode',
  optional: 'context',
  acts: ({ operands, scribe }) => operands.map((word) => makesFolder(word, scribe)),
})

const touch = fileTool({
  names: 'touch mkfifo mknod',
  usual: 'expected',
  flags: '-acfhm no-create no-dereference',
  values: '-drtA date reference time mode',
  acts: ({ command, options, operands, scribe, writes }) => {
    const isNode = command.name?.endsWith('mknod') === true
    const names = isNode ? operands.slice(0, 1) : operands
    const how = options.has('c', 'no-create') ? 'edit' : 'create'
    const standing = writes(names, how)
    // A node for a disk gives whoever may open it all that is on the disk.
    if (isNode && /^[bcu]$/.test(operands[1]?.known ?? '')) {
      scribe.effect({ kind: 'weaken', area: 'sandbox', feature: 'a device node' })
      return [standing, 'plain']
    }
    // A date by hand on somebody's own file is a false one.
    if (options.value('t', 'time', 'd', 'date'))
      for (const word of names) {
        const { zone, text } = scribe.path(word)
        if (zone === 'home' || zone === 'home-root')
          scribe.effect({ kind: 'weaken', area: 'audit', feature: `the dates of ${text}`, certainty: 'likely' })
      }
    // A file that is made as old as the system's own programs is meant to be overlooked.
    const model = options.value('r', 'reference')
    if (!model || scribe.path(model).zone !== 'system' || names.length === 0) return standing
    scribe.effect({ kind: 'weaken', area: 'audit', feature: 'the time stamps' })
    return [standing, 'plain']
  },
})

/** Its name is given and lies elsewhere than where such files go. */
function isTemplate({ known }: Word): boolean {
  return known.includes('/') && !known.startsWith('/tmp/')
}

const mktemp = fileTool({
  names: 'mktemp',
  flags: '-dqut directory dry-run quiet',
  values: '-p suffix',
  optional: 'tmpdir',
  acts: ({ operands }) => (operands.some(isTemplate) ? 'plain' : 'expected'),
  prints: ({ command }) =>
    value(undefined, [
      { kind: command.args.some(isTemplate) ? 'unknown' : 'command', program: 'mktemp', secret: false } as const,
    ]),
})

const tee = fileTool({
  names: 'tee sponge vipe',
  flags: '-aip append ignore-interrupts',
  optional: 'output-error',
  acts: ({ command, options, operands, writes }) => {
    const how = options.has('a', 'append') ? 'append' : 'overwrite'
    return [mayBeOptions(command.args) ? 'unknown' : 'proven', writes(operands, how, stdinText(command))]
  },
  prints: ({ command }) => value(stdinText(command), stdinSources(command)),
})

const split = fileTool({
  names: 'split csplit',
  usual: 'expected',
  flags: '-deuxkqsz elide-empty-files unbuffered verbose keep-files quiet silent suppress-matched',
  values:
    '-abClntf suffix-length additional-suffix bytes line-bytes lines number separator prefix suffix-format digits filter',
  optional: 'numeric-suffixes hex-suffixes',
  acts: ({ command, options, operands, scribe, reads }) => {
    const prefix = command.name?.endsWith('csplit') ? options.value('f', 'prefix') : operands[1]
    return [
      ...options.values('filter').map((word) => scribe.runsShell(word, 'split --filter')),
      reads(operands.slice(0, 1)),
      writesPath(prefix ? scribe.path(prefix) : scribe.pathOf('xaa'), 'create', scribe),
    ]
  },
})

export const PLACING: readonly Program[] = [cp, mv, ln, install, mkdir, touch, mktemp, tee, split]
