import type { Api } from './scripted-api.ts'

interface Body {
  readonly model: string
  readonly messages: readonly { readonly content: string | readonly { readonly text?: string }[] }[]
}

/** The chat completions API, streaming, as far as one client needs it. */
export const COMPLETIONS_API: Api = {
  read: (url, raw) => {
    if (!url.endsWith('/chat/completions')) return undefined
    const { model, messages } = JSON.parse(raw) as Body
    const texts = messages.flatMap(({ content }) =>
      typeof content === 'string' ? [content] : content.map(({ text = '' }) => text),
    )
    return { model, text: texts.join('') }
  },
  write: ({ model, text, usage, item }) => {
    const base = { id: 'chatcmpl_1', object: 'chat.completion.chunk', created: 1, model }
    const delta = item ?? { role: 'assistant', content: text }
    const counted = {
      prompt_tokens: usage.input,
      prompt_tokens_details: { cached_tokens: usage.cached },
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
    }
    const events = [
      { ...base, choices: [{ index: 0, delta, finish_reason: null }] },
      { ...base, choices: [{ index: 0, delta: {}, finish_reason: item ? 'tool_calls' : 'stop' }] },
      { ...base, choices: [], usage: counted },
    ]
    const body = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
    return { type: 'text/event-stream', body: `${body}data: [DONE]\n\n` }
  },
  fail: ({ type = 'server_error', message = 'injected' }) => ({ error: { type, message, code: null } }),
}
