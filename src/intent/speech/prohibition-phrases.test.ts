import { describe, expect, it } from 'vitest'
import { PROHIBITION_PHRASES } from './prohibition-phrases.ts'
import { prohibitedAct } from './prohibitions.ts'

describe('every row of the table', () => {
  it.each(PROHIBITION_PHRASES.map(({ example }) => example))('%s: %s', (clause, out) => {
    expect(prohibitedAct(clause)).toBe(out)
  })

  it.each(PROHIBITION_PHRASES)('earns its place: $example', (row) => {
    const [clause, out] = row.example
    const others = PROHIBITION_PHRASES.filter((one) => one !== row)
    const said = others.flatMap(({ form, says }) => {
      const match = form.exec(clause)
      return match ? [says(match[1] ?? '')] : []
    })
    expect(said[0]).not.toBe(out)
  })
})
