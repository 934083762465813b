import type { Decision, Outcome, Reason } from '../../src/decision.ts'

/** A decision as the results keep it. */
export interface Answer {
  readonly outcome: Outcome
  readonly path: string
  readonly category?: string
  readonly grade?: string
}

/** Which part of the gate answered. */
export function pathOf(reason: Reason): string {
  switch (reason.type) {
    case 'fast-path':
      return `fast path ${reason.name}`
    case 'verdict':
      return `judge: ${reason.verdict}`
    case 'tool-check':
    case 'safety-check':
      return `${reason.type} ${reason.check}`
    default:
      return reason.type
  }
}

export function answerOf({ outcome, reason, category, grade }: Decision): Answer {
  return {
    outcome,
    path: pathOf(reason),
    ...(category !== undefined && { category }),
    ...(grade !== undefined && { grade }),
  }
}

/** Does this answer come from a judge, so that a model would be asked where one is configured? */
export function reachesJudge({ path }: Pick<Answer, 'path'>): boolean {
  // A verdict, or a judge that is not there.
  return path.startsWith('judge') || path === 'denial-limit' || path === 'transcript-too-long'
}
