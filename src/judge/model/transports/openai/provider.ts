/** Whose endpoint it is, as far as that changes what may be sent and what is there. */
export interface Provider {
  /** Good at judging, and cheap. */
  readonly defaultModel?: string
  /** Is a model of this name to be had? A server that nobody knows has what a person names. */
  readonly serves: (model: string) => boolean
  readonly needsKey: boolean
  readonly keyHeader: 'authorization' | 'api-key'
  /** Takes `prompt_cache_key`; some others refuse every field they do not know. */
  readonly cacheKey: boolean
  /** The field that tells an open model not to reason. */
  readonly reasoningOff?: Readonly<Record<string, unknown>>
}

const serveNone = (): boolean => false

const OPENAI: Provider = {
  defaultModel: 'gpt-5.4-mini',
  serves: (model) => /^(?:gpt|chatgpt|codex)-|^o\d/.test(model),
  needsKey: true,
  keyHeader: 'authorization',
  cacheKey: true,
}

/** Its models have the names that a person gave to deployments. */
const AZURE: Provider = { serves: serveNone, needsKey: true, keyHeader: 'api-key', cacheKey: true }

const GOOGLE: Provider = {
  defaultModel: 'gemini-3.5-flash',
  serves: (model) => model.startsWith('gemini-'),
  needsKey: true,
  keyHeader: 'authorization',
  cacheKey: false,
}

const OPENROUTER: Provider = {
  defaultModel: 'openai/gpt-5.4-mini',
  serves: (model) => /^[\w-]+\/./.test(model),
  needsKey: true,
  keyHeader: 'authorization',
  cacheKey: false,
  reasoningOff: { reasoning: { enabled: false } },
}

/** A gateway or a local server. Both words are in use, and templates leave out what they do not know. */
const OTHER: Provider = {
  serves: serveNone,
  needsKey: false,
  keyHeader: 'authorization',
  cacheKey: false,
  reasoningOff: { chat_template_kwargs: { enable_thinking: false, thinking: false } },
}

const PROVIDERS: readonly (readonly [domain: string, provider: Provider])[] = [
  ['api.openai.com', OPENAI],
  ['openai.azure.com', AZURE],
  ['services.ai.azure.com', AZURE],
  ['cognitiveservices.azure.com', AZURE],
  ['generativelanguage.googleapis.com', GOOGLE],
  ['openrouter.ai', OPENROUTER],
]

export function providerOf(baseUrl: string): Provider {
  const { hostname } = new URL(baseUrl)
  return PROVIDERS.find(([domain]) => hostname === domain || hostname.endsWith(`.${domain}`))?.[1] ?? OTHER
}
