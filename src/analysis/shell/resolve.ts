import { baseName, baseOf, programOf } from '../base-name.ts'
import { stateWrittenLoads } from '../code/written-loads.ts'
import type { Effect } from '../effects.ts'
import { forwardedPorts, forwardKey } from '../forwarded-ports.ts'
import { keptTo } from '../listed.ts'
import type { PathUse } from '../paths.ts'
import type { Program, Standing } from '../programs/program.ts'
import { familyFor, programFor, programNames } from '../programs/registry.ts'
import { weakest } from '../programs/standing.ts'
import { stateByName } from '../programs/system/by-name.ts'
import { onlyAsks } from '../programs/unlisted/line.ts'
import { stateUnlisted } from '../programs/unlisted/unlisted.ts'
import { provenanceOf } from '../provenance.ts'
import type { Command, Value } from '../words.ts'
import { stateActivation } from './activation.ts'
import { carriedAs, programBehind } from './carried-program.ts'
import type { Call, CallOutcome } from './dispatch.ts'
import { stateDocumentEscapes } from './document-escapes.ts'
import { filtered, isFilter } from './filters.ts'
import { defaultOutput, resolved } from './flows.ts'
import { type Frame, isUntouched, lessCertain, noteUnknown, spend } from './frame.ts'
import { stateGivenPlaces } from './given-places.ts'
import { stateInjectedWords, withHandedWords, withOptionVariable } from './handed-words.ts'
import { foundOnPath, identityOf, isToolPlace, type ProgramIdentity, runnerFor, trustOf } from './identity.ts'
import { pathsPrinted, temporaryPath } from './listing.ts'
import { hostOf } from './overlay.ts'
import { loadsOwn } from './own-files.ts'
import { stateFound } from './own-loads.ts'
import { matches } from './pattern.ts'
import { statePointed } from './pointed.ts'
import { stateChangedRecipe } from './recipe-files.ts'
import { stateDescriptorPaths, stateReverseShell } from './redirects.ts'
import { isStated, stateRemoteCode } from './remote-code.ts'
import { getAlias } from './scope.ts'
import { type CoreScribe, scribeFor } from './scribe.ts'
import { trackFiles } from './track.ts'
import { joinSources, literalWord, UNKNOWN_VALUE } from './values.ts'

/** What holds of a command whatever its name runs, in this order. */
const BEFORE: readonly ((call: Call, scribe: CoreScribe) => void)[] = [
  stateReverseShell,
  ({ command }, scribe) => stateByName(command, scribe),
  ({ command }, scribe) => stateWrittenLoads(command, scribe),
  ({ command }, scribe) => stateDocumentEscapes(command, scribe),
  stateGivenPlaces,
  ({ command }, scribe) => {
    for (const port of forwardedPorts(command)) scribe.onSetting(forwardKey(port), 'another machine')
  },
]

export function resolveProgram(call: Call, scribe: CoreScribe): CallOutcome {
  const { command, frame } = call
  const { name, head } = command
  for (const state of BEFORE) state(call, scribe)
  if (!isUntouched(frame)) statePointed(call, scribe)
  if (name === undefined || !head) return dynamicHead(call, scribe)
  if (head.glob) return globHead(call, scribe)
  if (name === '') return { standing: 'plain', output: UNKNOWN_VALUE }
  if (frame.analysis.wrappers.has(name)) return passedOn(scribe.runs(command.args, name), scribe)
  const [placed, ...others] = /[/\\]/.test(name) ? [] : foundOnPath(call, scribe)
  for (const other of others) runByPath(other, call, scribe)
  if (placed) return runByPath(placed, call, scribe)
  const program = programFor(name)
  if (!/[/\\]/.test(name)) return program ? byName(program, call, scribe) : unknownProgram(name, command, scribe)
  const behind = programBehind(name, command, scribe)
  if (behind !== undefined) return runBehind(behind, command, scribe)
  const use = scribe.path(head)
  switch (isFreshTool(use, frame) ? 'tool' : trustOf(use)) {
    case 'installed':
      if (program) return readProgram(program, call, scribe)
      return unlistedProgram(baseName(name), 'installed', command, scribe)
    case 'tool': {
      if (!program) {
        return unlistedProgram(baseName(name), 'project', command, scribe)
      }
      const outcome = readProgram(program, call, scribe)
      return { ...outcome, standing: weakest('expected', outcome.standing) }
    }
    case 'file':
      return runByPath(use, call, scribe)
  }
}

