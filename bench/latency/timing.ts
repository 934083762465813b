import { type Quantile, quantile } from '../frame/statistics.ts'

/** Times of one thing, in milliseconds, as the report shows them. */
export interface Timing {
  readonly name: string
  readonly rounds: number
  readonly p50: Quantile
  readonly p95: Quantile
  readonly p99: Quantile
}

export function timingOf(name: string, times: readonly number[]): Timing {
  return {
    name,
    rounds: times.length,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
  }
}

export interface Timed {
  readonly name: string
  run(): unknown
}

/** Takes the things in turn, round by round: what slows the machine down slows all of them. */
export async function interleaved(things: readonly Timed[], rounds: number, warmUp: number): Promise<Timing[]> {
  const times = new Map(things.map(({ name }) => [name, [] as number[]]))
  for (let round = -warmUp; round < rounds; round++)
    for (const { name, run } of things) {
      const start = performance.now()
      await run()
      if (round >= 0) times.get(name)?.push(performance.now() - start)
    }
  return [...times].map(([name, taken]) => timingOf(name, taken))
}
