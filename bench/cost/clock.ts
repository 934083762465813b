import type { Random } from '../frame/random.ts'

/** The time that passes in a session, so that a cache ages as it would: gaps like those of real sessions. */
export interface SessionClock {
  now(): number
  /** Until the agent's next call. */
  call(): void
  /** Until the person's next turn. */
  turn(): void
}

/** Median gaps of real sessions; the spread makes about one pause in eight between turns longer than a cache lives. */
const CALL_MS = 6_200
const TURN_MS = 75_000
const SPREAD = 1.2

/** `pace` below one lets time pass more slowly: to a cache that lives twelve times as long it is the same. */
export function sessionClock(random: Random, pace = 1): SessionClock {
  let time = 0
  const pass = (median: number) => {
    time += pace * median * Math.exp(SPREAD * normal(random))
  }
  return { now: () => time, call: () => pass(CALL_MS), turn: () => pass(TURN_MS) }
}

/** Box and Muller's way to a normal number. */
function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()))
  return radius * Math.cos(2 * Math.PI * random.next())
}
