import type Anthropic from '@anthropic-ai/sdk'
import type { ModelAnswer, ModelCall, ModelClient, ModelRequest } from '../../transport.ts'
import { type EndCause, withDeadline } from '../deadline.ts'
import { messagesBody } from './body.ts'
import { classifyError, isTransient, retryAfter } from './failures.ts'
import { createFetch } from './fetch.ts'
import { readMessage } from './reply.ts'

export interface ClientOptions {
  readonly baseUrl: string
  /** Undefined: an endpoint that needs none. */
  readonly key: string | undefined
  readonly proxy?: string | undefined
}

export interface CountingClient extends ModelClient {
  /** The server's own count of a request's input tokens. */
  count(request: ModelRequest, signal?: AbortSignal): Promise<number>
}

const RETRY_AFTER_MS = 300

/** Too little time left for another try. */
const MIN_RETRY_MS = 250

/** Talks to the Messages API through the official SDK. Everything is handed over: no environment variable steers it. */
export function createClient(options: ClientOptions): CountingClient {
  let made: Promise<Anthropic> | undefined
  const sdk = (): Promise<Anthropic> => {
    made ??= load(options)
    return made
  }
  return {
    send: (call) => withDeadline(call, (signal, ended) => sendWithRetry(call, options, { sdk, signal, ended })),
    count: async (request, signal) => {
      const { system, messages, model } = messagesBody(request)
      const body = { system, messages, model } as unknown as Anthropic.MessageCountTokensParams
      const counted = await (await sdk()).messages.countTokens(body, signal ? { signal } : {})
      return counted.input_tokens
    },
  }
}

/** Imported only when a call is really made: it costs more than a whole offline check. */
async function load({ baseUrl, key, proxy }: ClientOptions): Promise<Anthropic> {
  const { Anthropic: Sdk } = await import('./sdk.bundled.ts')
  return new Sdk({
    baseURL: baseUrl,
    apiKey: key ?? 'none',
    authToken: null,
    webhookKey: null,
    maxRetries: 0,
    logLevel: 'off',
    logger: SILENT_LOGGER,
    openTelemetry: false,
    fetch: createFetch({ proxy, key }),
  })
}

const ignore = (): undefined => undefined
const SILENT_LOGGER = { error: ignore, warn: ignore, info: ignore, debug: ignore }

interface AttemptContext {
  readonly sdk: () => Promise<Anthropic>
  readonly signal: AbortSignal
  readonly ended: () => EndCause
}

/** One try, and one more if the error may pass by itself and time is left. */
async function sendWithRetry(
  call: ModelCall,
  options: ClientOptions,
  { sdk, signal, ended }: AttemptContext,
): Promise<ModelAnswer> {
  const start = performance.now()
  for (let tries = 1; ; tries++) {
    try {
      return await sendOnce(call.request, await sdk(), signal)
    } catch (error) {
      const failure = classifyError(error, ended(), options.key === undefined ? [] : [options.key])
      const wait = retryAfter(error) ?? RETRY_AFTER_MS
      const left = call.deadlineMs - (performance.now() - start)
      if (tries > 1 || !isTransient(failure) || wait + MIN_RETRY_MS > left) return { failure }
      await pause(wait, signal)
    }
  }
}

async function sendOnce(request: ModelRequest, sdk: Anthropic, signal: AbortSignal): Promise<ModelAnswer> {
  const params = messagesBody(request) as unknown as Anthropic.MessageCreateParamsNonStreaming
  const message = await sdk.messages.create(params, { signal })
  if (typeof message !== 'object' || message === null || message.type !== 'message' || message.role !== 'assistant') {
    return { failure: { kind: 'server-error', detail: 'the answer is not a message' } }
  }
  return { reply: { ...readMessage(message, request), requestId: message._request_id ?? undefined } }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
