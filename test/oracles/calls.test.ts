import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { compareCalls } from './compare.ts'
import { fill, judge, nest } from './generate.ts'
import { loadGrammars, type OracleLanguage } from './grammars.ts'
import { libraryFiles, sample, textOf } from './library.ts'
import { POSITIONS } from './positions.ts'

/** The law: a call that the oracle's tree holds is read by ours, or ours says that it did not understand. */
const LANGUAGES: readonly OracleLanguage[] = ['python', 'javascript', 'typescript', 'ruby', 'php', 'powershell']
const FILES = 40
const RUNS = 150

beforeAll(() => loadGrammars(LANGUAGES))

describe.each(Object.entries(POSITIONS))('calls of %s', (_name, positions) => {
  const places = [
    ...positions.statements,
    ...positions.expressions.map((each) => nest(positions.statements[1] ?? '§', each)),
  ]

  it.each(places)('%s', (place) => {
    expect(['seen', 'reported']).toContain(judge(positions, fill(positions, place)))
  })

  it('are understood nearly everywhere', () => {
    const reported = places.filter((place) => judge(positions, fill(positions, place)) === 'reported')
    expect(reported.length).toBeLessThanOrEqual(1)
  })

  it('are read wherever they stand', () => {
    const expression = fc.constantFrom(...positions.expressions)
    const statement = fc.constantFrom(...positions.statements)
    fc.assert(
      fc.property(statement, fc.array(expression, { minLength: 1, maxLength: 3 }), (outer, inner) => {
        const place = inner.reduceRight((deep, each) => nest(each, deep), '§')
        // A place doubles what is in it: with more than a few calls nothing new is said.
        fc.pre(nest(outer, place).split('§').length < 12)
        expect(['seen', 'reported', 'not valid']).toContain(judge(positions, fill(positions, nest(outer, place))))
      }),
      { numRuns: RUNS, seed: 9 },
    )
  })
})

describe('library code of this machine', () => {
  const files = libraryFiles()

  it.each(LANGUAGES)('%s: no call is missed in silence', (language) => {
    const own = sample(
      files.filter((file) => file.language === language),
      FILES,
    )
    let reported = 0
    for (const file of own) {
      const result = compareCalls(language, textOf(file))
      if (result.type === 'reported') reported++
      expect(result.type === 'missed' ? [file.path, result.missed] : []).toEqual([])
    }
    // Whoever understands nothing misses nothing: most of it must be understood.
    expect(reported).toBeLessThanOrEqual(own.length / 20)
  })
})
