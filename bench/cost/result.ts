import type { Usage } from '../../src/judge/judge.ts'

export interface SessionCost {
  readonly calls: number
  /** Calls that reached the judge. */
  readonly judged: number
  readonly usage: Usage
  /** Of the session's first request, which can find nothing in the cache. */
  readonly first: Usage
  readonly dollars: number
  /** Calls that the embedded judge settled because the model was away. */
  readonly standIns: number
}

export interface VariantCost {
  readonly name: string
  readonly says: string
  readonly sessions: readonly SessionCost[]
}

export interface CostResult {
  readonly model: string
  readonly variants: readonly VariantCost[]
}

export function total(sessions: readonly SessionCost[]) {
  const sum = (of: (session: SessionCost) => number) => sessions.reduce((all, session) => all + of(session), 0)
  const input = sum(({ usage }) => usage.inputTokens)
  const written = sum(({ usage }) => usage.cacheWriteTokens)
  const read = sum(({ usage }) => usage.cacheReadTokens)
  return {
    calls: sum(({ calls }) => calls),
    judged: sum(({ judged }) => judged),
    requests: sum(({ usage }) => usage.calls),
    input,
    written,
    read,
    output: sum(({ usage }) => usage.outputTokens),
    cached: read / Math.max(1, input + written + read),
    /** The same without the first request of each session. */
    cachedLater:
      (read - sum(({ first }) => first.cacheReadTokens)) /
      Math.max(1, input + written + read - sum(({ first }) => inputOf(first))),
    dollars: sum(({ dollars }) => dollars),
    standIns: sum(({ standIns }) => standIns),
  }
}

function inputOf({ inputTokens, cacheWriteTokens, cacheReadTokens }: Usage): number {
  return inputTokens + cacheWriteTokens + cacheReadTokens
}

const MOST_JUDGED = 0.1
const LEAST_CACHED = 0.95

/** What the suite must show of the default. */
export function failuresOf({ variants }: CostResult): string[] {
  const ours = variants.find(({ name }) => name === 'proven and expected')
  if (ours === undefined) return []
  const { judged, calls, cached } = total(ours.sessions)
  return [
    ...(judged / calls > MOST_JUDGED
      ? [`${((judged / calls) * 100).toFixed(1)} % of the calls reach a model; at most 10 % may`]
      : []),
    ...(cached < LEAST_CACHED
      ? [`${(cached * 100).toFixed(1)} % of the input tokens come from the cache; at least 95 % must`]
      : []),
  ]
}
