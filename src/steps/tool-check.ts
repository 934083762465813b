import { hasRole } from '../analysis/doer.ts'
import type { Effect } from '../analysis/effects.ts'
import { guardOf, type PathTag } from '../analysis/paths.ts'
import { scopeOf } from '../analysis/targets.ts'
import { hardAnswer } from './modes.ts'
import { type Answer, answer, type Check, pass, type Step } from './step.ts'

const UNANSWERED = 'it is a question to a person'

const USER_INTERACTION = { type: 'tool-check', check: 'user-interaction' } as const

/** The tool's own word (page 3), and the safety check that no judge may approve (page 2): it asks in every mode, bypass included. */
export const TOOL_CHECK: Step = {
  name: "the tool's own check",
  run: (check: Check) => {
    const own = check.tool.check?.(check.action.call)
    if (own?.type === 'deny')
      return answer({ outcome: 'deny', reason: { type: 'tool-check', check: own.check }, note: own.message })
    if (own?.type === 'needs-person') return answer({ outcome: 'ask', reason: USER_INTERACTION, note: own.message })
    // Somebody there is asked by the tool itself; a second question before it would be one too many.
    if (check.tool.asksPerson && (check.session.headless || check.mode === 'dontAsk'))
      return answer({ outcome: 'ask', reason: USER_INTERACTION, note: UNANSWERED })
    const path = guardedPath(check.action.effects)
    if (path === undefined) return pass('nothing to object')
    const note = `changes ${path}, which is guarded: git's internals, the gate's files, agents' settings`
    // Plan mode denies the same change of an ordinary file.
    if (check.mode === 'plan')
      return answer({
        outcome: 'deny',
        reason: { type: 'mode', mode: 'plan', headless: check.session.headless },
        note: `mode plan reads only; it ${note}`,
      })
    const asked: Answer = {
      outcome: 'ask',
      reason: { type: 'safety-check', check: 'safety-check', path },
      ...scopeOfEdit(check),
      note,
    }
    return answer(hardAnswer(check) ?? asked)
  },
}

/** What no judge may approve: git's internals, our own and the agents' settings, state and hook files. */
const GUARDED: readonly PathTag[] = ['git-internal', 'gate-own', 'transcript', 'agent-settings']

function guardedPath(effects: readonly Effect[]): string | undefined {
  for (const effect of effects) {
    const path = guardedBy(effect)
    if (path !== undefined) return path
  }
  return undefined
}

/** The guarded path an effect would change, unless git itself does it as part of its work. */
function guardedBy(effect: Effect): string | undefined {
  const written = effect.kind === 'touch-guarded' && (effect.role === 'write' || guardOf(effect.path) === 'own')
  if (!written && effect.kind !== 'write-path' && effect.kind !== 'delete-path' && effect.kind !== 'change-mode')
    return undefined
  if (effect.certainty === 'possible' || hasRole(effect, 'git')) return undefined
  if (effect.kind === 'delete-path' && isThrowAway(effect)) return undefined
  return effect.path.tags.some((tag) => GUARDED.includes(tag)) ? effect.path.text : undefined
}

/** A lock that git left behind holds nothing; and a repository that the session made in a temporary folder is its own. */
function isThrowAway({ path, recursive }: Extract<Effect, { kind: 'delete-path' }>): boolean {
  const guards = path.tags.filter((tag) => GUARDED.includes(tag))
  if (guards.some((tag) => tag !== 'git-internal') || path.glob || path.dynamic) return false
  return (
    (!recursive && /\/\.git\/(?:.*\/)?[^/]+\.lock$/.test(path.real ?? '')) || (path.sessionMade && path.zone === 'temp')
  )
}

/** One file that is edited and nothing else: a person may allow further edits of it in this session. */
function scopeOfEdit({ action, tool }: Check): { readonly scope?: string } {
  const [effect, ...others] = action.effects.filter(({ kind }) => kind !== 'read-path')
  const scope = tool.kind === 'edit' && others.length === 0 && effect ? scopeOf(effect) : undefined
  return scope === undefined ? {} : { scope }
}
