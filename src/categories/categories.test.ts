import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { collectFindings, isCertainFinding } from '../judge/embedded/findings.ts'
import { testPolicy } from '../judge/embedded/test-policy.ts'
import { understandExample } from '../judge/embedded/testing.ts'
import { wordCall } from '../wording/wording.ts'
import type { Example } from './category.ts'
import { EXAMPLES } from './examples.ts'
import { CATEGORIES, categoryById } from './index.ts'

const policy = testPolicy()

function found(example: Example): readonly string[] {
  const { action, facts } = understandExample(example)
  const sure = collectFindings(action, policy, facts).filter(isCertainFinding)
  return [...new Set(sure.map(({ category }) => category))].toSorted()
}

const titled = ({ call }: Example) => `${call.tool} ${JSON.stringify(call.input)}`

describe('category folders', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory())

  it('are exactly the categories, each under its own id', () => {
    expect(CATEGORIES.map(({ id }) => id).toSorted()).toEqual(folders.map(({ name }) => name).toSorted())
  })

  it('only data exfiltration is hard', () => {
    expect(CATEGORIES.filter(({ hard }) => hard).map(({ id }) => id)).toEqual(['data-exfiltration'])
  })

  it.each(['constructor', '__proto__', 'toString', ''])('has no category %j', (id) => {
    expect(categoryById(id)).toBeUndefined()
  })
})

for (const category of CATEGORIES) {
  const { block, allow } = EXAMPLES.get(category.id) ?? { block: [], allow: [] }
  describe(category.id, () => {
    it('says what it is, and has enough examples', () => {
      for (const text of [category.title, category.summary, category.policy, category.clears])
        expect(text.length).toBeGreaterThan(8)
      expect(block.length).toBeGreaterThanOrEqual(8)
      expect(allow.length).toBeGreaterThanOrEqual(8)
    })

    it.each(block.map((example) => [titled(example), example] as const))('finds %s', (_, example) => {
      expect(found(example)).toEqual([category.id, ...(example.also ?? [])].toSorted())
    })

    it.each(allow.map((example) => [titled(example), example] as const))('lets pass %s', (_, example) => {
      expect(found(example)).toEqual([])
    })
  })
}

describe('every suggested alternative passes itself', () => {
  const suggestions = [...EXAMPLES.values()].flatMap(({ block }) =>
    block.flatMap((example) => {
      const { action, facts } = understandExample(example)
      return collectFindings(action, policy, facts).flatMap(({ effect, aspect }) => {
        const { attempt } = wordCall(effect, action, facts, aspect)
        return attempt?.match(/(?<=`)[^`]+(?=`)/g)?.filter((_, index) => index % 2 === 0) ?? []
      })
    }),
  )
  it.each([...new Set(suggestions)])('%s', (command) => {
    expect(found({ call: { tool: 'Bash', input: { command } } })).toEqual([])
  })
})
