import { expect, it } from 'vitest'
import { quoteAscii, quoteJson } from './escape.ts'

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** Every character that a reader could take for a bracket of ours, or not see at all. */
function* dangerous(): Generator<string> {
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const character = String.fromCodePoint(point)
    if (HIDDEN.test(character) || /[<>]/.test(character.normalize('NFKD'))) yield character
  }
}

it('no character of Unicode that is hidden, or a bracket in another form, stays itself', () => {
  const all = [...dangerous()]
  expect(all.length).toBeGreaterThan(4_000)
  const left = all.filter((character) => /[^\x20-\x7e]|[<>]/.test(quoteJson(character)))
  expect(left.map((character) => character.codePointAt(0)?.toString(16))).toEqual([])
  expect(JSON.parse(quoteJson(all.join('')))).toBe(all.join(''))
})

it.each(['héllo', '日本語', '😀', '«quoted»', 'a—b', 'ру', '\u{1f468}'])('%s stays readable', (text) => {
  expect(quoteJson(text)).toBe(`"${text}"`)
})

it.each(['us\u0435r', '\ud83d\ude00', '\ud800', 'ｕｓｅｒ'])('a name of other letters is spelled out: %j', (name) => {
  expect(quoteAscii(name)).toMatch(/^"[\x20-\x7e]*"$/)
  expect(JSON.parse(quoteAscii(name))).toBe(name)
})

it('takes linear time, whatever the text consists of', () => {
  const time = (unit: string, length: number): number => {
    const text = unit.repeat(length)
    const start = process.cpuUsage().user
    quoteJson(text)
    return process.cpuUsage().user - start
  }
  for (const unit of ['<', '<a', '\ud800', '\u{e0041}', '"', '\\', '\u200b ']) {
    time(unit, 100_000)
    expect(time(unit, 1_000_000)).toBeLessThan(2_000_000)
  }
})
