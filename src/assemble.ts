import type { ToolLookup } from './analysis/tool.ts'
import { createGate, type Gate } from './gate.ts'
import type { StatementReader } from './intent/statements/reader.ts'
import { chainJudges, modelWithFallback } from './judge/chain.ts'
import { createEmbeddedJudge } from './judge/embedded/judge.ts'
import { namesModel } from './judge/has-model.ts'
import type { Judge } from './judge/judge.ts'
import type { ModelEdge } from './judge/model/assemble.ts'
import { isOfficial } from './judge/model/endpoint.ts'
import type { Policy } from './settings/policy.ts'

/** What the edge hands to the judge that asks a model, or what makes it: a maker is called only when it is asked. */
export type JudgeEdge = ModelEdge | (() => ModelEdge)

const EMBEDDED = createEmbeddedJudge()
const NO_EDGE: ModelEdge = {}
const gates = new WeakMap<Policy, WeakMap<JudgeEdge, Gate>>()

/** The gate of a policy; the same policy and edge get the same gate. */
export function gateFor(policy: Policy, tools: ToolLookup, edge: JudgeEdge = NO_EDGE): Gate {
  const ofPolicy = gates.get(policy) ?? new WeakMap<JudgeEdge, Gate>()
  gates.set(policy, ofPolicy)
  const known = ofPolicy.get(edge)
  if (known) return known
  const gate = createGate({ policy, tools, judge: judgeFor(policy, tools, edge) })
  ofPolicy.set(edge, gate)
  return gate
}

/** The judge a policy asks for. Without a key the chain is the embedded judge alone. */
export function judgeFor(policy: Policy, tools: ToolLookup, edge: JudgeEdge = NO_EDGE): Judge {
  const { kind } = policy.judge
  if (kind === 'embedded' || (kind === 'chain' && !hasKey(policy, edge))) return EMBEDDED
  let made: Promise<Judge> | undefined
  const model = () => {
    made ??= import('./judge/model/assemble.ts').then(({ createModelJudgeFor: modelFor }) =>
      modelFor(policy, tools, typeof edge === 'function' ? edge() : edge),
    )
    return made
  }
  return (kind === 'model' ? modelWithFallback : chainJudges)({ embedded: EMBEDDED, model })
}

/** Who reads what people say; undefined where no model is there for it, or it is switched off. */
export function statementReaderFor(
  policy: Policy,
  tools: ToolLookup,
  edge: JudgeEdge = NO_EDGE,
): StatementReader | undefined {
  const { kind, extra } = policy.judge
  if (kind === 'embedded' || (kind === 'chain' && !hasKey(policy, edge)) || isReadingOff(extra)) return undefined
  let made: Promise<StatementReader> | undefined
  return {
    read: async (turn, signal) => {
      try {
        made ??= import('./judge/model/assemble.ts').then(({ createStatementReaderFor: readerFor }) =>
          readerFor(policy, tools, typeof edge === 'function' ? edge() : edge),
        )
        return await (await made).read(turn, signal)
      } catch (error) {
        return { kind: 'unread', why: `the reader can't be loaded: ${String(error)}` }
      }
    },
  }
}

/** Settings that are wrong are not off: whoever reads says what is wrong with them. */
function isReadingOff({ statements }: Policy['judge']['extra']): boolean {
  return (
    typeof statements === 'object' && statements !== null && 'enabled' in statements && statements.enabled === false
  )
}

/** Is there a way to a model: a transport, a key, or an endpoint that wants none? */
export function canAskModel(policy: Pick<Policy, 'judge'>, edge: JudgeEdge): boolean {
  return hasKey(policy, edge) || !isOfficial(policy.judge.baseUrl)
}

function hasKey(policy: Pick<Policy, 'judge'>, edge: JudgeEdge): boolean {
  return namesModel(policy) || hasOwnCredentials(policy, edge)
}

/** Can a model be asked without a key in the settings? A key of the environment counts for the default endpoint only. */
function hasOwnCredentials({ judge }: Pick<Policy, 'judge'>, edge: JudgeEdge): boolean {
  if (typeof edge === 'function') return false
  return edge.client !== undefined || (Boolean(edge.environmentKey) && isOfficial(judge.baseUrl))
}
