import { expect, it } from 'vitest'
import { costOf } from './cost.ts'
import { pricesOf } from './prices.ts'
import { readUsage } from './transports/messages/reply.ts'

it('counts only numbers, and prices cache reads apart', () => {
  expect(readUsage({ input_tokens: -1, output_tokens: 'x', cache_read_input_tokens: 7 }, '1h')).toEqual({
    inputTokens: 0,
    cacheWriteTokens: 0,
    cacheReadTokens: 7,
    outputTokens: 0,
    calls: 1,
  })
  expect(readUsage(null, '5m').calls).toBe(1)
  const million = { inputTokens: 1e6, cacheWriteTokens: 1e6, cacheReadTokens: 1e6, outputTokens: 1e6, calls: 1 }
  expect(costOf(million, pricesOf('claude-sonnet-4-6'))).toBeCloseTo(3 + 3.75 + 0.3 + 15)
})
