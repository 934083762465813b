import type { NotReady } from '../../failure.ts'
import { fingerprint } from '../../refused-key-latch.ts'
import { isKeySafe, type ModelSettings, type OpenAiSettings } from '../../settings.ts'
import type { Connection, ModelClient, Transport } from '../../transport.ts'
import { createKeyFinder } from '../messages/key.ts'
import { chatBody } from './body.ts'
import { createChatClient } from './client.ts'
import { type Provider, providerOf } from './provider.ts'

export const OPENAI_ENDPOINT = 'https://api.openai.com/v1'

/** Chat Completions: OpenAI's own, or any server that speaks it. */
export function openaiTransport(): Transport {
  let keys: { readonly name: string; readonly find: ReturnType<typeof createKeyFinder> } | undefined
  let last: { readonly name: string; readonly client: ModelClient } | undefined

  const keyOf = async ({ apiKey, apiKeyCommand }: OpenAiSettings): Promise<string | undefined> => {
    const name = fingerprint([apiKey ?? '', apiKeyCommand ?? ''])
    if (keys?.name !== name) {
      const given = { ...(apiKey !== undefined && { apiKey }), ...(apiKeyCommand !== undefined && { apiKeyCommand }) }
      keys = { name, find: createKeyFinder(given, undefined) }
    }
    return (await keys.find())?.value
  }

  return {
    id: 'openai',
    traits: { stop: true, namesModel: true },
    models: (settings) => {
      const { defaultModel, serves } = providerIn(settings)
      return { named: settings.openai?.model ?? settings.model, fallback: defaultModel, serves }
    },
    toWire: (request, settings) => chatBody(request, providerIn(settings)),
    connect: async (settings): Promise<Connection | NotReady> => {
      const { openai, proxy } = settings
      if (openai === undefined)
        return { cause: 'misconfigured', reason: 'no endpoint is named for openai; set judge.openai.baseUrl' }
      const baseUrl = openai.baseUrl.replace(/\/+$/, '')
      const provider = providerIn(settings)
      const key = await keyOf(openai)
      const problem = keyProblem(key, { openai, provider, baseUrl, proxy })
      if (problem !== undefined) return { cause: 'misconfigured', reason: problem }
      const name = fingerprint([baseUrl, proxy ?? '', key ?? ''])
      if (last?.name !== name) last = { name, client: createChatClient({ baseUrl, provider, key, proxy }) }
      return {
        client: last.client,
        secrets: key === undefined ? [] : [key],
        print: fingerprint(['openai', key ?? '', baseUrl]),
        login: 'settings',
      }
    },
  }
}

function providerIn({ openai }: Pick<ModelSettings, 'openai'>): Provider {
  return providerOf(openai?.baseUrl ?? OPENAI_ENDPOINT)
}

interface Endpoint {
  readonly openai: OpenAiSettings
  readonly provider: Provider
  readonly baseUrl: string
  readonly proxy: string | undefined
}

/** Why this key may not be sent to this endpoint, or the endpoint not be asked without one. */
function keyProblem(key: string | undefined, { openai, provider, ...way }: Endpoint): string | undefined {
  if (key === undefined || key === '') {
    if (openai.apiKeyCommand !== undefined || openai.apiKey !== undefined)
      return 'judge.openai names a key, but there is none'
    return provider.needsKey ? 'there is no key for the model; set judge.openai.apiKey or .apiKeyCommand' : undefined
  }
  return isKeySafe(way) ? undefined : 'a key is not sent over plain http; use https in judge.openai.baseUrl'
}
