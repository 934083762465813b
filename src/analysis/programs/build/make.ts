import { join } from 'node:path/posix'
import { hostOf } from '../../hosts.ts'
import type { Command, Word } from '../../words.ts'
import { isStdin } from '../files/grammar.ts'
import { part, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { stateGiven } from '../shell/given-names.ts'
import { stateUnseen } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { expand, type Makefile, readMakefile, recipeOf, UNREAD_INCLUDE } from './makefile.ts'
import { standingByName } from './names.ts'
import { type RecipeRun, runRecipe, textMark } from './tasks.ts'

const OPTIONS = {
  flags:
    '-bBdeikLmnpqrRsStvwh always-make dry-run just-print recon silent quiet keep-going ignore-errors question version help print-data-base no-print-directory print-directory touch warn-undefined-variables no-builtin-rules environment-overrides',
  values: '-CfIoW directory file makefile include-dir eval old-file what-if new-file',
  optional: '-jlO jobs load-average output-sync debug',
}

export const MAKE: Program = { names: ['make', 'gmake'], read: readMake }

function readMake(command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, OPTIONS)
  if (options.has('help', 'h', 'version', 'v')) return 'proven'
  const given = options.operands.filter((word) => ASSIGNS.test(word.known))
  const goals = options.operands.filter((word) => !given.includes(word) && !/^\d+$/.test(word.known))
  const unknown =
    options.unknown.length > 0 ||
    options.values('eval').length > 0 ||
    given.some((word) => choosesUnknown(word, scribe))
  for (const word of given)
    for (const text of readMakefile(word.known.replaceAll('\0', '$UNKNOWN')).atOnce)
      scribe.runsShell({ text, sources: word.sources }, 'make $(shell)')
  const directory = directoryOf(command, options.values('C', 'directory'))
  const named = options.values('f', 'file', 'makefile')
  const file = fileOf(options.values('eval'), named, { directory, command, scribe })
  const words = [...named.map((word) => ` -f ${word.text ?? '…'}`), ...given.map((word) => ` ${word.known}`)].join('')
  const place = { directory, command, scribe, mark: words + (file?.mark ?? '') }
  const wanted = file && withVariables(file.makefile, given)
  const start = weakest(unknown && 'unknown', wanted && readAtOnce(wanted, file.ours, place))
  if (options.has('n', 'dry-run', 'just-print', 'recon', 'q', 'question')) return start
  const targets = goals.length > 0 ? goals.map((word) => word.text) : [wanted?.first ?? 'all']
  return weakest(
    start,
    'expected',
    ...targets.map((target) => (target === undefined ? 'unknown' : runGoal(target, wanted, place))),
  )
}

const ASSIGNS = /^([\w.-]+)[:?+]?=/

/** `SHELL=`, `CC=` and their like name the programs that make starts. */
function choosesUnknown(word: Word, scribe: Scribe): boolean {
  const [all = '', name = ''] = ASSIGNS.exec(word.known) ?? []
  return stateGiven(name, part(word, all.length), scribe) === 'unknown'
}

/** A Makefile as it was found, and how its text differs from what lies there. */
interface Found {
  readonly makefile: Makefile
  readonly mark: string
  /** Nobody but this session vouches for it. */
  readonly ours: boolean
}

function fileOf(evaluated: readonly Word[], named: readonly Word[], place: Omit<RecipeRun, 'mark'>): Found | undefined {
  const { directory, command, scribe } = place
  if (named.some(isStdin)) stateFetchedInput(command, scribe)
  const parts = [
    ...evaluated.map((word): Part => ({ text: word.text })),
    ...named.map((word) => (isStdin(word) ? inputOf(command) : partAt(word.text, directory, scribe))),
    ...(named.length === 0 && directory !== undefined ? defaultPart(directory, scribe) : []),
  ]
  if (parts.some(({ text, path }) => text === undefined && isOurs(path, scribe)))
    stateUnseen('other', 'make -f', scribe)
  const known = parts.flatMap(({ text, path }) => (text === undefined ? [] : [{ text, path }]))
  if (known.length === 0) return undefined
  const beside = (name: string) => includedText(name, directory, scribe)
  return {
    makefile: readMakefile(known.map(({ text }) => text).join('\n'), beside),
    mark: known.map(({ text, path }) => textMark(text, path, scribe.facts)).join(''),
    ours: known.some(({ path }) => isOurs(path, scribe)),
  }
}

