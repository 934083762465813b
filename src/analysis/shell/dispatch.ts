import type { Effect } from '../effects.ts'
import { applyGenericRules } from '../generic/generic-rules.ts'
import { weakestGrade } from '../interpret/grade.ts'
import { LIMITS } from '../interpret/limits.ts'
import type { CommandGrade } from '../interpret/program.ts'
import { joinSources, UNKNOWN_VALUE } from '../interpret/values.ts'
import { recordVariableRole } from '../interpret/variable-roles.ts'
import type { Command, Value, Word } from '../words.ts'
import { clearFreshVariable, recordFreshVariables } from './assign.ts'
import { builtinFor } from './builtins/index.ts'
import { recordConfiguredPlaces } from './configured-places.ts'
import { isWrittenToFile, recordExposure } from './data-flow.ts'
import { recordExfiltration, recordWrapperExfiltration } from './exfiltration.ts'
import {
  type Frame,
  hasNoPriorChanges,
  lessCertain,
  noteCommand,
  noteCommandGrade,
  noteGrade,
  noteUnknown,
  spend,
} from './frame.ts'
import { callAlias, callFunction, isInAlias, readEarlierDefinitions } from './functions-and-aliases.ts'
import { withVariableArgs } from './injected-args.ts'
import { recordDevices, recordInnerCommand } from './inner-command.ts'
import { recordLinkedOutputs, trackBoundFolders } from './linked-folders.ts'
import { recordNamedDownloads } from './named-downloads.ts'
import { withPrintedKind } from './printed-output.ts'
import { recordProtectedTouches } from './protected-words.ts'
import { type BoundRedirect, type DescriptorTable, recordRedirects } from './redirects.ts'
import { resolveProgram } from './resolve-program.ts'
import { forkScope, getAlias, getFunction, isInheritedFunction, setVariable } from './scope.ts'
import { recordSessionFileLoads } from './session-file-loads.ts'
import { recordSessionMigrations } from './session-migrations.ts'
import { recordSettingEffects } from './setting-effects.ts'
import { type CoreRecorder, recorderFor } from './shell-recorder.ts'
import { recordStoredScripts } from './stored-scripts.ts'
import { variantsOf, withSessionPlaces } from './variants.ts'

export interface Declaration {
  readonly name: string
  readonly word: Word
  readonly append: boolean
  /** `name[i]=value`. */
  readonly indexed: boolean
  readonly elements?: readonly Word[]
  /** The `i` of `name[i]=value`. */
  readonly key?: string | undefined
  /** The words of `name=([i]=value …)`. */
  readonly entries?: readonly Word[]
}

export interface Call {
  readonly command: Command
  readonly frame: Frame
  /** Assignments among the arguments: `export A=b`. */
  readonly declarations: readonly Declaration[]
  readonly given: readonly Declaration[]
  readonly bound: readonly BoundRedirect[]
  readonly table: DescriptorTable
  /** `command x`, `builtin x`, `exec x`: functions and aliases are passed over. */
  readonly direct?: boolean
}

export interface CallOutcome {
  readonly grade: CommandGrade
  readonly output: Value
  /** It was another command, read on its own, that printed this. */
  readonly passed?: boolean
}

/** What a command, and each of its words, costs to read. */
const COMMAND_COST = 20
const WORD_COST = 10

const EFFECT_COST = 36
const MAX_COUNTED_EFFECTS = 8
const UNKNOWN_COST = 30
const REDIRECT_COST = 20

/** Letters that are read for one unit of work; those of ordinary words are in the price of the word. */
const LETTERS_PER_UNIT = 24
const MAX_FREE_LETTERS = 2_000
/** Past the bound of commands the answer is settled but for what is forbidden: less is spent on looking for that. */
const OVERRUN_FACTOR = 4

function commandCost({ args, head }: Command, { analysis }: Frame): number {
  let letters = head?.known.length ?? 0
  for (const { known } of args) letters += known.length
  const work = COMMAND_COST + args.length * WORD_COST + (letters > MAX_FREE_LETTERS ? letters / LETTERS_PER_UNIT : 0)
  return analysis.count < LIMITS.commands ? work : work * OVERRUN_FACTOR
}

/** Reads a command and its redirects; gives what a pipe after it would read. */
export function runCall(call: Call): Value {
  const { frame, command, bound, table } = call
  if (!spend(frame, commandCost(command, frame), command.span)) return UNKNOWN_VALUE
  const place = noteCommand(frame, command)
  const recorder = recorderFor(command, frame)
  const { effects } = frame.analysis.log
  const from = effects.length
  const judged = recordFreshVariables(frame, recorder)
  const done = runOutcome(call, recorder)
  const ran = { ...done, grade: weakestGrade(weakestGrade(judged, done.grade), recordFreshVariables(frame, recorder)) }
  const stated = effects.slice(from)
  spend(frame, Math.min(stated.length, MAX_COUNTED_EFFECTS) * EFFECT_COST, command.span)
  const outcome = ran.passed ? ran : { ...ran, output: withPrintedKind(withShownSecrets(ran.output, stated), command) }
  if (ran.passed) recordWrapperExfiltration(command, stated, recorder)
  else recordExfiltration(command, stated, recorder, ran.grade)
  noteGrade(frame, outcome.grade)
  noteCommandGrade(frame, place, command, outcome.grade)
  if (outcome.grade === 'unknown') {
    spend(frame, UNKNOWN_COST, command.span)
    noteUnknown(frame, `${command.name ?? 'a command'} is not understood`, command.span)
  }
  if (!outcome.passed && !isWrittenToFile(command, stated)) recordExposure(command, outcome.output, recorder)
  if (bound.length === 0 && table.size === 0) return outcome.output
  spend(frame, bound.length * REDIRECT_COST, command.span)
  const silent = outcome.output.text === ''
  const [grade, rest] = recordRedirects({ bound, table, output: outcome.output, silent }, recorder, frame)
  noteGrade(frame, grade)
  return rest
}

