import { join } from 'node:path/posix'
import { hostOf } from '../../hosts.ts'
import type { Command, Word } from '../../words.ts'
import { isStdin } from '../files/grammar.ts'
import { worst } from '../git/standing.ts'
import { readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { expand, type Makefile, readMakefile, recipeOf } from './makefile.ts'
import { standingByName } from './names.ts'
import { nesting, recipeLabel } from './nesting.ts'

const OPTIONS = {
  flags: [
    ...'bBdeikLmnpqrRsStvwhn'.split(''),
    ...[
      'always-make',
      'dry-run',
      'just-print',
      'recon',
      'silent',
      'quiet',
      'keep-going',
      'ignore-errors',
      'question',
      'version',
      'help',
    ],
    ...[
      'print-data-base',
      'no-print-directory',
      'print-directory',
      'touch',
      'warn-undefined-variables',
      'no-builtin-rules',
      'environment-overrides',
    ],
  ],
  values: [
    'C',
    'directory',
    'f',
    'file',
    'makefile',
    'I',
    'include-dir',
    'o',
    'W',
    'eval',
    'old-file',
    'what-if',
    'new-file',
  ],
  optional: ['j', 'jobs', 'l', 'load-average', 'O', 'output-sync', 'debug'],
  abbreviations: true,
}

/** make: reads the goal's recipe and everything it needs. */
export const MAKE: Program = { names: ['make', 'gmake'], read: readMake }

function readMake(command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, OPTIONS)
  if (options.has('help', 'h', 'version', 'v')) return 'proven'
  const unknown: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
  const text = options.value('eval')
  if (text) return worst('unknown', scribe.runsShell(text, 'make --eval'))
  const given = options.operands.filter((word) => /^[\w.-]+[:?+]?=/.test(word.known))
  const goals = options.operands.filter((word) => !given.includes(word) && !/^\d+$/.test(word.known))
  const shell = given.find((word) => /^SHELL[:?]?=/.test(word.known))
  if (shell)
    scribe.runsShell({ text: shell.text?.slice(shell.known.indexOf('=') + 1), sources: shell.sources }, 'make SHELL=')
  for (const word of given)
    for (const each of readMakefile(word.known.replaceAll('\0', '$UNKNOWN')).atOnce)
      scribe.runsShell({ text: each, sources: word.sources }, 'make $(shell)')
  const directory = directoryOf(command, options.values('C', 'directory'))
  const named = options.value('f', 'file', 'makefile')
  const piped = named !== undefined && isStdin(named)
  if (piped) stateFetchedInput(command, scribe)
  const file = piped
    ? readMakefile(command.stdin.kind === 'value' ? (command.stdin.value.text ?? '') : '')
    : directory === undefined
      ? undefined
      : read(directory, named, scribe)
  const start = readAtOnce(file, { directory, command, scribe })
  if (options.has('n', 'dry-run', 'just-print', 'recon', 'q', 'question'))
    return worst(unknown, shell ? 'unknown' : 'proven', start)
  const names = goals.map((word) => word.text)
  if (names.includes(undefined) || shell) return 'unknown'
  const targets = names.length > 0 ? names.filter((name) => name !== undefined) : [file?.first ?? 'all']
  const wanted = file ? withVariables(file, given) : undefined
  return worst(
    unknown,
    'expected',
    start,
    ...targets.map((target) => runGoal(target, wanted, { directory, command, scribe })),
  )
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

function read(directory: string, file: Word | undefined, scribe: Scribe): Makefile | undefined {
  const names = file ? [file.text ?? ''] : ['GNUmakefile', 'makefile', 'Makefile']
  for (const name of names) {
    const text = name === '' ? undefined : scribe.readText(name.startsWith('/') ? name : join(directory, name))
    if (text !== undefined)
      return readMakefile(text, (other) => scribe.readText(other.startsWith('/') ? other : join(directory, other)))
  }
  return undefined
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
function readAtOnce(file: Makefile | undefined, place: Place): Standing {
  if (!file) return 'proven'
  const { directory, scribe, command } = place
  const label = recipeLabel('make $(shell)', directory, scribe.facts)
  const nested = nesting(label, command)
  if (nested !== 'fine') return nested === 'again' ? 'proven' : 'unknown'
  const where = directory === undefined ? {} : { cwd: directory }
  const runs = file.atOnce.map((text) => {
    return scribe.runsShell({ text: expand(text, file.variables), sources: [] }, label, where)
  })
  return worst(file.partly ? 'unknown' : 'proven', ...runs)
}

interface Place {
  readonly directory: string | undefined
  readonly command: Command
  readonly scribe: Scribe
}

function runGoal(goal: string, file: Makefile | undefined, place: Place): Standing {
  const { directory, command, scribe } = place
  const lines = file ? recipeOf(file, goal) : undefined
  if (lines === undefined) return standingByName(goal, `make ${goal}`, scribe)
  const label = recipeLabel(`make ${goal}`, directory, scribe.facts)
  const nested = nesting(label, command)
  if (nested !== 'fine') return nested === 'again' ? 'expected' : 'unknown'
  const where = directory === undefined ? {} : { cwd: directory }
  const standings = lines
    .filter((line) => line.trim() !== '')
    .map((line) => scribe.runsShell({ text: line, sources: [] }, label, where))
  return worst('expected', ...standings)
}
