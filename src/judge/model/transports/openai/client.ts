import type { OpenAI } from 'openai'
import type { ModelClient } from '../../transport.ts'
import { createFetch } from '../http/fetch.ts'
import { sendWithRetry } from '../http/send.ts'
import { chatBody } from './body.ts'
import type { Provider } from './provider.ts'
import { readCompletion } from './reply.ts'

export interface ChatClientOptions {
  readonly baseUrl: string
  readonly provider: Provider
  /** Undefined: an endpoint that needs none. */
  readonly key: string | undefined
  readonly proxy?: string | undefined
}

/** Talks Chat Completions through the official SDK. Everything is handed over: no environment variable steers it. */
export function createChatClient(options: ChatClientOptions): ModelClient {
  const secrets = options.key === undefined ? [] : [options.key]
  let made: Promise<OpenAI> | undefined
  return {
    send: (call) =>
      sendWithRetry(call, {
        send: async (signal) => {
          made ??= load(options)
          const sdk = await made
          const body = chatBody(call.request, options.provider)
          const params = body as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming
          return readCompletion(await sdk.chat.completions.create(params, { signal }), secrets)
        },
        secrets,
      }),
  }
}

/** Imported only when a call is really made: it costs more than a whole offline check. */
async function load({ baseUrl, provider, key, proxy }: ChatClientOptions): Promise<OpenAI> {
  const { OpenAI: Sdk } = await import('./sdk.bundled.ts')
  return new Sdk({
    baseURL: baseUrl,
    apiKey: key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: 'off',
    logger: SILENT_LOGGER,
    fetch: withReadableErrors(createFetch({ proxy, headers: keyHeader(provider, key) })),
  })
}

const ignore = (): undefined => undefined
const SILENT_LOGGER = { error: ignore, warn: ignore, info: ignore, debug: ignore }

/** Without a key none is sent, not even an empty one. */
function keyHeader({ keyHeader: name }: Provider, key: string | undefined): Readonly<Record<string, string>> {
  if (key === undefined) return {}
  return name === 'api-key' ? { 'api-key': key } : { authorization: `Bearer ${key}` }
}

/** The SDK reads errors of one form only; of another one, such as Google's list, it would say nothing. */
function withReadableErrors(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (resource, init) => {
    const response = await fetch(resource, init)
    if (response.ok) return response
    const { status, headers } = response
    return new Response(JSON.stringify({ error: errorIn(await response.text()) }), { status, headers })
  }
}

function errorIn(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text)
    const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed
    if (typeof first !== 'object' || first === null) return { message: text }
    const said: unknown = 'error' in first ? first.error : first
    return typeof said === 'object' && said !== null ? said : { message: String(said) }
  } catch (error) {
    // A page, not an answer of the API.
    void error
    return { message: text }
  }
}
