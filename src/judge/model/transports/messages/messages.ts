import { DEFAULT_MODEL, isClaudeName } from '../../models.ts'
import { fingerprint } from '../../refused-key-latch.ts'
import { isKeySafe, type ModelSettings } from '../../settings.ts'
import type { Connection, ModelClient, Transport } from '../../transport.ts'
import { messagesBody } from './body.ts'
import { createClient } from './client.ts'
import type { ApiKey } from './key.ts'

export interface MessagesEdge {
  readonly key: () => Promise<ApiKey | undefined>
  /** Called once per endpoint, key and proxy. */
  readonly client?: (settings: ModelSettings, key: string | undefined) => ModelClient
}

/** The Messages API: Anthropic's own, or any server that speaks it. */
export function messagesTransport({ key, client = clientTo }: MessagesEdge): Transport {
  let last: { readonly name: string; readonly client: ModelClient } | undefined
  return {
    id: 'messages',
    traits: { stop: true, namesModel: true },
    models: ({ model, official }) => ({
      named: model,
      fallback: DEFAULT_MODEL,
      serves: (name) => !official || isClaudeName(name),
    }),
    toWire: messagesBody,
    connect: async (settings): Promise<Connection | { cause: 'misconfigured'; reason: string }> => {
      const found = await usableKey(key, settings)
      if ('problem' in found) return { cause: 'misconfigured', reason: found.problem }
      const name = fingerprint([settings.baseUrl, settings.proxy ?? '', found.key ?? ''])
      if (last?.name !== name) last = { name, client: client(settings, found.key) }
      return {
        client: last.client,
        secrets: found.key === undefined ? [] : [found.key],
        print: fingerprint([found.key ?? '', settings.baseUrl]),
        login: found.from === 'environment' ? 'command' : 'settings',
      }
    },
  }
}

function clientTo({ baseUrl, proxy }: ModelSettings, key: string | undefined): ModelClient {
  return createClient({ baseUrl, key, proxy })
}

interface UsableKey {
  readonly key: string | undefined
  readonly from: ApiKey['from'] | undefined
}

/** The key that may be sent to the endpoint of the settings, or why none may. */
async function usableKey(
  find: MessagesEdge['key'],
  { baseUrl, proxy, official }: ModelSettings,
): Promise<UsableKey | { readonly problem: string }> {
  const key = await find()
  if (key === undefined || key.value === '') {
    return official ? { problem: 'there is no key for the model' } : { key: undefined, from: undefined }
  }
  if (key.from === 'environment' && !official) {
    return { problem: 'a key from the environment is sent to the default endpoint only; set judge.apiKey' }
  }
  if (!isKeySafe({ baseUrl, proxy }))
    return { problem: 'a key is not sent over plain http; use https in judge.baseUrl' }
  return { key: key.value, from: key.from }
}
