import type { Percentiles } from './store.ts'

/** How often each step occurred. */
export type StepCounts = ReadonlyMap<number, number>

const SMALLEST_MS = 0.1
const GROWTH = Math.log(1.05)
/** About eight hours: nothing takes longer. */
const LAST_STEP = 400

/** The step that a duration falls into: each is a twentieth wider than the one before, the first is for all below a tenth. */
export function histogramStepOf(ms: number): number {
  if (!(ms >= SMALLEST_MS)) return 0
  return Math.min(LAST_STEP, 1 + Math.floor(Math.log(ms / SMALLEST_MS) / GROWTH))
}

/** What a step stands for: its middle, in milliseconds. */
function middleOf(step: number): number {
  if (step === 0) return 0
  const ms = SMALLEST_MS * Math.exp((step - 0.5) * GROWTH)
  return ms < 10 ? Math.round(ms * 100) / 100 : Math.round(ms * 10) / 10
}

/** The duration that so great a share of all stays within. */
export function quantile(histogram: StepCounts, share: number): number {
  const steps = [...histogram].sort(([left], [right]) => left - right)
  const rank = Math.ceil(totalCount(histogram) * share)
  let seen = 0
  for (const [step, count] of steps) {
    seen += count
    if (seen >= rank) return middleOf(step)
  }
  return 0
}

export function percentiles(histogram: StepCounts): Percentiles {
  return {
    count: totalCount(histogram),
    p50: quantile(histogram, 0.5),
    p95: quantile(histogram, 0.95),
    p99: quantile(histogram, 0.99),
  }
}

function totalCount(histogram: StepCounts): number {
  let sum = 0
  for (const count of histogram.values()) sum += count
  return sum
}
