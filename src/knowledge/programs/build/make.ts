import { join } from 'node:path/posix'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { recordUnreadCode } from '../../../analysis/interpret/injection-variables.ts'
import { readOptions, sliceWord } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { gradeByTaskName } from '../../../analysis/interpret/task-names.ts'
import { recordVariableRole } from '../../../analysis/interpret/variable-roles.ts'
import { isStdin } from '../../../analysis/interpret/word-checks.ts'
import { hostOf } from '../../../analysis/remote/hosts.ts'
import type { Command, Word } from '../../../analysis/words.ts'
import { makeTextMark, type RecipeRun, runRecipe } from '../../recipes/task-runners.ts'
import { expandVariables, findRecipe, type Makefile, readMakefile, UNREAD_INCLUDE } from './makefile.ts'

const MAKE_OPTIONS = {
  flags:
    '-bBdeikLmnpqrRsStvwh always-make dry-run just-print recon silent quiet keep-going ignore-errors question version help print-data-base no-print-directory print-directory touch warn-undefined-variables no-builtin-rules environment-overrides',
  values: '-CfIoW directory file makefile include-dir eval old-file what-if new-file',
  optional: '-jlO jobs load-average output-sync debug',
}

export const MAKE_PROGRAM: Program = { names: ['make', 'gmake'], read: readMake }

function readMake(command: Command, recorder: EffectRecorder): CommandGrade {
  const options = readOptions(command.args, MAKE_OPTIONS)
  if (options.has('help', 'h', 'version', 'v')) return 'proven'
  const given = options.operands.filter((word) => ASSIGNMENT_OPERAND.test(word.known))
  const goals = options.operands.filter((word) => !given.includes(word) && !/^\d+$/.test(word.known))
  const unknown =
    options.unknown.length > 0 ||
    options.values('eval').length > 0 ||
    given.some((word) => isUnknownProgramChoice(word, recorder))
  for (const word of given)
    for (const text of readMakefile(word.known.replaceAll('\0', '$UNKNOWN')).atOnce)
      recorder.runsShell({ text, sources: word.sources }, 'make $(shell)')
  const directory = resolveDirectory(command, options.values('C', 'directory'))
  const named = options.values('f', 'file', 'makefile')
  const file = findMakefile(options.values('eval'), named, { directory, command, recorder })
  const words = [...named.map((word) => ` -f ${word.text ?? '…'}`), ...given.map((word) => ` ${word.known}`)].join('')
  const place = { directory, command, recorder, mark: words + (file?.mark ?? '') }
  const wanted = file && withVariables(file.makefile, given)
  const start = weakestGrade(unknown && 'unknown', wanted && runImmediateCommands(wanted, file.ours, place))
  if (options.has('n', 'dry-run', 'just-print', 'recon', 'q', 'question')) return start
  const targets = goals.length > 0 ? goals.map((word) => word.text) : [wanted?.first ?? 'all']
  return weakestGrade(
    start,
    'expected',
    ...targets.map((target) => (target === undefined ? 'unknown' : runGoal(target, wanted, place))),
  )
}

const ASSIGNMENT_OPERAND = /^([\w.-]+)[:?+]?=/

/** `SHELL=`, `CC=` and their like name the programs that make starts. */
function isUnknownProgramChoice(word: Word, recorder: EffectRecorder): boolean {
  const [all = '', name = ''] = ASSIGNMENT_OPERAND.exec(word.known) ?? []
  return recordVariableRole(name, sliceWord(word, all.length), recorder) === 'unknown'
}

/** A Makefile as it was found, and how its text differs from what lies there. */
interface FoundMakefile {
  readonly makefile: Makefile
  readonly mark: string
  /** Nobody but this session vouches for it. */
  readonly ours: boolean
}

function findMakefile(
  evaluated: readonly Word[],
  named: readonly Word[],
  place: Omit<RecipeRun, 'mark'>,
): FoundMakefile | undefined {
  const { directory, command, recorder } = place
  if (named.some(isStdin)) recordDownloadedMakefile(command, recorder)
  const parts = [
    ...evaluated.map((word): MakefilePart => ({ text: word.text })),
    ...named.map((word) => (isStdin(word) ? readStdinPart(command) : readPart(word.text, directory, recorder))),
    ...(named.length === 0 && directory !== undefined ? findDefaultPart(directory, recorder) : []),
  ]
  if (parts.some(({ text, path }) => text === undefined && isSessionFile(path, recorder)))
    recordUnreadCode('other', 'make -f', recorder)
  const known = parts.flatMap(({ text, path }) => (text === undefined ? [] : [{ text, path }]))
  if (known.length === 0) return undefined
  const beside = (name: string) => readIncludedFile(name, directory, recorder)
  return {
    makefile: readMakefile(known.map(({ text }) => text).join('\n'), beside),
    mark: known.map(({ text, path }) => makeTextMark(text, path, recorder.facts)).join(''),
    ours: known.some(({ path }) => isSessionFile(path, recorder)),
  }
}

