import { expect, it } from 'vitest'
import { costOf, readUsage } from './cost.ts'
import { pricesOf } from './prices.ts'
import { redact } from './redact.ts'

const filler = (count: number) => 'aB3d'.repeat(count)

it.each([
  `sk-ant-api03-${filler(6)}`,
  `ghp_${filler(9)}`,
  `github_pat_${filler(10)}`,
  `glpat-${filler(5)}`,
  `xoxb-${filler(5)}`,
  `AKIA${'ABCD'.repeat(4)}`,
  `AIza${filler(9)}`,
  `eyJ${filler(5)}.${filler(5)}.${filler(5)}`,
  `npm_${filler(9)}`,
  `-----BEGIN RSA PRIVATE KEY-----\n${filler(20)}\n-----END RSA PRIVATE KEY-----`,
])('%s is taken out', (secret) => expect(redact(`x ${secret} y`)).toBe('x [redacted] y'))

it.each([
  ['API_KEY=abcdefgh', 'API_KEY=[redacted]'],
  ['"password": "correct horse"', '"password": "[redacted] horse"'],
  [`Authorization: Bearer ${filler(5)}`, 'Authorization: Bearer [redacted]'],
  ['postgres://app:pa55word@db/x', 'postgres://app:[redacted]@db/x'],
])('%s', (text, clean) => expect(redact(text)).toBe(clean))

it.each(['git commit -m "token refresh"', 'rm -rf build', 'https://example.com/a:b', 'task-sk-1'])(
  '%s stays',
  (text) => {
    expect(redact(text)).toBe(text)
  },
)

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
