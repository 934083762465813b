import type { Action } from '../analysis/action.ts'
import type { Facts } from '../analysis/facts.ts'
import type { Mode } from '../decision.ts'
import type { Policy } from '../settings/policy.ts'
import { type CompiledRules, compileRules } from './compile.ts'
import { matchAllow, matchAsk, matchDeny, matchFloors } from './match.ts'
import type { RuleMatch } from './rule.ts'
import { enterAutoMode } from './strip-dangerous.ts'
import { type RuleSubject, subjectOf } from './subject.ts'

/** The rules of a policy as the flow asks for them, one step at a time. */
export interface RuleBook {
  deny(action: Action): RuleMatch | undefined
  /** An ask rule, or else a floor. */
  ask(action: Action): RuleMatch | undefined
  /** A rule that cannot be used, or a deny rule that may match: asks even where ask rules go to the judge. */
  floor(action: Action): RuleMatch | undefined
  allow(action: Action): RuleMatch | undefined
}

const noMatch = () => undefined
const NO_RULES: RuleBook = { deny: noMatch, ask: noMatch, floor: noMatch, allow: noMatch }

/** The rules in force in a mode; compiled once per policy and kind of mode. */
export function createRuleBook(policy: Policy, facts: Facts, mode: Mode): RuleBook {
  if (policy.rules.length === 0) return NO_RULES
  const rules = compiledFor(policy, mode)
  const subjects = new WeakMap<Action, RuleSubject>()
  const subject = (action: Action): RuleSubject => {
    const made = subjects.get(action) ?? subjectOf(action, facts)
    subjects.set(action, made)
    return made
  }
  const floor = (action: Action) => matchFloors(rules, subject(action))[0]
  return {
    deny: (action) => matchDeny(rules, subject(action)),
    ask: (action) => matchAsk(rules, subject(action)) ?? floor(action),
    floor,
    allow: (action) => matchAllow(rules, subject(action)),
  }
}

const COMPILED_RULES = new WeakMap<Policy, Map<'auto' | 'other', CompiledRules>>()

function compiledFor(policy: Policy, mode: Mode): CompiledRules {
  const kind = mode === 'auto' ? 'auto' : 'other'
  const known = COMPILED_RULES.get(policy) ?? new Map<'auto' | 'other', CompiledRules>()
  COMPILED_RULES.set(policy, known)
  const found = known.get(kind)
  if (found) return found
  const { rules, stripInternal, autoMode, wrappers, webFetchRules } = policy
  const inForce =
    kind === 'auto' ? enterAutoMode(rules, { stripInternal, classifyAllShell: autoMode.classifyAllShell }).kept : rules
  const made = compileRules(inForce, wrappers, webFetchRules === 'tool')
  known.set(kind, made)
  return made
}
