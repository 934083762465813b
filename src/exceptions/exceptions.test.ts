import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Example } from '../categories/category.ts'
import { judgeExample } from '../judge/embedded/testing.ts'
import { EXCEPTION_EXAMPLES } from './examples.ts'
import { EXCEPTIONS, exceptionById } from './index.ts'

const titled = ({ call }: Example) => `${call.tool} ${JSON.stringify(call.input)}`

it('the folders are exactly the exceptions, each under its own id', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(EXCEPTIONS.map(({ id }) => id).toSorted()).toEqual(folders.map(({ name }) => name).toSorted())
  expect(EXCEPTIONS).toHaveLength(7)
  expect(exceptionById('constructor')).toBeUndefined()
})

for (const { id, title, summary, policy } of EXCEPTIONS) {
  const { block, allow } = EXCEPTION_EXAMPLES.get(id) ?? { block: [], allow: [] }
  describe(id, () => {
    it('says what it is, and has enough examples', () => {
      for (const text of [title, summary, policy]) expect(text.length).toBeGreaterThan(8)
      expect(block.length).toBeGreaterThanOrEqual(8)
      expect(allow.length).toBeGreaterThanOrEqual(8)
    })

    it.each(allow.map((example) => [titled(example), example] as const))('allows %s', async (_, example) => {
      expect((await judgeExample(example)).type).toBe('allow')
    })

    it.each(block.map((example) => [titled(example), example] as const))('does not cover %s', async (_, example) => {
      expect((await judgeExample(example)).type).toBe('block')
    })
  })
}
