import { expect, test } from 'vitest'
import { type Fate, fateOf, type Part, type Runs } from './trial.ts'
import type { Outcome } from './vitest-run.ts'

const PASS: Outcome = { type: 'pass' }
const HANGS: Outcome = { type: 'out of time' }
const failsIn = (by: string): Outcome => ({ type: 'fail', by, clock: false })
const slowIn = (by: string): Outcome => ({ type: 'fail', by, clock: true })
const caughtBy = (by: string | undefined): Fate => ({ type: 'caught', by })
const SURVIVED: Fate = { type: 'survived' }

const NEAR: Part = { tests: ['near', 'chance'], limitMs: 1 }
const FAR: Part = { tests: ['far'], limitMs: 1 }

/** What runs answer, by the tests that they are given; those that aren't named pass. */
function runsOf(faulty: Record<string, readonly Outcome[]>, without: Record<string, Outcome>): Runs {
  const left = new Map(Object.entries(faulty).map(([tests, outcomes]) => [tests, [...outcomes]]))
  return {
    faulty: ({ tests }) => Promise.resolve(left.get(tests.join(' '))?.shift() ?? PASS),
    without: ({ tests }) => Promise.resolve(without[tests.join(' ')] ?? PASS),
    mayFailByChance: (name) => name === 'chance',
  }
}

test.each<[what: string, faulty: Record<string, readonly Outcome[]>, without: Record<string, Outcome>, fate: Fate]>([
  ['nothing notices', {}, {}, SURVIVED],
  ['a near test fails', { 'near chance': [failsIn('near')] }, {}, caughtBy('near')],
  ['a far one fails', { far: [failsIn('far')] }, {}, caughtBy('far')],
  ['nothing could even start', { 'near chance': [failsIn('')] }, {}, caughtBy(undefined)],
  ['nothing starts without it either', { far: [failsIn('')] }, { far: failsIn('') }, { type: 'undecided' }],
  ['the tests hang', { 'near chance': [HANGS] }, {}, caughtBy(undefined)],
  ['the tests hang without it too', { 'near chance': [HANGS] }, { 'near chance': HANGS }, { type: 'undecided' }],
  ['the tests hang, and fail without it', { far: [HANGS] }, { far: failsIn('far') }, { type: 'undecided' }],
  ['one test is too slow', { 'near chance': [slowIn('near')] }, {}, caughtBy('near')],
  ['one test is too slow without it too', { 'near chance': [slowIn('near')] }, { near: slowIn('near') }, SURVIVED],
  [
    'after a slow test another fails',
    { 'near chance': [slowIn('near')], chance: [failsIn('chance'), failsIn('chance')] },
    { near: HANGS },
    caughtBy('chance'),
  ],
  ['a test fails twice', { 'near chance': [failsIn('chance')], chance: [failsIn('chance')] }, {}, caughtBy('chance')],
  ['a test fails once, by chance', { 'near chance': [failsIn('chance')] }, {}, SURVIVED],
])('where %s', async (_, faulty, without, fate) => {
  expect(await fateOf([NEAR, FAR], runsOf(faulty, without))).toEqual(fate)
})
