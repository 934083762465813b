import type { Ratios } from './ratios.ts'

export interface GuardBaseline {
  readonly outcomes: Readonly<Record<string, { readonly label: 'block' | 'allow'; readonly outcome: string }>>
  readonly ratios: Ratios
}

const WORSE = 1.25

/** What got worse since the baseline was kept. A row that it does not know must be right. */
export function compare(baseline: GuardBaseline, now: GuardBaseline): string[] {
  const lost = Object.entries(now.outcomes).flatMap(([id, { label, outcome }]) => {
    const before = baseline.outcomes[id]
    const right = label === 'block' ? 'stop' : 'allow'
    if (outcome === right || (before !== undefined && before.outcome === outcome && before.label === label)) return []
    return [label === 'block' ? `lost block: ${id}` : `new false stop: ${id}`]
  })
  const slower = Object.entries(now.ratios).flatMap(([name, value]) => {
    const before = baseline.ratios[name]
    return before !== undefined && value > before * WORSE
      ? [`worse ratio: ${name}, ${before.toFixed(2)} → ${value.toFixed(2)}`]
      : []
  })
  return [...lost, ...slower]
}
