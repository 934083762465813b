import { setProgramRegistry } from '../../analysis/interpret/registry.ts'
import { LOADER_FAMILIES, PROGRAM_LOADERS } from './families.ts'
import { programNamesByLoader } from './program-names.static.ts'

/** Makes all programs known. To be called where a reading begins; costs nothing, as nothing on a loader is loaded by it. */
export function registerPrograms(): void {
  setProgramRegistry(() => ({ loaders: PROGRAM_LOADERS, families: LOADER_FAMILIES, names: programNamesByLoader }))
}