/** An included file; one that this session wrote and that cannot be read, or may be among those meant, is not passed over. */
function readIncludedFile(name: string, directory: string | undefined, recorder: EffectRecorder): string | undefined {
  if (/[$*?[]/.test(name)) {
    const own = [...recorder.facts.session.written.keys()].some((path) => /\.(?:mk|mak|make|inc|d)$/.test(path))
    return own ? UNREAD_INCLUDE : undefined
  }
  const { text, path } = readPart(name, directory, recorder)
  return text ?? (path !== undefined && isSessionFile(path, recorder) ? UNREAD_INCLUDE : undefined)
}

interface MakefilePart {
  readonly text: string | undefined
  readonly path?: string | undefined
}

const readStdinPart = ({ stdin }: Command): MakefilePart => ({
  text: stdin.kind === 'value' ? stdin.value.text : undefined,
})

function isSessionFile(path: string | undefined, recorder: EffectRecorder): boolean {
  return path === undefined || recorder.pathOf(path).sessionMade
}

function readPart(name: string | undefined, directory: string | undefined, recorder: EffectRecorder): MakefilePart {
  if (name === undefined || (directory === undefined && !name.startsWith('/'))) return { text: undefined }
  const path = recorder.pathOf(name.startsWith('/') ? name : join(directory ?? '/', name)).real
  return { text: path === undefined ? undefined : recorder.readText(path), path }
}

function findDefaultPart(directory: string, recorder: EffectRecorder): readonly MakefilePart[] {
  for (const name of ['GNUmakefile', 'makefile', 'Makefile']) {
    const part = readPart(name, directory, recorder)
    if (part.text !== undefined) return [part]
  }
  return []
}

function recordDownloadedMakefile({ stdin }: Command, recorder: EffectRecorder): void {
  const sources = stdin.kind === 'value' ? stdin.value.sources : []
  const network = sources.find((source) => source.kind === 'network')
  if (network?.kind !== 'network') return
  const host = hostOf(network.url)
  recorder.effect({ kind: 'run-code', language: 'other', origin: 'download', read: false, host, by: 'make -f -' })
}

function resolveDirectory(command: Command, steps: readonly Word[]): string | undefined {
  return steps.reduce<string | undefined>((from, step) => {
    if (step.text === undefined) return undefined
    if (step.text.startsWith('/')) return step.text
    return from === undefined ? undefined : join(from, step.text)
  }, command.cwd)
}

function withVariables(file: Makefile, given: readonly Word[]): Makefile {
  const assigned = given.map(({ known }): [string, string] => {
    const [all = '', name = ''] = ASSIGNMENT_OPERAND.exec(known) ?? []
    return [name, known.slice(all.length).replaceAll('\0', '"$UNKNOWN"')]
  })
  return { ...file, variables: new Map([...file.variables, ...assigned]) }
}

/** What make does before any goal: `$(shell …)`, and parts of the file that are not read. */
function runImmediateCommands(file: Makefile, ours: boolean, place: RecipeRun): CommandGrade {
  if (file.unread && ours)
    place.recorder.effect({ kind: 'run-code', language: 'other', origin: 'session-file', read: false, host: undefined })
  const texts = file.atOnce.map((text) => expandVariables(text, file.variables))
  const run = runRecipe('make $(shell)', texts, place)
  return weakestGrade(file.partly && 'unknown', run !== 'expected' && run)
}

function runGoal(goal: string, file: Makefile | undefined, place: RecipeRun): CommandGrade {
  const lines = file && findRecipe(file, goal)
  if (lines === undefined) return gradeByTaskName(goal, `make ${goal}`, place.recorder)
  // Each line has a shell of its own: the same one does the same.
  const different = [...new Set(lines)].filter((line) => line.trim() !== '')
  return runRecipe(`make ${goal}`, different, place)
}
