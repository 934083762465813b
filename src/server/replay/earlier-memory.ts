import type { Action } from '../../analysis/action.ts'
import type { Facts } from '../../analysis/facts.ts'
import type { ToolLookup } from '../../analysis/tool.ts'
import { understand } from '../../analysis/understand.ts'
import type { DecisionInputs, EarlierCall, RememberedCall } from '../../audit/decision-inputs.ts'
import { memoizeTools } from '../../integrations/hook-runtime/memoized-tools.ts'
import { createMemory, type Memory } from '../../memory.ts'
import { hasRedaction } from '../../redaction/redact.ts'
import type { Policy } from '../../settings/policy.ts'
import type { DecisionInputsReader } from './decision-inputs-reader.ts'
import { recordedFacts } from './recorded-facts.ts'

export interface EarlierMemoryOptions {
  readonly book: DecisionInputsReader
  readonly home: string
  readonly tools: ToolLookup
  readonly policyFor: (root: string) => Policy
}

/** Why the memory cannot be had again. */
export type MemoryLossReason = 'its session is no longer kept' | 'it holds a secret, which is not kept'

/** One call of the chain; what it did is read when it is first needed. */
interface CallLink {
  readonly noted: DecisionInputs
  readonly call: RememberedCall
  readonly holdsSecret: boolean
  reading?: { readonly action: Action; readonly facts: Facts }
}

/** Of more than these the calls are read again. */
const MOST_LINKS = 5000

/** What a session without a log had remembered, from the calls that name each other. Throws TextNotKeptError. */
export function earlierMemory({ book, home, tools, policyFor }: EarlierMemoryOptions) {
  // The same calls come before each one of a session: each is read once.
  const known = new Map<string, CallLink>()
  const once = memoizeTools(tools)
  const linkOf = ({ name, at }: Exclude<EarlierCall, 'lost'>): CallLink | undefined => {
    const before = known.get(name)
    if (before) return before
    const noted = book.of(name, at)
    const call = noted?.remembered
    if (noted === undefined || call === undefined) return undefined
    const link: CallLink = { noted, call, holdsSecret: hasRedaction([call, noted.repositories]) }
    if (known.size >= MOST_LINKS) known.clear()
    known.set(name, link)
    return link
  }
  const readingOf = ({ noted, call }: CallLink, memory: Memory) => {
    const policy = policyFor(noted.root)
    const { cwd } = call
    const facts = recordedFacts({ noted, book, cwd, home, session: memory.facts, policy })
    const made = { tool: call.tool, input: call.input, cwd, sessionId: noted.sessionId }
    const tool = once.find(made.tool, made.input)
    // As the gate did first, and then the session.
    understand(made, tool, facts, policy)
    return { action: understand(made, tool, facts, { wrappers: [] }), facts }
  }
  return (last: EarlierCall | undefined): Memory | MemoryLossReason => {
    const links = linksBackFrom(last, linkOf)
    if (links === undefined) return 'its session is no longer kept'
    if (links.some(({ holdsSecret }) => holdsSecret)) return 'it holds a secret, which is not kept'
    const memory = createMemory()
    for (const link of links) {
      link.reading ??= readingOf(link, memory)
      const { action, facts } = link.reading
      memory.remember(action, { ...facts, session: memory.facts })
    }
    return memory
  }
}

/** The oldest first; undefined where one of them is not there. */
function linksBackFrom(
  last: EarlierCall | undefined,
  linkOf: (call: Exclude<EarlierCall, 'lost'>) => CallLink | undefined,
): readonly CallLink[] | undefined {
  const links: CallLink[] = []
  for (let at = last; at !== undefined; ) {
    const link = at === 'lost' ? undefined : linkOf(at)
    if (link === undefined) return undefined
    links.push(link)
    at = link.call.behind
  }
  return links.reverse()
}
