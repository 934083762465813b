import { describe, expect, it } from 'vitest'
import { faultsIn, newWordFaults, paidDebts, placeOf } from './house-words.ts'
import { proseOfMarkdown, proseOfSource } from './prose.ts'
import { DROPPED_WORDS, proseFaults } from './words.ts'

describe('prose of a source', () => {
  it.each<[string, readonly string[]]>([
    ['// one\nconst a = 1 // two', [' one', ' two']],
    ['/** one\n * two */', [' one\n two ']],
    ["const a = 'one two'", ['one two']],
    ["const a = 'one'", []],
    ["const a = 'it\\'s here'", ["it's here"]],
    ['const a = `one ${two(`three four`)} five`', ['three four', 'one … five']],
    ["const a = /it's \\/\\/ [/'] here/", []],
    ["const a = b / c // it's", [" it's"]],
    ["const a = (x) => x.replace(/'/g, 'one two')", ['one two']],
    ['const a = { b: `one ${ { c: 1 }.c } two` } // three', ['one … two', ' three']],
    ["const a = 'one // two'", ['one // two']],
  ])('%s', (source, texts) => expect(proseOfSource(source).map(({ text }) => text)).toEqual(texts))

  it('says the line it begins in', () => {
    expect(proseOfSource("\n\nconst a = 'one two'\n// three").map(({ line }) => line)).toEqual([3, 4])
  })
})

it('of a page, code is no prose', () => {
  const page = 'One `deed` [two](anew.md).\n```\ndeed\n```\nThree.'
  expect(proseOfMarkdown(page).map(({ text, line }) => [text.replace(/\s+/g, ' '), line])).toEqual([
    ['One [two .', 1],
    ['Three.', 5],
  ])
})

describe('words', () => {
  const faults = (text: string, kind: 'comment' | 'text' = 'text') => proseFaults({ kind, line: 1, text })

  it.each([
    'Nothing you say clears it',
    'A deed of the user',
    'Its end cannot be told',
    'what the host told, in words',
    '`irongate help` tells more',
    'leaves the prompt standing',
    'Everything is as it comes',
    'How to go on',
    'It can be had back',
    'The key was taken back',
    'start it anew',
    'until it is mended',
    'another temper of the gate',
    'in thirty-eight draws',
    'a call that is none',
    'a seat of the gate',
    'the resident answers',
    'a guarded place',
    'it was in the shadow',
    'lets the gate stand aside',
    'this closes the gate',
    'a hook that runs out of time',
    'what people ruled out',
    'a boundary of the user',
    'whoever answers',
    'the Scribe',
  ])('%s', (text) => expect(faults(text)).toHaveLength(1))

  it.each([
    'The user was told, and said yes',
    'a standing instruction',
    'where there is none',
    'at a word boundary',
    'Clear filters',
    'shadow mode',
    'It is known',
  ])('right in another sense: %s', (text) => expect(faults(text)).toEqual([]))

  it('what only readers must not see may stand in a comment', () => {
    expect(faults('somebody asks', 'comment')).toEqual([])
  })

  it('each is dropped for another', () => {
    for (const { words, use } of DROPPED_WORDS) expect(words.test(use), use).toBe(false)
  })

  it('a fixed sentence has twenty words at most', () => {
    const words = (count: number) => `The ${'very '.repeat(count - 2)}end.`
    expect(faults(words(20))).toEqual([])
    expect(faults(words(21))).toHaveLength(1)
    expect(faults(words(30), 'comment')).toEqual([])
    expect(faults(`${words(15)} ${words(15)}`)).toEqual([])
  })
})

describe('what is left', () => {
  const found = faultsIn('src/intent/a.ts', '// anew\n// anew\n')

  it('is counted by folder', () => {
    expect(placeOf('src/intent/speech/a.ts')).toBe('src/intent')
    expect(placeOf('src/messages.ts')).toBe('src')
    expect(placeOf('docs/categories/a.md')).toBe('docs')
    expect(placeOf('README.md')).toBe('README.md')
  })

  it('may stay, and only shrinks', () => {
    expect(newWordFaults(found, { 'src/intent': 2 })).toEqual([])
    expect(newWordFaults(found, { 'src/intent': 1 })).toHaveLength(2)
    expect(newWordFaults(found, {})).toHaveLength(2)
    expect(paidDebts(found, { 'src/intent': 3 })).toHaveLength(1)
    expect(paidDebts(found, { 'src/intent': 2 })).toEqual([])
  })
})
