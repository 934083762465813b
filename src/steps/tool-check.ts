import { scopeOf } from '../analysis/targets.ts'
import { SAFETY_CHECK } from '../fast-paths/safety-check.ts'
import { USER_INTERACTION } from '../fast-paths/user-interaction.ts'
import { answer, type Check, pass, type Step } from './step.ts'
import { viewOf } from './view.ts'

const UNANSWERED = 'it is a question to a person'

/** The tool's own word, and the safety checks that no judge may approve. */
export const TOOL_CHECK: Step = {
  name: "the tool's own check",
  run: (check: Check) => {
    const own = check.tool.check?.(check.action.call)
    if (own?.type === 'deny')
      return answer({ outcome: 'deny', reason: { type: 'tool-check', check: own.check }, note: own.message })
    const person = USER_INTERACTION.applies(viewOf(check))
    if (person !== undefined)
      return answer({ outcome: 'ask', reason: { type: 'tool-check', check: USER_INTERACTION.name }, note: person })
    // Somebody there is asked by the tool itself; a second question before it would be one too many.
    if (check.tool.asksPerson && (check.session.headless || check.mode === 'dontAsk'))
      return answer({ outcome: 'ask', reason: { type: 'tool-check', check: USER_INTERACTION.name }, note: UNANSWERED })
    const path = SAFETY_CHECK.applies(viewOf(check))
    if (path === undefined) return pass('nothing to object')
    return answer({
      outcome: 'ask',
      reason: { type: 'safety-check', check: SAFETY_CHECK.name, path },
      ...scopeOfEdit(check),
      note: `changes ${path}, which is guarded: git's internals, the gate's files, agents' settings`,
    })
  },
}

/** One file that is edited and nothing else: a person may allow further edits of it in this session. */
function scopeOfEdit({ action, tool }: Check): { readonly scope?: string } {
  const [effect, ...others] = action.effects.filter(({ kind }) => kind !== 'read-path')
  const scope = tool.kind === 'edit' && others.length === 0 && effect ? scopeOf(effect) : undefined
  return scope === undefined ? {} : { scope }
}
