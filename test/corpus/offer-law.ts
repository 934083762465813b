import { canonicalJson } from '../../src/analysis/text/canonical-json.ts'
import { gateFor } from '../../src/assemble.ts'
import { CLI_TOOLS, createCase, freshSession } from '../../src/cli/call-case.ts'
import { callLineOf } from '../../src/cli/call-line.ts'
import type { Decision } from '../../src/decision.ts'

type Line = Record<string, unknown>

interface Answer {
  readonly decision: Decision
  /** The keys of approvals that the gate looked for. */
  readonly keys: readonly string[]
  readonly call: string
}

/** All lines stand in one session: an approval for one of them is within reach of every other. */
const SESSION = 'one'

/** What the gate answers where a person gave these approvals; what it takes is gone. */
async function answerWith(line: Line, approvals: Set<string>): Promise<Answer> {
  const parsed = callLineOf(line)
  if (!parsed.ok) throw new Error(parsed.problem)
  const live = freshSession(SESSION)
  const keys: string[] = []
  const claimApproval = (key: string) => {
    keys.push(key)
    return approvals.delete(key) ? 'a1b2c3d4' : undefined
  }
  const { policy, call, session } = createCase(parsed.line, { ...live, state: { ...live.state, claimApproval } })
  const decision = await gateFor(policy, CLI_TOOLS).check(call, session)
  return { decision, keys, call: canonicalJson([call.tool, call.input, call.cwd]) }
}

const outcomeOf = ({ decision }: Answer) => `${decision.outcome} ${decision.reason.type}`

export interface OfferCheck {
  readonly offers: number
  readonly problems: readonly string[]
}

/**
 * `allow N` lets exactly that call pass, once, and changes the answer to no other one. Each line is asked without an approval,
 * with its own, again when that is used up, and with those of all the others.
 */
export async function checkOffers(lines: readonly Line[]): Promise<OfferCheck> {
  const problems: string[] = []
  const plain: Answer[] = []
  for (const line of lines) plain.push(await answerWith(line, new Set()))
  const offered = new Map<string, string>()
  for (const { decision, keys, call } of plain) {
    if (!decision.parts.offer) continue
    const [key = ''] = keys
    if (keys.length === 0) problems.push(`no approval is looked for: ${call}`)
    if ((offered.get(key) ?? call) !== call)
      problems.push(`two calls share one approval: ${call} and ${offered.get(key)}`)
    offered.set(key, call)
  }
  for (const [at, line] of lines.entries()) {
    const before = plain[at]
    if (before === undefined) continue
    const own = before.keys[0] ?? ''
    const others = await answerWith(line, new Set([...offered.keys()].filter((key) => key !== own)))
    if (outcomeOf(others) !== outcomeOf(before)) problems.push(`an approval for another call changes ${before.call}`)
    if (!before.decision.parts.offer) continue
    const approvals = new Set([own])
    const once = await answerWith(line, approvals)
    if (outcomeOf(once) !== 'allow approval') problems.push(`its own approval does not let it pass: ${before.call}`)
    const twice = await answerWith(line, approvals)
    if (outcomeOf(twice) !== outcomeOf(before)) problems.push(`it passes a second time: ${before.call}`)
  }
  return { offers: offered.size, problems }
}
