import { describe, expect, it } from 'vitest'
import { bash, type Circumstances } from '../../test/gate/gate-for-tests.ts'
import type { Entry } from '../transcript/entries.ts'

const said = (...texts: string[]): Entry[] => texts.map((text) => ({ kind: 'user', text, trusted: true }))

describe('what a person ruled out', () => {
  const commit = (command: string, texts: readonly string[], how: Circumstances = {}) =>
    bash(command, { verdict: 'block', transcript: said(...texts), ...how })

  it('is asked about without a judge where nothing is wrong with it', async () => {
    expect(await commit('git commit -am wip', ["don't commit"])).toMatchObject({
      outcome: 'ask',
      reason: { type: 'safety-check', check: 'boundary' },
    })
  })

  it('is left to the judge where something is: a ban that is lifted is not enough', async () => {
    expect(await commit('git commit --no-verify -m x', ["don't commit"])).toMatchObject({
      outcome: 'deny',
      reason: { type: 'verdict' },
    })
    expect((await commit('git commit --no-verify -m x', ["don't commit"], { verdict: 'allow' })).outcome).toBe('ask')
    const mixed = 'git status && git commit -am wip && git commit --no-verify -m x'
    expect((await commit(mixed, ["don't commit"])).reason.type).toBe('verdict')
  })

  it('is quoted as it was said', async () => {
    const { message } = await commit('git commit -am wip', ["don't commit"])
    expect(message).toContain(`You said "don't commit".`)
    const { message: toAgent } = await commit('git commit -am wip', ["don't commit"], { headless: true })
    expect(toAgent).toContain(`The user said "don't commit".`)
  })
})