function isFreshTool(use: PathUse, { analysis, facts }: Frame): boolean {
  const { real } = use
  const { files, links } = analysis.overlay
  const made = (path: string) => files.has(path) || facts.session.written.has(path)
  if (real === undefined || !isToolPlace(use, made)) return false
  return (
    !facts.session.written.has(real) &&
    !files.has(real) &&
    !links.has(real) &&
    facts.session.links?.has(real) !== true &&
    provenanceOf(real, facts, analysis.overlay).kind !== 'elsewhere'
  )
}

/** An agent is one wherever it lies: what it is told counts. */
function stateAgentByPath(call: Call): void {
  const name = programOf(call.command)
  const program = familyFor(name) === 'agents' && name !== 'irongate' ? programFor(name) : undefined
  const command = { ...call.command, name }
  if (program) readProgram(program, { ...call, command }, scribeFor(command, call.frame))
}

/** A file is run; one that has a known runner's name is read as that runner as well, for what its words ask for. */
function runByPath(use: PathUse, call: Call, scribe: CoreScribe): CallOutcome {
  const { command } = call
  const name = command.name ?? ''
  const behind = programBehind(use.link?.real ?? use.text, command, scribe)
  if (behind !== undefined) return runBehind(behind, command, scribe)
  const ran = passedOn(scribe.runsFile(use, undefined, name, command.args), scribe)
  stateRemoteCode(command, call.frame)
  stateActivation(command, call.frame)
  stateAgentByPath(call)
  const runner = use.zone === 'project' && !use.sessionMade ? runnerFor(name) : undefined
  if (!runner) return ran
  const words = runner.script
    ? [{ ...(command.head ?? literalWord(name)), text: name, known: name }, ...command.args]
    : command.args
  const named = { ...command, name: runner.name, args: words }
  const program = programFor(runner.name)
  const outcome = program ? readProgram(program, { ...call, command: named }, scribe) : ran
  return { ...ran, standing: weakest('expected', weakest(ran.standing, outcome.standing)) }
}

/** A link to a program, or a copy of it, does what the program does. */
function runBehind(program: string, command: Command, scribe: CoreScribe): CallOutcome {
  return passedOn(scribe.runs([literalWord(program, command.span), ...command.args], command.name ?? program), scribe)
}

function passedOn(standing: Standing, scribe: CoreScribe): CallOutcome {
  return { standing, output: scribe.inner() ?? UNKNOWN_VALUE, passed: true }
}

function byName(program: Program, call: Call, scribe: CoreScribe): CallOutcome {
  const { command, frame } = call
  const name = command.name ?? ''
  if (!frame.facts.caseInsensitive && !program.names.includes(name) && name !== name.toLowerCase()) {
    noteUnknown(frame, `${name} is not the usual spelling`, command.span)
  }
  return readProgram(program, call, scribe)
}

function unknownProgram(name: string, command: Command, scribe: CoreScribe): CallOutcome {
  const carried = carriedAs(name, scribe)
  const behind = carried === undefined ? undefined : programBehind(carried, command, scribe)
  if (behind !== undefined) return runBehind(behind, command, scribe)
  return unlistedProgram(name, identityOf(name, scribe), command, scribe)
}

/** What a word costs beyond its price where no reader knows it: every mechanism asks what it says. */
const SPOKEN_WORD = 40

const MOST_SPOKEN = 100

function unlistedProgram(name: string, identity: ProgramIdentity, whole: Command, scribe: CoreScribe): CallOutcome {
  const { args, span } = whole
  const command = spend(scribe.frame, args.length * SPOKEN_WORD, span)
    ? whole
    : { ...whole, args: [...args.slice(0, MOST_SPOKEN), ...args.slice(MOST_SPOKEN).slice(-MOST_SPOKEN)] }
  scribe.effect({ kind: 'run-program', program: name, identity })
  stateUnlisted(command, scribe)
  stateFound(command, scribe)
  stateRemoteCode(command, scribe.frame)
  stateActivation(command, scribe.frame)
  return {
    standing: asksElsewhere(command, scribe.frame) ? 'proven' : 'unknown',
    output: filtered(unlistedOutput(name, command, scribe.frame), command, isAlias(name, scribe.frame)),
  }
}

