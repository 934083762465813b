import { createRuleBook } from '../rules/book.ts'
import { answer, type Check, pass, type Step, type StepResult } from './step.ts'

/**
 * A person switched the gate off for a while: it stands aside, and the host decides as if it were not there. What an
 * organisation forbids stays forbidden, and so does the gate itself, or it could not arm itself again.
 */
export const OFF: Step = {
  name: 'switched off',
  run: (check) => {
    const until = check.session.state.offUntil?.()
    if (until === undefined) return pass('the gate is on')
    if (check.policy.allowOff === false) return pass('the settings keep it on')
    // What a broken file forbids is not known.
    if (check.policy.broken.some(({ source }) => source.scope === 'managed')) return pass('managed settings are broken')
    return (
      managed(check) ??
      answer({ outcome: 'allow', reason: { type: 'off', until }, note: 'a person switched the gate off' })
    )
  },
}

/** The deny rules of the organisation; one that may match asks. */
function managed({ policy, session, mode, action }: Check): StepResult | undefined {
  const rules = policy.rules.filter(({ behavior, source }) => behavior === 'deny' && source.scope === 'managed')
  if (rules.length === 0) return undefined
  const book = createRuleBook({ ...policy, rules }, session.facts, mode)
  const denied = book.deny(action)
  const match = denied ?? book.floor(action)
  if (!match) return undefined
  const note = `${match.rule} matches ${match.matched}`
  return answer({ outcome: denied ? 'deny' : 'ask', reason: { type: 'rule', match }, note })
}
