import { recordSessionCodeLoads } from '../code/session-code-loads.ts'
import type { Effect } from '../effects.ts'
import { withListingFilter } from '../flow/listing-targets.ts'
import { provenanceOf } from '../flow/provenance.ts'
import { isReadOnlyCommand } from '../generic/generic-command.ts'
import { recordByProgramName } from '../generic/name-rules.ts'
import { recordUnknownCommand } from '../generic/unknown-command.ts'
import { baseName, commandBaseName, commandProgram } from '../interpret/base-name.ts'
import { weakestGrade } from '../interpret/grade.ts'
import type { CommandGrade, Program } from '../interpret/program.ts'
import { familyFor, programFor, programNames } from '../interpret/registry.ts'
import { joinSources, literalWord, UNKNOWN_VALUE } from '../interpret/values.ts'
import type { PathUse } from '../paths/paths.ts'
import { forwardedPortKey, forwardedPorts } from '../remote/forwarded-ports.ts'
import { matchesShellPattern } from '../text/pattern.ts'
import type { Command, Value } from '../words.ts'
import { recordActivation } from './activation.ts'
import { defaultOutput, resolveSources } from './data-flow.ts'
import type { Call, CallOutcome } from './dispatch.ts'
import { recordDocumentEscapes } from './document-escapes.ts'
import { filterValue, isFilter } from './filters.ts'
import { type Frame, hasNoPriorChanges, lessCertain, noteUnknown, spend } from './frame.ts'
import { recordGivenPlaces } from './given-places.ts'
import { recordInjectedArgs, withInjectedArgs, withOptionVariable } from './injected-args.ts'
import { programBehindLink, programLinkedAs } from './linked-program.ts'
import { recordLoadPathOverride } from './load-path-override.ts'
import { networkHostOf } from './overlay.ts'
import { installPath, printedPathRoots, temporaryPath } from './printed-output.ts'
import {
  identityOf,
  isToolPath,
  type ProgramIdentity,
  programTrust,
  runnerFor,
  sessionProgramsOnPath,
} from './program-identity.ts'
import { recordChangedRecipe } from './recipe-files.ts'
import { recordDescriptorPaths, recordReverseShell } from './redirects.ts'
import { isRecordedFetch, recordRemoteCode } from './remote-code.ts'
import { getAlias } from './scope.ts'
import { recordDiscoveredFiles } from './session-file-loads.ts'
import { loadsSessionFiles } from './session-files.ts'
import { type CoreRecorder, recorderFor } from './shell-recorder.ts'
import { trackFiles } from './track-files.ts'

/** What holds of a command whatever its name runs, in this order. */
const BEFORE_RECORDERS: readonly ((call: Call, recorder: CoreRecorder) => void)[] = [
  recordReverseShell,
  ({ command }, recorder) => recordByProgramName(command, recorder),
  ({ command }, recorder) => recordSessionCodeLoads(command, recorder),
  ({ command }, recorder) => recordDocumentEscapes(command, recorder),
  recordGivenPlaces,
  ({ command }, recorder) => {
    for (const port of forwardedPorts(command)) recorder.onSetting(forwardedPortKey(port), 'another machine')
  },
]

export function resolveProgram(call: Call, recorder: CoreRecorder): CallOutcome {
  const { command, frame } = call
  const { name, head } = command
  for (const state of BEFORE_RECORDERS) state(call, recorder)
  if (!hasNoPriorChanges(frame)) recordLoadPathOverride(call, recorder)
  if (name === undefined || !head) return runDynamicHead(call, recorder)
  if (head.glob) return runGlobHead(call, recorder)
  if (name === '') return { grade: 'plain', output: UNKNOWN_VALUE }
  if (frame.analysis.wrappers.has(name)) return passedOutcome(recorder.runs(command.args, name), recorder)
  const [placed, ...others] = /[/\\]/.test(name) ? [] : sessionProgramsOnPath(call, recorder)
  for (const other of others) runByPath(other, call, recorder)
  if (placed) return runByPath(placed, call, recorder)
  const program = programFor(name)
  if (!/[/\\]/.test(name))
    return program ? runByName(program, call, recorder) : runUnknownProgram(name, command, recorder)
  const behind = programBehindLink(name, command, recorder)
  if (behind !== undefined) return runLinkedProgram(behind, command, recorder)
  const use = recorder.path(head)
  switch (isSessionTool(use, frame) ? 'tool' : programTrust(use)) {
    case 'installed':
      if (program) return readProgram(program, call, recorder)
      return runUnlistedProgram(baseName(name), 'installed', command, recorder)
    case 'tool': {
      if (!program) {
        return runUnlistedProgram(baseName(name), 'project', command, recorder)
      }
      const outcome = readProgram(program, call, recorder)
      return { ...outcome, grade: weakestGrade('expected', outcome.grade) }
    }
    case 'file':
      return runByPath(use, call, recorder)
  }
}

