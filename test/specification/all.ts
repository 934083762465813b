import type { Section, Statement } from './statement.ts'
import { CATEGORIES } from './statements/categories.ts'
import { DENIALS, ERRORS } from './statements/denials.ts'
import { OVERVIEW } from './statements/overview.ts'
import { DANGEROUS } from './statements/patterns.ts'
import { CACHING, PRINCIPLES } from './statements/principles.ts'
import { PROMPT } from './statements/prompt.ts'
import { FAST_PATHS, SETTINGS } from './statements/settings.ts'
import { STAGES } from './statements/stages.ts'
import { ENCODINGS, FLOW } from './statements/tools.ts'
import { TRANSCRIPT } from './statements/transcript.ts'

/** The specification, from its first line to its last. */
export const SECTIONS: readonly Section[] = [
  OVERVIEW,
  STAGES,
  PROMPT,
  CATEGORIES,
  SETTINGS,
  FAST_PATHS,
  TRANSCRIPT,
  DANGEROUS,
  DENIALS,
  ERRORS,
  ENCODINGS,
  FLOW,
  PRINCIPLES,
  CACHING,
]

export const STATEMENTS: ReadonlyMap<string, Statement> = new Map(
  SECTIONS.flatMap(({ statements }) => statements.map((statement) => [statement[0], statement] as const)),
)
