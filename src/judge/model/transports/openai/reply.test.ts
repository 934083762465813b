import { describe, expect, it } from 'vitest'
import { parseReply, type ReplyShape } from '../../parse.ts'
import { readChatUsage, readCompletion } from './reply.ts'

const NONE: readonly string[] = []
const NO = '<block>no</block>'

const completion = (message: unknown, finish_reason: unknown = 'stop', more: object = {}) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'm',
  choices: [{ index: 0, message, finish_reason }],
  usage: {},
  ...more,
})

const said = (content: unknown, more: object = {}) => ({ role: 'assistant', content, ...more })

function kindOf(raw: unknown, shape: ReplyShape): string {
  const answer = readCompletion(raw, NONE)
  return 'failure' in answer ? answer.failure.kind : parseReply(answer.reply, shape).kind
}

describe('a completion', () => {
  it.each<[string, unknown, ReplyShape, string]>([
    ['no', completion(said(NO)), 'only', 'allow'],
    ['no, stopped at its end', completion(said('<block>no')), 'first', 'allow'],
    ['no, stopped, where nothing was to stop it', completion(said('<block>no')), 'only', 'unparseable'],
    ['no, cut off', completion(said(NO), 'length'), 'first', 'unparseable'],
    ['half a no, cut off', completion(said('<block>no'), 'length'), 'first', 'unparseable'],
    ['no, ended for another reason', completion(said(NO), 'tool_calls'), 'only', 'unparseable'],
    ['no, and nobody says how it ended', completion(said(NO), null), 'only', 'unparseable'],
    [
      'no, in a choice without an end',
      completion(said(NO), undefined, { choices: [{ message: said(NO) }] }),
      'only',
      'unparseable',
    ],
    ['yes', completion(said('<block>yes')), 'first', 'block'],
    ['yes with a reason', completion(said('<block>yes</block><reason>x</reason>')), 'only', 'block'],
    ['a refusal', completion(said(null, { refusal: 'I cannot.' })), 'only', 'refused'],
    ['a refusal beside a no', completion(said(NO, { refusal: 'I cannot.' })), 'only', 'refused'],
    ['a refusal that is empty', completion(said(NO, { refusal: '' })), 'only', 'allow'],
    ['no refusal', completion(said(NO, { refusal: null })), 'only', 'allow'],
    ['a filter', completion(said(NO), 'content_filter'), 'only', 'refused'],
    ['a call beside it', completion(said(NO, { tool_calls: [{ id: 'x' }] })), 'only', 'unparseable'],
    ['calls that are no list', completion(said(NO, { tool_calls: { id: 'x' } })), 'only', 'unparseable'],
    ['an old call beside it', completion(said(NO, { function_call: { name: 'x' } })), 'only', 'unparseable'],
    ['an empty list of calls', completion(said(NO, { tool_calls: [] })), 'only', 'allow'],
    ['reasoning beside it', completion(said(NO, { reasoning_content: 'hm' })), 'only', 'allow'],
    ['reasoning in it', completion(said(`<think>hm</think>${NO}`)), 'only', 'unparseable'],
    ['somebody else’s turn', completion({ role: 'user', content: NO }), 'only', 'unparseable'],
    ['no text', completion(said(null)), 'only', 'unparseable'],
    ['parts', completion(said([{ type: 'text', text: NO }])), 'only', 'unparseable'],
    ['a number', completion(said(7)), 'only', 'unparseable'],
    ['no message', completion(undefined), 'only', 'unparseable'],
    [
      'two choices',
      completion(undefined, 'stop', {
        choices: [
          { message: said(NO), finish_reason: 'stop' },
          { message: said(NO), finish_reason: 'stop' },
        ],
      }),
      'only',
      'unparseable',
    ],
    ['no choice', completion(undefined, 'stop', { choices: [] }), 'only', 'unparseable'],
    ['a choice that is none', completion(undefined, 'stop', { choices: [null] }), 'only', 'unparseable'],
    ['choices that are no list', completion(undefined, 'stop', { choices: { 0: NO } }), 'only', 'server-error'],
    ['a text', NO, 'only', 'server-error'],
    ['nothing', null, 'only', 'server-error'],
    ['an error with a status', { error: { code: 402, message: 'x' } }, 'only', 'plan-limit'],
    ['an error with a name', { error: { code: 'x', message: 'x' } }, 'only', 'server-error'],
  ])('%s', (_, raw, shape, kind) => expect(kindOf(raw, shape)).toBe(kind))

  it('says who answered, and by which name the server knows it', () => {
    const { reply } = readCompletion(completion(said(NO)), NONE) as Extract<
      ReturnType<typeof readCompletion>,
      { reply: unknown }
    >
    expect(reply).toMatchObject({ model: 'm', requestId: 'chatcmpl-1' })
    expect(readCompletion(completion(said(NO), 'stop', { id: 7 }), NONE)).toMatchObject({
      reply: { requestId: undefined },
    })
  })

  it('no secret is told', () => {
    const answer = readCompletion({ error: { code: 401, message: 'bad key k-0123456789' } }, ['k-0123456789'])
    expect(answer).toMatchObject({ failure: { kind: 'refused-key' } })
    expect(JSON.stringify(answer)).not.toContain('k-0123456789')
  })
})

describe('usage', () => {
  it.each<[unknown, number, number, number]>([
    [{ prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 60 } }, 40, 60, 7],
    [{ prompt_tokens: 100, completion_tokens: 7 }, 100, 0, 7],
    [{ prompt_tokens: 100, prompt_tokens_details: null }, 100, 0, 0],
    [{ prompt_tokens: 10, prompt_tokens_details: { cached_tokens: 60 } }, 0, 10, 0],
    [{ prompt_tokens: '100', completion_tokens: -7 }, 0, 0, 0],
    [{ prompt_tokens: Number.NaN }, 0, 0, 0],
    [null, 0, 0, 0],
    ['x', 0, 0, 0],
  ])('%j', (raw, inputTokens, cacheReadTokens, outputTokens) => {
    expect(readChatUsage(raw)).toEqual({ inputTokens, cacheReadTokens, outputTokens, cacheWriteTokens: 0, calls: 1 })
  })
})
