import {
  COPY_GRAMMAR,
  type CopyOperands,
  INSTALL_GRAMMAR,
  LINK_GRAMMAR,
  MOVE_GRAMMAR,
  splitCopyOperands,
} from '../../../analysis/interpret/copy-operands.ts'
import { recordWholeHomeRead } from '../../../analysis/interpret/credential-search.ts'
import {
  defineFileTool,
  gradeFileWork,
  makeValue,
  readStdinSources,
  readStdinText,
  readWordText,
  recordFileCopy,
  recordFolderCreation,
  recordPathDeletion,
  recordPathWrite,
} from '../../../analysis/interpret/file-tool.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { mayBeOptions } from '../../../analysis/interpret/word-checks.ts'
import { linkItself } from '../../../analysis/paths/path-use.ts'
import { isActingPath, type PathUse } from '../../../analysis/paths/paths.ts'
import type { Command, Word } from '../../../analysis/words.ts'

/** Where each source ends up: inside a directory it keeps its name. */
function resolveTargets({ sources, target }: CopyOperands, recorder: EffectRecorder): PathUse[] {
  if (!target) return []
  const path = recorder.path(target)
  const isDirectory =
    target.known.endsWith('/') ||
    sources.length > 1 ||
    /^(?:\.|\.\.|~|.*\/\.\.?)$/.test(target.known) ||
    isKnownDirectory(path, recorder)
  if (!isDirectory || path.dynamic || path.glob) return [path]
  return sources.map((source) => {
    const base = source.known.replace(/\/+$/, '').split('/').at(-1) ?? ''
    return base === '' || base.includes('\0') || source.glob
      ? path
      : recorder.pathOf(`${path.real ?? target.known}/${base}`)
  })
}

function isKnownDirectory(path: PathUse, recorder: EffectRecorder): boolean {
  if (path.zone === 'temp-root' || path.zone === 'home-root' || path.zone === 'project-root') return true
  return path.real !== undefined && recorder.facts.file(path.real).kind === 'directory'
}

function readCopiedText(sources: readonly Word[], command: Command, recorder: EffectRecorder): string | undefined {
  const [only, second] = sources
  return only && !second ? readWordText(only, command, recorder) : undefined
}

/** What comes to lie at one of the targets: each source has its own where there are as many. */
function sourcesForTarget(sources: readonly PathUse[], targets: readonly PathUse[], index: number): readonly PathUse[] {
  return sources.length === targets.length ? sources.slice(index, index + 1) : sources
}

const cp = defineFileTool({
  names: 'cp',
  usual: 'expected',
  ...COPY_GRAMMAR,
  acts: ({ command, options, recorder, ...call }) => {
    const place = splitCopyOperands(options)
    const paths = call.paths(place.sources)
    const whole = options.has('r', 'R', 'a', 'recursive', 'archive') && recordWholeHomeRead(paths, recorder)
    const links = options.has('s', 'l', 'symbolic-link', 'link')
    const empties = place.sources.some((word) => word.text === '/dev/null')
    const content = empties ? '' : readCopiedText(place.sources, command, recorder)
    const targets = resolveTargets(place, recorder)
    return [
      call.reads(place.sources),
      ...targets.map((path, index) =>
        links
          ? recordLink(path, place.sources[index], { relative: false }, recorder)
          : recordFileCopy(
              path,
              {
                how: empties ? 'truncate' : 'overwrite',
                of: empties ? [] : sourcesForTarget(paths, targets, index),
                content,
              },
              recorder,
            ),
      ),
      whole || recordDisguisedProgram(place.sources, targets, recorder) ? 'plain' : 'proven',
    ]
  },
})

const SYSTEM_INTERPRETER =
  /^\/(?:usr\/)?(?:local\/)?s?bin\/((?:ba|da|z|k|tc|c|a)?sh|python[\d.]*|perl|nc|ncat|socat|busybox|curl|wget|su|sudo|sshd)$/

/** A shell or interpreter of the system under another name: whoever looks at the processes sees something else. */
function recordDisguisedProgram(
  sources: readonly Word[],
  targets: readonly PathUse[],
  recorder: EffectRecorder,
): boolean {
  const [, name] = (sources.length === 1 && SYSTEM_INTERPRETER.exec(sources[0]?.text ?? '')) || []
  const target = targets[0]?.real
  if (name === undefined || target === undefined || target.endsWith(`/${name}`)) return false
  recorder.effect({ kind: 'weaken', area: 'audit', feature: `the name of ${name}` })
  return true
}

