import { belongs, familyName } from './models.ts'

/** US dollars for a million tokens. */
export interface Prices {
  readonly input: number
  readonly cacheWrite: number
  /** For an hour; twice the input's price where it is not named. */
  readonly cacheWriteHour?: number
  readonly cacheRead: number
  readonly output: number
}

/** List prices, most exact family first. Settings can add and replace rows. */
const PRICES: readonly (readonly [prefix: string, prices: Prices])[] = [
  ['claude-opus-5-5', row(4, 20, 0.05)],
  ['claude-sonnet-5-5', row(2, 10, 0.05)],
  ['claude-haiku-5-5', row(0.5, 2.5)],
  ['claude-fable-5-1', row(10, 50, 0.025)],
  ['claude-fable-5-2', row(10, 50, 0.025)],
  ['claude-mythos-5-1', row(10, 50, 0.025)],
  ['claude-mythos-5-2', row(10, 50, 0.025)],
  ['claude-fable', row(10, 50)],
  ['claude-mythos', row(10, 50)],
  ['claude-sonnet-5', row(2, 10)],
  ['claude-opus-4-0', row(15, 75)],
  ['claude-opus-4-1', row(15, 75)],
  ['claude-opus', row(5, 25)],
  ['claude-sonnet', row(3, 15)],
  ['claude-haiku', row(1, 5)],
]

/** For a model nobody knows the price of: dear rather than cheap, so that a budget holds. */
const UNKNOWN: Prices = row(10, 50)

function row(input: number, output: number, readShare = 0.1): Prices {
  return { input, output, cacheWrite: input * 1.25, cacheRead: input * readShare }
}

export function pricesOf(model: string, overrides: ReadonlyMap<string, Prices> = new Map()): Prices {
  const name = familyName(model)
  const given = overrides.get(model) ?? overrides.get(name)
  return given ?? PRICES.find(([prefix]) => belongs(name, prefix))?.[1] ?? UNKNOWN
}
