import type { Miss } from '../frame/section.ts'
import { groupBy } from '../frame/statistics.ts'

export interface SessionCount {
  readonly id: string
  readonly source: string
  /** The folder of the data. */
  readonly set: string
  readonly agent: string
  readonly calls: number
  /** Calls whose own name is another than that of the data. */
  readonly renamed: number
  /** Calls whose own name its agent's lookup takes for somebody else's. */
  readonly unknownNames: number
  /** Calls that no rule and no fast path settles. */
  readonly judged: number
  readonly asked: number
  readonly denied: number
  /** Stops of calls whose input the data does not hold in full. */
  readonly clipped: number
  /** Calls and stops of PowerShell: its flag is off by default, so each asks. */
  readonly powershell: { readonly calls: number; readonly stopped: number }
  readonly slowestMs: number
  readonly paths: Readonly<Record<string, number>>
}

/** One stop, with what one needs to see why. */
export interface Interruption {
  readonly session: string
  readonly at: number
  readonly tool: string
  readonly outcome: string
  readonly path: string
  readonly category: string
  readonly message: string
  readonly refused: boolean
  readonly clipped: boolean
  readonly input: string
}

export interface SessionsResult {
  readonly sessions: readonly SessionCount[]
  readonly interruptions: readonly Interruption[]
}

/** The kinds of stops in real work; people ran nearly all of these calls. */
export function missesOf({ sessions, interruptions }: SessionsResult): Miss[] {
  const calls = sessions.reduce((sum, session) => sum + session.calls, 0)
  const real = interruptions.filter(({ refused, clipped }) => !refused && !clipped)
  return [...groupBy(real, ({ category, path }) => (category === '' ? path : category))].map(([name, group]) => ({
    suite: 'sessions',
    class: name,
    count: group.length,
    of: calls,
    says: 'real work, stopped',
  }))
}
