import type { Action, ToolCall } from '../../analysis/action.ts'
import type { Facts } from '../../analysis/facts.ts'
import { understand } from '../../analysis/understand.ts'
import type { Example } from '../../categories/category.ts'
import { type FixedFacts, fixedFacts } from '../../facts/fixed.ts'
import { rememberCalls } from '../../memory.ts'
import type { Policy } from '../../settings/policy.ts'
import { createTools } from '../../tools/registry.ts'
import type { Entry } from '../../transcript/entries.ts'
import type { Verdict } from '../judge.ts'
import { createEmbeddedJudge } from './judge.ts'
import { testPolicy } from './test-policy.ts'

const TOOLS = createTools()
const EMBEDDED_JUDGE = createEmbeddedJudge()

export interface UnderstoodExample {
  readonly action: Action
  readonly facts: Facts
}

/** For tests: an example through the real analysis, its earlier calls remembered. */
export function understandExample({ call, before = [] }: Example, given: FixedFacts = {}): UnderstoodExample {
  const whole = (part: Pick<ToolCall, 'tool' | 'input'>): ToolCall => ({
    ...part,
    cwd: given.cwd ?? '/home/dev/project',
    sessionId: 'test',
  })
  const { facts: session } = rememberCalls(before.map(whole), TOOLS, (made) => fixedFacts({ ...given, session: made }))
  const facts = fixedFacts({ ...given, session })
  return { action: understand(whole(call), TOOLS.find(call.tool, call.input), facts, { wrappers: [] }), facts }
}

/** For tests: what the embedded judge says after these human turns. */
export function judgeExample(
  example: Example,
  policy: Policy = testPolicy(),
  transcript?: readonly Entry[],
): Promise<Verdict> {
  const calls = (example.before ?? []).map((call): Entry => ({ kind: 'call', ...call }))
  return verdictOnExample(
    understandExample(example),
    transcript ?? [...humanTurnEntries(example.user ?? []), ...calls],
    policy,
  )
}

/** For tests: human turns as they stand in a transcript. */
export function humanTurnEntries(texts: readonly string[]): Entry[] {
  return texts.map((text) => ({ kind: 'user', text, trusted: true }))
}

/** For tests: the same about a call that is understood already. */
export async function verdictOnExample(
  { action, facts }: UnderstoodExample,
  transcript: readonly Entry[],
  policy: Policy = testPolicy(),
): Promise<Verdict> {
  return (await EMBEDDED_JUDGE.judge({ action, policy, facts, transcript, headless: false })).verdict
}
