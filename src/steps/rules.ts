import { matchText, type RuleMatch } from '../rules/rule.ts'
import { answerWith, type CheckContext, passOn, type Step, type StepAnswer } from './step.ts'

function ruleAnswer(outcome: StepAnswer['outcome'], match: RuleMatch): StepAnswer {
  return { outcome, reason: { type: 'rule', match }, note: matchText(match) }
}

/** `autoMode.askRules: "classify"` gives the page's flow: in auto mode an ask rule leaves the call to the judge. */
function leavesToJudge({ policy, mode }: CheckContext): boolean {
  return policy.autoMode.askRules === 'classify' && mode === 'auto'
}

export const DENY_RULES_STEP: Step = {
  name: 'deny rules',
  run: ({ rules, action }) => {
    const match = rules.deny(action)
    return match ? answerWith(ruleAnswer('deny', match)) : passOn('none matches')
  },
}

/** An ask rule is a floor: the steps continue, and nothing may answer allow. */
export const ASK_RULES_STEP: Step = {
  name: 'ask rules',
  run: (check) => {
    const firm = check.rules.floor(check.action)
    if (firm) return { type: 'floor', answer: ruleAnswer('ask', firm) }
    const match = check.rules.ask(check.action)
    if (!match) return passOn('none matches')
    if (leavesToJudge(check)) return passOn(`${match.rule} matches; the judge decides`)
    return { type: 'floor', answer: ruleAnswer('ask', match) }
  },
}

export const ALLOW_RULES_STEP: Step = {
  name: 'allow rules',
  run: (check) => {
    const { rules, action, floor } = check
    if (check.toJudge && check.mode === 'auto') return passOn('a limit may be crossed; the judge decides')
    if (floor || (leavesToJudge(check) && rules.ask(action))) return passOn('an ask rule stands above allow rules')
    const match = rules.allow(action)
    return match ? answerWith(ruleAnswer('allow', match)) : passOn('none covers the whole call')
  },
}
