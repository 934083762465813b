import type { Api } from './scripted-api.ts'

interface Part {
  readonly text?: string
}

interface Body {
  readonly systemInstruction?: { readonly parts: readonly Part[] }
  readonly contents: readonly { readonly parts: readonly Part[] }[]
}

/** Gemini's REST API, streaming, as far as one client needs it. */
export const GEMINI_API: Api = {
  read: (url, raw) => {
    const model = /models\/([^:]+):streamGenerateContent/.exec(url)?.[1]
    if (model === undefined) return undefined
    const { systemInstruction, contents } = JSON.parse(raw) as Body
    const parts = [...(systemInstruction?.parts ?? []), ...contents.flatMap((content) => content.parts)]
    return { model, text: parts.map(({ text = '' }) => text).join('') }
  },
  write: ({ model, text, usage, item }) => {
    const usageMetadata = {
      promptTokenCount: usage.input,
      cachedContentTokenCount: usage.cached,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.input + usage.output,
    }
    const content = { role: 'model', parts: [item ?? { text }] }
    const candidates = [{ content, finishReason: 'STOP', index: 0 }]
    const whole = JSON.stringify({ candidates, usageMetadata, modelVersion: model })
    return { type: 'text/event-stream', body: `data: ${whole}\r\n\r\n` }
  },
  fail: ({ status, message = 'injected' }) => ({
    error: { code: status, message, status: status === 429 ? 'RESOURCE_EXHAUSTED' : 'UNKNOWN' },
  }),
}