/** An included file; one that this session wrote and that cannot be read, or may be among those meant, is not passed over. */
function includedText(name: string, directory: string | undefined, scribe: Scribe): string | undefined {
  if (/[$*?[]/.test(name)) {
    const own = [...scribe.facts.session.written.keys()].some((path) => /\.(?:mk|mak|make|inc|d)$/.test(path))
    return own ? UNREAD_INCLUDE : undefined
  }
  const { text, path } = partAt(name, directory, scribe)
  return text ?? (path !== undefined && isOurs(path, scribe) ? UNREAD_INCLUDE : undefined)
}

interface Part {
  readonly text: string | undefined
  readonly path?: string | undefined
}

const inputOf = ({ stdin }: Command): Part => ({ text: stdin.kind === 'value' ? stdin.value.text : undefined })

function isOurs(path: string | undefined, scribe: Scribe): boolean {
  return path === undefined || scribe.pathOf(path).sessionMade
}

function partAt(name: string | undefined, directory: string | undefined, scribe: Scribe): Part {
  if (name === undefined || (directory === undefined && !name.startsWith('/'))) return { text: undefined }
  const path = scribe.pathOf(name.startsWith('/') ? name : join(directory ?? '/', name)).real
  return { text: path === undefined ? undefined : scribe.readText(path), path }
}

function defaultPart(directory: string, scribe: Scribe): readonly Part[] {
  for (const name of ['GNUmakefile', 'makefile', 'Makefile']) {
    const part = partAt(name, directory, scribe)
    if (part.text !== undefined) return [part]
  }
  return []
}

function stateFetchedInput({ stdin }: Command, scribe: Scribe): void {
  const sources = stdin.kind === 'value' ? stdin.value.sources : []
  const network = sources.find((source) => source.kind === 'network')
  if (network?.kind !== 'network') return
  const host = hostOf(network.url)
  scribe.effect({ kind: 'run-code', language: 'other', origin: 'download', read: false, host, by: 'make -f -' })
}

function directoryOf(command: Command, steps: readonly Word[]): string | undefined {
  return steps.reduce<string | undefined>((from, step) => {
    if (step.text === undefined) return undefined
    if (step.text.startsWith('/')) return step.text
    return from === undefined ? undefined : join(from, step.text)
  }, command.cwd)
}

function withVariables(file: Makefile, given: readonly Word[]): Makefile {
  const told = given.map(({ known }): [string, string] => {
    const [all = '', name = ''] = ASSIGNS.exec(known) ?? []
    return [name, known.slice(all.length).replaceAll('\0', '"$UNKNOWN"')]
  })
  return { ...file, variables: new Map([...file.variables, ...told]) }
}

/** What make does before any goal: `$(shell …)`, and parts of the file that are not read. */
function readAtOnce(file: Makefile, ours: boolean, place: RecipeRun): Standing {
  if (file.unread && ours)
    place.scribe.effect({ kind: 'run-code', language: 'other', origin: 'session-file', read: false, host: undefined })
  const texts = file.atOnce.map((text) => expand(text, file.variables))
  const run = runRecipe('make $(shell)', texts, place)
  return weakest(file.partly && 'unknown', run !== 'expected' && run)
}

function runGoal(goal: string, file: Makefile | undefined, place: RecipeRun): Standing {
  const lines = file && recipeOf(file, goal)
  if (lines === undefined) return standingByName(goal, `make ${goal}`, place.scribe)
  // Each line has a shell of its own: the same one does the same.
  const different = [...new Set(lines)].filter((line) => line.trim() !== '')
  return runRecipe(`make ${goal}`, different, place)
}
