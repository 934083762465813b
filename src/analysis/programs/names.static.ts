import { FAMILIES } from './families.ts'

/** The names of each family's programs, in the order of the families. */
export const FAMILY_NAMES: readonly (readonly string[])[] = FAMILIES.map((family) =>
  family().flatMap(({ names }) => names),
)
