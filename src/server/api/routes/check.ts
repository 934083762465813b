import type { Routes } from '../app.ts'
import { bodyLines, isOfType, jsonBody, shaped } from '../body.ts'
import { problemOf, Refused } from '../problem.ts'
import { CheckRequest, type CheckResponse } from '../shapes.ts'

const MOST_BODY = 2 * 1024 * 1024
const BATCH = { line: MOST_BODY, whole: 256 * 1024 * 1024 }
const ENCODER = new TextEncoder()

/** What the gate says of a call. Hooks never ask here: they decide by themselves. */
export function checkRoutes({ app, service, need }: Routes): void {
  const { decider, metrics } = service
  const limits = { most: MOST_BODY, ms: service.bodyMs }
  const check = async (request: CheckRequest): Promise<CheckResponse> => {
    const answer = await decider.check(request)
    metrics.count('irongate_decisions_total', { outcome: answer.outcome })
    metrics.observe('irongate_check_seconds', answer.ms / 1000)
    return answer
  }
  app.post('/check', need('submit'), async (context) =>
    context.json(await check(await jsonBody(context.env.incoming, CheckRequest, limits))),
  )
  app.post('/explain', need('submit'), async (context) =>
    context.json(await decider.explain(await jsonBody(context.env.incoming, CheckRequest, limits))),
  )
  app.post('/check/batch', need('submit'), (context) => {
    isOfType(context.env.incoming, 'application/x-ndjson')
    const lines = bodyLines(context.env.incoming, BATCH)
    const body = new ReadableStream<Uint8Array>({
      // One line is read when one answer was taken.
      pull: async (controller) => {
        const next = await lines.next().catch((error: unknown) => ({ done: true, value: error }) as const)
        if (next.done) {
          if (next.value instanceof Error) controller.enqueue(ENCODER.encode(lineOf(wrong(next.value))))
          controller.close()
        } else controller.enqueue(ENCODER.encode(lineOf(await answerTo(next.value))))
      },
      cancel: async () => {
        await lines.return(undefined)
      },
    })
    context.header('Content-Type', 'application/x-ndjson; charset=utf-8')
    context.header('X-Accel-Buffering', 'no')
    return context.body(body)
  })

  /** A wrong line is answered, too, and the rest goes on. */
  async function answerTo(text: string): Promise<unknown> {
    try {
      return await check(shaped(CheckRequest, JSON.parse(text)))
    } catch (error) {
      return wrong(error)
    }
  }
}

/** Not an answer of the gate, and never an allow. */
function wrong(error: unknown): unknown {
  const problem = error instanceof Refused ? problemOf(error) : { error: String(error) }
  return { outcome: 'deny', reason: { type: 'bad-input' }, message: `call denied: ${problem.error}`, ...problem }
}

function lineOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}