function isSessionTool(use: PathUse, { analysis, facts }: Frame): boolean {
  const { real } = use
  const { files, links } = analysis.overlay
  const made = (path: string) => files.has(path) || facts.session.written.has(path)
  if (real === undefined || !isToolPath(use, made)) return false
  return (
    !facts.session.written.has(real) &&
    !files.has(real) &&
    !links.has(real) &&
    facts.session.links?.has(real) !== true &&
    provenanceOf(real, facts, analysis.overlay).kind !== 'elsewhere'
  )
}

/** An agent is one wherever it lies: what it is told counts. */
function recordAgentByPath(call: Call): void {
  const name = commandProgram(call.command)
  const program = familyFor(name) === 'agents' && name !== 'irongate' ? programFor(name) : undefined
  const command = { ...call.command, name }
  if (program) readProgram(program, { ...call, command }, recorderFor(command, call.frame))
}

/** A file is run; one that has a known runner's name is read as that runner as well, for what its words ask for. */
function runByPath(use: PathUse, call: Call, recorder: CoreRecorder): CallOutcome {
  const { command } = call
  const name = command.name ?? ''
  const behind = programBehindLink(use.link?.real ?? use.text, command, recorder)
  if (behind !== undefined) return runLinkedProgram(behind, command, recorder)
  const ran = passedOutcome(recorder.runsFile(use, undefined, name, command.args), recorder)
  recordRemoteCode(command, call.frame)
  recordActivation(command, call.frame)
  recordAgentByPath(call)
  const runner = use.zone === 'project' && !use.sessionMade ? runnerFor(name) : undefined
  if (!runner) return ran
  const words = runner.script
    ? [{ ...(command.head ?? literalWord(name)), text: name, known: name }, ...command.args]
    : command.args
  const named = { ...command, name: runner.name, args: words }
  const program = programFor(runner.name)
  const outcome = program ? readProgram(program, { ...call, command: named }, recorder) : ran
  return { ...ran, grade: weakestGrade('expected', weakestGrade(ran.grade, outcome.grade)) }
}

/** A link to a program, or a copy of it, does what the program does. */
function runLinkedProgram(program: string, command: Command, recorder: CoreRecorder): CallOutcome {
  return passedOutcome(
    recorder.runs([literalWord(program, command.span), ...command.args], command.name ?? program),
    recorder,
  )
}

function passedOutcome(grade: CommandGrade, recorder: CoreRecorder): CallOutcome {
  return { grade, output: recorder.inner() ?? UNKNOWN_VALUE, passed: true }
}

function runByName(program: Program, call: Call, recorder: CoreRecorder): CallOutcome {
  const { command, frame } = call
  const name = command.name ?? ''
  if (!frame.facts.caseInsensitive && !program.names.includes(name) && name !== name.toLowerCase()) {
    noteUnknown(frame, `${name} is not the usual spelling`, command.span)
  }
  return readProgram(program, call, recorder)
}

function runUnknownProgram(name: string, command: Command, recorder: CoreRecorder): CallOutcome {
  const carried = programLinkedAs(name, recorder)
  const behind = carried === undefined ? undefined : programBehindLink(carried, command, recorder)
  if (behind !== undefined) return runLinkedProgram(behind, command, recorder)
  return runUnlistedProgram(name, identityOf(name, recorder), command, recorder)
}

/** What a word costs beyond its price where no analyzer knows it: every mechanism asks what it says. */
const GENERIC_WORD_COST = 40

const MAX_GENERIC_WORDS = 100

function runUnlistedProgram(
  name: string,
  identity: ProgramIdentity,
  whole: Command,
  recorder: CoreRecorder,
): CallOutcome {
  const { args, span } = whole
  const command = spend(recorder.frame, args.length * GENERIC_WORD_COST, span)
    ? whole
    : {
        ...whole,
        args: [...args.slice(0, MAX_GENERIC_WORDS), ...args.slice(MAX_GENERIC_WORDS).slice(-MAX_GENERIC_WORDS)],
      }
  recorder.effect({ kind: 'run-program', program: name, identity })
  recordUnknownCommand(command, recorder)
  recordDiscoveredFiles(command, recorder)
  recordRemoteCode(command, recorder.frame)
  recordActivation(command, recorder.frame)
  return {
    grade: isRemoteHelpOrDryRun(command, recorder.frame) ? 'proven' : 'unknown',
    output: filterValue(unlistedOutput(name, command, recorder.frame), command, isAlias(name, recorder.frame)),
  }
}

