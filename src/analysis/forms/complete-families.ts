import type { ProgramFamily } from '../interpret/registry.ts'

/** Their analyzers say what runs. */
export const COMPLETE_FAMILIES: ReadonlySet<ProgramFamily | undefined> = new Set<ProgramFamily | undefined>([
  'git',
  'files',
  'shell',
])
