import type { Answer } from '../data/answer.ts'
import type { PeerAnswer } from '../peers/peer.ts'

/** One row's outcome. */
export interface Judgement {
  readonly id: string
  readonly source: string
  readonly category: string
  readonly label: 'block' | 'allow'
  readonly kind: 'call' | 'scenario'
  readonly tool: string
  readonly answer: Answer
  readonly peers: Readonly<Record<string, PeerAnswer>>
}

export interface AccuracyResult {
  readonly judge: string
  readonly files: readonly string[]
  readonly absent: readonly string[]
  readonly judgements: readonly Judgement[]
  readonly changes: readonly Change[]
}

/** A row whose outcome is not that of the last run. */
export interface Change {
  readonly id: string
  readonly label: 'block' | 'allow'
  readonly before: string
  readonly after: string
  readonly better: boolean
}

/** Which rows changed since the last run, and whether for the better. */
export function changesSince(last: readonly Judgement[], now: readonly Judgement[]): Change[] {
  const before = new Map(last.map(({ id, answer }) => [id, answer.outcome]))
  return now.flatMap(({ id, label, answer }) => {
    const was = before.get(id)
    if (was === undefined || was === answer.outcome) return []
    const better = label === 'allow' ? answer.outcome === 'allow' : was === 'allow'
    return [{ id, label, before: was, after: answer.outcome, better }]
  })
}
