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

  it('counts what was read from a cache apart, and nothing that is no number', () => {
    const withUsage = (usage: object) =>
      update('agent_message_chunk', { content: { type: 'text', text: '<block>no</block>' }, _meta: { usage } })
    const usageOf = (...told: object[]) => {
      const own = reader()
      for (const usage of told) own.hear(withUsage(usage))
      const answer = own.end({ result: { stopReason: 'end_turn' }, error: undefined })
      return 'reply' in answer ? answer.reply.usage : undefined
    }
    const counted = { inputTokens: 10, cachedReadTokens: 4, outputTokens: 3 }
    const usage = { inputTokens: 6, cacheReadTokens: 4, cacheWriteTokens: 0, outputTokens: 3, calls: 1 }
    expect(usageOf(counted)).toEqual(usage)
    expect(usageOf(counted, { inputTokens: 0, outputTokens: 9 })).toEqual(usage)
    expect(usageOf(counted, { inputTokens: -1, outputTokens: 9 })).toEqual(usage)
    expect(usageOf(counted, { inputTokens: '7', outputTokens: 9 })).toEqual(usage)
    expect(usageOf({ ...counted, cachedReadTokens: 99 })).toMatchObject({ inputTokens: 0, cacheReadTokens: 99 })
    expect(usageOf({ ...counted, cachedReadTokens: Number.NaN })).toMatchObject({ inputTokens: 10, cacheReadTokens: 0 })
    expect(usageOf({ ...counted, outputTokens: Number.POSITIVE_INFINITY })).toBeUndefined()
  })

  it.each([
    ['exactly as long as a verdict may be', 100, undefined],
    ['one letter longer', 101, { reply: { end: 'limit' } }],
  ])('%s', (_name, length, expected) => {
    const heard = reader().hear(chunk('x'.repeat(length)))
    if (expected) expect(heard).toMatchObject(expected)
    else expect(heard).toBeUndefined()
  })

  it('that is no text, or of another method, adds nothing', () => {
    const own = reader()
    own.hear(update('agent_message_chunk', { content: { type: 'text', text: 7 } }))
    for (const method of ['_note', 'session', 'x/fs/read'])
      expect(own.hear({ method, params: { sessionId: SESSION } })).toBeUndefined()
    for (const method of ['terminal/create', 'fs/write_text_file', 'session/elicitation'])
      expect(own.hear({ method, params: {} })).toMatchObject({ failure: { kind: 'crashed' } })
    own.hear(chunk('<block>no</block>'))
    expect(own.end(ended())).toMatchObject({ reply: { text: '<block>no</block>' } })
  })

  it('that ends in an error is that error, in 160 characters', () => {
    const error = { code: 503, message: 'x'.repeat(500), data: { details: 'y' } }
    const answer = reader().end({ result: undefined, error })
    expect(answer).toMatchObject({ failure: { kind: 'server-error', detail: 'x'.repeat(160) } })
    expect(promptFailureOf('x', { details: 'too many tokens' }, undefined)).toEqual({
      kind: 'too-long',
      detail: 'x too many tokens',
    })
  })

  it.each([
    ['401 Unauthorized', undefined, 'logged-out'],
    ['quota exceeded, try again at 3 PM', 429, 'plan-limit'],
    ['got status: 503', undefined, 'server-error'],
    ['got status: 404', undefined, 'misconfigured'],
    ['API key is missing', -32_603, 'logged-out'],
    ['400 the context length is too small', undefined, 'too-long'],
    ['fetch failed', -32_603, 'server-error'],
    ['x', 400, 'misconfigured'],
    ['x', 401, 'logged-out'],
    ['x', 403, 'logged-out'],
    ['x', 408, 'server-error'],
    ['x', 413, 'too-long'],
    ['x', 499, 'misconfigured'],
    ['log in first', 399, 'logged-out'],
    ['log in first', 500, 'server-error'],
    ['log in first', 599, 'server-error'],
    ['log in first', 600, 'logged-out'],
    ['log in first', 400.5, 'logged-out'],
    ['log in first', null, 'logged-out'],
  ])('the error "%s" of code %s is %s', (message, code, kind) => {
    expect(promptFailureOf(message, {}, code).kind).toBe(kind)
  })
})
