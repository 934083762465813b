import { describe, expect, it } from 'vitest'
import { EXAMPLES } from '../../categories/examples.ts'
import { CATEGORIES } from '../../categories/index.ts'
import { findings, isHard, isSure } from '../embedded/findings.ts'
import { testPolicy } from '../embedded/test-policy.ts'
import { judged, understood } from '../embedded/testing.ts'
import { hintFor } from './index.ts'

const POLICY = testPolicy()

/** What a message suggests must be true: said by the person, it clears the call. */
describe('the hint clears what it stands beside', () => {
  for (const { id, hard } of CATEGORIES) {
    if (hard) continue
    for (const example of EXAMPLES.get(id)?.block ?? []) {
      const { action, facts } = understood(example)
      const found = findings(action, POLICY, facts).filter((finding) => isSure(finding))
      const hints = found.map((finding) => hintFor(finding, action))
      if (found.length === 0 || found.some((finding) => isHard(finding, POLICY)) || hints.includes(undefined)) continue
      it(`${id}: ${hints.join('; ')}`, async () => {
        const said = hints.map((text) => `${text}.`).join(' ')
        expect((await judged({ ...example, user: [said] })).type).not.toBe('block')
      })
    }
  }
})
