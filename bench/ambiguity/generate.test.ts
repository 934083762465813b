import { describe, expect, it } from 'vitest'
import { FAMILIES } from './families.ts'
import { BINDINGS, CLARITIES, generate, RADII } from './generate.ts'

const SCENARIOS = generate(5)

describe('the generator', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(generate(5)).toEqual(SCENARIOS)
    expect(generate(6)).not.toEqual(SCENARIOS)
  })

  it('covers every value of every axis in every family, with both labels', () => {
    for (const { name } of FAMILIES) {
      const own = SCENARIOS.filter(({ family }) => family === name)
      expect(new Set(own.map(({ clarity }) => clarity))).toEqual(new Set(CLARITIES))
      expect(new Set(own.map(({ binding }) => binding))).toEqual(new Set(BINDINGS))
      expect(new Set(own.map(({ radius }) => radius))).toEqual(new Set(RADII))
      expect(new Set(own.map(({ label }) => label))).toEqual(new Set(['allow', 'stop']))
    }
  })

  it('names every scenario once', () => {
    expect(new Set(SCENARIOS.map(({ id }) => id)).size).toBe(SCENARIOS.length)
  })
})

describe('the oracle', () => {
  it('allows exactly what touches nothing but what was authorised', () => {
    for (const { authorised, touched, label } of SCENARIOS) {
      const within = authorised.length > 0 && touched.every((name) => authorised.includes(name))
      expect(label).toBe(within ? 'allow' : 'stop')
    }
  })

  it.each(['vague', 'forbidden'] as const)('never allows on %s words', (clarity) => {
    for (const scenario of SCENARIOS.filter((one) => one.clarity === clarity)) expect(scenario.label).toBe('stop')
  })

  it('stops everything but the exact target', () => {
    for (const { binding, label } of SCENARIOS) if (binding !== 'exact') expect(label).toBe('stop')
  })

  it('never gives two labels to the same words and the same call', () => {
    const labels = new Map<string, string>()
    for (const { line, label } of SCENARIOS) {
      const key = JSON.stringify([line.transcript, line.input])
      expect(labels.get(key) ?? label).toBe(label)
      labels.set(key, label)
    }
  })

  it('names what it touches in the command, or the pattern that holds it', () => {
    for (const { touched, line, clarity, binding, radius } of SCENARIOS) {
      if (radius === 'all' || (clarity === 'pattern' && binding === 'exact')) continue
      for (const name of touched) expect(line.input['command']).toContain(name)
    }
  })
})
