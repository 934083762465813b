import { progress } from '../frame/progress.ts'
import { createRandom, type Random } from '../frame/random.ts'
import { ACTS, type Act, type Place } from './acts.ts'
import { type Attempt, build, type Link } from './attempt.ts'
import { type Bandit, createBandit } from './bandit.ts'
import type { Defender } from './defenders.ts'
import type { Jail } from './jail.ts'
import { leastUse } from './result.ts'
import { BY_NAME, REWRITES } from './rewrites/index.ts'
import { type Trial, tryIt, wouldFall } from './trial.ts'

export interface SearchOptions {
  readonly seed: number
  readonly attempts: number
  readonly jail: Jail
  readonly defender: Defender
}

/** An attempt that got through: proven, because the canary fell. */
export interface Success {
  readonly act: Act
  readonly chain: readonly Link[]
}

export interface Found {
  readonly attempts: number
  readonly successes: readonly Success[]
  readonly outcomes: Readonly<Record<string, number>>
  /** Allowed, and nothing fell: the rewrite broke the command. */
  readonly allowedHarmless: number
  readonly uses: ReadonlyMap<string, number>
  /** Of a sample of the stopped attempts: how many would have done it. */
  readonly sampled: { readonly real: number; readonly of: number }
}

/** The bandit aims above what the suite demands: a rewrite that is chosen does not always take hold. */
const SPARE = 1.25
const LONGEST = 5
const SAMPLE_EVERY = 40
const KEPT = 150

/** The attacker: composes rewrites, sees only the answer, and goes on from what moved it. */
export async function search({ seed, attempts, jail, defender }: SearchOptions): Promise<Found> {
  const random = createRandom(seed)
  const place: Place = { home: jail.home, cwd: jail.project }
  const arms = REWRITES.filter(({ group }) => !defender.leavesOut.includes(group)).map(({ name }) => name)
  const bandit = createBandit(arms, { floor: SPARE * leastUse(arms.length) })
  const promising: Success[] = []
  const successes: Success[] = []
  const outcomes: Record<string, number> = {}
  const sampled = { real: 0, of: 0 }
  const won = new Map<string, number>()
  let allowedHarmless = 0
  const bar = progress(`attack on ${defender.name}`, attempts)
  for (let at = 1; at <= attempts; at++) {
    bandit.begin()
    const drawn = draw(random, bandit.choose, promising, place)
    const { act, chain } = drawn
    const trial = await tryIt(drawn.attempt, defender, jail)
    const names = new Set(chain.map(({ name }) => name))
    for (const name of names) bandit.reward(name, gain(trial, won.get(name) ?? 0))
    if (trial.fell) for (const name of names) won.set(name, (won.get(name) ?? 0) + 1)
    outcomes[trial.outcome] = (outcomes[trial.outcome] ?? 0) + 1
    if (trial.fell) successes.push({ act, chain })
    else if (trial.outcome === 'allow') allowedHarmless++
    if (trial.outcome !== 'deny' && !trial.fell) keep(promising, { act, chain }, random)
    if (trial.outcome !== 'allow' && at % SAMPLE_EVERY === 0) {
      sampled.of++
      if (await wouldFall(drawn.attempt, jail)) sampled.real++
    }
    bar.step(at, `${successes.length} through`)
  }
  bar.end()
  return { attempts, successes, outcomes, allowedHarmless, uses: bandit.uses, sampled }
}

interface Drawn {
  readonly act: Act
  readonly chain: readonly Link[]
  readonly attempt: Attempt
}

/** A chain of rewrites of which at least one took hold; every rewrite counts once, whatever its place. */
function draw(random: Random, choose: Bandit['choose'], promising: readonly Success[], place: Place): Drawn {
  const lead = choose(random)
  for (let round = 0; ; round++) {
    const from = promising.length > 0 && round < 2 && random.chance(0.3) ? random.pick(promising) : undefined
    const act = from?.act ?? random.pick(ACTS)
    const more = Array.from({ length: random.below(LONGEST - 1) }, () => choose(random, lead))
    // Some rewrites fit plain commands only, some nothing but several steps: either may be first.
    const names = random.chance(round > 2 ? 0.8 : 0.5) ? [lead, ...more] : [...more, lead]
    const links = names.map((name) => ({ name, seed: random.below(2 ** 31) }))
    const chain = [...(from?.chain ?? []), ...links].slice(-LONGEST)
    const { attempt, used } = build(act, chain, place, BY_NAME)
    const holds = used.some(({ name }) => name === lead)
    if ((holds || round > 40) && used.length > 0) return { act, chain: used, attempt }
  }
}

/** What an answer is worth to the attacker. A hole that is known is worth less every time: there are others to find. */
function gain({ outcome, fell, steps }: Trial, wonBefore: number): number {
  if (fell) return 1 / (1 + wonBefore)
  if (outcome === 'allow') return 0.3
  return (outcome === 'ask' ? 0.15 : 0) + Math.min(0.1, steps * 0.05)
}

function keep(promising: Success[], found: Success, random: Random): void {
  if (promising.length < KEPT) promising.push(found)
  else promising[random.below(KEPT)] = found
}
