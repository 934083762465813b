import { matchWords, type RuleMatch } from '../rules/rule.ts'
import { type Answer, answer, type Check, pass, type Step } from './step.ts'

function byRule(outcome: Answer['outcome'], match: RuleMatch): Answer {
  return { outcome, reason: { type: 'rule', match }, note: matchWords(match) }
}

/** `autoMode.askRules: "classify"` gives the page's flow: in auto mode an ask rule leaves the call to the judge. */
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

/** An ask rule is a floor: the steps go on, and nothing may answer allow. */
export const ASK_RULES: Step = {
  name: 'ask rules',
  run: (check) => {
    const firm = check.rules.floor(check.action)
    if (firm) return { type: 'floor', answer: byRule('ask', firm) }
    const match = check.rules.ask(check.action)
    if (!match) return pass('none matches')
    if (classifies(check)) return pass(`${match.rule} matches; the judge decides`)
    return { type: 'floor', answer: byRule('ask', match) }
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
