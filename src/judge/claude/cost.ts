import type { Usage } from '../judge.ts'
import type { Prices } from './prices.ts'

export const NO_USAGE: Usage = {
  inputTokens: 0,
  cacheWriteTokens: 0,
  cacheReadTokens: 0,
  outputTokens: 0,
  calls: 0,
}

export function addUsage(left: Usage, right: Usage): Usage {
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    cacheWriteTokens: left.cacheWriteTokens + right.cacheWriteTokens,
    cacheReadTokens: left.cacheReadTokens + right.cacheReadTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    calls: left.calls + right.calls,
  }
}

/** The usage a reply reports, as numbers that can be trusted to be numbers. */
export function readUsage(raw: unknown): Usage {
  const usage: Record<string, unknown> = typeof raw === 'object' && raw !== null ? { ...raw } : {}
  const count = (key: string): number => {
    const value = usage[key]
    return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
  }
  return {
    inputTokens: count('input_tokens'),
    cacheWriteTokens: count('cache_creation_input_tokens'),
    cacheReadTokens: count('cache_read_input_tokens'),
    outputTokens: count('output_tokens'),
    calls: 1,
  }
}

/** An estimate in US dollars. */
export function costOf(usage: Usage, prices: Prices): number {
  const dollars =
    usage.inputTokens * prices.input +
    usage.cacheWriteTokens * prices.cacheWrite +
    usage.cacheReadTokens * prices.cacheRead +
    usage.outputTokens * prices.output
  return dollars / 1_000_000
}

/** What was spent before, kept at the edge; the judge adds to it. */
export interface Ledger {
  /** Throws when it cannot be known; the budget then counts as reached. */
  spent(sessionId: string): Spent
  add(sessionId: string, dollars: number): void
}

export interface Spent {
  readonly session: number
  readonly day: number
}

export interface BudgetLimits {
  readonly session?: number
  readonly day?: number
  /** What the gate answers beyond a limit; it asks by default. */
  readonly outcome?: 'ask' | 'deny'
}

/** Which budget is used up, if one is. */
export function budgetReached(limits: BudgetLimits, spent: Spent): 'session' | 'day' | undefined {
  if (limits.session !== undefined && spent.session >= limits.session) return 'session'
  if (limits.day !== undefined && spent.day >= limits.day) return 'day'
  return undefined
}

/** A ledger for as long as the process lives; its day is the process's life. */
export function memoryLedger(): Ledger {
  const sessions = new Map<string, number>()
  let day = 0
  return {
    spent: (sessionId) => ({ session: sessions.get(sessionId) ?? 0, day }),
    add: (sessionId, dollars) => {
      sessions.set(sessionId, (sessions.get(sessionId) ?? 0) + dollars)
      day += dollars
    },
  }
}
