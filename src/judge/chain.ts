import { hasProseDenials } from './embedded/prose-denials.ts'
import type { Judge, Judged, JudgeRequest } from './judge.ts'
import { isPassingOutage } from './outage.ts'

export interface ChainParts {
  readonly embedded: Judge
  /** Made when it is first needed: a hook that settles a call offline never loads a client. */
  readonly model: () => Promise<Judge>
}

/** An embedded hard block is final; everything else that reaches a judge goes to a model. */
export function chainJudges({ embedded, model }: ChainParts): Judge {
  return {
    name: 'chain',
    judge: async (request) => {
      const offline = await embedded.judge(request)
      if (offline.verdict.type === 'block' && offline.verdict.hard) return offline
      const judged = await (await model()).judge(request)
      return canStandIn(request, judged) ? fallbackVerdict(request, offline, judged) : judged
    },
  }
}

/** A model alone; the embedded judge is asked only where `fallback` lets it stand in for an outage. */
export function modelWithFallback({ embedded, model }: ChainParts): Judge {
  return {
    name: 'model',
    judge: async (request) => {
      const judged = await (await model()).judge(request)
      return canStandIn(request, judged) ? fallbackVerdict(request, await embedded.judge(request), judged) : judged
    },
  }
}

function canStandIn({ policy }: JudgeRequest, { verdict }: Judged): boolean {
  return policy.judge.ironGate === 'fallback' && isPassingOutage(verdict)
}

/**
 * While the model is away only what is proven or expected passes; the answer says that it was judged offline. What the policy
 * forbids in prose nobody can read then, so that expected work does not pass either.
 */
function fallbackVerdict({ action, policy }: JudgeRequest, offline: Judged, outage: Judged): Judged {
  const why = outage.verdict.type === 'unavailable' ? outage.verdict.cause : 'outage'
  const judge = `embedded (fallback: ${why})`
  if (offline.verdict.type === 'block') return { verdict: offline.verdict, judge }
  const stands = action.grade === 'proven' || (action.grade === 'expected' && !hasProseDenials(policy))
  if (offline.verdict.type === 'allow' && stands) return { verdict: offline.verdict, judge }
  return { verdict: { type: 'unclear', reason: `judged offline (${why}), and not proven harmless` }, judge }
}
