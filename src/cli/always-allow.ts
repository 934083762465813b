import { type Proposal, proposeRule, widerCommandRules } from '../rules/propose.ts'
import type { Rule } from '../rules/rule.ts'
import type { CallCase } from './call-case.ts'
import {
  actionOfCase,
  decisionWith,
  objectionToCall,
  objectionToCode,
  objectionToRule,
  overridingDecision,
} from './rule-objections.ts'

/** The narrowest rule that would let a call pass from now on, or why none is written and what else can be done. */
export type AlwaysAllowRule =
  | Extract<Proposal, { kind: 'rule' }>
  | { readonly kind: 'refused'; readonly why: string; readonly instead: string }

export async function proposeAlwaysAllow(made: CallCase): Promise<AlwaysAllowRule> {
  const action = actionOfCase(made)
  const early = objectionToCall(made, action) ?? objectionToCode(action)
  if (early) return { kind: 'refused', ...early }
  const proposed = proposeRule(action, made.session.facts)
  if (proposed.kind === 'refused') return { ...proposed, instead: 'Approve it each time: `irongate approve <id>`.' }
  const rule = allowRule(proposed.rule)
  const late = objectionToRule(rule, made) ?? overridingDecision(await decisionWith(made, rule))
  return late ? { kind: 'refused', ...late } : proposed
}

/** Wider rules that would let it pass, too, from narrow to wide; none that auto mode would set aside. */
export async function proposeWiderRules(made: CallCase): Promise<readonly string[]> {
  const texts = widerCommandRules(actionOfCase(made))
  const helps = await Promise.all(
    texts.map(async (text) => {
      const rule = allowRule(text)
      return objectionToRule(rule, made) === undefined && !overridingDecision(await decisionWith(made, rule))
    }),
  )
  return texts.filter((_, at) => helps[at])
}

export function allowRule(text: string): Rule {
  return { behavior: 'allow', text, source: { scope: 'user' } }
}
