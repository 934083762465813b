import type { Routes } from '../app.ts'
import { readBodyLines, readJsonBody, requireContentType, validateShape } from '../body.ts'
import { createCheck, MAX_CHECK_BODY } from '../direct-check.ts'
import { problemOf, RequestRefusedError } from '../problem.ts'
import { CheckRequest } from '../shapes.ts'

const BATCH_LIMITS = { line: MAX_CHECK_BODY, whole: 256 * 1024 * 1024 }
const ENCODER = new TextEncoder()

/** What the gate says of calls, beside `direct-check.ts`. Hooks never ask here: they decide by themselves. */
export function checkRoutes({ app, service, need }: Routes): void {
  const { decider } = service
  const limits = { most: MAX_CHECK_BODY, ms: service.bodyMs }
  const check = createCheck(service)
  app.post('/explain', need('submit'), async (context) => {
    const { text } = await decider.explain(await readJsonBody(context.env.incoming, CheckRequest, limits))
    context.header('Content-Type', 'application/json')
    return context.body(text)
  })
  app.post('/check/batch', need('submit'), (context) => {
    requireContentType(context.env.incoming, 'application/x-ndjson')
    const lines = readBodyLines(context.env.incoming, BATCH_LIMITS)
    const body = new ReadableStream<Uint8Array>({
      // One line is read when one answer was taken.
      pull: async (controller) => {
        const next = await lines.next().catch((error: unknown) => ({ done: true, value: error }) as const)
        if (!next.done) controller.enqueue(ENCODER.encode(`${await answerTo(next.value)}\n`))
        else {
          if (next.value instanceof Error) controller.enqueue(ENCODER.encode(`${errorLine(next.value)}\n`))
          controller.close()
        }
      },
      cancel: async () => {
        await lines.return(undefined)
      },
    })
    context.header('Content-Type', 'application/x-ndjson; charset=utf-8')
    context.header('X-Accel-Buffering', 'no')
    return context.body(body)
  })

  /** A wrong line is answered, too, and the rest continues. */
  async function answerTo(text: string): Promise<string> {
    try {
      return await check({ ...validateShape(CheckRequest, JSON.parse(text)), elsewhere: true })
    } catch (error) {
      return errorLine(error)
    }
  }
}

/** Not an answer of the gate, and never an allow. */
function errorLine(error: unknown): string {
  const problem = error instanceof RequestRefusedError ? problemOf(error) : { error: String(error) }
  const message = `call denied: ${problem.error}`
  return JSON.stringify({ outcome: 'deny', reason: { type: 'bad-input' }, message, ...problem })
}
