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
import { hardBlock } from '../judge/embedded/judge.ts'
import { type Answer, answer, type Check, pass, type Step, type StepResult, viewOf } from './step.ts'

/** Mode bypassPermissions: everything the steps before it let through. */
export const BYPASS: Step = {
  name: 'mode bypassPermissions',
  run: ({ mode, floor, session }) => {
    if (mode !== 'bypassPermissions') return pass(`mode is ${mode}`)
    if (floor) return answer(floor)
    return answer({
      outcome: 'allow',
      reason: { type: 'mode', mode, headless: session.headless },
      note: 'bypassPermissions allows what no rule or check stops',
    })
  },
}

/** What default, acceptEdits, plan and dontAsk say; auto goes on. */
export const MODE: Step = {
  name: 'mode',
  run: (check: Check): StepResult => {
    const { mode, floor } = check
    // Plan mode denies what an ask rule would ask about: a rule that asks must not loosen it.
    if (floor && isWished(floor) && mode !== 'plan') return answer(hardAnswer(check) ?? floor)
    if (mode === 'auto') return pass('auto goes on to fast paths and judge')
    const reads = readsOnly(check)
    switch (mode) {
      case 'default':
      case 'bypassPermissions':
        return answer(reads ?? byMode(check, 'ask', `mode ${mode} asks before anything that is not a read`))
      case 'dontAsk':
        return answer(withoutRule(check, reads !== undefined))
      case 'acceptEdits':
        return answer(
          reads ??
            fastPath(check, ACCEPT_EDITS) ??
            byMode(check, 'ask', 'mode acceptEdits asks before anything but reads and edits in the project'),
        )
      case 'plan':
        return answer(reads ?? byMode(check, 'deny', 'mode plan reads only'))
      default:
        return unreachable(mode)
    }
  },
}

/**
 * A person wrote "ask me". A broken file, a rule of the project's own, and one of a preset, which a project may choose, only tighten: what
 * the mode or the judge denies stays denied.
 */
function isWished({ reason }: Answer): boolean {
  if (reason.type !== 'rule') return reason.type !== 'broken-settings'
  const { scope } = reason.match.source
  return scope !== 'project' && scope !== 'local' && scope !== 'builtin'
}

/** The safe list and the proof that a call only reads are ways of auto mode: here only a rule allows. */
function withoutRule(check: Check, reads: boolean): Answer {
  const { mode, session } = check
  const reason = { type: 'mode', mode, headless: session.headless, ...(reads && { reads }) } as const
  return { outcome: 'ask', reason, note: `${mode} mode denies whatever no rule allows` }
}

/** What nobody may clear is never made a question. */
export function hardAnswer({ mode, action, policy, session }: Check): Answer | undefined {
  if (mode !== 'auto') return undefined
  const { transcript, facts, headless } = session
  const verdict = hardBlock({ action, policy, transcript, facts, headless })
  if (verdict?.type !== 'block') return undefined
  return {
    outcome: 'deny',
    reason: { type: 'verdict', judge: 'embedded', verdict: 'block' },
    judge: 'embedded',
    note: verdict.reason,
    hard: true,
    ...(verdict.category !== undefined && { category: verdict.category }),
  }
}

function byMode({ mode, session }: Check, outcome: Answer['outcome'], note: string): Answer {
  return { outcome, reason: { type: 'mode', mode, headless: session.headless }, note }
}

/** The fast paths of auto mode, in their order. */
export const FAST_PATHS: readonly Step[] = [
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
    return taken ? answer(taken) : pass('does not apply')
  },
}))

function fastPath(check: Check, { name, number, answers, applies }: FastPath): Answer | undefined {
  const note = applies(viewOf(check))
  if (note === undefined) return undefined
  return { outcome: answers, reason: { type: 'fast-path', name, ...(number !== undefined && { number }) }, note }
}

/** Reads run in every mode: registered tools that read, and shell commands proven to change nothing. */
function readsOnly(check: Check): Answer | undefined {
  const listed = fastPath(check, SAFE_TOOLS) ?? fastPath(check, NO_RELEVANCE)
  if (listed) return listed
  const { action } = check
  const secret = action.effects.some((effect) => effect.kind === 'read-path' && effect.path.tags.includes('secret'))
  return !secret && action.grade === 'proven' ? byMode(check, 'allow', 'reads only') : undefined
}
