import { familyName, hasFamilyPrefix } from './models.ts'

/** US dollars for a million tokens. */
export interface ModelPrices {
  readonly input: number
  readonly cacheWrite: number
  /** For an hour; twice the input's price where it is not named. */
  readonly cacheWriteHour?: number
  readonly cacheRead: number
  readonly output: number
}

/** List prices, most exact family first. Settings can add and replace rows. */
const MODEL_PRICES: readonly (readonly [prefix: string, prices: ModelPrices])[] = [
  ['claude-opus-5-5', priceRow(4, 20, 0.05)],
  ['claude-sonnet-5-5', priceRow(2, 10, 0.05)],
  ['claude-haiku-5-5', priceRow(0.5, 2.5)],
  ['claude-fable-5-1', priceRow(10, 50, 0.025)],
  ['claude-fable-5-2', priceRow(10, 50, 0.025)],
  ['claude-mythos-5-1', priceRow(10, 50, 0.025)],
  ['claude-mythos-5-2', priceRow(10, 50, 0.025)],
  ['claude-fable', priceRow(10, 50)],
  ['claude-mythos', priceRow(10, 50)],
  ['claude-sonnet-5', priceRow(2, 10)],
  ['claude-opus-4-0', priceRow(15, 75)],
  ['claude-opus-4-1', priceRow(15, 75)],
  ['claude-opus', priceRow(5, 25)],
  ['claude-sonnet', priceRow(3, 15)],
  ['claude-haiku', priceRow(1, 5)],
  ['gpt-5-4-mini', priceRow(0.75, 4.5)],
  ['gpt-5-4', priceRow(2.5, 15)],
  ['gpt-5-5', priceRow(5, 30)],
  ['gemini-3-5-flash', priceRow(1.5, 9)],
]

/** For a model nobody knows the price of: dear rather than cheap, so that a budget holds. */
const UNKNOWN_MODEL_PRICE: ModelPrices = priceRow(10, 50)

function priceRow(input: number, output: number, readShare = 0.1): ModelPrices {
  return { input, output, cacheWrite: input * 1.25, cacheRead: input * readShare }
}

export function pricesOf(model: string, overrides: ReadonlyMap<string, ModelPrices> = new Map()): ModelPrices {
  const name = familyName(model)
  const given = overrides.get(model) ?? overrides.get(name)
  return given ?? MODEL_PRICES.find(([prefix]) => hasFamilyPrefix(name, prefix))?.[1] ?? UNKNOWN_MODEL_PRICE
}
