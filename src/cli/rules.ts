import type { Mode } from '../decision.ts'
import { compileRules } from '../rules/compile.ts'
import type { Rule } from '../rules/rule.ts'
import { entering } from '../rules/strip-dangerous.ts'
import type { Policy } from '../settings/policy.ts'
import { visible } from './io.ts'
import { originOf } from './settings.ts'

/** What becomes of one rule in a mode. */
export interface RuleState {
  readonly behavior: Rule['behavior']
  readonly rule: string
  readonly source: Rule['source']
  readonly state: 'in force' | 'stripped' | 'matches nothing' | 'asks for its tool'
  readonly why?: string
}

/** Every rule with what becomes of it, and why. */
export function ruleStates(policy: Policy, mode: Mode): readonly RuleState[] {
  const options = { stripInternal: policy.stripInternal, classifyAllShell: policy.autoMode.classifyAllShell }
  const stripped = mode === 'auto' ? entering(policy.rules, options).stripped : []
  const aside = new Map(stripped.map(({ rule, why }) => [rule, why]))
  const problems = new Map(compileRules(policy.rules).problems.map(({ rule, why }) => [rule, why]))
  return policy.rules.map((rule): RuleState => {
    const base = { behavior: rule.behavior, rule: rule.text, source: rule.source }
    const problem = problems.get(rule)
    const why = aside.get(rule)
    if (problem !== undefined) {
      return { ...base, state: rule.behavior === 'allow' ? 'matches nothing' : 'asks for its tool', why: problem }
    }
    return why === undefined ? { ...base, state: 'in force' } : { ...base, state: 'stripped', why }
  })
}

/** The rules for people: in force first, then what steps aside and why. */
export function renderRules(policy: Policy, mode: Mode): string {
  const states = ruleStates(policy, mode)
  const inForce = states.filter(({ state }) => state === 'in force').map(line)
  const others = states
    .filter(({ state }) => state !== 'in force')
    .map((item) => `${line(item)}\n      ${item.state}: ${item.why ?? ''}`)
  const ignored = policy.notices
    .filter(({ text }) => text.startsWith('allow rule '))
    .map(({ text, source }) => `${text}  [${originOf(source)}]`)
  const parts: readonly (readonly [string, readonly string[]])[] = [
    [`Rules in force in ${mode} mode`, inForce.length > 0 ? inForce : ['none']],
    ['Not in force', others],
    ['Ignored', ignored],
  ]
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title}\n${lines.map((text) => `  ${visible(text)}\n`).join('')}`)
    .join('\n')
}

function line({ behavior, rule, source }: RuleState): string {
  return `${behavior.padEnd(5)} ${rule}  [${originOf(source)}]`
}