const isAlias = (name: string, { scope }: Frame) => getAlias(scope, name) !== undefined

function unlistedOutput(name: string, { args }: Command, { stdin }: Frame): Value {
  const value = defaultOutput({ ...EMPTY, name, stdin })
  const urls = args.flatMap(({ known }) =>
    /^(?:https?|ftp):\/\/[^/]/.test(known) ? [known.replaceAll('\0', '…')] : [],
  )
  return {
    ...value,
    sources: joinSources(
      value.sources,
      urls.slice(0, MOST_URLS).map((url) => ({ kind: 'network', url })),
    ),
  }
}

const MOST_URLS = 8

/** On another machine nothing can be looked up: what a command says there is all there is to go by. */
function asksElsewhere(command: Command, { place }: Frame): boolean {
  return place === 'remote' && onlyAsks(command)
}

const EMPTY: Command = {
  name: undefined,
  head: undefined,
  args: [],
  assignments: [],
  redirects: [],
  stdin: { kind: 'inherited' },
  stdout: 'terminal',
  span: { start: 0, end: 0 },
  via: [],
  through: [],
  cwd: undefined,
  background: false,
}

/** `--help` or `--version` and nothing else: every program that has a reader answers and ends. */
function asksHelp({ args }: Command): boolean {
  return args.length === 1 && /^--(?:help|version)$/.test(args[0]?.text ?? '')
}

interface ReadCall {
  readonly call: Call
  readonly command: Command
  readonly stated: readonly Effect[]
  readonly scribe: CoreScribe
}

/** What a command may run that came from elsewhere, in this order: nothing where it is proven that it runs nothing. */
const UNPROVEN: readonly ((read: ReadCall) => void)[] = [
  ({ call, command, stated }) => {
    if (!stated.some(isStated)) stateRemoteCode(command, call.frame)
  },
  ({ call, command, stated }) => {
    // What a command has just brought is not what it runs.
    const brings = stated.some(({ kind, via }) => kind === 'download' && via.length === command.via.length)
    if (!brings) stateActivation(command, call.frame)
  },
]

/** What holds of a command beside what its reader stated, in this order. */
const AFTER: readonly ((read: ReadCall) => void)[] = [
  ({ call, command }) => trackFiles(command, call.frame),
  ({ call, command, scribe }) => stateDescriptorPaths(call, () => defaultOutput(command), scribe),
]

/** Asks a program's reader; one that fails counts as not understanding. */
export function readProgram(program: Program, given: Call, scribe: CoreScribe): CallOutcome {
  const { frame } = given
  const command = withOptionVariable(withHandedWords(byBaseName(given.command), scribe), frame.scope)
  const call = command === given.command ? given : { ...given, command }
  if (asksHelp(command)) return { standing: 'proven', output: defaultOutput(command) }
  const { effects } = frame.analysis.book
  const before = effects.length
  let standing: Standing
  let output: Value | undefined
  try {
    standing = program.read(command, scribe)
    output = program.output?.(command, scribe)
  } catch (error) {
    noteUnknown(
      frame,
      `the reader of ${command.name ?? '?'} failed: ${String(error).slice(0, 200)}`,
      command.span,
      'failed',
    )
    scribe.effect({ kind: 'run-program', program: command.name ?? '?', identity: 'unknown' })
    return { standing: 'unknown', output: defaultOutput(command) }
  }
  stateInjectedWords(command, scribe)
  // A form that the reader does not know is read like a program that nobody knows.
  const silent = standing === 'unknown' || (standing === 'plain' && familyFor(command.name ?? '') === 'cloud')
  if (silent && effects.length === before) stateUnlisted(command, scribe)
  const stated = effects.slice(before)
  if (standing === 'expected' && stated.length === 0 && asksElsewhere(command, frame)) standing = 'proven'
  const read = { call, command, stated, scribe }
  if (standing !== 'proven') for (const state of UNPROVEN) state(read)
  if (!isUntouched(frame)) stateChangedRecipe(command, frame)
  for (const state of AFTER) state(read)
  const temporary = temporaryPath(command, frame)
  const inner = scribe.inner()
  const printed = temporary ?? output ?? inner ?? defaultOutput(command)
  // What a filter prints is a part of the file: its whole text would be something else.
  const whole = resolved(printed, frame)
  const value = keptTo(
    filtered(isFilter(command) ? { ...whole, text: printed.text } : whole, command, isAlias(command.name ?? '', frame)),
    command,
  )
  const paths = value.paths ? undefined : pathsPrinted(command)
  return {
    standing: standing === 'proven' && (mayInject(command) || mayLoadOwn(command, frame)) ? 'plain' : standing,
    output: paths ? { ...value, paths } : value,
    ...(inner !== undefined && output === undefined && { passed: true }),
  }
}

