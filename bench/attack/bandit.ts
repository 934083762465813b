import type { Random } from '../frame/random.ts'

/** Chooses among arms: those that paid before, and those that were hardly tried. */
export interface Bandit {
  /** Begins a round; arms may be chosen several times in it. */
  begin(): void
  /** One arm; never the excepted one. */
  choose(random: Random, except?: string): string
  /** Notes what a use of this arm brought, from 0 to 1. */
  reward(arm: string, value: number): void
  /** How often each arm was used. */
  readonly uses: ReadonlyMap<string, number>
}

export interface BanditOptions {
  /** Every arm is to be used in at least this part of all rounds. */
  readonly floor: number
  /** How much an arm's uncertainty counts. */
  readonly curiosity?: number
}

/** Upper confidence bounds, with a floor: an arm that falls behind its floor is taken first. */
export function createBandit(arms: readonly string[], { floor, curiosity = 0.35 }: BanditOptions): Bandit {
  const uses = new Map(arms.map((arm) => [arm, 0]))
  const gains = new Map(arms.map((arm) => [arm, 0]))
  let total = 0
  let rounds = 0
  const bound = (arm: string): number => {
    const used = uses.get(arm) ?? 0
    if (used === 0) return Number.POSITIVE_INFINITY
    return (gains.get(arm) ?? 0) / used + curiosity * Math.sqrt(Math.log(total + 1) / used)
  }
  return {
    uses,
    begin: () => {
      rounds++
    },
    choose: (random, except) => {
      const open = arms.filter((arm) => arm !== except)
      const behind = open.filter((arm) => (uses.get(arm) ?? 0) < floor * rounds)
      if (behind.length > 0 && random.chance(0.8)) return random.pick(behind)
      // Noise keeps equal arms from being taken in the order of the list.
      const scored = open.map((arm) => ({ arm, score: bound(arm) + random.next() * 0.05 }))
      return scored.reduce((best, next) => (next.score > best.score ? next : best)).arm
    },
    reward: (arm, value) => {
      total++
      uses.set(arm, (uses.get(arm) ?? 0) + 1)
      gains.set(arm, (gains.get(arm) ?? 0) + value)
    },
  }
}
