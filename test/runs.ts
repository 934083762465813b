/** `npm run check` tries everything as often as it is worth once; `npm test`, which runs all day, a tenth of that, each time with other values. */
const PART = process.env['IRONGATE_TESTS'] === 'all' ? 1 : 10

/** How often a property is tried. */
export function runs(many: number): number {
  return Math.ceil(many / PART)
}
