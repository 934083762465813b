import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Options } from '../frame/options.ts'
import type { Section } from '../frame/section.ts'
import type { Store } from '../frame/store.ts'
import type { Suite } from '../frame/suite.ts'
import { staleExplanations, whyEquivalent } from './equivalent.ts'
import type { Mutant } from './mutate.ts'
import { allMutants, sampleOf } from './targets.ts'
import { allPass, copyOf, type Fate, fateOf } from './trial.ts'

export interface MutantsResult {
  readonly possible: number
  readonly tried: number
  /** The machine was too slow to tell. */
  readonly undecided: number
  readonly caught: number
  readonly equivalent: readonly string[]
  readonly survived: readonly string[]
  /** Explanations of faults that are no longer there. */
  readonly stale: readonly string[]
}

/** Do the tests find single faults in what decides? */
export const MUTANTS: Suite<MutantsResult> = {
  name: 'mutants',
  run,
  show,
  misses: () => [],
  failures: ({ caught, tried, equivalent }) =>
    caught >= LEAST * (tried - equivalent.length) ? [] : [`less than ${LEAST * 100} % of the faults were caught`],
}

const SAMPLE = 212
const LEAST = 0.92

async function run({ root, limit, seed, only }: Options, { folder }: Store): Promise<MutantsResult> {
  const everything = allMutants(root)
  const all = everything.filter(({ file }) => file.includes(only))
  const sample = sampleOf(all, Number.isFinite(limit) ? limit : SAMPLE, seed)
  const known = createProgress(join(folder, 'mutants.jsonl'), root)
  const copy = copyOf(root)
  const fates = new Map<Mutant, Fate>()
  try {
    const open = sample.filter((mutant) => known.fateOf(mutant) === undefined)
    const files = [...new Set(open.map(({ file }) => file))]
    if (files.length > 0 && !(await allPass(copy, files)))
      throw new Error('the tests fail without any fault: mend them first (`npm test`)')
    for (const [at, mutant] of sample.entries()) {
      const fate = known.fateOf(mutant) ?? (await fateOf(mutant, copy))
      known.keep(mutant, fate)
      fates.set(mutant, fate)
      process.stderr.write(`${at + 1}/${sample.length} ${fate}: ${wordsFor(mutant)}\n`)
    }
  } finally {
    copy.remove()
  }
  const decided = sample.filter((mutant) => fates.get(mutant) !== 'undecided')
  const alive = decided.filter((mutant) => fates.get(mutant) === 'survived')
  const whyOf = (mutant: Mutant) => whyEquivalent(mutant, readFileSync(join(root, mutant.file), 'utf8'))
  const explained = alive.flatMap((mutant) => {
    const why = whyOf(mutant)
    return why === undefined ? [] : [`${wordsFor(mutant)}: ${why}`]
  })
  return {
    possible: all.length,
    tried: decided.length,
    undecided: sample.length - decided.length,
    caught: decided.length - alive.length,
    equivalent: explained,
    stale: staleExplanations(everything),
    survived: alive.filter((mutant) => whyOf(mutant) === undefined).map(wordsFor),
  }
}

function wordsFor({ file, line, before, after }: Mutant): string {
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 100)
  return `${file}:${line} \`${short(before)}\` → \`${short(after)}\``
}

/** What earlier runs found, by the text of the file: a change of the file makes it void, a change of tests does so for survivors. */
function createProgress(file: string, root: string) {
  const keyOf = (mutant: Mutant) => {
    const text = readFileSync(join(root, mutant.file), 'utf8')
    return createHash('sha256')
      .update(JSON.stringify([mutant, text]))
      .digest('hex')
  }
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  const before = new Map(lines.map((line) => JSON.parse(line) as [string, Fate]))
  return {
    fateOf: (mutant: Mutant): Fate | undefined => {
      const fate = before.get(keyOf(mutant))
      return fate === 'survived' || fate === 'undecided' ? undefined : fate
    },
    keep: (mutant: Mutant, fate: Fate) => appendFileSync(file, `${JSON.stringify([keyOf(mutant), fate])}\n`),
  }
}

function show({ possible, tried, undecided, caught, equivalent, survived, stale }: MutantsResult): Section[] {
  const killable = tried - equivalent.length
  return [
    {
      title: 'Mutants',
      notes: [
        `${tried} of ${possible} single faults in what decides were tried; ${caught} of ${killable} that can be found were caught (${((100 * caught) / killable).toFixed(1)} %).`,
        ...(undecided > 0 ? [`${undecided} were not decided: without the fault, too, the tests ran out of time.`] : []),
        ...survived.map((one) => `survived: ${one}`),
        ...equivalent.map((one) => `equivalent: ${one}`),
        ...stale.map((one) => `explained, but no longer there: ${one}`),
      ],
    },
  ]
}
