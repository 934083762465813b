import { describe, expect, it } from 'vitest'
import { CATEGORIES } from '../src/categories/index.ts'
import { buildEvidence, isOrdinaryRead } from '../src/judge/embedded/findings.ts'
import { testPolicy } from '../src/judge/embedded/test-policy.ts'
import { understandExample } from '../src/judge/embedded/testing.ts'
import { readClass, readClasses } from './corpus/read.ts'

// What no category is asked about must be nothing to any of them.
describe('ordinary reads', () => {
  it('of the corpus are nothing to any category, also several of one call', () => {
    const policy = testPolicy()
    const found: string[] = []
    let asked = 0
    for (const { tool, input } of readClasses().flatMap(readClass)) {
      const { action, facts } = understandExample({ call: { tool, input } })
      const effects = action.effects.filter(isOrdinaryRead)
      if (effects.length === 0) continue
      asked++
      const evidence = { ...buildEvidence(action, policy, facts), effects }
      for (const { id, detect } of CATEGORIES)
        if (detect(evidence).length > 0) found.push(`${id}: ${JSON.stringify(input)}`)
    }
    expect(found).toEqual([])
    expect(asked).toBeGreaterThan(50)
  })
})
