import { expect, it } from 'vitest'
import { memoize } from './memoize.ts'

it.each([
  ['short', 'a', 'b'],
  ['long', 'a'.repeat(300), `${'a'.repeat(299)}b`],
])('%s names are read once, and each has its own answer', (_name, one, other) => {
  const read: string[] = []
  const last = memoize((name) => {
    read.push(name)
    return name.at(-1)
  })
  expect([one, one, other, other].map(last)).toEqual(['a', 'a', 'b', 'b'])
  expect(read).toEqual([one, other])
  expect(last(one)).toBe('a')
})
