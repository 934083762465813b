import { expect, it } from 'vitest'
import { randomText } from './random.ts'

it('gives as many random bytes as were asked for', () => {
  const made = Array.from({ length: 200 }, () => randomText(9))
  expect(new Set(made).size).toBe(200)
  for (const text of made) expect(Buffer.from(text, 'base64url')).toHaveLength(9)
})
