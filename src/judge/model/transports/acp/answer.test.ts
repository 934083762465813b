import { describe, expect, it } from 'vitest'
import { promptFailureOf, promptReader } from './answer.ts'

const SESSION = 'one'
const reader = () => promptReader({ session: SESSION, model: 'gemini-x', longest: 100 })
const update = (sessionUpdate: string, more: object = {}, sessionId = SESSION) => ({
  method: 'session/update',
  params: { sessionId, update: { sessionUpdate, ...more } },
})
const chunk = (text: string, sessionId = SESSION) =>
  update('agent_message_chunk', { content: { type: 'text', text } }, sessionId)
const ended = (model = 'gemini-x', stopReason = 'end_turn', tokens = 5) => ({
  result: {
    stopReason,
    _meta: {
      quota: { token_count: { input_tokens: 9, output_tokens: tokens }, model_usage: tokens > 0 ? [{ model }] : [] },
    },
  },
  error: undefined,
})

describe('an answer over the Agent Client Protocol', () => {
  it('is the text of its own session, in order, and the model that gave it', () => {
    const own = reader()
    for (const message of [
      chunk('<block>'),
      chunk('yes', 'another'),
      update('agent_thought_chunk'),
      chunk('no</block>'),
    ])
      expect(own.hear(message)).toBeUndefined()
    expect(own.end(ended())).toMatchObject({
      reply: { text: '<block>no</block>', end: 'complete', model: 'gemini-x', usage: { inputTokens: 9 } },
    })
  })

  it.each([
    ['a tool call', update('tool_call')],
    ['a picture', update('agent_message_chunk', { content: { type: 'image' } })],
    ['a question for permission', { method: 'session/request_permission', params: { sessionId: SESSION } }],
    ['a file that it wants', { method: 'fs/read_text_file', params: {} }],
  ])('%s is none', (_name, message) => {
    expect(reader().hear(message)).toMatchObject({ failure: { kind: 'crashed' } })
  })

  it('is cut where it is longer than a verdict may be', () => {
    expect(reader().hear(chunk(`<block>no</block>${'x'.repeat(200)}`))).toMatchObject({ reply: { end: 'limit' } })
  })

  it('of another model is told as that model’s', () => {
    const own = reader()
    own.hear(chunk('<block>no</block>'))
    expect(own.end(ended('gemini-small'))).toMatchObject({ reply: { model: 'gemini-small' } })
  })

  it.each([
    ['max_tokens', 'limit'],
    ['refusal', 'refusal'],
    ['cancelled', 'other'],
  ])('that ended by %s is no whole one', (reason, end) => {
    const own = reader()
    own.hear(chunk('<block>no</block>'))
    expect(own.end(ended('gemini-x', reason))).toMatchObject({ reply: { end } })
  })

  it('for which no model wrote anything is a failure', () => {
    const own = reader()
    own.hear(chunk('<block>no</block>'))
    expect(own.end(ended('gemini-x', 'end_turn', 0))).toMatchObject({ failure: { kind: 'server-error' } })
  })

  it.each([
    ['401 Unauthorized', undefined, 'logged-out'],
    ['quota exceeded, try again at 3 PM', 429, 'plan-limit'],
    ['got status: 503', undefined, 'server-error'],
    ['got status: 404', undefined, 'misconfigured'],
    ['API key is missing', -32_603, 'logged-out'],
    ['400 the context length is too small', undefined, 'too-long'],
    ['fetch failed', -32_603, 'server-error'],
  ])('the error "%s" of code %s is %s', (message, code, kind) => {
    expect(promptFailureOf(message, {}, code).kind).toBe(kind)
  })
})
