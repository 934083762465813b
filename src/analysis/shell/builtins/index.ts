import { pathUse } from '../../path-use.ts'
import type { Word } from '../../words.ts'
import type { Call, CallOutcome } from '../dispatch.ts'
import { noteUnknown } from '../frame.ts'
import { THE_PLACE, throughLinks } from '../overlay.ts'
import { getVariable } from '../scope.ts'
import type { CoreScribe } from '../scribe.ts'
import { NOTHING } from '../values.ts'
import { ownPlaces } from '../variants.ts'
import { CALLBACKS } from './callbacks.ts'
import { INPUT } from './input.ts'
import { RUNNING } from './running.ts'
import { VARIABLES } from './variables.ts'

const LONGEST = 1_024

const DONE: CallOutcome = { standing: 'proven', output: NOTHING }

function destination(word: Word, call: Call): string | undefined {
  const use = pathUse(word, call.frame.scope.cwd, call.frame.facts)
  return use.real === undefined ? undefined : throughLinks(call.frame.analysis.overlay, use.real)
}

function move(call: Call, to: string | undefined, word?: Word): CallOutcome {
  const { scope, analysis } = call.frame
  const known = to === undefined || to.length > LONGEST ? undefined : to
  const places = known === undefined ? ownPlaces(word, call.frame) : []
  const place = places[analysis.overlay.files.chooses(THE_PLACE, places.length + 1)]
  scope.previous = scope.cwd
  scope.cwd = known ?? place
  if (known === undefined) noteUnknown(call.frame, 'a directory that is not known', call.command.span)
  return DONE
}

const cd: Builtin = (call) => {
  const { scope, facts } = call.frame
  const operand = call.command.args.find((word) => !/^-[LPe@]+$/.test(word.known) && word.known !== '--')
  if (!operand) return move(call, facts.home)
  if (operand.text === '-') return move(call, scope.previous)
  if (operand.text === '') return DONE
  const searched = !/^\.{0,2}\//.test(operand.known) && getVariable(scope, 'CDPATH') !== undefined
  const to = searched ? undefined : destination(operand, call)
  return to !== undefined && isMissing(to, call) ? DONE : move(call, to, searched ? undefined : operand)
}

/** A directory that is known not to be there, and nothing before could make it: `cd` fails and the shell stays. */
function isMissing(path: string, call: Call): boolean {
  const { facts, analysis } = call.frame
  if (analysis.book.commands.length > 1 || facts.file(path).kind !== 'missing') return false
  const { written, created } = facts.session
  return ![...written.keys(), ...created].some((made) => made === path || made.startsWith(`${path}/`))
}

const pushd: Builtin = (call) => {
  const { scope } = call.frame
  const operand = call.command.args.find((word) => word.known !== '-n')
  const [top, ...rest] = scope.stack
  if (!operand || /^[+-]\d+$/.test(operand.known)) {
    const here = scope.cwd
    const outcome = move(call, operand ? undefined : top)
    scope.stack = [here, ...rest]
    return outcome
  }
  scope.stack = [scope.cwd, ...scope.stack].slice(0, 100)
  return move(call, destination(operand, call), operand)
}

const popd: Builtin = (call) => {
  const { scope } = call.frame
  const [top, ...rest] = scope.stack
  scope.stack = rest
  return move(call, call.command.args.length === 0 ? top : undefined)
}

const pwd: Builtin = (call) => {
  const { cwd } = call.frame.scope
  return { standing: 'proven', output: { text: cwd === undefined ? undefined : `${cwd}\n`, sources: [] } }
}

const DIRECTORY: readonly (readonly [string, Builtin])[] = [
  ['cd', cd],
  ['chdir', cd],
  ['pushd', pushd],
  ['popd', popd],
  ['pwd', pwd],
]

const leave: Builtin = (call) => {
  call.frame.scope.ended = true
  return { standing: 'proven', output: NOTHING }
}

const CONTROL: readonly (readonly [string, Builtin])[] = [
  ['exit', leave],
  ['return', leave],
  ['break', leave],
  ['continue', leave],
  ['logout', leave],
]

export type Builtin = (call: Call, scribe: CoreScribe) => CallOutcome

const BUILTINS: ReadonlyMap<string, Builtin> = new Map([
  ...DIRECTORY,
  ...VARIABLES,
  ...INPUT,
  ...RUNNING,
  ...CALLBACKS,
  ...CONTROL,
])

export function builtinFor(name: string): Builtin | undefined {
  return BUILTINS.get(name)
}
