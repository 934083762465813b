import { effectiveOutcome, isUserCommand } from '../../audit/effective-outcome.ts'
import { isProbe } from '../../audit/query.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { histogramStepOf } from './histogram.ts'

/**
 * What is counted of Records, hour by hour, in whole numbers: sums of them are the same in any order, and what was added can be
 * taken away again. A name is what is counted, `outcome:deny` or `alone:57` (a step of the histogram).
 */
export type Tally = Map<string, number>

export const HOUR_MS = 60 * 60 * 1000
/** Dollars are counted in billionths. */
export const NANO_DOLLARS = 1e9
/** In the year 2248: as late as a key of the SQLite file reaches. What says it is from later, or from before 1970, is put at the end. */
const MAX_TIME_MS = 8_790_000_000_000
/** Names are counted one by one: a hostile machine must not bring long ones. */
const MOST_NAME = 200
/** No check takes more tokens, or billionths of a dollar, than this. */
const MAX_COUNT = 1e12

/** When a Record counts as made: in whole milliseconds, within what a store can order. */
export function clampTime(at: number): number {
  return Math.min(MAX_TIME_MS, Math.max(0, Math.floor(at)))
}

export function hourOf(at: number): number {
  return Math.floor(clampTime(at) / HOUR_MS)
}

/** Adds a Record, or takes it away again. The gate's own probes, and what people typed to the gate, are no calls of an agent. */
export function countRecord(tally: Tally, record: AuditRecord, times: 1 | -1 = 1): void {
  if (isProbe(record) || isUserCommand(record)) return
  const add = (name: string, value = 1) => {
    if (value !== 0) tally.set(name, (tally.get(name) ?? 0) + value * times)
  }
  const { reason, category, host, spent } = record
  const outcome = effectiveOutcome(record)
  add(`outcome:${outcome}`)
  if (record.shadow) add(`shadow:${record.outcome}`)
  add(`path:${reason.type.slice(0, MOST_NAME)}`)
  add(`host:${host.slice(0, MOST_NAME)}`)
  const rule = ruleIn(record)
  if (rule !== undefined) add(`rule:${rule}`)
  if (category !== undefined && outcome !== 'allow') add(`category:${category.slice(0, MOST_NAME)}`)
  if (record.after !== undefined) {
    const { after } = record
    // One call: what was counted when it began to wait is subtracted.
    add(`outcome:${after.outcome}`, -1)
    add(`path:${after.reason.slice(0, MOST_NAME)}`, -1)
    add(`host:${host.slice(0, MOST_NAME)}`, -1)
    if (after.category !== undefined && after.outcome !== 'allow')
      add(`category:${after.category.slice(0, MOST_NAME)}`, -1)
  }
  const judged = validAmount(record.judgeMs) !== undefined
  if (judged) add('judged')
  const ms = validAmount(record.ms)
  if (ms !== undefined) add(`${judged ? 'with' : 'alone'}:${histogramStepOf(ms)}`)
  if (typeof spent !== 'object' || spent === null) return
  const cached = wholeNumber(spent.cacheReadTokens)
  add('calls', wholeNumber(spent.calls))
  add('nano', wholeNumber((validAmount(spent.dollars) ?? 0) * NANO_DOLLARS))
  add('input', wholeNumber(spent.inputTokens) + wholeNumber(spent.cacheWriteTokens) + cached)
  add('output', wholeNumber(spent.outputTokens))
  add('cached', cached)
}

/** The rule that decided a call, `deny Bash(rm:*)`. */
function ruleIn({ reason }: AuditRecord): string | undefined {
  const match: unknown = reason.type === 'rule' ? reason.match : undefined
  const { behavior, rule } = (match ?? {}) as Record<string, unknown>
  return typeof behavior === 'string' && typeof rule === 'string' ? ruleName(behavior, rule) : undefined
}

/** How a rule is called where its hits are counted. */
export function ruleName(behavior: string, text: string): string {
  return `${behavior} ${text}`.slice(0, MOST_NAME)
}

/** Lines can be edited: what is no number counts as nothing. */
function validAmount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY ? value : undefined
}

function wholeNumber(value: unknown): number {
  return Math.min(MAX_COUNT, Math.round(validAmount(value) ?? 0))
}

/** Tallies by hour. */
export type Hours = Map<number, Tally>

export function countInto(hours: Hours, record: AuditRecord, times: 1 | -1 = 1): void {
  const hour = hourOf(record.at)
  let tally = hours.get(hour)
  if (tally === undefined) {
    tally = new Map()
    hours.set(hour, tally)
  }
  countRecord(tally, record, times)
}

/** Stands for all machines in counts and erasures. */
export const ALL_MACHINES = 0
