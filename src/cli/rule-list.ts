import type { Facts } from '../analysis/facts.ts'
import type { Mode } from '../decision.ts'
import { compileRules } from '../rules/compile.ts'
import type { Rule } from '../rules/rule.ts'
import { enterAutoMode } from '../rules/strip-dangerous.ts'
import type { Policy } from '../settings/policy.ts'
import { showInvisible } from './io.ts'
import { type RuleShadow, shadowsAmong } from './rule-shadows.ts'
import { formatOrigin, noticeLine } from './settings-output.ts'

/** What becomes of one rule in a mode. */
export interface RuleState {
  readonly behavior: Rule['behavior']
  readonly rule: string
  readonly source: Rule['source']
  readonly state: 'in force' | 'stripped' | 'matches nothing' | 'asks for its tool'
  readonly why?: string
  /** Rules that this one goes before, and rules that go before it. */
  readonly shadows?: readonly ShadowedRule[]
  readonly shadowedBy?: readonly ShadowedRule[]
}

interface ShadowedRule extends Pick<RuleState, 'behavior' | 'rule' | 'source'> {
  /** False: in part. */
  readonly whole: boolean
}

/** Every rule with what becomes of it, and why; with facts also which rules go before which. */
export function ruleStates(policy: Policy, mode: Mode, facts?: Facts): readonly RuleState[] {
  const options = { stripInternal: policy.stripInternal, classifyAllShell: policy.autoMode.classifyAllShell }
  const stripped = mode === 'auto' ? enterAutoMode(policy.rules, options).stripped : []
  const aside = new Map(stripped.map(({ rule, why }) => [rule, why]))
  const problems = new Map(compileRules(policy.rules).problems.map(({ rule, why }) => [rule, why]))
  const shadows = facts ? shadowsAmong(policy.rules, facts) : []
  return policy.rules.map((rule): RuleState => {
    const base = { ...ruleFields(rule), ...shadowsOf(rule, shadows) }
    const problem = problems.get(rule)
    const why = aside.get(rule)
    if (problem !== undefined) {
      return { ...base, state: rule.behavior === 'allow' ? 'matches nothing' : 'asks for its tool', why: problem }
    }
    return why === undefined ? { ...base, state: 'in force' } : { ...base, state: 'stripped', why }
  })
}

function ruleFields({ behavior, text, source }: Rule): Pick<RuleState, 'behavior' | 'rule' | 'source'> {
  return { behavior, rule: text, source }
}

function shadowsOf(rule: Rule, all: readonly RuleShadow[]): Pick<RuleState, 'shadows' | 'shadowedBy'> {
  const shadows = all.filter(({ by }) => by === rule).map(({ over, whole }) => ({ ...ruleFields(over), whole }))
  const shadowedBy = all.filter(({ over }) => over === rule).map(({ by, whole }) => ({ ...ruleFields(by), whole }))
  return { ...(shadows.length > 0 && { shadows }), ...(shadowedBy.length > 0 && { shadowedBy }) }
}

/** The rules for people: in force first, then what steps aside and why. */
export function renderRules(policy: Policy, mode: Mode, facts?: Facts): string {
  const states = ruleStates(policy, mode, facts)
  const inForce = states.filter(({ state }) => state === 'in force').map(line)
  const others = states
    .filter(({ state }) => state !== 'in force')
    .map((item) => `${line(item)}\n      ${item.state}: ${item.why ?? ''}`)
  const ignored = policy.notices
    .filter(({ text, source }) => text.startsWith('allow rule ') && !states.some((state) => state.source === source))
    .map(({ text, source }) => `${text}  [${formatOrigin(source)}]`)
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['Broken files; every call asks until they are fixed', policy.broken.map(noticeLine)],
    [`Rules in force in ${mode} mode`, inForce.length > 0 ? inForce : ['none']],
    ['Not in force', others],
    ['Ignored', ignored],
  ]
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => `${title}\n${lines.map((text) => `  ${showInvisible(text)}\n`).join('')}`)
    .join('\n')
}

function line(state: RuleState): string {
  const { behavior, rule, source, shadows = [], shadowedBy = [] } = state
  const before = shadows
    .filter((other) => other.behavior !== behavior)
    .map((other) => `goes before ${other.behavior} ${other.rule}${other.whole ? '' : ', in part'}`)
  return [
    `${behavior.padEnd(5)} ${rule}  [${formatOrigin(source)}]`,
    ...redundancyNotes(behavior, shadowedBy),
    ...before,
  ].join('\n        ')
}

/** Why a rule never counts: a stricter one goes before it, or another says the same. */
function redundancyNotes(behavior: Rule['behavior'], shadowedBy: readonly ShadowedRule[]): readonly string[] {
  const whole = shadowedBy.filter((other) => other.whole)
  const other = whole.find((stricter) => stricter.behavior !== behavior) ?? whole[0]
  if (!other) return []
  const place = `[${formatOrigin(other.source)}]`
  return other.behavior === behavior
    ? [`says nothing new: ${other.rule} covers it  ${place}`]
    : [`never counts: ${other.behavior} ${other.rule} goes before it  ${place}`]
}
