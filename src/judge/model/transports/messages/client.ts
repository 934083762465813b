import type Anthropic from '@anthropic-ai/sdk'
import { isOfficial } from '../../endpoint.ts'
import type { ModelAnswer, ModelClient, ModelRequest } from '../../transport.ts'
import { createFetch } from '../http/fetch.ts'
import { SILENT_LOGGER, sendWithRetry } from '../http/send.ts'
import { messagesBody } from './body.ts'
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

/** The protocol's version that we speak. */
const API_VERSION = '2023-06-01'

/** Talks to the Messages API through the official SDK. Everything is handed over: no environment variable steers it. */
export function createClient(options: ClientOptions): CountingClient {
  let made: Promise<Anthropic> | undefined
  const sdk = (): Promise<Anthropic> => {
    made ??= load(options)
    return made
  }
  return {
    send: (call) =>
      sendWithRetry(call, {
        send: async (signal) => sendOnce(call.request, await sdk(), signal),
        secrets: options.key === undefined ? [] : [options.key],
        mayCut: !isOfficial(options.baseUrl),
      }),
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
    fetch: createFetch({ proxy, headers: messagesHeaders(key) }),
  })
}

/** Without a key none is sent, not even an empty one. */
export function messagesHeaders(key: string | undefined): Readonly<Record<string, string>> {
  return { 'anthropic-version': API_VERSION, ...(key !== undefined && { 'x-api-key': key }) }
}

async function sendOnce(request: ModelRequest, sdk: Anthropic, signal: AbortSignal): Promise<ModelAnswer> {
  const params = messagesBody(request) as unknown as Anthropic.MessageCreateParamsNonStreaming
  const message = await sdk.messages.create(params, { signal })
  if (typeof message !== 'object' || message === null || message.type !== 'message' || message.role !== 'assistant') {
    return { failure: { kind: 'server-error', detail: 'the answer is not a message' } }
  }
  return { reply: { ...readMessage(message, request), requestId: message._request_id ?? undefined } }
}
