import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256 } from './sha256.ts'

const reference = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

it('the known answers hold', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

it('agrees with the platform at every length around a block, and beyond the short ones', () => {
  for (const length of [...Array(200).keys(), 4095, 4096, 8191, 8192, 8193, 100_000]) {
    expect(sha256('x'.repeat(length)), String(length)).toBe(reference('x'.repeat(length)))
  }
})

it.each(['ü', '日本', '\ud800', '\0', '🙂'.repeat(3000)])('agrees on text that is not ASCII: %j', (text) => {
  expect(sha256(text)).toBe(reference(text))
})

it('agrees on bytes', () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 7) & 255)
  expect(sha256(bytes)).toBe(reference(bytes))
})
