import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createPlan, SUITES } from './plan.ts'

/** Each test takes so long. */
const plan = (ms: number) => createPlan('.', { get: () => ms, keep: () => undefined })

test.each(SUITES)('the tests of %s are there', (place) => {
  expect(existsSync(place)).toBe(true)
})

test('the tests of a file itself come first, then those that found a fault of it', () => {
  const found = plan(1)
  const tests = found.testsFor('src/rules/touches.ts')
  expect(tests[0]).toMatch(/^src\/rules\/touches\./)
  const last = tests.at(-1) ?? ''
  found.found('src/rules/touches.ts', last)
  expect(found.testsFor('src/rules/touches.ts')[0]).toBe(last)
  expect(found.testsFor('src/rules/match.ts')[0]).not.toBe(last)
})

test.each([
  [1, 1],
  [3_000, 2],
  // One is run at least.
  [60_000, 2],
])('of tests that take %i ms each there are %i parts, which lose none', (ms, parts) => {
  const { partsFor, testsFor } = plan(ms)
  const given = partsFor('src/rules/touches.ts')
  expect(given).toHaveLength(parts)
  expect(given.flatMap(({ tests }) => tests)).toEqual(testsFor('src/rules/touches.ts'))
  for (const { tests, limitMs } of given) expect(limitMs).toBeGreaterThan(tests.length * ms)
})
