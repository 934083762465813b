import { PROGRAM_LOADERS } from './families.ts'

/** The names of each loader's programs, one per line, in the order of the loaders. */
export function programNamesByLoader(): readonly string[] {
  return PROGRAM_LOADERS.map(
    (loader) =>
      `\n${loader()
        .flatMap(({ names }) => names)
        .join('\n')}\n`,
  )
}
