import { PROGRAM_LOADERS } from './families.ts'

/** The names of each shelf's programs, one per line, in the order of the shelves. */
export function programNamesByLoader(): readonly string[] {
  return PROGRAM_LOADERS.map(
    (shelf) =>
      `\n${shelf()
        .flatMap(({ names }) => names)
        .join('\n')}\n`,
  )
}
