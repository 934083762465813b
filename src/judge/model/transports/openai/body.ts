import type { ModelRequest } from '../../transport.ts'
import type { Provider } from './provider.ts'

export interface ChatMessage {
  readonly role: 'system' | 'user'
  readonly content: string
}

/** The body of a call. What stages share comes first, so that the bytes of two requests part as late as possible. */
export interface ChatBody {
  readonly model: string
  readonly prompt_cache_key?: string
  readonly temperature?: 0
  readonly reasoning_effort?: string
  readonly messages: readonly ChatMessage[]
  readonly stop?: readonly string[]
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
}

/**
 * One text for the system and one for the user: some servers know no parts of a text, and some no two turns of one side. The
 * session's thousands of blocks are put together when it is written out.
 */
export function chatBody(request: ModelRequest, provider: Provider): ChatBody {
  const { model, system, blocks, limit, stop, capabilities, session } = request
  let made: readonly ChatMessage[] | undefined
  return {
    model,
    ...(provider.cacheKey && session !== undefined && { prompt_cache_key: session }),
    ...(capabilities.temperature && { temperature: 0 as const }),
    ...withoutReasoning(request, provider),
    get messages() {
      made ??= [
        { role: 'system', content: system },
        {
          role: 'user',
          content: blocks()
            .map(({ text }) => text)
            .join(''),
        },
      ]
      return made
    },
    ...(stop !== undefined && { stop: [stop] }),
    [capabilities.limitField]: limit,
  }
}

function withoutReasoning({ capabilities: { reasoning } }: ModelRequest, provider: Provider): object | undefined {
  switch (reasoning) {
    case 'none':
    case 'minimal':
    case 'low':
      return { reasoning_effort: reasoning }
    case 'template':
      return provider.reasoningOff
    case 'unsent':
      return undefined
  }
}
