import { describe, expect, it } from 'vitest'
import { costOf } from './cost.ts'
import { pricesOf } from './prices.ts'
import { readModelSettings } from './settings.ts'
import { policy } from './testing.ts'
import { readUsage } from './transports/messages/reply.ts'

describe('judge.cacheLife', () => {
  const lifeOf = (judge: Parameters<typeof policy>[0]) => {
    const read = readModelSettings(policy(judge).judge)
    return 'problem' in read ? read.problem : read.settings.cacheLife
  }

  it.each([
    [{}, '1h'],
    [{ baseUrl: 'https://api.anthropic.com/' }, '1h'],
    [{ baseUrl: 'http://127.0.0.1:8080' }, '5m'],
    [{ baseUrl: 'http://127.0.0.1:8080', extra: { cacheLife: '1h' } }, '1h'],
    [{ extra: { cacheLife: '5m' } }, '5m'],
  ])('%j: %s', (judge, life) => expect(lifeOf(judge)).toBe(life))

  it.each(['forever', '', 5, null, {}])('%j closes the judge', (cacheLife) => {
    expect(lifeOf({ extra: { cacheLife } })).toMatch(/^judge\.cacheLife/)
  })
})

describe('what is written for an hour costs more', () => {
  const written = 1_000_000
  const dollars = (cache_creation: unknown, asked: '5m' | '1h') =>
    costOf(readUsage({ cache_creation_input_tokens: written, cache_creation }, asked), pricesOf('claude-sonnet-4-6'))

  it.each([
    [{ ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: 0 }, '1h', 3.75],
    [{ ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: written }, '1h', 6],
    [{ ephemeral_1h_input_tokens: written / 2 }, '1h', 4.875],
    [{ ephemeral_1h_input_tokens: written * 9 }, '1h', 6],
    [{ ephemeral_1h_input_tokens: 'many' }, '1h', 3.75],
    [undefined, '1h', 6],
    [null, '1h', 6],
    [undefined, '5m', 3.75],
  ] as const)('%j, asked for %s: %d dollars', (told, asked, cost) => expect(dollars(told, asked)).toBeCloseTo(cost))

  it('by the price that the settings name', () => {
    const usage = readUsage({ cache_creation_input_tokens: written }, '1h')
    expect(costOf(usage, { input: 1, cacheWrite: 2, cacheWriteHour: 7, cacheRead: 0, output: 0 })).toBeCloseTo(7)
  })
})
