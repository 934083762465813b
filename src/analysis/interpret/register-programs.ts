import { LOADER_FAMILIES, PROGRAM_LOADERS } from '../../knowledge/programs/families.ts'
import { programNamesByLoader } from '../../knowledge/programs/program-names.static.ts'
import { setProgramRegistry } from './registry.ts'

/** Makes all programs known. To be called where a reading begins; costs nothing, as nothing on a shelf is loaded by it. */
export function registerPrograms(): void {
  setProgramRegistry(() => ({ shelves: PROGRAM_LOADERS, families: LOADER_FAMILIES, names: programNamesByLoader }))
}
