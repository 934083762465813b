import { readCodeForTest } from '../../src/analysis/code/testing.ts'
import { oracleCalls } from './grammars.ts'
import type { Positions } from './positions/places.ts'

/** A text with calls in known places. */
export interface Generated {
  readonly text: string
  readonly marks: number
}

/** Puts a call, each time another one, wherever a place for an expression is left. */
export function fill(positions: Positions, template: string): Generated {
  let marks = 0
  const text = template.replaceAll('§', () => positions.mark(++marks))
  return { text: `${positions.before}${text}\n`, marks }
}

/** A place within a place. */
export function nest(outer: string, inner: string): string {
  return outer.replaceAll('§', () => inner)
}

export type Judgement = 'seen' | 'reported' | 'missed' | 'not valid'

/** Does our reading run what stands there, or does it say that it did not understand? */
export function judge(positions: Positions, { text, marks }: Generated): Judgement {
  if (positions.oracle && oracleCalls(positions.oracle, text) === undefined) return 'not valid'
  const reading = readCodeForTest(positions.language, text)
  const seen = Array.from({ length: marks }, (_each, index) => reading.ran.includes(`mark ${index + 1}`))
  if (seen.every(Boolean)) return 'seen'
  return reading.grade === 'unknown' ? 'reported' : 'missed'
}
