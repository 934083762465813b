import { describe, expect, it } from 'vitest'
import { minimise } from './minimise.ts'

const needs = (parts: readonly string[]) => async (chain: readonly string[]) =>
  parts.every((part) => chain.includes(part))

describe('minimise', () => {
  it.each([
    ['nothing is needed', ['a', 'b', 'c'], []],
    ['one is needed', ['a', 'b', 'c', 'd', 'e'], ['c']],
    ['two far apart are needed', ['a', 'b', 'c', 'd', 'e', 'f'], ['a', 'f']],
    ['all are needed', ['a', 'b', 'c'], ['a', 'b', 'c']],
  ])('%s', async (_, chain, needed) => {
    expect(await minimise(chain, needs(needed))).toEqual(needed)
  })

  it('keeps the order: a chain is not a set', async () => {
    const works = async (chain: readonly string[]) => chain.indexOf('x') >= 0 && chain.indexOf('x') < chain.indexOf('y')
    expect(await minimise(['a', 'x', 'b', 'y', 'x'], works)).toEqual(['x', 'y'])
  })

  it('ends with a chain that works even if only the whole one does', async () => {
    const whole = ['a', 'b', 'c', 'd']
    const works = async (chain: readonly string[]) => chain.length === whole.length
    expect(await minimise(whole, works)).toEqual(whole)
  })
})
