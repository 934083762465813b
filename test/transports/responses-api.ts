import type { Api } from './scripted-api.ts'

interface Item {
  readonly type: string
  readonly role?: string
  readonly content?: readonly { readonly text?: string }[]
}

interface Body {
  readonly model: string
  readonly instructions?: string
  readonly tools?: readonly unknown[]
  readonly input: readonly Item[]
}

/** OpenAI's Responses API, streaming, as far as one client needs it. */
export const RESPONSES_API: Api = {
  read: (url, raw) => {
    if (!url.endsWith('/responses')) return undefined
    const { model, instructions = '', tools = [], input } = JSON.parse(raw) as Body
    const parts = input.flatMap(({ content = [] }) => content.map(({ text = '' }) => text))
    return { model, text: [...tools.map((tool) => JSON.stringify(tool)), instructions, ...parts].join('') }
  },
  write: ({ model, text, usage, item: given }) => {
    const message = { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text }] }
    const item = given ?? message
    const counted = {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    }
    const events = [
      { type: 'response.created', response: { id: 'resp_1', model } },
      ...(given
        ? []
        : [
            { type: 'response.output_item.added', output_index: 0, item: { ...message, content: [] } },
            { type: 'response.output_text.delta', output_index: 0, content_index: 0, item_id: 'msg_1', delta: text },
          ]),
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id: 'resp_1', model, usage: counted } },
    ]
    const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
    return { type: 'text/event-stream', body }
  },
  fail: ({ status, type = 'server_error', message = 'injected', retryAfter }) => {
    const resets = retryAfter === undefined ? {} : { resets_at: Math.floor(Date.now() / 1_000) + retryAfter }
    return { error: { type: status === 429 ? 'usage_limit_reached' : type, message, code: type, ...resets } }
  },
}
