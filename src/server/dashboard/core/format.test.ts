import { describe, expect, it } from 'vitest'
import {
  callLine,
  countdown,
  counted,
  cut,
  lastPart,
  mainText,
  shownBytes,
  shownDollars,
  shownDuration,
  shownShare,
  splitShownText,
} from './format.ts'

describe('figures for people', () => {
  it.each([
    [0.44, '0.4 ms'],
    [12.4, '12 ms'],
    [999, '999 ms'],
    [2310, '2.3 s'],
    [300_000, '5 min'],
    [3 * 3_600_000, '3 h'],
    [72 * 3_600_000, '3 days'],
  ])('%s ms is %s', (ms, words) => expect(shownDuration(ms)).toBe(words))

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1400, '1.4 kB'],
    [250_000, '250 kB'],
    [98_123_311, '98.1 MB'],
  ])('%s bytes are %s', (bytes, words) => expect(shownBytes(bytes)).toBe(words))

  it.each([
    [0, 0, '–'],
    [1, 100, '1.0 %'],
    [94, 100, '94 %'],
    [0, 10, '0 %'],
  ])('%s of %s is %s', (part, whole, words) => expect(shownShare(part, whole)).toBe(words))

  it.each([
    [0, '$0.00'],
    [0.0061, '$0.0061'],
    [12.3, '$12.30'],
  ])('%s dollars are %s', (dollars, words) => expect(shownDollars(dollars)).toBe(words))

  it.each([
    [125_000, '2:05'],
    [400, '0:01'],
    [-5, '0:00'],
  ])('%s ms left are %s', (ms, words) => expect(countdown(ms)).toBe(words))

  it('counts one and many', () => expect([counted(1, 'call'), counted(2, 'call')]).toEqual(['1 call', '2 calls']))
})

describe('texts of records', () => {
  it('marks every character that cannot be seen, and only those', () => {
    const pieces = splitShownText('a\u202eb\u200b\tc\n\r')
    expect(pieces.map(({ text }) => text)).toEqual(['a', '\\u{202e}', 'b', '\\u{200b}', '\tc\n', '\\u{d}'])
    expect(pieces.map(({ unseen }) => unseen)).toEqual([false, true, false, true, false, true])
  })

  it('tells a character that is written out from one that is not there', () =>
    expect(splitShownText('\\u{202e}')).toEqual([{ text: '\\u{202e}', unseen: false }]))

  it('leaves no half of a character', () => {
    expect(splitShownText('\ud83d').map(({ text }) => text)).toEqual(['\ufffd'])
    expect(cut('ab\ud83d\ude00', 3)).toBe('ab\ufffd…')
  })

  it.each([
    [{ command: 'ls', description: 'x' }, 'ls'],
    [{ file_path: '/a' }, '/a'],
    [{ other: 1 }, '{\n  "other": 1\n}'],
    [{ command: 7 }, '{\n  "command": 7\n}'],
    [{}, ''],
    [JSON.parse('{"__proto__": {"command": "rm"}}'), '{\n  "__proto__": {\n    "command": "rm"\n  }\n}'],
  ])('of %j shows %j', (input, text) => expect(mainText(input)).toBe(text))

  it('makes one line of a call, however long it is', () => {
    expect(callLine({ command: 'a\n\n  b' })).toBe('a b')
    expect(callLine({ command: 'x'.repeat(1e6) }, 20)).toHaveLength(21)
  })

  it('finds the last part of a path', () => expect(['/a/b/', '/', '', 'c'].map(lastPart)).toEqual(['b', '/', '', 'c']))
})
