import { unreachable } from '../decision.ts'
import {
  ACCEPT_EDITS,
  EXPECTED,
  type FastPath,
  NO_RELEVANCE,
  POWERSHELL_FLAG,
  PROVEN,
  SAFE_TOOLS,
} from '../fast-paths.ts'
import { collectFindings, isCertainFinding } from '../judge/embedded/findings.ts'
import { hardBlockVerdict } from '../judge/embedded/judge.ts'
import { wordAction } from '../wording/wording.ts'
import { isLimitReason } from './stated-limits.ts'
import {
  answerWith,
  type CheckContext,
  fastPathViewOf,
  passOn,
  type Step,
  type StepAnswer,
  type StepResult,
} from './step.ts'

/** Mode bypassPermissions: everything the steps before it let through. */
export const BYPASS_STEP: Step = {
  name: 'mode bypassPermissions',
  run: ({ mode, floor, session }) => {
    if (mode !== 'bypassPermissions') return passOn(`mode is ${mode}`)
    if (floor) return answerWith(floor)
    return answerWith({
      outcome: 'allow',
      reason: { type: 'mode', mode, headless: session.headless },
      note: 'bypassPermissions allows what no rule or check stops',
    })
  },
}

/** What default, acceptEdits, plan and dontAsk say; auto continues. */
export const MODE_STEP: Step = {
  name: 'mode',
  run: (check: CheckContext): StepResult => {
    const { mode, floor } = check
    // Plan mode denies what an ask rule would ask about: a rule that asks must not loosen it.
    if (floor && isUserAskRule(floor) && mode !== 'plan' && !isGraveAnyway(check, floor))
      return answerWith(hardBlockAnswer(check) ?? floor)
    if (mode === 'auto') return passOn('auto continues with fast paths and judge')
    const reads = readOnlyAnswer(check)
    switch (mode) {
      case 'default':
      case 'bypassPermissions':
        return answerWith(reads ?? modeAnswer(check, 'ask', `The ${mode} mode asks before anything but reads`))
      case 'dontAsk':
        return answerWith(answerWithoutRule(check, reads !== undefined))
      case 'acceptEdits':
        return answerWith(
          reads ??
            fastPath(check, ACCEPT_EDITS) ??
            modeAnswer(check, 'ask', 'The acceptEdits mode asks before anything but reads and edits in the project'),
        )
      case 'plan':
        return answerWith(reads ?? modeAnswer(check, 'deny', 'Plan mode only reads'))
      default:
        return unreachable(mode)
    }
  },
}

/**
 * A person wrote "ask me". A broken file, a rule of the project's own, and one of a preset, which a project may choose, only tighten: what
 * the mode or the judge denies stays denied.
 */
function isUserAskRule({ reason }: StepAnswer): boolean {
  if (reason.type !== 'rule') return reason.type !== 'broken-settings'
  const { scope } = reason.match.source
  return scope !== 'project' && scope !== 'local' && scope !== 'builtin'
}

/** What the judge would deny needs more than a limit that is lifted. */
function isGraveAnyway({ mode, action, policy, session }: CheckContext, { reason }: StepAnswer): boolean {
  if (mode !== 'auto' || !isLimitReason(reason)) return false
  return collectFindings(action, policy, session.facts).some(isCertainFinding)
}

/** The safe list and the proof that a call only reads are ways of auto mode: here only a rule allows. */
function answerWithoutRule(check: CheckContext, reads: boolean): StepAnswer {
  const { mode, session } = check
  const reason = { type: 'mode', mode, headless: session.headless, ...(reads && { reads }) } as const
  return { outcome: 'ask', reason, ...actionNote(check), why: `The ${mode} mode denies whatever no rule allows` }
}

/** What nobody may clear is never made a question. */
export function hardBlockAnswer({ mode, action, policy, session, ledger }: CheckContext): StepAnswer | undefined {
  if (mode !== 'auto') return undefined
  const { transcript, facts, headless } = session
  const verdict = hardBlockVerdict({ action, policy, transcript, facts, headless, ledger })
  if (verdict?.type !== 'block') return undefined
  return {
    outcome: 'deny',
    reason: { type: 'verdict', judge: 'embedded', verdict: 'block' },
    judge: 'embedded',
    note: verdict.reason,
    hard: true,
    ...(verdict.why !== undefined && { why: verdict.why }),
    ...(verdict.category !== undefined && { category: verdict.category }),
  }
}

function modeAnswer(check: CheckContext, outcome: StepAnswer['outcome'], why: string): StepAnswer {
  const { mode, session } = check
  const said = outcome === 'allow' ? { note: why } : { ...actionNote(check), why }
  return { outcome, reason: { type: 'mode', mode, headless: session.headless }, ...said }
}

/** A mode has nothing against the call but what it is: that is told. */
function actionNote({ action, session }: CheckContext): Pick<StepAnswer, 'note'> {
  return { note: wordAction(action, session.facts)?.headline ?? `uses ${action.tool}` }
}

/** The fast paths of auto mode, in their order. */
export const FAST_PATH_STEPS: readonly Step[] = [
  POWERSHELL_FLAG,
  ACCEPT_EDITS,
  SAFE_TOOLS,
  NO_RELEVANCE,
  PROVEN,
  EXPECTED,
].map((path) => ({
  name: `fast path ${path.name}${path.number === undefined ? '' : ` (page ${path.number})`}`,
  run: (check) => {
    const taken = fastPath(check, path)
    return taken ? answerWith(taken) : passOn('does not apply')
  },
}))

function fastPath(check: CheckContext, { name, number, answers, applies }: FastPath): StepAnswer | undefined {
  if (check.toJudge && answers === 'allow') return undefined
  const note = applies(fastPathViewOf(check))
  if (note === undefined) return undefined
  const said = answers === 'allow' ? { note } : { ...actionNote(check), why: note }
  return { outcome: answers, reason: { type: 'fast-path', name, ...(number !== undefined && { number }) }, ...said }
}

/** Reads run in every mode: registered tools that read, and shell commands proven to change nothing. */
function readOnlyAnswer(check: CheckContext): StepAnswer | undefined {
  const listed = fastPath(check, SAFE_TOOLS) ?? fastPath(check, NO_RELEVANCE)
  if (listed) return listed
  const { action } = check
  const secret = action.effects.some((effect) => effect.kind === 'read-path' && effect.path.tags.includes('secret'))
  return !secret && action.grade === 'proven' ? modeAnswer(check, 'allow', 'reads only') : undefined
}
