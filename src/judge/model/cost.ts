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

/** What a budget may count: a plan has no prices, and a person may care for the number of checks alone. */
export const BUDGET_UNITS = ['dollars', 'tokens', 'checks'] as const
export type BudgetUnit = (typeof BUDGET_UNITS)[number]
export type Spend = Readonly<Record<BudgetUnit, number>>

export const NOTHING_SPENT: Spend = { dollars: 0, tokens: 0, checks: 0 }

export function addSpend(left: Spend, right: Spend): Spend {
  return {
    dollars: left.dollars + right.dollars,
    tokens: left.tokens + right.tokens,
    checks: left.checks + right.checks,
  }
}

/** All tokens of a call, kept ones too: plans count them. */
export function allTokens(usage: TokenUsage): number {
  return usage.inputTokens + usage.cacheWriteTokens + usage.cacheReadTokens + usage.outputTokens
}

/** What was spent before, kept at the edge; the judge adds to it. */
export interface SpendLedger {
  /** Throws when it cannot be known; the budget then counts as reached. */
  spent(sessionId: string): { readonly session: Spend; readonly day: Spend }
  add(sessionId: string, spend: Spend): void
}

export interface BudgetLimits {
  readonly unit?: BudgetUnit
  readonly session?: number
  readonly day?: number
  /** What the gate answers beyond a limit; it asks by default. */
  readonly outcome?: 'ask' | 'deny'
}

/** Which budget is used up, if one is. */
export function budgetReached(
  { unit = 'dollars', session, day }: BudgetLimits,
  spent: ReturnType<SpendLedger['spent']>,
): 'session' | 'day' | undefined {
  if (session !== undefined && spent.session[unit] >= session) return 'session'
  if (day !== undefined && spent.day[unit] >= day) return 'day'
  return undefined
}

/** The same for a session's next request, by what the ledger holds. */
export function budgetReachedBy(
  budget: BudgetLimits,
  ledger: SpendLedger | undefined,
  sessionId: string,
): 'session' | 'day' | undefined {
  if (budget.session === undefined && budget.day === undefined) return undefined
  return budgetReached(budget, ledger?.spent(sessionId) ?? { session: NOTHING_SPENT, day: NOTHING_SPENT })
}

/** A ledger for as long as the process lives; its day is the process's life. */
export function memoryLedger(): SpendLedger {
  const sessions = new Map<string, Spend>()
  let day = NOTHING_SPENT
  return {
    spent: (sessionId) => ({ session: sessions.get(sessionId) ?? NOTHING_SPENT, day }),
    add: (sessionId, spend) => {
      sessions.set(sessionId, addSpend(sessions.get(sessionId) ?? NOTHING_SPENT, spend))
      day = addSpend(day, spend)
    },
  }
}
