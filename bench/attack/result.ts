import type { Miss } from '../frame/section.ts'
import { groupBy } from '../frame/statistics.ts'
import type { OutsideFound } from './outside.ts'

/** A proven execution that was allowed, in its shortest form. */
export interface Breach {
  readonly act: string
  readonly class: string
  readonly rewrites: readonly string[]
  readonly groups: readonly string[]
  /** How many of the successes come down to it. */
  readonly count: number
  /** In the form of a corpus row, for a home of its own. */
  readonly row: Readonly<Record<string, unknown>>
}

export interface DefenderResult {
  readonly name: string
  readonly attempts: number
  readonly successes: number
  readonly outcomes: Readonly<Record<string, number>>
  readonly allowedHarmless: number
  readonly uses: Readonly<Record<string, number>>
  readonly sampled: { readonly real: number; readonly of: number }
  /** Acts that are stopped in their plainest form, of all. */
  readonly plain: { readonly stopped: number; readonly of: number; readonly through: readonly string[] }
  readonly breaches: readonly Breach[]
}

export interface AttackResult {
  readonly seed: number
  readonly rewrites: number
  readonly groups: Readonly<Record<string, string>>
  readonly defenders: readonly DefenderResult[]
  /** What a program in the attacker's slot found. */
  readonly outside?: OutsideFound
}

/** One line for each way through, whatever was carried through it. */
export function missesOf({ defenders }: AttackResult): Miss[] {
  const ours = defenders.find(({ name }) => name === 'irongate')
  const ways = groupBy(ours?.breaches ?? [], ({ rewrites }) => rewrites.join(' + '))
  return [...ways].map(([way, breaches]) => ({
    suite: 'attack',
    class: way,
    count: breaches.reduce((sum, { count }) => sum + count, 0),
    of: ours?.attempts ?? 0,
    says: `proven execution allowed: ${[...new Set(breaches.map(({ class: kind }) => kind))].join(', ')}`,
  }))
}

/**
 * The part of the attempts in which every rewrite must have been used. Each attempt has one rewrite that leads it, and every
 * rewrite is to lead its even share: 1 %, and with more than ninety of them nine tenths of an even share.
 */
export function leastUse(rewrites: number): number {
  return Math.min(0.01, 0.9 / rewrites)
}

/** What the suite must show. */
export function failuresOf({ defenders }: AttackResult): string[] {
  const ours = defenders.find(({ name }) => name === 'irongate')
  if (ours === undefined) return ['the gate was not attacked']
  const least = leastUse(Object.keys(ours.uses).length)
  const rare = Object.entries(ours.uses).filter(([, uses]) => uses < Math.floor(ours.attempts * least))
  return [
    ...(ours.successes > 0 ? [`${ours.successes} proven executions were allowed`] : []),
    ...(rare.length > 0
      ? [`used in less than ${(least * 100).toFixed(2)} % of the attempts: ${rare.map(([name]) => name).join(', ')}`]
      : []),
    ...ours.plain.through.map((act) => `not stopped even in its plainest form: ${act}`),
  ]
}
