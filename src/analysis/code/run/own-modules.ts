import { dirname, join } from 'node:path/posix'
import { isOwnProgram, isOwnProgramPath, isPrivateModule } from '../../own-program.ts'
import type { Run } from './run.ts'
import { type Handler, required } from './table.ts'
import { type Abstract, allSources, exact, knownOf, reference, text, UNKNOWN, wordOf } from './value.ts'

/**
 * Code that loads the gate's own program does with it as it likes; what the package offers to others has names of its own. `module` may
 * hold `\0` for what is not known of it.
 */
export function stateOwnModule(module: string, run: Run): void {
  const path = module.replace(/^file:\/\/(?=\/)/, '')
  if (
    !isPrivateModule(path) &&
    !placesOf(path, run).some((place) => isOwnProgram(run.scribe.path(wordOf(text(place)))))
  )
    return
  stateOwnLoad(module, run)
}

export function stateOwnLoad(module: string, run: Run): void {
  run.acts({ kind: 'weaken', area: 'gate', feature: `loads ${module.replaceAll('\0', '…')}`, by: run.by || 'import' })
}

/** Text that is evaluated, where it is that of the program. */
export function stateOwnText(value: Abstract, run: Run): void {
  const { facts } = run.scribe
  const own = allSources(value).find((source) => source.kind === 'file' && isOwnProgramPath(source.path, facts))
  if (own?.kind === 'file') stateOwnLoad(own.path, run)
}

/** Where a module that is named by its path is looked for. */
function placesOf(path: string, run: Run): readonly string[] {
  if (path.startsWith('/') || path.startsWith('\0')) return [path]
  if (!path.startsWith('.')) return []
  const here = run.file === undefined ? (run.scribe.pathOf('.').real ?? run.scribe.facts.cwd) : dirname(run.file)
  const other = REQUIRES_FROM.get(run)
  const bases = other === undefined ? [here] : [here, other]
  return bases.map((base) => join(base, path))
}

/** The folder that a `require` made for another file starts from. */
const REQUIRES_FROM = new WeakMap<Run, string>()

/** `createRequire(file)`: what is required then lies beside that file. */
export const requiresFrom: Handler = (call, run) => {
  const file = exact(required(call, 0))?.replace(/^file:\/\/(?=\/)/, '')
  if (file !== undefined) REQUIRES_FROM.set(run, file.endsWith('/') ? file : dirname(file))
  return reference('require')
}

/** Where the package lies is not known; that it is our package is. */
export const resolvesOwn: Handler = (call) => {
  const module = knownOf(call.args[0])
  return /^irongate(?:\/|$)/.test(module) ? text('\0/node_modules/irongate/dist/index.js') : UNKNOWN
}
