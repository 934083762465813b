import { callLineOf } from '../../src/cli/call-line.ts'
import { createSessions, decide } from '../../src/cli/check-line.ts'
import type { Decision } from '../../src/decision.ts'
import { type Case, lineFor } from './read.ts'

type Line = Record<string, unknown> & { readonly transcript?: readonly unknown[] }

/** What the gate answers to a line, in a session of its own. */
export async function decisionOf(line: Line): Promise<Decision> {
  const parsed = callLineOf(line)
  if (!parsed.ok) throw new Error(parsed.problem)
  return decide(parsed.line, createSessions())
}

/** What is wrong with the message of a stopped call: its form, or a suggestion that is stopped as well. */
export async function problemsOfRefusal(found: Case, decision: Decision): Promise<readonly string[]> {
  const line: Line = lineFor(found)
  if (decision.outcome === 'allow') return []
  const { message, parts } = decision
  const problems: string[] = []
  if (parts.headline.length > 80) problems.push(`the headline is too long: ${parts.headline}`)
  if (!/^(?:Needs approval|Blocked|Stopped): \S/.test(message)) problems.push(`no outcome first: ${message}`)
  if (!message.startsWith(parts.whole ?? parts.headline)) problems.push('the message does not begin with its headline')
  if (decision.outcome === 'deny' && !parts.approve && parts.remedy === undefined && decision.reason.type !== 'rule')
    problems.push('nothing tells what to do')
  for (const [, command] of (parts.instead ?? '').matchAll(/`([^`]+)`/g)) {
    const other = await decisionOf({ ...line, tool: 'Bash', input: { command }, transcript: [] })
    if (other.outcome !== 'allow') problems.push(`instead of it, ${command} is stopped too: ${other.message}`)
  }
  return problems.map((problem) => `${found.id}: ${problem}`)
}
