import { describe, expect, it } from 'vitest'
import type { ModelAnswer } from '../../transport.ts'
import { answerReader } from './answer.ts'

const NO = '<block>no</block>'
const said = (content: unknown, model = 'claude-x', more: object = {}) => ({
  type: 'assistant',
  message: { model, content },
  ...more,
})
const text = (words: string) => said([{ type: 'text', text: words }])
const result = (more: object = {}) => ({
  type: 'result',
  is_error: false,
  stop_reason: 'end_turn',
  usage: { input_tokens: 5, output_tokens: 2 },
  ...more,
})
const informed = { type: 'system', subtype: 'informational' }
const goesOn = { type: 'user' }

/** What is heard of messages in order; nothing may come before the last. */
function heard(...messages: readonly unknown[]) {
  const reader = answerReader()
  for (const message of messages.slice(0, -1)) expect(reader.read(message)).toBeUndefined()
  return reader.read(messages.at(-1))
}
const answerTo = (...messages: readonly unknown[]): ModelAnswer | undefined => heard(...messages)?.answer

describe('an answer of Claude Code', () => {
  it('is its one text, with the model that wrote it and the tokens that it took', () => {
    expect(heard({ type: 'system', subtype: 'init' }, text(NO), result())).toMatchObject({
      goesOn: false,
      answer: {
        reply: { text: NO, end: 'complete', model: 'claude-x', usage: { inputTokens: 5, outputTokens: 2 } },
      },
    })
  })

  it.each<[string, unknown, string | undefined]>([
    [
      'thinking before it',
      [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: NO },
      ],
      NO,
    ],
    [
      'hidden thinking',
      [
        { type: 'redacted_thinking', data: 'x' },
        { type: 'text', text: NO },
      ],
      NO,
    ],
    [
      'a call of a tool beside it',
      [
        { type: 'text', text: NO },
        { type: 'tool_use', name: 'Bash' },
      ],
      undefined,
    ],
    ['nothing but a call', [{ type: 'tool_use', name: 'Bash' }], undefined],
    [
      'two texts',
      [
        { type: 'text', text: NO },
        { type: 'text', text: 'and more' },
      ],
      undefined,
    ],
    ['a text of another type', [{ type: 'note', text: NO }], undefined],
    ['a text that is a number', [{ type: 'text', text: 7 }], undefined],
    ['a block that is none', [null], undefined],
    ['no list of blocks', NO, undefined],
    ['no blocks', [], undefined],
  ])('%s', (_name, content, expected) => {
    expect(answerTo(said(content), result())).toMatchObject({ reply: { text: expected } })
  })

  it('in two messages is none', () => {
    expect(answerTo(text(NO), text('<block>yes</block>'), result())).toMatchObject({ reply: { text: undefined } })
  })

  it('is of the model that began it', () => {
    expect(answerTo(text(NO), said([], 'claude-small'), result())).toMatchObject({ reply: { model: 'claude-x' } })
  })

  it.each([
    ['end_turn', 'complete'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'limit'],
    ['tool_use', 'other'],
    [null, 'other'],
  ])('that ended by %s is %s', (stop_reason, end) => {
    expect(answerTo(text(NO), result({ stop_reason }))).toMatchObject({ reply: { end } })
  })

  it('that was refused is none', () => {
    expect(answerTo(text(NO), result({ stop_reason: 'refusal' }))).toMatchObject({ failure: { kind: 'refused' } })
  })

  it.each([
    ['after a notice that it was declined', [text(NO), informed, goesOn], { failure: { kind: 'refused' } }],
    ['after its text', [text(NO), goesOn], { reply: { text: NO, end: 'limit', model: 'claude-x' } }],
    ['some time after a notice', [informed, text(NO), goesOn], { reply: { end: 'limit' } }],
    [
      'after another notice of the system',
      [text(NO), { type: 'system', subtype: 'init' }, goesOn],
      { reply: { end: 'limit' } },
    ],
    ['after another kind of notice', [text(NO), { ...informed, type: 'note' }, goesOn], { reply: { end: 'limit' } }],
  ])('that goes on by itself %s ends there', (_name, messages, answer) => {
    expect(heard(...messages)).toMatchObject({ goesOn: true, answer })
  })

  it.each([undefined, null, 7, 'text', [], {}, { type: 'stream_event' }])('%j says nothing', (message) => {
    expect(answerReader().read(message)).toBeUndefined()
  })
})

describe('a failure of Claude Code', () => {
  it.each<[string, object, string]>([
    ['no login', { error: 'authentication_failed' }, 'logged-out'],
    ['a limit of the plan', { error: 'rate_limit' }, 'plan-limit'],
    ['a broken server', { error: 'server_error', api_error_status: 404 }, 'server-error'],
    ['too long an answer', { error: 'max_output_tokens' }, 'truncated'],
    ['no such model', { error: 'model_not_found' }, 'misconfigured'],
    ['401', { api_error_status: 401 }, 'logged-out'],
    ['403', { api_error_status: 403 }, 'logged-out'],
    ['429', { api_error_status: 429 }, 'plan-limit'],
    ['500', { api_error_status: 500 }, 'server-error'],
    ['503', { api_error_status: 503 }, 'server-error'],
    ['400', { api_error_status: 400 }, 'misconfigured'],
    ['a status that is a text', { api_error_status: '400' }, 'server-error'],
    ['a word that is new', { error: 'something_new' }, 'server-error'],
    ['no word at all', {}, 'server-error'],
  ])('%s', (_name, about, kind) => {
    const failed = result({ is_error: true, result: 'words', ...about })
    expect(answerTo(failed)).toEqual({ failure: { kind, detail: 'words' } })
    // Told in the place of a model's words, it is the same.
    const instead = said([{ type: 'text', text: 'words' }], '<synthetic>', about)
    expect(answerTo(instead, result({ is_error: true, result: 'other words' }))).toEqual({
      failure: { kind, detail: 'words' },
    })
  })

  it.each([
    ['Prompt is too long: 300000 tokens', 'too-long'],
    ['The prompt is too long', 'server-error'],
  ])('"%s" is %s', (words, kind) => {
    expect(answerTo(result({ is_error: true, result: words }))).toMatchObject({ failure: { kind } })
  })

  it.each([undefined, null, 'false', true])('a result whose error is %j has no verdict', (is_error) => {
    expect(answerTo(text(NO), result({ is_error, result: { no: 'text' } }))).toEqual({
      failure: { kind: 'server-error', detail: '' },
    })
  })

  it("the client's own words are no verdict", () => {
    const instead = said([{ type: 'text', text: NO }], '<synthetic>')
    expect(answerTo(instead, result())).toMatchObject({ reply: { text: undefined } })
  })

  it('is told in 160 characters', () => {
    const answer = answerTo(result({ is_error: true, result: 'x'.repeat(500) }))
    expect(answer && 'failure' in answer && answer.failure.detail.length).toBe(160)
  })
})
