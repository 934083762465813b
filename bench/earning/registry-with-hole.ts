import { commandProgram } from '../../src/analysis/interpret/base-name.ts'
import type { Program } from '../../src/analysis/interpret/program.ts'
import * as real from '../../src/analysis/interpret/registry.ts'

let hole: ReadonlySet<string> = new Set()

/** From now on nobody knows these names. */
export function takeOut(names: readonly string[]): void {
  hole = new Set(names)
}

const isOut = (name: string): boolean => hole.size > 0 && hole.has(commandProgram({ name }))

export function isProgramName(name: string): boolean {
  return !isOut(name) && real.isProgramName(name)
}

export function programFor(name: string): Program | undefined {
  return isOut(name) ? undefined : real.programFor(name)
}

export function familyFor(name: string): real.ProgramFamily | undefined {
  return isOut(name) ? undefined : real.familyFor(name)
}

export function programNames(): readonly string[] {
  return real.programNames().filter((name) => !hole.has(name))
}

export {
  createFamilySet,
  duplicateProgramNames,
  type ProgramFamily,
  setProgramRegistry,
} from '../../src/analysis/interpret/registry.ts'
