import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashOf, type Progress } from './progress.ts'
import { type Related, relatedIn } from './related.ts'
import type { Part } from './trial.ts'
import { timeTests } from './vitest-run.ts'

/** The suites of the core, and those that ask the whole gate. What only others would notice counts as survived. */
export const SUITES: readonly string[] = [
  'src/steps/',
  'src/rules/',
  'src/judge/',
  'src/settings/',
  'src/tools/',
  'src/integrations/hook-runtime/',
  'test/corpus.test.ts',
  'test/category-examples.test.ts',
  'test/properties/',
  'test/statements/',
  'test/transports/',
  'test/gate/',
  'test/specification/',
]

function isOfSuites(file: string): boolean {
  return file.endsWith('.test.ts') && (dirname(file) === 'src' || SUITES.some((place) => file.startsWith(place)))
}

/** Which tests meet a fault of a file, and in which order. */
export interface Plan {
  readonly partsFor: (file: string) => readonly Part[]
  readonly testsFor: (file: string) => readonly string[]
  /** The texts of all tests of a file and of what they load beside the product: it changes when they do. */
  readonly evidenceFor: (file: string) => string
  /** Runs every test of these files as it is. Those that fail can't find anything: they are left out from there on, and told. */
  readonly measure: (files: readonly string[], folder: string) => Promise<readonly string[]>
  readonly msOf: (test: string) => number
  /** A fault of `file` was found by `test`: the next one may be, too. */
  readonly found: (file: string, test: string) => void
}

/** The tests that run first take so long together. */
const NEAR_MS = 5_000
/** What a run takes beside its tests. */
const START_MS = 30_000
/** A busy machine takes so many times as long. */
const PATIENCE = 5

/** `times` knows what each test took, by the texts of all that it loads. */
export function createPlan(root: string, times: Progress<number>): Plan {
  const related = relatedIn(root, isOfSuites)
  const printOf = memoized((file: string) => hashOf([file, readFileSync(join(root, file), 'utf8')]))
  const keyOf = memoized((test: string) => hashOf(related.loadedBy(test).map(printOf)))
  const finds = new Map<string, number>()
  const failing = new Set<string>()
  const msOf = (test: string) => times.get(keyOf(test)) ?? 0
  const testsFor = (file: string) => {
    const distances = related.distancesTo(file)
    const rank = (test: string) => [
      -(finds.get(`${file} ${test}`) ?? 0),
      test.startsWith(file.replace(/ts$/, '')) ? 0 : 1,
      dirname(test) === dirname(file) ? 0 : 1,
      distances.get(test) ?? 0,
      msOf(test),
    ]
    const able = [...distances.keys()].filter((test) => !failing.has(test))
    return able.toSorted((one, other) => compare(rank(one), rank(other)))
  }
  const sumOf = (tests: readonly string[]) => tests.reduce((sum, test) => sum + msOf(test), 0)
  const part = (tests: readonly string[]): Part => ({
    tests,
    limitMs: START_MS + PATIENCE * sumOf(tests),
  })
  return {
    testsFor,
    msOf,
    partsFor: (file) => {
      const tests = testsFor(file)
      const isNear = (_: string, at: number) => at === 0 || sumOf(tests.slice(0, at + 1)) <= NEAR_MS
      const end = tests.filter(isNear).length
      return [tests.slice(0, end), tests.slice(end)].filter((some) => some.length > 0).map(part)
    },
    evidenceFor: (file) => evidenceOf(related, testsFor(file).toSorted(), printOf),
    measure: async (files, folder) => {
      const open = [...new Set(files.flatMap(testsFor))].filter((test) => times.get(keyOf(test)) === undefined)
      if (open.length === 0) return []
      const { times: found, failed } = await timeTests(folder, open, MEASURE_MS)
      for (const [test, ms] of found) times.keep(keyOf(test), ms)
      for (const test of failed) failing.add(test)
      return failed
    },
    found: (file, test) => {
      const key = `${file} ${test}`
      finds.set(key, (finds.get(key) ?? 0) + 1)
    },
  }
}

const MEASURE_MS = 1_200_000

function evidenceOf(related: Related, tests: readonly string[], printOf: (file: string) => string): string {
  const isOfTests = (file: string) => !file.startsWith('src/') || file.endsWith('.test.ts')
  const files = new Set(tests.flatMap((test) => related.loadedBy(test).filter(isOfTests)))
  return hashOf([...files].map(printOf))
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

function memoized<Result>(read: (key: string) => Result): (key: string) => Result {
  const known = new Map<string, Result>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const result = read(key)
    known.set(key, result)
    return result
  }
}
