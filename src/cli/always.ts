import { understand } from '../analysis/understand.ts'
import { type Proposal, proposeRule } from '../rules/propose.ts'
import { caseOf, TOOLS } from './case.ts'
import type { CallLine } from './line.ts'

/** The narrowest rule that would cover a call, or why none is offered. */
export function proposal(line: CallLine): Proposal {
  const { call, session } = caseOf(line)
  return proposeRule(
    understand(call, TOOLS.find(call.tool, call.input), session.facts, { wrappers: [] }),
    session.facts,
  )
}