/** A path that disappears from where it was is gone for whoever relied on it there. */
function recordMovedAway(path: PathUse, recorder: EffectRecorder, target: PathUse | undefined): CommandGrade {
  const intoVoid = target?.tags.includes('null-device') === true
  const own = (path.zone === 'project' && !isActingPath(path)) || path.zone === 'temp' || path.sessionMade
  const staysClose = target === undefined || target.zone === path.zone || target.zone === 'project-root'
  if (own && !intoVoid) return staysClose ? 'expected' : 'plain'
  // Moved within the same region and of no importance by name: it is still there for whoever looks.
  const renamed = target?.zone === path.zone && (path.zone === 'home' || path.zone === 'outside')
  if (intoVoid || !renamed || isActingPath(path) || path.glob || path.dynamic)
    return recordPathDeletion(path, { recursive: true, by: 'mv' }, recorder)
  recorder.effect({ kind: 'delete-path', path, recursive: true, wipe: false, certainty: 'possible', by: 'mv' })
  return 'plain'
}

const mv = defineFileTool({
  names: 'mv',
  usual: 'expected',
  ...MOVE_GRAMMAR,
  acts: ({ command, options, recorder, ...call }) => {
    const place = splitCopyOperands(options)
    const targets = resolveTargets(place, recorder)
    const content = readCopiedText(place.sources, command, recorder)
    const paths = call.paths(place.sources)
    return [
      ...paths.map((path) => recordMovedAway(path, recorder, targets[0])),
      ...targets.map((path, index) =>
        recordFileCopy(path, { how: 'move', of: sourcesForTarget(paths, targets, index), content }, recorder),
      ),
    ]
  },
})

/** States that a link is made. The text of a symbolic link counts from the directory the link lies in. */
function recordLink(
  path: PathUse,
  to: Word | undefined,
  how: { readonly relative: boolean },
  recorder: EffectRecorder,
): CommandGrade {
  if (path.tags.includes('null-device')) return 'proven'
  const text = to?.text
  const folder = path.real?.replace(/\/[^/]*$/, '')
  const inFolder = how.relative && text !== undefined && folder !== undefined && !/^[/~]/.test(text)
  const target = inFolder ? recorder.pathOf(`${folder}/${text}`) : to && recorder.path(to)
  recorder.effect({ kind: 'write-path', path, how: 'link', content: undefined, ...(target && { target }) })
  return gradeFileWork(path)
}

/** `ln -f` takes away the file that had the name; of another link nothing is lost. */
function isReplacingFile({ real, zone, tags }: PathUse, recorder: EffectRecorder): boolean {
  return (
    real !== undefined &&
    zone === 'home' &&
    tags.length === 0 &&
    /^(?:file|unknown)$/.test(recorder.facts.file(real).kind)
  )
}

const ln = defineFileTool({
  names: 'ln link',
  usual: 'expected',
  ...LINK_GRAMMAR,
  acts: ({ options, recorder }) => {
    const { sources, target } = splitCopyOperands(options)
    const sourceGrades = sources.map((source): CommandGrade => {
      const path = recorder.path(source)
      if (path.tags.includes('secret') || isActingPath(path))
        recorder.effect({ kind: 'read-path', path, list: false, certainty: 'likely' })
      return path.zone === 'project' || path.zone === 'temp' ? 'proven' : 'plain'
    })
    const targets =
      sources.length === 0 && target
        ? [recorder.pathOf(target.known.split('/').at(-1) ?? '')]
        : resolveTargets({ sources, target }, recorder)
    const relative = options.has('s', 'symbolic') && !options.has('r', 'relative')
    const forced = options.has('f', 'force')
    const linked = targets
      .map(linkItself)
      .flatMap((path, index) => [
        forced && isReplacingFile(path, recorder) ? recordPathWrite(path, 'overwrite', recorder) : 'proven',
        recordLink(path, sources[index] ?? sources[0] ?? target, { relative }, recorder),
      ])
    if (targets.every(({ zone }) => zone === 'temp')) recordDisguisedProgram(sources, targets, recorder)
    return [...sourceGrades, ...linked]
  },
})

