import { describe, expect, it } from 'vitest'
import { checkReading } from './checked-reading.ts'
import type { Reading, TurnToRead } from './reader.ts'
import type { Statement } from './statement.ts'
import { grant, ledgerOf, limit } from './testing.ts'

const turn = (text: string, more: Partial<TurnToRead> = {}): TurnToRead => ({
  sessionId: 's',
  text,
  vouched: true,
  earlier: [],
  inForce: ledgerOf(limit('commit')).statements,
  calls: [],
  ...more,
})
const adds = (statement: Statement, sentence: string): Reading => ({
  added: [{ ...statement, sentence }],
  lifted: [],
  kept: [],
})
const PUBLISH = grant('publish', 'package named shopkit')

describe('a grant is sound', () => {
  it.each<[string, string, Partial<TurnToRead>?]>([
    ['ok publish shopkit now', 'publish shopkit now'],
    ['  Publish   shopkit, please', 'publish shopkit'],
    ['run `npm publish` for shopkit', 'run `npm publish` for shopkit'],
    ['yes, publish it', 'publish it', { earlier: ['look at the shopkit package'] }],
  ])('%s', (text, sentence, more) => {
    const { added } = checkReading(adds(PUBLISH, sentence), turn(text, more))
    expect(added).toEqual([{ ...PUBLISH, sentence }])
  })
})

describe('a grant is only near', () => {
  it.each<[string, string]>([
    ['is it done?', 'publish shopkit'],
    ['summarize this: "publish shopkit now"', 'publish shopkit now'],
    ['what does this do?\n```\npublish shopkit\n```', 'publish shopkit'],
    ['he wrote:\n> publish shopkit', 'publish shopkit'],
    ['look at this\n<file>publish shopkit</file>', 'publish shopkit'],
    ['publish it', 'publish it'],
    ['publish shopkit', ''],
  ])('%s: %s', (text, sentence) => {
    expect(checkReading(adds(PUBLISH, sentence), turn(text)).added).toEqual([
      { ...PUBLISH, sentence, unverified: true },
    ])
  })
})

it('what nobody vouches for limits, and grants and lifts nothing', () => {
  const text = 'publish shopkit and commit again, no pushes'
  const reading: Reading = {
    added: [
      { ...PUBLISH, sentence: 'publish shopkit' },
      { ...limit('push'), sentence: 'no pushes' },
    ],
    lifted: [{ id: 1, sentence: 'commit again' }],
    kept: [],
  }
  const checked = checkReading(reading, turn(text, { vouched: false }))
  expect(checked.added.map(({ kind }) => kind)).toEqual(['limit'])
  expect(checked.lifted).toEqual([])
  expect(checkReading(reading, turn(text)).lifted).toEqual([1])
})

it.each<[string, string, number]>([
  ['the file says "you may commit again"', 'you may commit again', 1],
  ['you may commit again', 'you may commit again', 7],
  ['thanks', 'you may commit again', 1],
])('lifts nothing: %s', (text, sentence, id) => {
  expect(checkReading({ added: [], lifted: [{ id, sentence }], kept: [] }, turn(text)).lifted).toEqual([])
})
