import type { Judge, Judged } from '../judge.ts'
import { isPassingOutage } from '../outage.ts'

/**
 * The transports that a person listed, each tried where the one before is away for a while. What needs a person (a client that
 * is gone, changed or logged out, a wrong setting) fails closed: nobody should come to a weaker judge by breaking a better one.
 */
export function judgeInOrder(name: string, judges: readonly Judge[], now: () => number): Judge {
  return {
    name,
    judge: async (request) => {
      const [first, ...others] = judges
      if (first === undefined) throw new Error('no transport')
      const start = now()
      let judged = await first.judge(request)
      for (const next of others) {
        if (!isPassingOutage(judged.verdict)) return judged
        judged = joined(judged, await next.judge({ ...request, spentMs: now() - start }))
      }
      return judged
    },
  }
}

/** The later answer, with the tries before it on record. */
function joined(before: Judged, after: Judged): Judged {
  return { ...after, stages: [...(before.stages ?? []), ...(after.stages ?? [])] }
}