/** What a program's analyzer says is shown, is in its output: whoever reads that gets it. */
function withShownSecrets(output: Value, stated: readonly Effect[]): Value {
  const shown = stated.flatMap((effect) =>
    effect.kind === 'expose-secret' && effect.sink === 'output' ? [effect.source] : [],
  )
  return shown.length === 0 ? output : { ...output, sources: joinSources(output.sources, shown) }
}

export function runOutcome(call: Call, recorder: CoreRecorder): CallOutcome {
  const { command, frame } = call
  const builtin = command.name === undefined ? undefined : builtinFor(command.name)
  const variants = builtin ? undefined : variantsOf(withSessionPlaces(command, frame))
  if (!variants) return resolveWithGiven(call, recorder)
  const certainty = lessCertain(frame.certainty, variants.open ? 'likely' : frame.certainty)
  const outcomes = variants.commands.map((variant) => {
    const inner = { ...frame, certainty }
    return resolveWithGiven({ ...call, command: variant, frame: inner }, recorderFor(variant, inner))
  })
  if (variants.open) outcomes.push(resolveWithGiven(call, recorder))
  return outcomes.reduce((left, right) => ({
    grade: weakestGrade(left.grade, right.grade),
    output: {
      text: left.output.text === right.output.text ? left.output.text : undefined,
      sources: joinSources(left.output.sources, right.output.sources),
    },
  }))
}

function resolveWithGiven(call: Call, recorder: CoreRecorder): CallOutcome {
  const { command, frame, given } = call
  let grade: CommandGrade = 'proven'
  for (const { name, word } of given) grade = weakestGrade(grade, recordVariableRole(name, word, recorder))
  const outcome = given.length === 0 ? resolveAllNames(call, recorder) : withVariables(call, recorder)
  const { name } = command
  if (name !== undefined) frame.scope.shell.called.add(name)
  return { ...outcome, grade: weakestGrade(grade, outcome.grade) }
}

/** Assignments before a name hold for that command alone, builtins included. */
function withVariables(call: Call, recorder: CoreRecorder): CallOutcome {
  const builtin = call.command.name === undefined ? undefined : builtinFor(call.command.name)
  const scope = builtin ? call.frame.scope : forkScope(call.frame.scope, true)
  const before = builtin ? new Map(scope.variables) : undefined
  for (const { name, word } of call.given) {
    setVariable(scope, name, word)
    clearFreshVariable(call.frame, name)
  }
  const frame = { ...call.frame, scope }
  const outcome = resolveAllNames({ ...call, frame }, builtin ? recorder : recorderFor(call.command, frame))
  if (before) restoreVariables(call, before)
  return outcome
}

function restoreVariables(call: Call, before: Call['frame']['scope']['variables']): void {
  const { variables } = call.frame.scope
  for (const { name } of call.given) {
    if (before.has(name)) variables.set(name, before.get(name))
    else variables.delete(name)
  }
}

const NO_EFFECTS: readonly Effect[] = []

function effectsSince(from: number, { analysis }: Frame): readonly Effect[] {
  const { effects } = analysis.log
  return effects.length > from ? effects.slice(from) : NO_EFFECTS
}

function resolveAllNames(call: Call, recorder: CoreRecorder): CallOutcome {
  const outcome = resolveCommandName(call, recorder)
  for (const command of withVariableArgs(call.command, call.frame.scope)) {
    if (!spend(call.frame, commandCost(command, call.frame), command.span)) break
    resolveCommandName({ ...call, command }, recorderFor(command, call.frame))
  }
  return outcome
}

function resolveCommandName(call: Call, recorder: CoreRecorder): CallOutcome {
  const { command, frame } = call
  const { name } = command
  if (name === undefined) return resolveProgram(call, recorder)
  if (!call.direct) {
    const alias = getAlias(frame.scope, name)
    if (alias !== undefined && !isInAlias(name, command)) callAlias(name, alias, call)
    const bodies = getFunction(frame.scope, name)
    const ran = bodies.length > 0 ? callFunction(name, bodies, call, recorder) : undefined
    // Another shell than bash, and what starts programs, may find the program of that name instead.
    if (ran && (frame.scope.shell.imports || !isInheritedFunction(frame.scope, name))) return ran
    if (alias === undefined && !ran) readEarlierDefinitions(name, call, recorder)
  }
  const builtin = builtinFor(name)
  if (builtin) return builtin(call, recorder)
  trackBoundFolders(command, frame)
  recordInnerCommand(call)
  const from = frame.analysis.log.effects.length
  const outcome = resolveProgram(call, recorder)
  recordProtectedTouches(command, outcome.grade, from, recorder)
  if (outcome.grade !== 'proven') recordDevices(command, () => effectsSince(from, frame), recorder)
  recordSettingEffects(command, outcome.grade, from, recorder)
  // Words that only may be a command of their own say nothing for themselves.
  if (frame.place === 'here' && !frame.maybe)
    applyGenericRules(command, outcome.grade, effectsSince(from, frame), recorder)
  recordStoredScripts(command, { outcome, stated: effectsSince(from, frame), reader: frame.analysis.reader }, recorder)
  if (!hasNoPriorChanges(frame)) {
    recordSessionFileLoads(command, outcome.grade, recorder)
    recordNamedDownloads(command, outcome.grade, frame)
    recordConfiguredPlaces(command, outcome.grade, recorder)
    recordLinkedOutputs(command, outcome.grade, recorder)
    recordSessionMigrations(command, outcome.grade, recorder)
  }
  return outcome
}