const isAlias = (name: string, { scope }: Frame) => getAlias(scope, name) !== undefined

function unlistedOutput(name: string, { args }: Command, { stdin }: Frame): Value {
  const value = defaultOutput({ ...EMPTY_COMMAND, name, stdin })
  const urls = args.flatMap(({ known }) =>
    /^(?:https?|ftp):\/\/[^/]/.test(known) ? [known.replaceAll('\0', '…')] : [],
  )
  return {
    ...value,
    sources: joinSources(
      value.sources,
      urls.slice(0, MAX_URLS).map((url) => ({ kind: 'network', url })),
    ),
  }
}

const MAX_URLS = 8

/** On another machine nothing can be looked up: what a command says there is all there is to go by. */
function isRemoteHelpOrDryRun(command: Command, { place }: Frame): boolean {
  return place === 'remote' && isReadOnlyCommand(command)
}

const EMPTY_COMMAND: Command = {
  name: undefined,
  head: undefined,
  args: [],
  assignments: [],
  redirects: [],
  stdin: { kind: 'inherited' },
  stdout: 'terminal',
  span: { start: 0, end: 0 },
  wrapperNames: [],
  wrappers: [],
  cwd: undefined,
  background: false,
}

/** `--help` or `--version` and nothing else: every program that has an analyzer answers and ends. */
function isHelpCall({ args }: Command): boolean {
  return args.length === 1 && /^--(?:help|version)$/.test(args[0]?.text ?? '')
}

interface AnalyzedCall {
  readonly call: Call
  readonly command: Command
  readonly stated: readonly Effect[]
  readonly recorder: CoreRecorder
}

/** What a command may run that came from elsewhere, in this order: nothing where it is proven that it runs nothing. */
const UNPROVEN_RECORDERS: readonly ((read: AnalyzedCall) => void)[] = [
  ({ call, command, stated }) => {
    if (!stated.some(isRecordedFetch)) recordRemoteCode(command, call.frame)
  },
  ({ call, command, stated }) => {
    // What a command has just brought is not what it runs.
    const brings = stated.some(
      ({ kind, wrapperNames }) => kind === 'download' && wrapperNames.length === command.wrapperNames.length,
    )
    if (!brings) recordActivation(command, call.frame)
  },
]

/** What holds of a command beside what its analyzer stated, in this order. */
const AFTER_RECORDERS: readonly ((read: AnalyzedCall) => void)[] = [
  ({ call, command }) => trackFiles(command, call.frame),
  ({ call, command, recorder }) => recordDescriptorPaths(call, () => defaultOutput(command), recorder),
]

/** Asks a program's analyzer; one that fails counts as not understanding. */
function readProgram(program: Program, given: Call, recorder: CoreRecorder): CallOutcome {
  const { frame } = given
  const command = withOptionVariable(withInjectedArgs(withBaseName(given.command), recorder), frame.scope)
  const call = command === given.command ? given : { ...given, command }
  if (isHelpCall(command)) return { grade: 'proven', output: defaultOutput(command) }
  const { effects } = frame.analysis.log
  const before = effects.length
  let grade: CommandGrade
  let output: Value | undefined
  try {
    grade = program.read(command, recorder)
    output = program.output?.(command, recorder)
  } catch (error) {
    noteUnknown(
      frame,
      `the analyzer of ${command.name ?? '?'} failed: ${String(error).slice(0, 200)}`,
      command.span,
      'failed',
    )
    recorder.effect({ kind: 'run-program', program: command.name ?? '?', identity: 'unknown' })
    return { grade: 'unknown', output: defaultOutput(command) }
  }
  recordInjectedArgs(command, recorder)
  // A form that the analyzer does not know is read like a program that nobody knows.
  const silent = grade === 'unknown' || (grade === 'plain' && familyFor(command.name ?? '') === 'cloud')
  if (silent && effects.length === before) recordUnknownCommand(command, recorder)
  const stated = effects.slice(before)
  if (grade === 'expected' && stated.length === 0 && isRemoteHelpOrDryRun(command, frame)) grade = 'proven'
  const read = { call, command, stated, recorder }
  if (grade !== 'proven') for (const state of UNPROVEN_RECORDERS) state(read)
  if (!hasNoPriorChanges(frame)) recordChangedRecipe(command, frame)
  for (const state of AFTER_RECORDERS) state(read)
  const temporary = temporaryPath(command, frame) ?? installPath(command, frame)
  const inner = recorder.inner()
  const printed = temporary ?? output ?? inner ?? defaultOutput(command)
  // What a filter prints is a part of the file: its whole text would be something else.
  const whole = resolveSources(printed, frame)
  const value = withListingFilter(
    filterValue(
      isFilter(command) ? { text: printed.text, sources: whole.sources } : whole,
      command,
      isAlias(command.name ?? '', frame),
    ),
    command,
  )
  const paths = value.paths ? undefined : printedPathRoots(command, whole.paths)
  return {
    grade: grade === 'proven' && (canInjectOptions(command) || canLoadSessionFiles(command, frame)) ? 'plain' : grade,
    output: paths ? { ...value, paths } : value,
    ...(inner !== undefined && output === undefined && { passed: true }),
  }
}

