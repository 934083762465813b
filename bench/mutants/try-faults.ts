import type { Mutant } from './mutate.ts'
import type { Plan } from './plan.ts'
import { type Copy, type Fate, fateOf, type Part, withFault } from './trial.ts'
import { runTests } from './vitest-run.ts'

interface Trying {
  readonly plan: Plan
  readonly copy: Copy
  readonly isExplained: (mutant: Mutant) => boolean
}

export interface Tried {
  readonly mutant: Mutant
  readonly fate: Fate
  readonly ms: number
}

/** What only computes takes less, and doesn't fail by chance. */
const QUICK_MS = 500

/** The nearest tests meet every fault first; what they miss is told at once, and meets the others after that. */
export async function* tryFaults(mutants: readonly Mutant[], trying: Trying): AsyncGenerator<Tried> {
  const { plan, isExplained } = trying
  const left: { readonly near: Tried; readonly far: readonly Part[] }[] = []
  for (const mutant of mutants) {
    const [first, ...far] = plan.partsFor(mutant.file)
    const near = await tryFault(mutant, first === undefined ? [] : [first], trying)
    // Where an explanation is wrong, the nearest tests mostly know.
    if (near.fate.type !== 'survived' || far.length === 0 || isExplained(mutant)) yield near
    else {
      process.stderr.write(
        `not by the nearest tests: ${mutant.file}:${mutant.line} ${mutant.before} → ${mutant.after}\n`,
      )
      left.push({ near, far })
    }
  }
  for (const { near, far } of left) {
    const tried = await tryFault(near.mutant, far, trying)
    yield { ...tried, ms: near.ms + tried.ms }
  }
}

async function tryFault(mutant: Mutant, parts: readonly Part[], { plan, copy }: Trying): Promise<Tried> {
  const start = performance.now()
  const run = ({ tests, limitMs }: Part) => runTests(copy.folder, tests, limitMs)
  const fate = await fateOf(parts, {
    faulty: (part) => withFault(mutant, copy, () => run(part)),
    without: run,
    mayFailByChance: (test) => plan.msOf(test) >= QUICK_MS,
  })
  return { mutant, fate, ms: Math.round(performance.now() - start) }
}
