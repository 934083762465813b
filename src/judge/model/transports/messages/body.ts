import { type CacheControl, cacheControl } from '../../cache-life.ts'
import type { ModelRequest, RequestBlock } from '../../transport.ts'

export interface TextBlock {
  readonly type: 'text'
  readonly text: string
  readonly cache_control?: CacheControl
}

export interface UserMessage {
  readonly role: 'user'
  readonly content: readonly TextBlock[]
}

/** The parameters that depend on the stage and the model. */
export interface MessagesParameters {
  readonly max_tokens: number
  readonly stop_sequences?: readonly string[]
  readonly temperature?: 0
  readonly thinking?: { readonly type: 'disabled' | 'between_tools' }
}

/** The body of a call. What stages share comes first, so that the bytes of two requests part as late as possible. */
export interface MessagesBody extends MessagesParameters {
  readonly model: string
  readonly system: readonly TextBlock[]
  readonly messages: readonly UserMessage[]
}

/** Builds a body in the same time for any session: its thousands of blocks are put together when it is written out. */
export function messagesBody(request: ModelRequest): MessagesBody {
  let made: readonly UserMessage[] | undefined
  const { max_tokens, stop_sequences, ...same } = messagesParameters(request)
  return {
    model: request.model,
    ...same,
    system: [cachedBlock(request.system, request)],
    get messages() {
      made ??= messagesOf(request)
      return made
    },
    max_tokens,
    ...(stop_sequences && { stop_sequences }),
  }
}

/** The repository's instructions are a message of their own. */
function messagesOf(request: ModelRequest): UserMessage[] {
  const messages: { readonly role: 'user'; readonly content: TextBlock[] }[] = []
  let open: TextBlock[] | undefined
  for (const block of request.blocks()) {
    if (open === undefined) {
      open = []
      messages.push({ role: 'user', content: open })
    }
    open.push(contentBlock(block, request))
    if (block.mark === 'instructions') open = undefined
  }
  return messages
}

function contentBlock({ text, mark }: RequestBlock, request: ModelRequest): TextBlock {
  return mark === undefined ? { type: 'text', text } : cachedBlock(text, request)
}

function cachedBlock(text: string, { cacheLife }: ModelRequest): TextBlock {
  return { type: 'text', text, ...(cacheLife && { cache_control: cacheControl(cacheLife) }) }
}

export function messagesParameters({
  limit,
  stop,
  capabilities,
}: Pick<ModelRequest, 'limit' | 'stop' | 'capabilities'>): MessagesParameters {
  return {
    max_tokens: limit,
    ...(stop !== undefined && { stop_sequences: [stop] }),
    ...(capabilities.temperature && { temperature: 0 as const }),
    ...thinkingSwitch(capabilities),
  }
}

function thinkingSwitch({ thinking }: ModelRequest['capabilities']): Pick<MessagesParameters, 'thinking'> {
  switch (thinking) {
    case 'switch':
      return { thinking: { type: 'disabled' } }
    case 'between-tools':
      return { thinking: { type: 'between_tools' } }
    case 'off':
    case 'always':
    case 'none':
      return {}
  }
}
