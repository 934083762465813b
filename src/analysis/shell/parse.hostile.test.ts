import { describe, expect, it } from 'vitest'
import { LIMITS } from '../interpret/limits.ts'
import { isTooDeep } from './parse.ts'

const nested = (depth: number, inner: string) => `${'echo $('.repeat(depth)}${inner}${')'.repeat(depth)}`

describe('text that the parser would go through again and again', () => {
  it.each([
    ['brackets beyond the bound', nested(LIMITS.brackets + 1, 'a')],
    ['much text in a few brackets', nested(30, 'a;'.repeat(LIMITS.nested / 30))],
    ['much text in braces', `${'{ '.repeat(30)}${'a;'.repeat(LIMITS.nested / 30)}${' }'.repeat(30)}`],
  ])('%s', (_name, text) => expect(isTooDeep(text)).toBe(true))

  it.each([
    ['a few brackets', nested(30, 'a')],
    ['much text in none', 'a;'.repeat(LIMITS.nested)],
    ['much text in one at a time', 'echo $(a);'.repeat(20_000)],
  ])('%s is read', (_name, text) => expect(isTooDeep(text)).toBe(false))
})
