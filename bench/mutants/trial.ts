import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mutant, withMutant } from './mutate.ts'
import type { Outcome } from './vitest-run.ts'

/** Never copied: large, or made anew by a build. */
const LINKED: ReadonlySet<string> = new Set(['node_modules', 'dist', '.git'])
const LEFT_OUT: ReadonlySet<string> = new Set(['results'])

/** Faults go into a copy: a run that is killed must not leave one in the sources. */
export interface Copy {
  readonly folder: string
  remove(): void
}

export function copyOf(root: string): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'irongate-mutants-'))
  for (const name of readdirSync(root)) {
    if (LINKED.has(name)) symlinkSync(join(root, name), join(folder, name))
    else
      cpSync(join(root, name), join(folder, name), {
        recursive: true,
        filter: (from) => !LEFT_OUT.has(from.slice(from.lastIndexOf('/') + 1)),
      })
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }) }
}

export type Fate =
  /** `by`: the test file that found it, or none where the tests hung. */
  | { readonly type: 'caught'; readonly by: string | undefined }
  | { readonly type: 'survived' }
  /** The tests ran out of time, and would have without the fault. */
  | { readonly type: 'undecided' }

/** One part of the tests, in the order in which they run, and the time that they get. */
export interface Part {
  readonly tests: readonly string[]
  readonly limitMs: number
}

/** How tests are run: with the fault, or as they are. */
export interface Runs {
  faulty(part: Part): Promise<Outcome>
  without(part: Part): Promise<Outcome>
  /** Does this file fail by chance: does it depend on clocks or on other processes? */
  mayFailByChance(test: string): boolean
}

/** Puts a fault in, runs some tests, and takes it out again. */
export async function withFault<T>(mutant: Mutant, { folder }: Copy, run: () => Promise<T>): Promise<T> {
  const place = join(folder, mutant.file)
  const text = readFileSync(place, 'utf8')
  writeFileSync(place, withMutant(text, mutant))
  try {
    return await run()
  } finally {
    writeFileSync(place, text)
  }
}

/** The first part that finds the fault decides. */
export async function fateOf(parts: readonly Part[], runs: Runs): Promise<Fate> {
  for (const part of parts) {
    const fate = await fateIn(part, runs)
    if (fate.type !== 'survived') return fate
  }
  return { type: 'survived' }
}

async function fateIn(part: Part, runs: Runs): Promise<Fate> {
  for (let { tests } = part; tests.length > 0; ) {
    const outcome = await runs.faulty({ ...part, tests })
    if (outcome.type === 'pass') return { type: 'survived' }
    if (outcome.type === 'out of time' || outcome.by === '') {
      // A run that hangs, or that names no test, found the fault where the same tests pass without it, on a machine as busy.
      const fails = (await runs.without({ ...part, tests })).type !== 'pass'
      return fails ? { type: 'undecided' } : { type: 'caught', by: undefined }
    }
    if (await isDueToFault(outcome, part, runs)) return { type: 'caught', by: outcome.by }
    tests = tests.filter((test) => test !== outcome.by)
  }
  return { type: 'survived' }
}

type Failure = Outcome & { readonly type: 'fail' }

/** A test that is too slow has to be fast enough without the fault, and one that may fail by chance has to fail again. */
async function isDueToFault({ by, clock }: Failure, { limitMs }: Part, runs: Runs): Promise<boolean> {
  const alone = { tests: [by], limitMs }
  if (clock) return (await runs.without(alone)).type === 'pass'
  return !runs.mayFailByChance(by) || (await runs.faulty(alone)).type !== 'pass'
}
