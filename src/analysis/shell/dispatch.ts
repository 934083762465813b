import type { Effect } from '../effects.ts'
import type { Standing } from '../programs/program.ts'
import { stateGiven } from '../programs/shell/given-names.ts'
import { weakest } from '../programs/standing.ts'
import { stateSpoken } from '../programs/unlisted/spoken.ts'
import type { Command, Value, Word } from '../words.ts'
import { isJudged, stateFresh } from './assign.ts'
import { builtinFor } from './builtins/index.ts'
import { stateSettings } from './by-setting.ts'
import { isWrittenAway, stateExposure } from './flows.ts'
import {
  type Frame,
  isUntouched,
  lessCertain,
  noteCommand,
  noteReader,
  noteStanding,
  noteUnknown,
  spend,
} from './frame.ts'
import { stateGuarded } from './guarded.ts'
import { withCarriedWords } from './handed-words.ts'
import { stateDevices, stateInnerCommand } from './inner-command.ts'
import { stateLeaving, stateLeavingThrough } from './leaving.ts'
import { LIMITS } from './limits.ts'
import { withPrinted } from './listing.ts'
import { callAlias, callFunction, isInAlias, readEarlier } from './living.ts'
import { stateOwnLoads } from './own-loads.ts'
import { type Bound, type DescriptorTable, stateRedirects } from './redirects.ts'
import { resolveProgram } from './resolve.ts'
import { fork, getAlias, getFunction, isInherited, setVariable } from './scope.ts'
import { type CoreScribe, scribeFor } from './scribe.ts'
import { stateSettingTexts } from './setting-texts.ts'
import { joinSources, UNKNOWN_VALUE } from './values.ts'
import { variantsOf, withOwnPlaces } from './variants.ts'

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
  readonly bound: readonly Bound[]
  readonly table: DescriptorTable
  /** `command x`, `builtin x`, `exec x`: functions and aliases are passed over. */
  readonly direct?: boolean
}

export interface CallOutcome {
  readonly standing: Standing
  readonly output: Value
  /** It was another command, read on its own, that printed this. */
  readonly passed?: boolean
}

/** What a command, and each of its words, costs to read. */
const WORK = 20
const WORD = 10

const EFFECT = 36
const MOST_EFFECTS = 8
const UNKNOWN = 30
const REDIRECT = 20

/** Letters that are read for one unit of work; those of ordinary words are in the price of the word. */
const LETTERS = 24
const ORDINARY = 2_000
/** Past the bound of commands the answer is settled but for what is forbidden: less is spent on looking for that. */
const BEYOND = 4

function workOf({ args, head }: Command, { analysis }: Frame): number {
  let letters = head?.known.length ?? 0
  for (const { known } of args) letters += known.length
  const work = WORK + args.length * WORD + (letters > ORDINARY ? letters / LETTERS : 0)
  return analysis.count < LIMITS.commands ? work : work * BEYOND
}

/** Reads a command and its redirects; gives what a pipe after it would read. */
export function runCall(call: Call): Value {
  const { frame, command, bound, table } = call
  if (!spend(frame, workOf(command, frame), command.span)) return UNKNOWN_VALUE
  const place = noteCommand(frame, command)
  const scribe = scribeFor(command, frame)
  const { effects } = frame.analysis.book
  const from = effects.length
  const judged = stateFresh(frame, scribe)
  const done = runOutcome(call, scribe)
  const ran = { ...done, standing: weakest(weakest(judged, done.standing), stateFresh(frame, scribe)) }
  const stated = effects.slice(from)
  spend(frame, Math.min(stated.length, MOST_EFFECTS) * EFFECT, command.span)
  const outcome = ran.passed ? ran : { ...ran, output: withPrinted(withShown(ran.output, stated), command) }
  if (ran.passed) stateLeavingThrough(command, stated, scribe)
  else stateLeaving(command, stated, scribe, ran.standing)
  noteStanding(frame, outcome.standing)
  noteReader(frame, place, command, outcome.standing)
  if (outcome.standing === 'unknown') {
    spend(frame, UNKNOWN, command.span)
    noteUnknown(frame, `${command.name ?? 'a command'} is not understood`, command.span)
  }
  if (!outcome.passed && !isWrittenAway(command, stated)) stateExposure(command, outcome.output, scribe)
  if (bound.length === 0 && table.size === 0) return outcome.output
  spend(frame, bound.length * REDIRECT, command.span)
  const silent = outcome.output.text === ''
  const [standing, rest] = stateRedirects({ bound, table, output: outcome.output, silent }, scribe, frame)
  noteStanding(frame, standing)
  return rest
}