/** Readers go by a program's name, wherever it lies. */
function byBaseName(command: Command): Command {
  const { name = '' } = command
  return /[/\\]/.test(name) ? { ...command, name: baseName(name) } : command
}

function mayLoadOwn(command: Command, frame: Frame): boolean {
  return !isUntouched(frame) && loadsOwn(command, frame)
}

/** Could an unknown word turn into an option? Only one that begins unknown, unquoted, from a place that others write. */
function mayInject(command: Command): boolean {
  return command.args.some(
    (word) =>
      word.dynamic &&
      !word.quoted &&
      word.known.startsWith('\0') &&
      word.sources.some(
        (source) => source.kind === 'network' || source.kind === 'unknown' || source.kind === 'clipboard',
      ),
  )
}

const MOST_NAMES = 64

function globHead(call: Call, scribe: CoreScribe): CallOutcome {
  const { command, frame } = call
  const pattern = baseOf(command)
  noteUnknown(frame, 'a pattern as command name', command.span)
  scribe.effect({ kind: 'run-code', language: 'shell', origin: 'dynamic', read: false, host: undefined, by: pattern })
  const inner = { ...frame, certainty: lessCertain(frame.certainty, 'likely') }
  // A folder of the project holds its own scripts, whatever else is called so.
  const names = /^(?!\/)[\w./-]*\//.test(command.name ?? '') ? [] : namesFor(pattern)
  for (const name of names.length > MOST_NAMES ? [] : names) {
    const program = programFor(name)
    const named = { ...command, name }
    if (program) readProgram(program, { ...call, command: named, frame: inner }, scribeFor(named, inner))
  }
  return { standing: 'unknown', output: defaultOutput(command) }
}

const FITTING = new Map<string, readonly string[]>()
const MOST_PATTERNS = 100

function namesFor(pattern: string): readonly string[] {
  const known = FITTING.get(pattern)
  if (known) return known
  const first = /^[a-z]/.exec(pattern)?.[0] ?? ''
  const candidates = /[a-z?]/.test(pattern) ? programNames().filter((name) => name.startsWith(first)) : []
  const names = candidates.filter((name) => matches(pattern, name))
  if (FITTING.size >= MOST_PATTERNS) FITTING.clear()
  if (pattern.length < 200) FITTING.set(pattern, names)
  return names
}

function dynamicHead(call: Call, scribe: CoreScribe): CallOutcome {
  const { command, frame } = call
  const { head } = command
  if (!head) return { standing: 'proven', output: UNKNOWN_VALUE }
  const base = baseName(head.known)
  const program = base.includes('\0') || base === head.known ? undefined : programFor(base)
  if (program) {
    noteUnknown(frame, `${base} in a directory that is not known`, command.span)
    return readProgram(
      program,
      { ...call, command: { ...command, name: base } },
      scribeFor({ ...command, name: base }, frame),
    )
  }
  const host = hostOf(head.sources)
  const origin = host === undefined ? 'dynamic' : 'download'
  noteUnknown(frame, 'a command name that is not known', command.span)
  scribe.effect({ kind: 'run-code', language: 'shell', origin, read: false, host, by: head.raw.slice(0, 80) })
  if (host === undefined && !head.quoted && head.known === '\0' && command.args.length > 0) {
    const inner = { ...frame, certainty: lessCertain(frame.certainty, 'likely') }
    scribeFor(command, inner).runs(command.args, head.raw.slice(0, 40))
  }
  return { standing: 'unknown', output: { text: undefined, sources: head.sources } }
}
