import { expect, it } from 'vitest'
import { checkOffers } from './corpus/offer-law.ts'
import { lineFor, readClass, readClasses } from './corpus/read.ts'

it('for every stop of the corpus, a reply lets exactly that call pass, once, and no other', async () => {
  const lines = readClasses().flatMap((name) => readClass(name).map(lineFor))
  const { offers, problems } = await checkOffers(lines)
  expect(problems).toEqual([])
  expect(offers).toBeGreaterThan(500)
}, 120_000)
