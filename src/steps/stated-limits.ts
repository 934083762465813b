import type { Action } from '../analysis/action.ts'
import type { Effect } from '../analysis/effects.ts'
import type { Reason } from '../decision.ts'
import { findCrossedLimit } from '../intent/consent/index.ts'
import { findCrossings } from '../intent/statements/crossing.ts'
import { unreadTranscript } from '../intent/statements/ledger.ts'
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
    const { statements } = check.session
    if (statements === undefined) return limitResult(check, undefined)
    const { ledger, settle } = statements
    if (settle === undefined || ledger.unread.length === 0 || isProvenRead(check.action))
      return limitResult(check, ledger)
    return settle.call(statements).then((settled) => limitResult(check, settled))
  },
}

/** A proven read may continue while a turn is being read. */
function isProvenRead({ grade, effects }: Action): boolean {
  return grade === 'proven' || (effects.length > 0 && effects.every(({ kind }) => kind === 'read-path'))
}

function limitResult(check: CheckContext, ledger: Ledger | undefined): StepResult {
  const { action, session } = check
  const { crossed, doubtful } = ledger === undefined ? NOTHING_CROSSED : findCrossings(action, session.facts, ledger)
  if (crossed) {
    const { limit, effect, command } = crossed
    const statement = { id: limit.id, sentence: limit.sentence }
    return asks({ ...limitAnswer(check, (one) => one === effect, command), quote: limit.sentence, statement }, ledger)
  }
  const spoken = findCrossedLimit(action, unreadTranscript(session.transcript, ledger))
  if (spoken) return asks({ ...limitAnswer(check, spoken.isCrossedBy, spoken.command), quote: spoken.words }, ledger)
  return doubtful
    ? passOn(`"${doubtful.limit.sentence}" may rule it out; the judge decides`, { ledger, toJudge: true })
    : passOn('none is crossed', { ledger })
}

const NOTHING_CROSSED = { crossed: undefined, doubtful: undefined }

function asks(answer: StepAnswer, ledger: Ledger | undefined): StepResult {
  return { type: 'floor', answer, learned: { ledger } }
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
