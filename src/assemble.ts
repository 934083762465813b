import type { ToolLookup } from './analysis/tool.ts'
import { createGate, type Gate } from './gate.ts'
import { chain } from './judge/chain.ts'
import type { ClaudeEdge } from './judge/claude/assemble.ts'
import { createEmbeddedJudge } from './judge/embedded/judge.ts'
import type { Judge } from './judge/judge.ts'
import type { Policy } from './settings/policy.ts'

const EMBEDDED = createEmbeddedJudge()
const gates = new WeakMap<Policy, Gate>()

/** The gate of a policy; the same policy object gets the same gate. */
export function gateFor(policy: Policy, tools: ToolLookup, edge?: () => ClaudeEdge): Gate {
  const known = gates.get(policy)
  if (known) return known
  const gate = createGate({ policy, tools, judge: judgeFor(policy, tools, edge) })
  gates.set(policy, gate)
  return gate
}

/** The judge a policy asks for. Without a key the chain is the embedded judge alone. `edge` is asked for when Claude is. */
export function judgeFor(policy: Policy, tools: ToolLookup, edge?: () => ClaudeEdge): Judge {
  const { kind, apiKey, apiKeyCommand } = policy.judge
  const configured = apiKey !== undefined || apiKeyCommand !== undefined
  if (kind === 'embedded' || (kind === 'chain' && !configured)) return EMBEDDED
  let made: Promise<Judge> | undefined
  const claude = () => {
    made ??= import('./judge/claude/assemble.ts').then(({ claudeFor }) => claudeFor(policy, tools, edge?.()))
    return made
  }
  return kind === 'claude'
    ? { name: 'claude', judge: async (request) => (await claude()).judge(request) }
    : chain({ embedded: EMBEDDED, claude })
}
