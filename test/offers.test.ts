import { expect, it } from 'vitest'
import { checkOffers } from './corpus/offer-law.ts'
import { lineFor, readClass, readClasses } from './corpus/read.ts'
import { THOROUGH } from './runs.ts'

/** The law is about keys of calls, which neighbours in the corpus make alike: of so many one is asked in `npm test`. */
const EVERY = THOROUGH ? 1 : 4

it('for every stop of the corpus, a reply lets exactly that call pass, once, and no other', async () => {
  const all = readClasses().flatMap((name) => readClass(name).map(lineFor))
  const lines = all.filter((_, at) => at % EVERY === 0)
  const { offers, problems } = await checkOffers(lines)
  expect(problems).toEqual([])
  expect(offers).toBeGreaterThan(500 / EVERY)
}, 120_000)
