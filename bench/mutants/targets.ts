import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom, type Random } from '../frame/random.ts'
import { type Mutant, mutantsOf } from './mutate.ts'

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

/** A sample, the same for the same seed, spread over the files: a long table must not crowd out the gate. */
export function sampleOf(mutants: readonly Mutant[], size: number, seed: number): readonly Mutant[] {
  const random = createRandom(seed)
  const queues = [...Map.groupBy(mutants, ({ file }) => file).values()].map((list) => shuffled(list, random))
  const order = shuffled(queues, random)
  const wanted = Math.min(size, mutants.length)
  const taken: Mutant[] = []
  for (let round = 0; taken.length < wanted; round++)
    taken.push(...order.flatMap((queue) => queue[round] ?? []).slice(0, wanted - taken.length))
  return taken
}

function shuffled<T>(list: readonly T[], random: Random): readonly T[] {
  return list
    .map((item) => ({ item, key: random.next() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ item }) => item)
}
