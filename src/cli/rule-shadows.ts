import type { Facts } from '../analysis/facts.ts'
import { understand } from '../analysis/understand.ts'
import { type CompiledRules, compileRules } from '../rules/compile.ts'
import { matchAllow, matchAsk, matchDeny, matchFloors } from '../rules/match.ts'
import { compareRules, type Rule } from '../rules/rule.ts'
import { sampleCallFor } from '../rules/sample.ts'
import { type RuleSubject, subjectOf } from '../rules/subject.ts'
import { CLI_TOOLS } from './call-case.ts'

/** A rule that another goes before: all of what it says, or a part. */
export interface RuleShadow {
  readonly by: Rule
  readonly over: Rule
  readonly whole: boolean
}

interface PreparedRule {
  readonly rule: Rule
  readonly compiled: CompiledRules
  readonly subject: RuleSubject | undefined
}

const BEHAVIOR_STRENGTH = { deny: 2, ask: 1, allow: 0 } as const
/** Pairs of rules that are held against each other; beyond that nobody reads the list. */
const MOST_PAIRS = 60_000

/**
 * Which rules go before which. Each is held against a call made of the other's own words: where a rule matches a call in which
 * every star is a word nobody wrote, it matches all that the star stands for.
 */
export function shadowsAmong(rules: readonly Rule[], facts: Facts): readonly RuleShadow[] {
  const known = rules.map((rule) => prepareRule(rule, facts))
  const found: RuleShadow[] = []
  let pairs = 0
  for (const strong of known) {
    for (const weak of known) {
      if (strong === weak || !outranks(strong.rule, weak.rule)) continue
      if (++pairs > MOST_PAIRS) return found
      const whole = weak.subject !== undefined && matches(strong, weak.subject)
      if (whole && !isDuplicate(strong, weak)) found.push({ by: strong.rule, over: weak.rule, whole })
      else if (strong.rule.behavior !== weak.rule.behavior && strong.subject && matches(weak, strong.subject))
        found.push({ by: strong.rule, over: weak.rule, whole: false })
    }
  }
  return found
}

/** The stricter rules that go before one that is not written yet; those that cannot be used ask, and go before it too. */
export function stricterThan(rule: Rule, others: readonly Rule[], facts: Facts): readonly RuleShadow[] {
  const subject = subjectFor(rule, facts)
  const compiled = compileRules([rule])
  return others
    .filter(({ behavior }) => BEHAVIOR_STRENGTH[behavior] > BEHAVIOR_STRENGTH[rule.behavior])
    .flatMap((by): readonly RuleShadow[] => {
      const strong = prepareRule(by, facts)
      const whole =
        subject !== undefined && (matches(strong, subject) || matchFloors(strong.compiled, subject).length > 0)
      const part = !whole && strong.subject !== undefined && matches({ rule, compiled, subject }, strong.subject)
      return whole || part ? [{ by, over: rule, whole }] : []
    })
}

function prepareRule(rule: Rule, facts: Facts): PreparedRule {
  return { rule, compiled: compileRules([rule]), subject: subjectFor(rule, facts) }
}

/** Deny before ask before allow; of two alike the wider one makes the other needless. */
function outranks(strong: Rule, weak: Rule): boolean {
  return BEHAVIOR_STRENGTH[strong.behavior] >= BEHAVIOR_STRENGTH[weak.behavior]
}

/** Two rules that say the same: the one of the stronger source counts. */
function isDuplicate(strong: PreparedRule, weak: PreparedRule): boolean {
  if (strong.rule.behavior !== weak.rule.behavior || compareRules(strong.rule, weak.rule) < 0) return false
  return strong.subject !== undefined && matches(weak, strong.subject)
}

function subjectFor(rule: Rule, facts: Facts): RuleSubject | undefined {
  const call = sampleCallFor(rule, facts)
  return call && subjectOf(understand(call, CLI_TOOLS.find(call.tool, call.input), facts, { wrappers: [] }), facts)
}

function matches({ rule, compiled }: PreparedRule, subject: RuleSubject): boolean {
  switch (rule.behavior) {
    case 'deny':
      return matchDeny(compiled, subject) !== undefined
    case 'ask':
      return matchAsk(compiled, subject) !== undefined
    case 'allow':
      return matchAllow(compiled, subject) !== undefined
  }
}