/** Analyzers go by a program's name, wherever it lies. */
function withBaseName(command: Command): Command {
  const { name = '' } = command
  return /[/\\]/.test(name) ? { ...command, name: baseName(name) } : command
}

function canLoadSessionFiles(command: Command, frame: Frame): boolean {
  return !hasNoPriorChanges(frame) && loadsSessionFiles(command, frame)
}

/** Could an unknown word turn into an option? Only one that begins unknown, unquoted, from a place that others write. */
function canInjectOptions(command: Command): boolean {
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

const MAX_NAMES = 64

function runGlobHead(call: Call, recorder: CoreRecorder): CallOutcome {
  const { command, frame } = call
  const pattern = commandBaseName(command)
  noteUnknown(frame, 'a pattern as command name', command.span)
  recorder.effect({ kind: 'run-code', language: 'shell', origin: 'dynamic', read: false, host: undefined, by: pattern })
  const inner = { ...frame, certainty: lessCertain(frame.certainty, 'likely') }
  // A folder of the project holds its own scripts, whatever else is called so.
  const names = /^(?!\/)[\w./-]*\//.test(command.name ?? '') ? [] : programsMatching(pattern)
  for (const name of names.length > MAX_NAMES ? [] : names) {
    const program = programFor(name)
    const named = { ...command, name }
    if (program) readProgram(program, { ...call, command: named, frame: inner }, recorderFor(named, inner))
  }
  return { grade: 'unknown', output: defaultOutput(command) }
}

const NAMES_BY_PATTERN = new Map<string, readonly string[]>()
const MAX_PATTERNS = 100

function programsMatching(pattern: string): readonly string[] {
  const known = NAMES_BY_PATTERN.get(pattern)
  if (known) return known
  const first = /^[a-z]/.exec(pattern)?.[0] ?? ''
  const candidates = /[a-z?]/.test(pattern) ? programNames().filter((name) => name.startsWith(first)) : []
  const names = candidates.filter((name) => matchesShellPattern(pattern, name))
  if (NAMES_BY_PATTERN.size >= MAX_PATTERNS) NAMES_BY_PATTERN.clear()
  if (pattern.length < 200) NAMES_BY_PATTERN.set(pattern, names)
  return names
}

function runDynamicHead(call: Call, recorder: CoreRecorder): CallOutcome {
  const { command, frame } = call
  const { head } = command
  if (!head) return { grade: 'proven', output: UNKNOWN_VALUE }
  const base = baseName(head.known)
  const program = base.includes('\0') || base === head.known ? undefined : programFor(base)
  if (program) {
    noteUnknown(frame, `${base} in a directory that is not known`, command.span)
    return readProgram(
      program,
      { ...call, command: { ...command, name: base } },
      recorderFor({ ...command, name: base }, frame),
    )
  }
  const host = networkHostOf(head.sources)
  const origin = host === undefined ? 'dynamic' : 'download'
  noteUnknown(frame, 'a command name that is not known', command.span)
  recorder.effect({ kind: 'run-code', language: 'shell', origin, read: false, host, by: head.raw.slice(0, 80) })
  if (host === undefined && !head.quoted && head.known === '\0' && command.args.length > 0) {
    const inner = { ...frame, certainty: lessCertain(frame.certainty, 'likely') }
    recorderFor(command, inner).runs(command.args, head.raw.slice(0, 40))
  }
  return { grade: 'unknown', output: { text: undefined, sources: head.sources } }
}
