/** A share with its Wilson interval: honest for small counts and for shares near nought and one. */
export interface Share {
  readonly hits: number
  readonly of: number
  readonly share: number
  readonly low: number
  readonly high: number
}

const Z95 = 1.959963984540054

export function wilson(hits: number, of: number, z = Z95): Share {
  if (of === 0) return { hits, of, share: Number.NaN, low: 0, high: 1 }
  const share = hits / of
  const square = (z * z) / of
  const middle = (share + square / 2) / (1 + square)
  const half = (z / (1 + square)) * Math.sqrt((share * (1 - share)) / of + square / (4 * of))
  return { hits, of, share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

/** The value below which this part of the values lies (nearest rank). */
export function percentile(values: readonly number[], part: number): number {
  if (values.length === 0) return Number.NaN
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN
}

/** Which part to take, and how sure to be of it. */
export interface Quantile {
  readonly value: number
  readonly low: number
  readonly high: number
}

/** A quantile with its 95 % interval from order statistics: no assumption about the shape of the times. */
export function quantile(values: readonly number[], part: number): Quantile {
  const sorted = values.toSorted((left, right) => left - right)
  const spread = Z95 * Math.sqrt(sorted.length * part * (1 - part))
  const at = (rank: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(rank)))] ?? Number.NaN
  const rank = part * sorted.length - 1
  return { value: percentile(values, part), low: at(rank - spread), high: at(rank + spread) }
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length
}

/** How often each key comes. */
export function countBy<T>(items: Iterable<T>, key: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1)
  return counts
}

export function groupBy<T>(items: Iterable<T>, key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const name = key(item)
    const group = groups.get(name)
    if (group) group.push(item)
    else groups.set(name, [item])
  }
  return groups
}
