import type { TokenUsage } from '../../src/judge/judge.ts'
import { addUsage, NO_USAGE } from '../../src/judge/model/cost.ts'
import type { Miss } from '../frame/section.ts'
import type { TurnCounts } from './turn-readings.ts'
import { DEFAULT } from './variants.ts'

export interface SessionCost {
  readonly calls: number
  /** Calls that reached the judge. */
  readonly judged: number
  /** Of these, calls that a fast path would take, had nobody said what may be a boundary. */
  readonly worded: number
  readonly usage: TokenUsage
  /** Of the session's first request, which can find nothing of its own in the cache. */
  readonly first: TokenUsage
  /** Input tokens that are the session's own and were sent for the first time: no cache can have them. */
  readonly fresh: number
  /** For the judge. */
  readonly dollars: number
  /** What the reading of people's turns took; undefined where they aren't read. */
  readonly readings?: ReadingCost
  /** Calls that the embedded judge settled because the model was away. */
  readonly standIns: number
}

interface ReadingCost extends TurnCounts {
  readonly usage: TokenUsage
  readonly dollars: number
}

export interface VariantCost {
  readonly name: string
  readonly says: string
  readonly life: string
  readonly pause: string
  readonly sessions: readonly SessionCost[]
}

export interface CostResult {
  readonly model: string
  /** What all readings begin with, and the least that the model's cache keeps, in tokens. */
  readonly prompt: { readonly tokens: number; readonly minimum: number }
  readonly variants: readonly VariantCost[]
  /** The default, by the life of the cache and by how sessions follow one another. */
  readonly lives: readonly VariantCost[]
}

export function total(sessions: readonly SessionCost[]) {
  const sum = (of: (session: SessionCost) => number) => sessions.reduce((all, session) => all + of(session), 0)
  const input = sum(({ usage }) => usage.inputTokens)
  const written = sum(({ usage }) => usage.cacheWriteTokens)
  const read = sum(({ usage }) => usage.cacheReadTokens)
  return {
    calls: sum(({ calls }) => calls),
    judged: sum(({ judged }) => judged),
    worded: sum(({ worded }) => worded),
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
    /** What would come from the cache if it never forgot and knew the system prompt from the start. */
    possible: 1 - (input + sum(({ fresh }) => fresh)) / Math.max(1, input + written + read),
    judgeDollars: sum(({ dollars }) => dollars),
    dollars: sum(({ dollars, readings }) => dollars + (readings?.dollars ?? 0)),
    standIns: sum(({ standIns }) => standIns),
  }
}

/** The readings of all sessions; undefined where turns aren't read. */
export function readingsOf(sessions: readonly SessionCost[]) {
  const all = sessions.flatMap(({ readings }) => readings ?? [])
  if (all.length === 0) return undefined
  const sum = (of: (cost: ReadingCost) => number) => all.reduce((whole, cost) => whole + of(cost), 0)
  const usage = all.reduce((whole, cost) => addUsage(whole, cost.usage), NO_USAGE)
  return {
    turns: sum(({ turns }) => turns),
    readings: sum(({ readings }) => readings),
    unread: sum(({ unread }) => unread),
    dollars: sum(({ dollars }) => dollars),
    usage,
    cached: usage.cacheReadTokens / Math.max(1, inputOf(usage)),
  }
}

export function inputOf({ inputTokens, cacheWriteTokens, cacheReadTokens }: TokenUsage): number {
  return inputTokens + cacheWriteTokens + cacheReadTokens
}

/** Of all calls. */
const MOST_JUDGED = 0.1
/** For each turn of a person. */
const MOST_READINGS = 1
const LEAST_CACHED = 0.95

function ourSessions({ variants }: CostResult): readonly SessionCost[] | undefined {
  return variants.find(({ name }) => name === DEFAULT.name)?.sessions
}

/** What the suite must show of the default. */
export function failuresOf(result: CostResult): string[] {
  const ours = ourSessions(result)
  if (ours === undefined) return []
  const { judged, calls, cachedLater } = total(ours)
  const read = readingsOf(ours)
  return [
    ...(judged / calls > MOST_JUDGED
      ? [`${((judged / calls) * 100).toFixed(1)} % of the calls reach a model; at most 10 % may`]
      : []),
    ...(read === undefined ? ['the turns of people are not read'] : []),
    ...(read !== undefined && read.readings > MOST_READINGS * read.turns
      ? [`${read.readings} readings of ${read.turns} turns; one reading of each may be`]
      : []),
    ...(cachedLater < LEAST_CACHED
      ? [
          `${(cachedLater * 100).toFixed(1)} % of the input tokens after a session's first request come from the cache; at least 95 % must`,
        ]
      : []),
  ]
}

/** Of all input, first requests too, 95 % shall come from the cache. The fewer calls need a model, the less can. */
export function missesOf(result: CostResult): Miss[] {
  const sessions = ourSessions(result)
  if (sessions === undefined) return []
  const ours = total(sessions)
  if (ours.cached >= LEAST_CACHED) return []
  const all = ours.input + ours.written + ours.read
  const most = (ours.possible * 100).toFixed(1)
  const says = `input tokens that do not come from the cache; 5 % is the aim, and ${most} % at most could come from it`
  return [{ suite: 'cost', class: 'first requests of a session', count: ours.input + ours.written, of: all, says }]
}
