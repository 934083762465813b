import type { stateFileEffects, stateRecipe } from '../files/file-effects.ts'
import type { runCall, runOutcome } from './dispatch.ts'
import type { runFile } from './run-file.ts'
import type { readLayer } from './run-text.ts'
import type { walk, walkAll } from './walk.ts'

/** What leads back to the whole from a part: asked for here, so that no part imports what imports it. */
export interface ShellReader {
  readonly walk: typeof walk
  readonly walkAll: typeof walkAll
  readonly readLayer: typeof readLayer
  readonly runCall: typeof runCall
  readonly runOutcome: typeof runOutcome
  readonly runFile: typeof runFile
  readonly stateFileEffects: typeof stateFileEffects
  readonly stateRecipe: typeof stateRecipe
}
