/** The parts of Chat Completions that this server speaks. */
export interface WireMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant'
  readonly content: string
}

export interface WireRequest {
  readonly model: string
  readonly messages: readonly WireMessage[]
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly stop?: string | readonly string[]
  readonly temperature?: number
  readonly reasoning_effort?: string
  readonly prompt_cache_key?: string
}

export interface WireUsage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly total_tokens: number
  readonly prompt_tokens_details: { readonly cached_tokens: number }
}

/** All that a model reads of a request, in order. */
export function textOf({ messages }: Pick<WireRequest, 'messages'>): string {
  return messages.map(({ content }) => content).join('\n')
}

/** A rough count: four bytes are a token. */
export function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4)
}

/** How models differ, stated here on its own so that the judge's table is checked against something. */
export interface ModelTraits {
  /** Refuses `stop`, `temperature` and `max_tokens`. */
  readonly reasoning: boolean
  readonly efforts: readonly string[]
  readonly context: number
}

const LEVELS = ['low', 'medium', 'high']

export function traitsOf(model: string): ModelTraits {
  const name = model.replace(/^openai\//, '')
  if (/-(?:chat|pro)\b/.test(name)) return { reasoning: true, efforts: [], context: 128_000 }
  if (/^gpt-5\.[1-5]/.test(name) && !name.includes('codex'))
    return { reasoning: true, efforts: ['none', ...LEVELS], context: 400_000 }
  if (/^gpt-5(?!\.)/.test(name) && !name.includes('codex'))
    return { reasoning: true, efforts: ['minimal', ...LEVELS], context: 400_000 }
  if (/^(?:gpt-[5-9]|o\d|codex-)/.test(name)) return { reasoning: true, efforts: LEVELS, context: 200_000 }
  return { reasoning: false, efforts: [], context: name.startsWith('gpt-4.1') ? 1_000_000 : 128_000 }
}
