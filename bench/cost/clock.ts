import type { Random } from '../frame/random.ts'

/** The time that passes over sessions, so that a cache ages as it would. */
export interface WorkClock {
  now(): number
  /** Until the agent's next call. */
  call(): void
  /** Until the person's next turn. */
  turn(): void
  /** Until the person's next session. */
  session(): void
}

/**
 * How sessions follow one another: at once (as one turn follows another), after a break, or each on a day of its own. The first
 * two within working days of eight hours: the session after that begins on the next day.
 */
export type Pause = 'at once' | 'after a break' | 'a day apart'

/** The gap between calls is the median of real sessions. The others are assumed: the data has no times. */
const CALL_MS = 6_200
const TURN_MS = 75_000
const BREAK_MS = 10 * 60_000
/** Makes about one pause in eight between turns longer than five minutes. */
const SPREAD = 1.2

const WORKING_MS = 8 * 3_600_000
const DAY_MS = 24 * 3_600_000

export function workClock(random: Random, pause: Pause): WorkClock {
  let time = 0
  let dayBegan = 0
  const pass = (median: number) => {
    time += median * Math.exp(SPREAD * normal(random))
  }
  const nextDay = () => {
    dayBegan = Math.max(dayBegan + DAY_MS, time + DAY_MS - WORKING_MS)
    time = dayBegan
  }
  return {
    now: () => time,
    call: () => pass(CALL_MS),
    turn: () => pass(TURN_MS),
    session: () => {
      if (pause === 'a day apart' || time - dayBegan > WORKING_MS) return nextDay()
      pass(pause === 'at once' ? TURN_MS : BREAK_MS)
    },
  }
}

/** Box and Muller's way to a normal number. */
function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()))
  return radius * Math.cos(2 * Math.PI * random.next())
}
