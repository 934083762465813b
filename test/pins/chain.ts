import type { SessionFacts } from '../../src/analysis/facts.ts'
import { understand } from '../../src/analysis/understand.ts'
import type { Outcome } from '../../src/decision.ts'
import { type FixedFacts, fixedFacts } from '../../src/facts/fixed.ts'
import { createMemory } from '../../src/memory.ts'
import { createTools } from '../../src/tools/registry.ts'
import { CWD, check } from './gate-for-tests.ts'

/** A call: a Bash command, or a tool with its input. */
export type Step = string | readonly [tool: string, input: Record<string, unknown>]

export interface Chain {
  /** Earlier calls of the session; those that pass are remembered. */
  readonly before?: readonly Step[]
  readonly call: Step
  readonly allow?: readonly string[]
  readonly deny?: readonly string[]
  readonly facts?: FixedFacts
}

/** The strictest answer that a session's calls get from the embedded judge, one after the other. */
export async function strictest({ before = [], call, allow, deny, facts = {} }: Chain): Promise<Outcome> {
  const memory = createMemory()
  const tools = createTools()
  const permissions = { ...(allow && { allow }), ...(deny && { deny }) }
  const settings = { permissions, autoMode: { powershell: true } }
  let worst: Outcome = 'allow'
  for (const step of [...before, call]) {
    const [tool, input] = typeof step === 'string' ? ['Bash', { command: step }] : step
    const session: Partial<SessionFacts> = memory.facts
    const { outcome } = await check(tool, input, { verdict: 'embedded', settings, facts, session })
    if (outcome !== 'allow') return outcome
    const known = fixedFacts({ cwd: CWD, ...facts, session })
    const action = understand({ tool, input, cwd: CWD, sessionId: 's' }, tools.find(tool), known, { wrappers: [] })
    memory.remember(action, known)
    worst = outcome
  }
  return worst
}
