import type { Action } from '../analysis/action.ts'
import type { Effect } from '../analysis/effects.ts'
import type { Reason } from '../decision.ts'
import { type CrossedLimits, findCrossings } from '../intent/statements/crossing.ts'
import { phraseLedger } from '../intent/statements/phrases/phrase-ledger.ts'
import type { Ledger } from '../intent/statements/statement.ts'
import { wordAction } from '../wording/wording.ts'
import { type CheckContext, passOn, type Step, type StepAnswer, type StepResult } from './step.ts'

const LIMIT_REASON = { type: 'safety-check', check: 'boundary' } as const

export function isLimitReason(reason: Reason): boolean {
  return reason.type === LIMIT_REASON.type && reason.check === LIMIT_REASON.check
}

/**
 * What the user's limits cover is asked about in every mode, however harmless it is in itself. The only place that enforces their limits.
 * INVARIANT: a limit only tightens: what the judge would deny stays denied, and what it would allow asks.
 */
export const LIMITS_STEP: Step = {
  name: 'stated limits',
  run: (check) => {
    const { session, action } = check
    const ledger = session.statements?.ledger ?? phraseLedger(session.transcript)
    const found = findCrossings(action, session.facts, ledger)
    const settle = session.statements?.settle?.bind(session.statements)
    const mayPass = isProvenRead(action) && found.crossed === undefined
    if (settle === undefined || ledger.unread.length === 0 || mayPass) return limitResult(check, ledger, found)
    return settle().then((settled) => limitResult(check, settled, findCrossings(action, session.facts, settled)))
  },
}

/** A proven read may continue while a turn is being read. */
function isProvenRead({ grade, effects }: Action): boolean {
  return grade === 'proven' || (effects.length > 0 && effects.every(({ kind }) => kind === 'read-path'))
}

function limitResult(check: CheckContext, ledger: Ledger, { crossed, doubtful }: CrossedLimits): StepResult {
  if (crossed) {
    const { limit, effect, command } = crossed
    const statement = { id: limit.id, sentence: limit.sentence }
    const answer = { ...limitAnswer(check, (one) => one === effect, command), quote: limit.sentence, statement }
    return { type: 'floor', answer, learned: { ledger } }
  }
  return doubtful
    ? passOn(`"${doubtful.limit.sentence}" may rule it out; the judge decides`, { ledger, toJudge: true })
    : passOn('none is crossed', { ledger })
}

function limitAnswer(
  { action, session }: CheckContext,
  crosses: (effect: Effect) => boolean,
  command: string,
): StepAnswer {
  return {
    outcome: 'ask',
    reason: LIMIT_REASON,
    note: wordAction(action, session.facts, crosses)?.headline ?? `runs ${command || action.tool}`,
  }
}
