import { describe, expect, it } from 'vitest'
import { charactersIn, hasAnyCharacter, hasBlank } from './word-characters.ts'

function signs(...words: readonly string[]) {
  return charactersIn(words.map((known) => ({ known })))
}

describe('the signs in the words of a command', () => {
  it('finds every character of ASCII that stands in a word, and no other', () => {
    for (let code = 0; code < 128; code++) {
      const character = String.fromCharCode(code)
      const found = signs('', `a${character}`)
      for (let other = 0; other < 128; other++)
        expect(hasAnyCharacter(found, String.fromCharCode(other))).toBe(other === code || other === 97)
    }
  })

  it('tells an option by its dash alone', () => {
    expect(signs('a', '-b').dashed).toBe(true)
    expect(signs('a-b', 'c').dashed).toBe(false)
    expect(signs().dashed).toBe(false)
  })

  it('takes anything beyond ASCII for a blank', () => {
    expect(hasBlank(signs('a\u00a0b'))).toBe(true)
    expect(hasBlank(signs('a\tb'))).toBe(true)
    expect(hasBlank(signs('a-b'))).toBe(false)
  })

  it('says of a very long word that everything may be in it', () => {
    const found = signs('a'.repeat(5_000), 'b')
    expect(hasAnyCharacter(found, '%')).toBe(true)
    expect(hasBlank(found)).toBe(true)
    expect(found.dashed).toBe(false)
  })
})
