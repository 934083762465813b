import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Options } from '../frame/options.ts'
import type { Section } from '../frame/section.ts'
import type { Store } from '../frame/store.ts'
import type { Suite } from '../frame/suite.ts'
import { staleExplanations, whyEquivalent } from './equivalent.ts'
import type { Mutant } from './mutate.ts'
import { createPlan } from './plan.ts'
import { createProgress, hashOf } from './progress.ts'
import { allMutants, sampleOf } from './targets.ts'
import { copyOf, type Fate } from './trial.ts'
import { tryFaults } from './try-faults.ts'

export interface MutantsResult {
  readonly possible: number
  readonly tried: number
  /** The machine was too slow to tell. */
  readonly undecided: number
  readonly caught: number
  readonly seconds: number
  readonly folders: readonly { readonly folder: string; readonly caught: number; readonly killable: number }[]
  readonly equivalent: readonly string[]
  readonly survived: readonly string[]
  /** Explanations of faults that are no longer there. */
  readonly stale: readonly string[]
  /** Explained as something that no test can find, and found. */
  readonly wrong: readonly string[]
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
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

async function run({ root, limit, seed, only }: Options, { folder }: Store): Promise<MutantsResult> {
  const started = performance.now()
  const copy = copyOf(root)
  // The sources may change while this runs.
  const everything = allMutants(copy.folder)
  const all = everything.filter(({ file }) => file.includes(only))
  const sample = sampleOf(all, Number.isFinite(limit) ? limit : SAMPLE, seed)
  const texts = new Map(sample.map(({ file }) => [file, readFileSync(join(copy.folder, file), 'utf8')]))
  const textOf = (file: string) => texts.get(file) ?? ''
  const whyOf = (mutant: Mutant) => whyEquivalent(mutant, textOf(mutant.file))
  const plan = createPlan(copy.folder, createProgress(join(folder, 'mutants-times.jsonl')))
  const known = createProgress<Fate>(join(folder, 'mutants.jsonl'))
  const keysOf = (mutant: Mutant) => {
    const key = hashOf([mutant, textOf(mutant.file)])
    return { caught: key, other: `${key} ${plan.evidenceFor(mutant.file)} ${whyOf(mutant) ?? ''}` }
  }
  const fates = new Map<Mutant, Fate>()
  const decide = (mutant: Mutant, fate: Fate) => {
    fates.set(mutant, fate)
    if (fate.type === 'caught' && fate.by !== undefined) plan.found(mutant.file, fate.by)
    const seconds = Math.round((performance.now() - started) / 1000)
    process.stderr.write(`${fates.size}/${sample.length} ${seconds} s, ${fate.type}: ${wordsFor(mutant)}\n`)
  }
  // Otherwise a run that is broken off leaves its copy and its tests behind.
  const stop = () => process.exit(1)
  for (const signal of SIGNALS) process.once(signal, stop)
  process.once('exit', copy.remove)
  try {
    for (const mutant of sample) {
      const { caught, other } = keysOf(mutant)
      const before = known.get(caught) ?? known.get(other)
      if (before !== undefined) decide(mutant, before)
    }
    const open = sample.filter((mutant) => !fates.has(mutant))
    await plan.measure([...new Set(open.map(({ file }) => file))], copy.folder)
    for await (const { mutant, fate } of tryFaults(open, {
      plan,
      copy,
      isExplained: (one) => whyOf(one) !== undefined,
    })) {
      const { caught, other } = keysOf(mutant)
      if (fate.type !== 'undecided') known.keep(fate.type === 'caught' ? caught : other, fate)
      decide(mutant, fate)
    }
  } finally {
    copy.remove()
    process.off('exit', copy.remove)
    for (const signal of SIGNALS) process.off(signal, stop)
  }
  const ofType = (type: Fate['type']) => sample.filter((mutant) => fates.get(mutant)?.type === type)
  const survived = ofType('survived')
  return {
    possible: all.length,
    tried: sample.length - ofType('undecided').length,
    undecided: ofType('undecided').length,
    caught: ofType('caught').length,
    seconds: Math.round((performance.now() - started) / 1000),
    folders: foldersOf(sample, (mutant) => {
      const { type } = fates.get(mutant) ?? { type: 'undecided' }
      return type === 'survived' && whyOf(mutant) !== undefined ? 'equivalent' : type
    }),
    equivalent: survived.flatMap((mutant) => {
      const why = whyOf(mutant)
      return why === undefined ? [] : [`${wordsFor(mutant)}: ${why}`]
    }),
    stale: staleExplanations(everything),
    wrong: ofType('caught')
      .filter((mutant) => whyOf(mutant) !== undefined)
      .map(wordsFor),
    survived: survived.filter((mutant) => whyOf(mutant) === undefined).map(wordsFor),
  }
}

function foldersOf(sample: readonly Mutant[], endOf: (mutant: Mutant) => string): MutantsResult['folders'] {
  const groups = Map.groupBy(sample, ({ file }) => folderOf(file))
  return [...groups]
    .map(([folder, mutants]) => {
      const ends = mutants.map(endOf)
      const count = (end: string) => ends.filter((one) => one === end).length
      return { folder, caught: count('caught'), killable: count('caught') + count('survived') }
    })
    .toSorted((one, other) => one.folder.localeCompare(other.folder))
}

function folderOf(file: string): string {
  return file.split('/').slice(0, -1).slice(0, 4).join('/')
}

function wordsFor({ file, line, before, after }: Mutant): string {
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 100)
  return `${file}:${line} \`${short(before)}\` → \`${short(after)}\``
}

function show(result: MutantsResult): Section[] {
  const { possible, tried, undecided, caught, seconds, folders, equivalent, survived, stale, wrong } = result
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
        ...wrong.map((one) => `explained, but caught: ${one}`),
        `This run took ${seconds} s.`,
      ],
      tables: [
        {
          caption: 'By folder',
          head: ['folder', 'caught', 'of'],
          rows: folders.map(({ folder, caught: some, killable: all }) => [folder, String(some), String(all)]),
        },
      ],
    },
  ]
}
