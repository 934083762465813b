import { describe, expect, it } from 'vitest'
import { measureCpuMs } from '../../analysis/testing.ts'
import { estimateTokens, leastTokens } from '../../transcript/token-estimate.ts'
import { conversationKey, correctEstimate, fitOf, MOST_COUNTS, memoryCounts } from './token-count.ts'

/** Whatever counts tokens can be put here: the law below must hold for it. */
type Tokenizer = (text: string) => number

const sum = (text: string, pieces: RegExp, cost: (piece: string) => number) =>
  [...text.matchAll(pieces)].reduce((total, [piece]) => total + cost(piece), 0)

const WIDE = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/
const PIECES = / ?[A-Z]*[a-z]+| ?[A-Z]+| ?\d{1,3}|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]| ?[^\sA-Za-z\d]|\s+/g

/** Stand-ins that cut as public tokenizers do: words with their space, numbers by three, signs; they differ in how much of a word they know. */
const TOKENIZERS: readonly (readonly [name: string, tokenizer: Tokenizer])[] = [
  [
    'knows most words',
    (text) => sum(text, PIECES, (piece) => (WIDE.test(piece) ? 0.8 : Math.ceil(piece.trim().length / 8) || 1)),
  ],
  [
    'knows short words',
    (text) => sum(text, PIECES, (piece) => (WIDE.test(piece) ? 1.2 : Math.ceil(piece.trim().length / 5) || 1)),
  ],
  [
    'knows little',
    (text) => sum(text, PIECES, (piece) => (WIDE.test(piece) ? 1.9 : Math.ceil(piece.trim().length / 3) || 1)),
  ],
  ['counts bytes', (text) => Math.ceil(Buffer.byteLength(text) / 3.3)],
]

const ENGLISH =
  'The harbour office closes its books at the end of every quarter, and whoever forgot to hand in a receipt has to explain ' +
  'the difference to the auditors. Nobody enjoys that conversation, so most people keep a careful list from the beginning. '
const CODE =
  'export function nextTide(levels: readonly number[], at = 0): number | undefined {\n  const peak = levels.indexOf(Math.max(...levels))\n' +
  "  if (peak < at) return undefined // past it\n  return levels[peak]! * 2 + Number.parseInt('0x1f', 16)\n}\n"
const CJK =
  '港湾事務所は四半期ごとに帳簿を締めます。领收单丢失的人必须向审计员说明差额。항만 사무소는 분기마다 장부를 마감합니다。'
const TEXTS: readonly (readonly [string, string])[] = [
  ['English', ENGLISH],
  ['code', CODE],
  ['CJK', CJK],
  ['all of them', ENGLISH + CODE + CJK],
]

describe.each(TOKENIZERS)('against a tokenizer that %s', (_name, tokenizer) => {
  const cases = TEXTS.flatMap(([first, before]) => TEXTS.map(([then, after]) => [first, then, before, after] as const))

  it.each(cases)('%s counted, then as much %s again: hardly too low', (_first, _then, before, after) => {
    const [start, grown] = [before.repeat(60), before.repeat(60) + after.repeat(60)]
    const counts = memoryCounts()
    counts.set('c', { estimated: estimateTokens(start), counted: tokenizer(start) })
    expect(correctEstimate(estimateTokens(grown), counts.get('c'))).toBeGreaterThanOrEqual(0.95 * tokenizer(grown))
  })

  it.each(TEXTS)('%s that grows by a tenth: not much too high', (_text, text) => {
    const [start, grown] = [text.repeat(100), text.repeat(110)]
    const last = { estimated: estimateTokens(start), counted: tokenizer(start) }
    expect(correctEstimate(estimateTokens(grown), last)).toBeLessThanOrEqual(1.15 * tokenizer(grown))
  })
})

it.each(TEXTS)('%s is not underestimated before anything was counted', (_name, text) => {
  for (const [name, tokenizer] of TOKENIZERS.slice(0, 2))
    expect(estimateTokens(text), name).toBeGreaterThanOrEqual(0.95 * tokenizer(text))
})

describe('a count', () => {
  it.each([
    [{ estimated: 100, counted: 0 }],
    [{ estimated: 100, counted: 1 }],
    [{ estimated: 100, counted: 1e9 }],
    [{ estimated: 0, counted: 5 }],
    [{ estimated: Number.NaN, counted: 5 }],
  ])('of %j is not believed', (last) => expect(correctEstimate(1_000, last)).toBe(1_000))

  it.each([
    [{ estimated: 900, counted: 300 }, 400],
    [{ estimated: 900, counted: 299 }, 1_000],
    [{ estimated: 900, counted: 2_700 }, 3_000],
    [{ estimated: 900, counted: 2_701 }, 1_000],
  ])('of %j is believed up to three times either way: %i', (last, expected) =>
    expect(correctEstimate(1_000, last)).toBe(expected),
  )

  it('of a longer conversation never makes a shorter one lighter', () => {
    expect(correctEstimate(1_000, { estimated: 5_000, counted: 2_500 })).toBe(1_000)
    expect(correctEstimate(1_000, { estimated: 5_000, counted: 6_000 })).toBe(1_200)
  })

  it('is kept by model, session and sub-agent, the last of them', () => {
    const names = [
      conversationKey('m', 's', undefined),
      conversationKey('n', 's', undefined),
      conversationKey('m', 's', 'a'),
    ]
    expect(new Set(names).size).toBe(3)
    const counts = memoryCounts()
    const one = { estimated: 1, counted: 1 }
    for (let at = 0; at < MOST_COUNTS; at++) counts.set(`c${at}`, one)
    counts.set('c0', one)
    expect(counts.get('c1')).toEqual(one)
    counts.set('new', one)
    expect(['c0', 'c1', 'c2', 'new'].map((name) => counts.get(name))).toEqual([one, undefined, one, one])
  })
})

it.each([
  [100, 1_000, 'fits'],
  [900, 1_000, 'fits'],
  [901, 1_000, 'near'],
  [2_900, 1_000, 'near'],
  [3_001, 1_000, 'too-long'],
] as const)('%s tokens where there is room for %s: %s', (tokens, room, fit) => expect(fitOf(tokens, room)).toBe(fit))

describe('the least a text can have', () => {
  const hostile = [' ', 'a', 'A', 'aB', '1', '-', '=-', '\n', ' a', 'é', '中', '😀', '\ud800', 'word and ', 'a1 ']
  it.each(hostile)('%j again and again', (piece) => {
    for (const times of [1, 7, 8, 1_000])
      expect(estimateTokens(piece.repeat(times))).toBeGreaterThanOrEqual(leastTokens(piece.repeat(times)))
  })

  it.each(hostile)('%j: a megabyte is estimated in no time', (piece) => {
    const text = piece.repeat(1_000_000 / piece.length)
    expect(measureCpuMs(() => estimateTokens(text))).toBeLessThan(400)
  })
})
