import { join } from 'node:path/posix'
import { hostOf } from '../../hosts.ts'
import type { Command, Word } from '../../words.ts'
import { isStdin } from '../files/grammar.ts'
import { part, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { stateGiven } from '../shell/given-names.ts'
import { weakest } from '../standing.ts'
import { expand, type Makefile, readMakefile, recipeOf, UNREAD_INCLUDE } from './makefile.ts'
import { standingByName } from './names.ts'
import { alreadyRead, recipeLabel, recipeLayer, textMark } from './nesting.ts'

const OPTIONS = {
  flags:
    '-bBdeikLmnpqrRsStvwh always-make dry-run just-print recon silent quiet keep-going ignore-errors question version help print-data-base no-print-directory print-directory touch warn-undefined-variables no-builtin-rules environment-overrides',
  values: '-CfIoW directory file makefile include-dir eval old-file what-if new-file',
  optional: '-jlO jobs load-average output-sync debug',
}

/** make: reads the goal's recipe and everything it needs. */
export const MAKE: Program = { names: ['make', 'gmake'], read: readMake }

function readMake(command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, OPTIONS)
  if (options.has('help', 'h', 'version', 'v')) return 'proven'
  const unknown: Standing = options.unknown.length > 0 || options.values('eval').length > 0 ? 'unknown' : 'proven'
  const given = options.operands.filter((word) => /^[\w.-]+[:?+]?=/.test(word.known))
  const goals = options.operands.filter((word) => !given.includes(word) && !/^\d+$/.test(word.known))
  const chosen = weakest('proven', ...given.map((word) => stateChosen(word, scribe)))
  for (const word of given)
    for (const each of readMakefile(word.known.replaceAll('\0', '$UNKNOWN')).atOnce)
      scribe.runsShell({ text: each, sources: word.sources }, 'make $(shell)')
  const directory = directoryOf(command, options.values('C', 'directory'))
  const file = fileOf(options, { directory, command, scribe })
  const named = options.values('f', 'file', 'makefile').map((word) => ` -f ${word.text ?? '…'}`)
  const words = [...named, ...given.map((word) => ` ${word.known}`)].join('')
  const place = { directory, command, scribe, mark: words + (file?.mark ?? '') }
  const wanted = file ? withVariables(file.makefile, given) : undefined
  const start = readAtOnce(file, wanted, place)
  if (options.has('n', 'dry-run', 'just-print', 'recon', 'q', 'question')) return weakest(unknown, 'proven', start)
  const names = goals.map((word) => word.text)
  if (names.includes(undefined)) return 'unknown'
  const targets = names.length > 0 ? names.filter((name) => name !== undefined) : [wanted?.first ?? 'all']
  return weakest(unknown, chosen, 'expected', start, ...targets.map((target) => runGoal(target, wanted, place)))
}

/** `SHELL=`, `CC=` and their like name the programs that make starts. */
function stateChosen(word: Word, scribe: Scribe): Standing {
  const at = word.known.indexOf('=')
  const standing = stateGiven(word.known.slice(0, at).replace(/[:?+]$/, ''), part(word, at + 1), scribe)
  return standing === 'unknown' ? 'unknown' : 'proven'
}

/** A Makefile as it was found, and how its text differs from what lies there. */
interface Found {
  readonly makefile: Makefile
  /** Tells the text from the one on the disk; empty when they are the same. */
  readonly mark: string
  /** Nobody but this session vouches for it. */
  readonly ours: boolean
}

/** The recipes of all files that are named, of standard input, and of `--eval`. */
function fileOf(options: Options, place: Omit<Place, 'mark'>): Found | undefined {
  const { directory, command, scribe } = place
  const named = options.values('f', 'file', 'makefile')
  if (named.some(isStdin)) stateFetchedInput(command, scribe)
  const parts = [
    ...options.values('eval').map((word): Part => ({ text: word.text, path: undefined })),
    ...named.map((word) => (isStdin(word) ? inputOf(command) : partAt(word.text, directory, scribe))),
    ...(named.length === 0 && directory !== undefined ? defaultPart(directory, scribe) : []),
  ]
  if (parts.some(({ text, path }) => text === undefined && isOurs(path, scribe)))
    scribe.effect({
      kind: 'run-code',
      language: 'other',
      origin: 'dynamic',
      read: false,
      host: undefined,
      by: 'make -f',
    })
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

type Options = ReturnType<typeof readOptions>

interface Part {
  readonly text: string | undefined
  readonly path: string | undefined
}

const inputOf = ({ stdin }: Command): Part => ({
  text: stdin.kind === 'value' ? stdin.value.text : undefined,
  path: undefined,
})

/** Did this session, or nobody known, write it? */
function isOurs(path: string | undefined, scribe: Scribe): boolean {
  return path === undefined || scribe.pathOf(path).sessionMade
}

function partAt(name: string | undefined, directory: string | undefined, scribe: Scribe): Part {
  if (name === undefined || (directory === undefined && !name.startsWith('/')))
    return { text: undefined, path: undefined }
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

/** `make -f -`: the recipes come on standard input. */
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

/** Variables on the command line win over the file's. */
function withVariables(file: Makefile, given: readonly Word[]): Makefile {
  const variables = new Map(file.variables)
  for (const word of given) {
    const at = word.known.indexOf('=')
    variables.set(
      word.known.slice(0, at).replace(/[:?+]$/, ''),
      word.known.slice(at + 1).replaceAll('\0', '"$UNKNOWN"'),
    )
  }
  return { ...file, variables }
}

/** What make does before any goal: `$(shell …)`, and parts of the file that are not read. */
function readAtOnce(found: Found | undefined, file: Makefile | undefined, place: Place): Standing {
  if (!found || !file) return 'proven'
  const { directory, scribe, command } = place
  if (file.unread && found.ours)
    scribe.effect({ kind: 'run-code', language: 'other', origin: 'session-file', read: false, host: undefined })
  const label = recipeLabel('make $(shell)', directory, scribe.facts) + place.mark
  const read = alreadyRead(label, command, scribe)
  if (read) return read === 'expected' ? 'proven' : read
  const where = directory === undefined ? {} : { cwd: directory }
  const runs = file.atOnce.map((text) =>
    scribe.runsShell({ text: expand(text, file.variables), sources: [] }, label, { ...where, ...recipeLayer(label) }),
  )
  return weakest(file.partly ? 'unknown' : 'proven', ...runs)
}

interface Place {
  readonly directory: string | undefined
  readonly command: Command
  readonly scribe: Scribe
  readonly mark: string
}

function runGoal(goal: string, file: Makefile | undefined, place: Place): Standing {
  const { directory, command, scribe } = place
  const lines = file ? recipeOf(file, goal) : undefined
  if (lines === undefined) return standingByName(goal, `make ${goal}`, scribe)
  const label = recipeLabel(`make ${goal}`, directory, scribe.facts) + place.mark
  const read = alreadyRead(label, command, scribe)
  if (read) return read
  const where = directory === undefined ? {} : { cwd: directory }
  // Each line has a shell of its own: the same one does the same.
  const standings = [...new Set(lines)]
    .filter((line) => line.trim() !== '')
    .map((line) => scribe.runsShell({ text: line, sources: [] }, label, { ...where, ...recipeLayer(label) }))
  return weakest('expected', ...standings)
}
