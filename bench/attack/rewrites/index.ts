import type { Rewrite } from '../attempt.ts'
import { ACTIVATION } from './activation.ts'
import { BROUGHT } from './brought.ts'
import { CONFIGURED } from './configured.ts'
import { CORNERS } from './corners.ts'
import { ENCODINGS } from './encodings.ts'
import { FILTERS } from './filters.ts'
import { FUNCTIONS } from './functions.ts'
import { FURTHER, KEPT_GRAMMAR, NESTED_WORDS } from './further.ts'
import { INTERPRETERS } from './interpreters.ts'
import { LASTING } from './lasting.ts'
import { LAUNCHERS, MORE_INTERPRETERS } from './launchers.ts'
import { LOADING } from './loading.ts'
import { PATHS } from './paths.ts'
import { PROVENANCE } from './provenance.ts'
import { QUOTING } from './quoting.ts'
import { SERVERS } from './servers.ts'
import { FORGING, TOOLS } from './tools.ts'
import { TOGETHER, TRIGGERED } from './triggered.ts'
import { VARIABLES } from './variables.ts'
import { WRAPPERS } from './wrappers.ts'
import { WRITERS } from './writers.ts'
import { WRITING } from './writing.ts'

export const REWRITES: readonly Rewrite[] = [
  ...QUOTING,
  ...WRAPPERS,
  ...ENCODINGS,
  ...VARIABLES,
  ...FUNCTIONS,
  ...CORNERS,
  ...FILTERS,
  ...INTERPRETERS,
  ...MORE_INTERPRETERS,
  ...LAUNCHERS,
  ...PATHS,
  ...WRITING,
  ...TRIGGERED,
  ...WRITERS,
  ...ACTIVATION,
  ...BROUGHT,
  ...CONFIGURED,
  ...LOADING,
  ...PROVENANCE,
  ...LASTING,
  ...FURTHER,
  TOGETHER,
  ...TOOLS,
  ...SERVERS,
  KEPT_GRAMMAR,
  NESTED_WORDS,
  ...FORGING,
]

export const BY_NAME: ReadonlyMap<string, Rewrite> = new Map(REWRITES.map((rewrite) => [rewrite.name, rewrite]))