const install = defineFileTool({
  names: 'install',
  usual: 'expected',
  ...INSTALL_GRAMMAR,
  acts: ({ command, options, operands, recorder, paths, reads }) => {
    const directories = options.has('d', 'directory')
    const place = directories ? { sources: [], target: undefined } : splitCopyOperands(options)
    const targets = directories ? paths(operands) : resolveTargets(place, recorder)
    const setuid = /^[2467]\d{3}$|s/.test(options.value('m', 'mode')?.text ?? '')
    const written = targets.map((path) => {
      if (setuid) recorder.effect({ kind: 'change-mode', path, grants: 'setuid', recursive: false })
      return recordPathWrite(path, 'overwrite', recorder, readCopiedText(place.sources, command, recorder))
    })
    recordDisguisedProgram(place.sources, targets, recorder)
    return [options.has('strip-program') ? 'unknown' : 'proven', reads(place.sources), ...written]
  },
})

const mkdir = defineFileTool({
  names: 'mkdir',
  usual: 'expected',
  flags: '-pvZ parents verbose',
  values: '-m mode',
  optional: 'context',
  acts: ({ operands, recorder }) => operands.map((word) => recordFolderCreation(word, recorder)),
})

const touch = defineFileTool({
  names: 'touch mkfifo mknod',
  usual: 'expected',
  flags: '-acfhm no-create no-dereference',
  values: '-drtA date reference time mode',
  acts: ({ command, options, operands, recorder, writes }) => {
    const isNode = command.name?.endsWith('mknod') === true
    const names = isNode ? operands.slice(0, 1) : operands
    const how = options.has('c', 'no-create') ? 'edit' : 'create'
    const grade = writes(names, how)
    // A node for a disk gives whoever may open it all that is on the disk.
    if (isNode && /^[bcu]$/.test(operands[1]?.known ?? '')) {
      recorder.effect({ kind: 'weaken', area: 'sandbox', feature: 'a device node' })
      return [grade, 'plain']
    }
    // A date by hand on somebody's own file is a false one.
    if (options.value('t', 'time', 'd', 'date'))
      for (const word of names) {
        const { zone, text } = recorder.path(word)
        if (zone === 'home' || zone === 'home-root')
          recorder.effect({ kind: 'weaken', area: 'audit', feature: `the dates of ${text}`, certainty: 'likely' })
      }
    // A file that is made as old as the system's own programs is meant to be overlooked.
    const model = options.value('r', 'reference')
    if (!model || recorder.path(model).zone !== 'system' || names.length === 0) return grade
    recorder.effect({ kind: 'weaken', area: 'audit', feature: 'the time stamps' })
    return [grade, 'plain']
  },
})

/** Its name is given and lies elsewhere than where such files go. */
function isTemplateElsewhere({ known }: Word): boolean {
  return known.includes('/') && !known.startsWith('/tmp/')
}

const mktemp = defineFileTool({
  names: 'mktemp',
  flags: '-dqut directory dry-run quiet',
  values: '-p suffix',
  optional: 'tmpdir',
  acts: ({ operands }) => (operands.some(isTemplateElsewhere) ? 'plain' : 'expected'),
  prints: ({ command }) =>
    makeValue(undefined, [
      {
        kind: command.args.some(isTemplateElsewhere) ? 'unknown' : 'command',
        program: 'mktemp',
        secret: false,
      } as const,
    ]),
})

const tee = defineFileTool({
  names: 'tee sponge vipe',
  flags: '-aip append ignore-interrupts',
  optional: 'output-error',
  acts: ({ command, options, operands, writes }) => {
    const how = options.has('a', 'append') ? 'append' : 'overwrite'
    return [mayBeOptions(command.args) ? 'unknown' : 'proven', writes(operands, how, readStdinText(command))]
  },
  prints: ({ command }) => makeValue(readStdinText(command), readStdinSources(command)),
})

const split = defineFileTool({
  names: 'split csplit',
  usual: 'expected',
  flags: '-deuxkqsz elide-empty-files unbuffered verbose keep-files quiet silent suppress-matched',
  values:
    '-abClntf suffix-length additional-suffix bytes line-bytes lines number separator prefix suffix-format digits filter',
  optional: 'numeric-suffixes hex-suffixes',
  acts: ({ command, options, operands, recorder, reads }) => {
    const prefix = command.name?.endsWith('csplit') ? options.value('f', 'prefix') : operands[1]
    return [
      ...options.values('filter').map((word) => recorder.runsShell(word, 'split --filter')),
      reads(operands.slice(0, 1)),
      recordPathWrite(prefix ? recorder.path(prefix) : recorder.pathOf('xaa'), 'create', recorder),
    ]
  },
})

export const FILE_CREATING_PROGRAMS: readonly Program[] = [cp, mv, ln, install, mkdir, touch, mktemp, tee, split]
