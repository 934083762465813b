import type { Action } from '../analysis/action.ts'
import type { Facts } from '../analysis/facts.ts'
import { compileRule, compileRules } from './compile.ts'
import { matchAllow, matchAsk, matchDeny } from './match.ts'
import type { Rule } from './rule.ts'
import { subjectOf } from './subject.ts'
import { NAME_FIELDS, SHELL_TOOLS } from './tool-names.ts'

/** How an example becomes an Action: shell commands need the analysis, the rest only their input. */
export interface ExampleReading {
  readonly understandBash: (command: string) => Action
  readonly facts: Facts
}

/** Says which example of a rule fails; undefined when all hold or there are none. */
export function checkExamples(rule: Rule, reading: ExampleReading): string | undefined {
  const { match = [], notMatch = [] } = rule
  if (match.length + notMatch.length === 0) return undefined
  const compiled = compileRule(rule)
  if (compiled.kind === 'invalid' || compiled.compiled.tool.kind === 'glob') return undefined
  const rules = compileRules([rule])
  const holds = (example: string): boolean => {
    const tool = compiled.compiled.tool.kind === 'glob' ? example : compiled.compiled.tool.name
    const subject = subjectOf(exampleAction(tool, example, reading), reading.facts)
    switch (rule.behavior) {
      case 'deny':
        return matchDeny(rules, subject) !== undefined
      case 'ask':
        return matchAsk(rules, subject) !== undefined
      case 'allow':
        return matchAllow(rules, subject) !== undefined
    }
  }
  const missed = match.find((example) => !holds(example))
  if (missed !== undefined) return `its example does not match: ${missed}`
  const caught = notMatch.find(holds)
  return caught === undefined ? undefined : `its counter-example matches: ${caught}`
}

/** The rule with the outcome of its examples: one that fails makes it invalid. */
export function withCheckedExamples(rule: Rule, reading: ExampleReading): Rule {
  if (rule.invalid !== undefined) return rule
  const invalid = checkExamples(rule, reading)
  return invalid === undefined ? rule : { ...rule, invalid }
}

function exampleAction(tool: string, example: string, reading: ExampleReading): Action {
  if (tool === 'Bash') return reading.understandBash(example)
  if (SHELL_TOOLS.has(tool)) return bareAction(tool, { command: example }, reading.facts)
  const kind = NAME_FIELDS.get(tool)?.[0]
  if (kind !== undefined) return bareAction(tool, { [kind]: example }, reading.facts)
  if (tool === 'WebFetch') return bareAction(tool, { url: example }, reading.facts)
  if (tool.startsWith('mcp__')) return bareAction(example, {}, reading.facts)
  return bareAction(tool, { file_path: example }, reading.facts)
}

function bareAction(tool: string, input: Record<string, unknown>, facts: Facts): Action {
  const call = { tool, input, cwd: facts.cwd, sessionId: '' }
  return { call, tool, judgeText: '', commands: [], effects: [], paths: [], unknowns: [], reads: [], grade: undefined }
}
