import { dirname, join } from 'node:path/posix'
import { isGateProgram, isGateProgramPath, isPrivateGateModule } from '../../gate/gate-program.ts'
import {
  type AbstractValue,
  allSources,
  exactText,
  knownOf,
  referenceValue,
  textValue,
  toWord,
  UNKNOWN_RESULT,
} from './abstract-value.ts'
import { type Handler, requiredArgument } from './call-table.ts'
import type { CodeRun } from './run.ts'

/**
 * Code that loads the gate's own program does with it as it likes; what the package offers to others has names of its own. `module` may
 * hold `\0` for what is not known of it.
 */
export function recordGateModule(module: string, run: CodeRun): void {
  const path = module.replace(/^file:\/\/(?=\/)/, '')
  if (
    !isPrivateGateModule(path) &&
    !modulePlaces(path, run).some((place) => isGateProgram(run.recorder.path(toWord(textValue(place)))))
  )
    return
  recordGateLoad(module, run)
}

export function recordGateLoad(module: string, run: CodeRun): void {
  run.acts({ kind: 'weaken', area: 'gate', feature: `loads ${module.replaceAll('\0', '…')}`, by: run.by || 'import' })
}

/** Text that is evaluated, where it is that of the program. */
export function recordGateText(value: AbstractValue, run: CodeRun): void {
  const { facts } = run.recorder
  const own = allSources(value).find((source) => source.kind === 'file' && isGateProgramPath(source.path, facts))
  if (own?.kind === 'file') recordGateLoad(own.path, run)
}

/** Where a module that is named by its path is looked for. */
function modulePlaces(path: string, run: CodeRun): readonly string[] {
  if (path.startsWith('/') || path.startsWith('\0')) return [path]
  if (!path.startsWith('.')) return []
  const here = run.file === undefined ? (run.recorder.pathOf('.').real ?? run.recorder.facts.cwd) : dirname(run.file)
  const other = REQUIRE_FOLDERS.get(run)
  const bases = other === undefined ? [here] : [here, other]
  return bases.map((base) => join(base, path))
}

/** The folder that a `require` made for another file starts from. */
const REQUIRE_FOLDERS = new WeakMap<CodeRun, string>()

/** `createRequire(file)`: what is required then lies beside that file. */
export const createRequireHandler: Handler = (call, run) => {
  const file = exactText(requiredArgument(call, 0))?.replace(/^file:\/\/(?=\/)/, '')
  if (file !== undefined) REQUIRE_FOLDERS.set(run, file.endsWith('/') ? file : dirname(file))
  return referenceValue('require')
}

/** Where the package lies is not known; that it is our package is. */
export const resolveHandler: Handler = (call) => {
  const module = knownOf(call.args[0])
  return /^irongate(?:\/|$)/.test(module) ? textValue('\0/node_modules/irongate/dist/index.js') : UNKNOWN_RESULT
}
