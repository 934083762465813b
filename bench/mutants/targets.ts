import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mutant, mutantsOf } from './mutate.ts'
import { hashOf } from './progress.ts'

/** Where a fault can turn a stop into an allow: what decides, from the rules to the answer. What people say has suites of its own. */
const PLACES = [
  'src/gate.ts',
  'src/approval.ts',
  'src/denials.ts',
  'src/decision.ts',
  'src/fast-paths.ts',
  'src/steps',
  'src/rules',
  'src/judge',
]

/** Tests and what only they use, texts for people, and bookkeeping: a fault there changes no decision. */
const LEFT_OUT = [
  /\.test\.ts$/,
  /\/(?:testing|test-policy|session-profile)\.ts$/,
  /\.static\.ts$/,
  /\/(?:prices|print-prompt|replay|cost|critique)\.ts$/,
]

/** Every fault of the core, in the order of files. */
export function allMutants(root: string): readonly Mutant[] {
  return PLACES.flatMap((place) => filesBelow(root, place)).flatMap((file) =>
    mutantsOf(file, readFileSync(join(root, file), 'utf8')),
  )
}

function filesBelow(root: string, place: string): readonly string[] {
  if (place.endsWith('.ts')) return [place]
  return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .filter((file) => !LEFT_OUT.some((pattern) => pattern.test(file)))
    .toSorted()
}

/**
 * A sample, the same for the same seed, spread over the files: a long table must not crowd out the gate. Each fault has its
 * own place in the order, so that a change of one file leaves the sample of the others as it is.
 */
export function sampleOf(mutants: readonly Mutant[], size: number, seed: number): readonly Mutant[] {
  const byFile = [...Map.groupBy(mutants, ({ file }) => file)]
  const queues = inOrder(byFile, ([file]) => hashOf([seed, file])).map(([, list]) => shuffled(list, seed))
  const wanted = Math.min(size, mutants.length)
  const taken: Mutant[] = []
  for (let round = 0; taken.length < wanted; round++)
    taken.push(...queues.flatMap((queue) => queue[round] ?? []).slice(0, wanted - taken.length))
  return taken
}

/** Lines may move, but what is changed, and how often it was changed so before in its file, stays. */
function shuffled(list: readonly Mutant[], seed: number): readonly Mutant[] {
  const seen = new Map<string, number>()
  const keyed = list.map((mutant) => {
    const words = JSON.stringify([mutant.file, mutant.before, mutant.after])
    const times = seen.get(words) ?? 0
    seen.set(words, times + 1)
    return { mutant, key: hashOf([seed, words, times]) }
  })
  return inOrder(keyed, ({ key }) => key).map(({ mutant }) => mutant)
}

function inOrder<T>(list: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return list
    .map((item) => ({ item, key: keyOf(item) }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ item }) => item)
}