/** What a program's reader says is shown, is in its output: whoever reads that gets it. */
function withShown(output: Value, stated: readonly Effect[]): Value {
  const shown = stated.flatMap((effect) =>
    effect.kind === 'expose-secret' && effect.sink === 'output' ? [effect.source] : [],
  )
  return shown.length === 0 ? output : { ...output, sources: joinSources(output.sources, shown) }
}

export function runOutcome(call: Call, scribe: CoreScribe): CallOutcome {
  const { command, frame } = call
  const builtin = command.name === undefined ? undefined : builtinFor(command.name)
  const variants = builtin ? undefined : variantsOf(withOwnPlaces(command, frame))
  if (!variants) return resolve(call, scribe)
  const certainty = lessCertain(frame.certainty, variants.open ? 'likely' : frame.certainty)
  const outcomes = variants.commands.map((variant) => {
    const inner = { ...frame, certainty }
    return resolve({ ...call, command: variant, frame: inner }, scribeFor(variant, inner))
  })
  if (variants.open) outcomes.push(resolve(call, scribe))
  return outcomes.reduce((left, right) => ({
    standing: weakest(left.standing, right.standing),
    output: {
      text: left.output.text === right.output.text ? left.output.text : undefined,
      sources: joinSources(left.output.sources, right.output.sources),
    },
  }))
}

function resolve(call: Call, scribe: CoreScribe): CallOutcome {
  const { command, frame, given } = call
  let standing: Standing = 'proven'
  for (const { name, word } of given) standing = weakest(standing, stateGiven(name, word, scribe))
  const outcome = given.length === 0 ? resolveName(call, scribe) : withVariables(call, scribe)
  const { name } = command
  if (name !== undefined) frame.scope.shell.called.add(name)
  return { ...outcome, standing: weakest(standing, outcome.standing) }
}

/** Assignments before a name hold for that command alone, builtins included. */
function withVariables(call: Call, scribe: CoreScribe): CallOutcome {
  const builtin = call.command.name === undefined ? undefined : builtinFor(call.command.name)
  const scope = builtin ? call.frame.scope : fork(call.frame.scope, true)
  const before = builtin ? new Map(scope.variables) : undefined
  for (const { name, word } of call.given) {
    setVariable(scope, name, word)
    isJudged(call.frame, name)
  }
  const frame = { ...call.frame, scope }
  const outcome = resolveName({ ...call, frame }, builtin ? scribe : scribeFor(call.command, frame))
  if (before) restore(call, before)
  return outcome
}

function restore(call: Call, before: Call['frame']['scope']['variables']): void {
  const { variables } = call.frame.scope
  for (const { name } of call.given) {
    if (before.has(name)) variables.set(name, before.get(name))
    else variables.delete(name)
  }
}

const NONE: readonly Effect[] = []

function since(from: number, { analysis }: Frame): readonly Effect[] {
  const { effects } = analysis.book
  return effects.length > from ? effects.slice(from) : NONE
}

function resolveName(call: Call, scribe: CoreScribe): CallOutcome {
  const outcome = resolveNamed(call, scribe)
  for (const command of withCarriedWords(call.command, call.frame.scope)) {
    if (!spend(call.frame, workOf(command, call.frame), command.span)) break
    resolveNamed({ ...call, command }, scribeFor(command, call.frame))
  }
  return outcome
}

function resolveNamed(call: Call, scribe: CoreScribe): CallOutcome {
  const { command, frame } = call
  const { name } = command
  if (name === undefined) return resolveProgram(call, scribe)
  if (!call.direct) {
    const alias = getAlias(frame.scope, name)
    if (alias !== undefined && !isInAlias(name, command)) callAlias(name, alias, call)
    const bodies = getFunction(frame.scope, name)
    const ran = bodies.length > 0 ? callFunction(name, bodies, call, scribe) : undefined
    // Another shell than bash, and what starts programs, may find the program of that name instead.
    if (ran && (frame.scope.shell.imports || !isInherited(frame.scope, name))) return ran
    if (alias === undefined && !ran) readEarlier(name, call, scribe)
  }
  const builtin = builtinFor(name)
  if (builtin) return builtin(call, scribe)
  stateInnerCommand(call)
  const from = frame.analysis.book.effects.length
  const outcome = resolveProgram(call, scribe)
  stateGuarded(command, outcome.standing, from, scribe)
  if (outcome.standing !== 'proven') stateDevices(command, () => since(from, frame), scribe)
  stateSettings(command, outcome.standing, from, scribe)
  // Words that only may be a command of their own say nothing for themselves.
  if (frame.place === 'here' && !frame.maybe) stateSpoken(command, outcome.standing, since(from, frame), scribe)
  stateSettingTexts(command, { outcome, stated: since(from, frame), reader: frame.analysis.reader }, scribe)
  if (!isUntouched(frame)) stateOwnLoads(command, outcome.standing, scribe)
  return outcome
}
