import type { Mutant } from './mutate.ts'
import type { Plan } from './plan.ts'
import { type Copy, type Fate, fateOf, type Part, withFault } from './trial.ts'
import { runTests } from './vitest-run.ts'

interface Trying {
  readonly plan: Plan
  readonly copy: Copy
  readonly isExplained: (mutant: Mutant) => boolean
}

interface Tried {
  readonly mutant: Mutant
  readonly fate: Fate
}

/** What only computes takes less, and doesn't fail by chance. */
const QUICK_MS = 500

/** The nearest tests meet every fault first; what they miss is told at once, and meets the others after that. */
export async function* tryFaults(mutants: readonly Mutant[], trying: Trying): AsyncGenerator<Tried> {
  const { plan, isExplained } = trying
  const left: { readonly mutant: Mutant; readonly far: readonly Part[] }[] = []
  for (const mutant of mutants) {
    const [near, ...far] = plan.partsFor(mutant.file)
    const fate = await tryFault(mutant, near === undefined ? [] : [near], trying)
    // Where an explanation is wrong, the nearest tests mostly know.
    if (fate.type !== 'survived' || far.length === 0 || isExplained(mutant)) yield { mutant, fate }
    else {
      process.stderr.write(
        `not by the nearest tests: ${mutant.file}:${mutant.line} ${mutant.before} → ${mutant.after}\n`,
      )
      left.push({ mutant, far })
    }
  }
  for (const { mutant, far } of left) yield { mutant, fate: await tryFault(mutant, far, trying) }
}

async function tryFault(mutant: Mutant, parts: readonly Part[], { plan, copy }: Trying): Promise<Fate> {
  const run = ({ tests, limitMs }: Part) => runTests(copy.folder, tests, limitMs)
  return await fateOf(parts, {
    faulty: (part) => withFault(mutant, copy, () => run(part)),
    without: run,
    mayFailByChance: (test) => plan.msOf(test) >= QUICK_MS,
  })
}
