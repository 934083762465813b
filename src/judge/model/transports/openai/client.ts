import type { OpenAI } from 'openai'
import type { ModelClient } from '../../transport.ts'
import { createFetch } from '../http/fetch.ts'
import { SILENT_LOGGER, sendWithRetry } from '../http/send.ts'
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
        mayCut: true,
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
    fetch: createFetch({ proxy, headers: keyHeader(provider, key) }),
  })
}

/** Without a key none is sent, not even an empty one. */
function keyHeader({ keyHeader: name }: Provider, key: string | undefined): Readonly<Record<string, string>> {
  if (key === undefined) return {}
  return name === 'api-key' ? { 'api-key': key } : { authorization: `Bearer ${key}` }
}
