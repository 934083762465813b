import type { RuleMatch } from '../rules/rule.ts'
import { type Answer, answer, type Check, pass, type Step } from './step.ts'

function byRule(outcome: Answer['outcome'], match: RuleMatch): Answer {
  return { outcome, reason: { type: 'rule', match }, note: `${match.rule} matches ${match.matched}` }
}

function classifies({ policy, mode }: Check): boolean {
  return policy.autoMode.askRules === 'classify' && mode === 'auto'
}

export const DENY_RULES: Step = {
  name: 'deny rules',
  run: ({ rules, action }) => {
    const match = rules.deny(action)
    return match ? answer(byRule('deny', match)) : pass('none matches')
  },
}

/** An ask rule is a floor: the steps go on, and nothing may answer allow. `askRules: "classify"` gives the page's flow. */
export const ASK_RULES: Step = {
  name: 'ask rules',
  run: (check) => {
    const match = check.rules.ask(check.action)
    if (!match) return pass('none matches')
    return classifies(check)
      ? pass(`${match.rule} matches; the judge decides`)
      : { type: 'floor', answer: byRule('ask', match) }
  },
}

export const ALLOW_RULES: Step = {
  name: 'allow rules',
  run: (check) => {
    const { rules, action, floor } = check
    if (floor || (classifies(check) && rules.ask(action))) return pass('an ask rule stands above allow rules')
    const match = rules.allow(action)
    return match ? answer(byRule('allow', match)) : pass('none covers the whole call')
  },
}
