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
import { type Copy, copyOf, type Fate } from './trial.ts'
import { type Tried, tryFaults } from './try-faults.ts'

export interface MutantsResult {
  readonly possible: number
  readonly tried: number
  /** The machine was too slow to tell. */
  readonly undecided: number
  readonly caught: number
  /** To try them, in this run and earlier ones. */
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
  const copy = copyOf(root)
  // Otherwise a run that is broken off leaves its copy and its tests behind.
  const stop = () => process.exit(1)
  for (const signal of SIGNALS) process.once(signal, stop)
  process.once('exit', copy.remove)
  try {
    // Of the copy: the sources may change while this runs.
    const everything = allMutants(copy.folder)
    const all = everything.filter(({ file }) => file.includes(only))
    const sample = sampleOf(all, Number.isFinite(limit) ? limit : SAMPLE, seed)
    const tried = await tryAll(sample, copy, folder)
    return { possible: all.length, stale: staleExplanations(everything), ...summaryOf(tried) }
  } finally {
    copy.remove()
    process.off('exit', copy.remove)
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}

/** A fault that was tried, and why nobody can find it, if that is known. */
type Judged = Tried & { readonly why: string | undefined }

/** What earlier runs found is kept: a change of the file makes it void, and where it survived a change of the tests, too. */
async function tryAll(sample: readonly Mutant[], copy: Copy, folder: string): Promise<readonly Judged[]> {
  const plan = createPlan(copy.folder, createProgress(join(folder, 'mutants-times.jsonl')))
  const known = createProgress<Omit<Tried, 'mutant'>>(join(folder, 'mutants-fates.jsonl'))
  const texts = new Map(sample.map(({ file }) => [file, readFileSync(join(copy.folder, file), 'utf8')]))
  const textOf = ({ file }: Mutant) => texts.get(file) ?? ''
  const whyOf = (mutant: Mutant) => whyEquivalent(mutant, textOf(mutant))
  const keyOf = (mutant: Mutant) => hashOf([mutant, textOf(mutant)])
  const survivorKeyOf = (mutant: Mutant) => hashOf([keyOf(mutant), plan.evidenceFor(mutant.file), whyOf(mutant)])
  const judged: Judged[] = []
  const add = ({ mutant, fate, ms }: Tried) => {
    judged.push({ mutant, fate, ms, why: whyOf(mutant) })
    if (fate.type === 'caught' && fate.by !== undefined) plan.found(mutant.file, fate.by)
    process.stderr.write(`${judged.length}/${sample.length} ${fate.type}: ${wordsFor(mutant)}\n`)
  }
  const open: Mutant[] = []
  for (const mutant of sample) {
    const before = known.get(keyOf(mutant)) ?? known.get(survivorKeyOf(mutant))
    if (before === undefined) open.push(mutant)
    else add({ mutant, ...before })
  }
  const failing = await plan.measure([...new Set(open.map(({ file }) => file))], copy.folder)
  if (failing.length > 0) process.stderr.write(`left out, as they fail without any fault: ${failing.join(' ')}\n`)
  const isExplained = (mutant: Mutant) => whyOf(mutant) !== undefined
  for await (const { mutant, ...found } of tryFaults(open, { plan, copy, isExplained })) {
    const { type } = found.fate
    if (type !== 'undecided') known.keep(type === 'caught' ? keyOf(mutant) : survivorKeyOf(mutant), found)
    add({ mutant, ...found })
  }
  return judged
}

function summaryOf(judged: readonly Judged[]): Omit<MutantsResult, 'possible' | 'stale'> {
  const ofType = (type: Fate['type']) => judged.filter(({ fate }) => fate.type === type)
  const [survived, caught, undecided] = [ofType('survived'), ofType('caught'), ofType('undecided')]
  return {
    tried: judged.length - undecided.length,
    undecided: undecided.length,
    caught: caught.length,
    seconds: Math.round(judged.reduce((sum, { ms }) => sum + ms, 0) / 1000),
    folders: foldersOf(judged),
    equivalent: survived.flatMap(({ mutant, why }) => (why === undefined ? [] : [`${wordsFor(mutant)}: ${why}`])),
    wrong: caught.filter(({ why }) => why !== undefined).map(({ mutant }) => wordsFor(mutant)),
    survived: survived.filter(({ why }) => why === undefined).map(({ mutant }) => wordsFor(mutant)),
  }
}

function foldersOf(judged: readonly Judged[]): MutantsResult['folders'] {
  const groups = Map.groupBy(judged, ({ mutant }) => folderOf(mutant.file))
  return [...groups]
    .map(([folder, some]) => {
      const caught = some.filter(({ fate }) => fate.type === 'caught').length
      const missed = some.filter(({ fate, why }) => fate.type === 'survived' && why === undefined).length
      return { folder, caught, killable: caught + missed }
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
        `To try them took ${seconds} s, earlier runs included.`,
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
