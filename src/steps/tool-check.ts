import { hasActorRole } from '../analysis/actor.ts'
import type { Effect } from '../analysis/effects.ts'
import { type PathTag, type PathUse, pathProtection } from '../analysis/paths/paths.ts'
import { sessionApprovalScope } from '../analysis/targets.ts'
import { CONCERNS } from '../wording/concerns.ts'
import { wordEffect } from '../wording/wording.ts'
import { hardBlockAnswer } from './modes.ts'
import { answerWith, type CheckContext, passOn, type Step, type StepAnswer } from './step.ts'

const QUESTION_TO_PERSON = 'it is a question to a person'

const USER_INTERACTION = { type: 'tool-check', check: 'user-interaction' } as const

/** The tool's own word (page 3), and the safety check that no judge may approve (page 2): it asks in every mode, bypass included. */
export const TOOL_CHECK_STEP: Step = {
  name: "the tool's own check",
  run: (check: CheckContext) => {
    const own = check.tool.check?.(check.action.call)
    if (own?.type === 'deny')
      return answerWith({ outcome: 'deny', reason: { type: 'tool-check', check: own.check }, note: own.message })
    if (own?.type === 'needs-person') return answerWith({ outcome: 'ask', reason: USER_INTERACTION, note: own.message })
    // Somebody there is asked by the tool itself; a second question before it would be one too many.
    if (check.tool.asksPerson && (check.session.headless || check.mode === 'dontAsk'))
      return answerWith({ outcome: 'ask', reason: USER_INTERACTION, note: QUESTION_TO_PERSON })
    const guarded = check.action.effects.filter((each) => protectedPathOf(each) !== undefined)
    // What is put into a folder says more than that it is made.
    const effect = guarded.find((each) => each.kind !== 'write-path' || each.as !== 'folder') ?? guarded[0]
    const path = effect && protectedPathOf(effect)
    if (effect === undefined || path === undefined) return passOn('nothing to object')
    const { headline: note } = wordEffect(effect, check.session.facts)
    const why = path.tags.includes('git-internal')
      ? CONCERNS[effect.kind === 'delete-path' ? 'git-history' : 'git-internal']
      : path.tags.includes('transcript')
        ? CONCERNS.log
        : CONCERNS.agent
    // Plan mode denies the same change of an ordinary file.
    if (check.mode === 'plan')
      return answerWith({
        outcome: 'deny',
        reason: { type: 'mode', mode: 'plan', headless: check.session.headless },
        note,
        why: 'Plan mode only reads',
      })
    const asked: StepAnswer = {
      outcome: 'ask',
      reason: { type: 'safety-check', check: 'safety-check', path: path.text },
      ...editScope(check),
      note,
      why,
    }
    return answerWith(hardBlockAnswer(check) ?? asked)
  },
}

/** What no judge may approve: git's internals, our own and the agents' settings, state and hook files. */
const PROTECTED_TAGS: readonly PathTag[] = ['git-internal', 'gate-own', 'transcript', 'agent-settings']

/** The protected path an effect would change, unless git itself does it as part of its work. */
function protectedPathOf(effect: Effect): PathUse | undefined {
  const written =
    effect.kind === 'touch-protected' && (effect.role === 'write' || pathProtection(effect.path) === 'own')
  if (!written && effect.kind !== 'write-path' && effect.kind !== 'delete-path' && effect.kind !== 'change-mode')
    return undefined
  if (effect.certainty === 'possible' || hasActorRole(effect, 'git')) return undefined
  if (effect.kind === 'delete-path' && isDisposableGitState(effect)) return undefined
  const { path } = effect
  return path.tags.some((tag) => PROTECTED_TAGS.includes(tag)) || mayReplaceGate(effect) ? path : undefined
}

/** By a pattern or a name that is not known, the gate's package or launcher may be what is changed. */
function mayReplaceGate(effect: Effect): boolean {
  if (!('path' in effect) || !effect.path.tags.includes('gate-perhaps')) return false
  if (effect.kind === 'write-path') return effect.how !== 'create'
  return effect.kind === 'delete-path' || (effect.kind === 'change-mode' && effect.grants === 'tighten')
}

/** A lock that git left behind holds nothing; and a repository that the session made in a temporary folder is its own. */
function isDisposableGitState({ path, recursive }: Extract<Effect, { kind: 'delete-path' }>): boolean {
  const guards = path.tags.filter((tag) => PROTECTED_TAGS.includes(tag))
  if (guards.some((tag) => tag !== 'git-internal') || path.glob || path.dynamic) return false
  return (
    (!recursive && /\/\.git\/(?:.*\/)?[^/]+\.lock$/.test(path.real ?? '')) || (path.sessionMade && path.zone === 'temp')
  )
}

/** One file that is edited and nothing else: a person may allow further edits of it in this session. */
function editScope({ action, tool }: CheckContext): { readonly scope?: string } {
  const [effect, ...others] = action.effects.filter(({ kind }) => kind !== 'read-path')
  const scope = tool.kind === 'edit' && others.length === 0 && effect ? sessionApprovalScope(effect) : undefined
  return scope === undefined ? {} : { scope }
}
