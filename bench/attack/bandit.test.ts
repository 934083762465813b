import { describe, expect, it } from 'vitest'
import { createRandom } from '../frame/random.ts'
import { createBandit } from './bandit.ts'

const ARMS = Array.from({ length: 20 }, (_, at) => `arm ${at}`)

function play(rounds: number, pays: (arm: string) => number, seed = 3) {
  const bandit = createBandit(ARMS, { floor: 0.02 })
  const random = createRandom(seed)
  for (let round = 0; round < rounds; round++) {
    bandit.begin()
    const arm = bandit.choose(random)
    bandit.reward(arm, pays(arm))
  }
  return bandit.uses
}

describe('the bandit', () => {
  it('uses every arm at least as often as the floor says', () => {
    const uses = play(2_000, (arm) => (arm === 'arm 7' ? 1 : 0))
    for (const arm of ARMS) expect(uses.get(arm)).toBeGreaterThanOrEqual(0.019 * 2_000)
  })

  it('prefers what pays', () => {
    const uses = play(2_000, (arm) => (arm === 'arm 7' ? 1 : 0))
    const others = ARMS.filter((arm) => arm !== 'arm 7').map((arm) => uses.get(arm) ?? 0)
    expect(uses.get('arm 7')).toBeGreaterThan(3 * Math.max(...others))
  })

  it('never chooses what is excepted, however well it pays', () => {
    const bandit = createBandit(ARMS, { floor: 0.02 })
    bandit.begin()
    bandit.reward('arm 7', 1)
    const random = createRandom(5)
    for (let round = 0; round < 200; round++) expect(bandit.choose(random, 'arm 7')).not.toBe('arm 7')
  })

  it('is the same for the same seed, and another for another', () => {
    const pays = (arm: string) => arm.length / 10
    expect([...play(500, pays, 1)]).toEqual([...play(500, pays, 1)])
    expect([...play(500, pays, 1)]).not.toEqual([...play(500, pays, 2)])
  })
})
