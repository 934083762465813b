import { FAMILIES } from './families.ts'

/** The names of each family's programs, one per line, in the order of the families. */
export function familyNames(): readonly string[] {
  return FAMILIES.map(
    (family) =>
      `\n${family()
        .flatMap(({ names }) => names)
        .join('\n')}\n`,
  )
}
