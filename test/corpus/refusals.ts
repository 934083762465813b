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

/** What is wrong with what a refusal of this case tells people: what it suggests is said by the person next, and the call passes. */
export async function problemsOfRefusal(found: Case, decision: Decision): Promise<readonly string[]> {
  const line: Line = lineFor(found)
  if (decision.outcome === 'allow') return []
  const { what, why, clears, say, instead, approve } = decision.parts
  const problems: string[] = []
  if (`irongate: ${what}: ${why}`.length > 160) problems.push('what and why do not fit into 160 characters')
  if (!decision.message.startsWith(`${what}: ${why}`)) problems.push('the message does not begin with what and why')
  if (decision.outcome === 'deny' && clears === undefined) problems.push('nothing tells what clears it')
  if (say !== undefined) {
    const next = await decisionOf({ ...line, transcript: [...(line.transcript ?? []), { role: 'user', text: say }] })
    if (next.outcome !== 'allow') problems.push(`it suggests ${JSON.stringify(say)}, and then: ${next.message}`)
    if (!approve) problems.push('words clear it, and an approval does not')
  } else if (decision.outcome === 'deny' && !/^(?:Nothing said|Only a person)/.test(clears ?? ''))
    problems.push(`it promises: ${clears}`)
  for (const [, command] of (instead ?? '').matchAll(/`([^`]+)`/g)) {
    const other = await decisionOf({ ...line, tool: 'Bash', input: { command }, transcript: [] })
    if (other.outcome !== 'allow') problems.push(`instead of it, ${command} is refused too: ${other.message}`)
  }
  return problems.map((problem) => `${found.id}: ${problem}`)
}
