import { FAMILIES } from './families.ts'

/** The names of each family's programs, in the order of the families. */
export function familyNames(): readonly (readonly string[])[] {
  return FAMILIES.map((family) => family().flatMap(({ names }) => names))
}
