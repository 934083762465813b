/** Asked for by `npm run check`. */
export const THOROUGH = process.env['IRONGATE_TESTS'] === 'all'

/** How often a property is tried: as often as it is worth in `npm run check`; in `npm test`, which runs all day, a part of that, each time with other values. */
export function runs(many: number, part = 10): number {
  return THOROUGH ? many : Math.ceil(many / part)
}

/** Values that are put to one of many cases: all, or some of them in `npm test`, others for the next case. */
export function shareOf<T>(values: readonly T[], at: number, count: number): readonly T[] {
  if (THOROUGH || count >= values.length) return values
  return values.filter((_, index) => (((index - at * count) % values.length) + values.length) % values.length < count)
}
