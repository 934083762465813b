import type { TokenUsage } from '../judge.ts'
import type { ModelPrices } from './prices.ts'

export const NO_USAGE: TokenUsage = {
  inputTokens: 0,
  cacheWriteTokens: 0,
  cacheReadTokens: 0,
  outputTokens: 0,
  calls: 0,
}

export function addUsage(left: TokenUsage, right: TokenUsage): TokenUsage {
  const hour = (left.cacheHourTokens ?? 0) + (right.cacheHourTokens ?? 0)
  return {
    inputTokens: left.inputTokens + right.inputTokens,
    cacheWriteTokens: left.cacheWriteTokens + right.cacheWriteTokens,
    cacheReadTokens: left.cacheReadTokens + right.cacheReadTokens,
    outputTokens: left.outputTokens + right.outputTokens,
    calls: left.calls + right.calls,
    ...(hour > 0 && { cacheHourTokens: hour }),
  }
}

/** Writing for an hour costs twice the plain input. */
const HOUR_WRITE_FACTOR = 2

/** An estimate in US dollars. */
export function costOf(usage: TokenUsage, prices: ModelPrices): number {
  const hour = usage.cacheHourTokens ?? 0
  const dollars =
    usage.inputTokens * prices.input +
    (usage.cacheWriteTokens - hour) * prices.cacheWrite +
    hour * (prices.cacheWriteHour ?? prices.input * HOUR_WRITE_FACTOR) +
    usage.cacheReadTokens * prices.cacheRead +
    usage.outputTokens * prices.output
  return dollars / 1_000_000
}

/** What was spent before, kept at the edge; the judge adds to it. */
export interface SpendLedger {
  /** Throws when it cannot be known; the budget then counts as reached. */
  spent(sessionId: string): ClaudeSpend
  add(sessionId: string, dollars: number): void
}

export interface ClaudeSpend {
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
export function budgetReached(limits: BudgetLimits, spent: ClaudeSpend): 'session' | 'day' | undefined {
  if (limits.session !== undefined && spent.session >= limits.session) return 'session'
  if (limits.day !== undefined && spent.day >= limits.day) return 'day'
  return undefined
}

/** A ledger for as long as the process lives; its day is the process's life. */
export function memoryLedger(): SpendLedger {
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
