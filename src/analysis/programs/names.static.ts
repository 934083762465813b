import { SHELVES } from './families.ts'

/** The names of each shelf's programs, one per line, in the order of the shelves. */
export function shelfNames(): readonly string[] {
  return SHELVES.map(
    (shelf) =>
      `\n${shelf()
        .flatMap(({ names }) => names)
        .join('\n')}\n`,
  )
}
