/** Random numbers that a seed repeats, on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** From 0 up to, not including, `limit`. */
  below(limit: number): number
  pick<T>(items: readonly T[]): T
  chance(part: number): boolean
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new Error('nothing to pick from')
      return items[below(items.length)] as T
    },
    chance: (part) => next() < part,
  }
}
