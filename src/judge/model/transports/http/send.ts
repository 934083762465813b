import type { ModelAnswer, ModelCall } from '../../transport.ts'
import { withDeadline } from '../deadline.ts'
import { classifyError, isTransient, retryAfter } from './failures.ts'

const RETRY_AFTER_MS = 300

/** Too little time left for another try. */
const MIN_RETRY_MS = 250

export interface HttpTry {
  /** One request; throws what the SDK throws. */
  readonly send: (signal: AbortSignal) => Promise<ModelAnswer>
  /** These never leave in a text. */
  readonly secrets: readonly string[]
  /** The server may answer although it read only a part of the prompt. */
  readonly mayCut: boolean
}

/** Never throws. One try, and one more if the error may pass by itself and time is left. */
export function sendWithRetry(call: ModelCall, { send, secrets, mayCut }: HttpTry): Promise<ModelAnswer> {
  return withDeadline(call, async (signal, ended) => {
    const start = performance.now()
    for (let tries = 1; ; tries++) {
      try {
        const answer = await send(signal)
        return mayCut ? ofWholePrompt(answer, call) : answer
      } catch (error) {
        const failure = classifyError(error, ended(), secrets)
        const wait = retryAfter(error) ?? RETRY_AFTER_MS
        const left = call.deadlineMs - (performance.now() - start)
        if (tries > 1 || !isTransient(failure) || wait + MIN_RETRY_MS > left) return { failure }
        await pause(wait, signal)
      }
    }
  })
}

/** No tokenizer counts so much less than we do: the server dropped a part of what it was sent, as some do in silence. */
const LEAST_SHARE = 1 / 3

function ofWholePrompt(answer: ModelAnswer, { tokens }: ModelCall): ModelAnswer {
  if (tokens === undefined || !('reply' in answer)) return answer
  const { inputTokens, cacheReadTokens, cacheWriteTokens } = answer.reply.usage
  const read = inputTokens + cacheReadTokens + cacheWriteTokens
  // Nothing read at all is a server that does not count.
  if (read === 0 || read >= tokens * LEAST_SHARE) return answer
  return { failure: { kind: 'cut-prompt', detail: `${read} of about ${tokens} tokens` } }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

const ignore = (): undefined => undefined
/** What a library would print belongs to nobody here. */
export const SILENT_LOGGER = { error: ignore, warn: ignore, info: ignore, debug: ignore }
