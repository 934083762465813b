import { describe, expect, it } from 'vitest'
import { turnFailureOf, turnReader } from './answer.ts'

const THREAD = 'one'
const reader = () => turnReader({ thread: THREAD, model: 'gpt-x', longest: 100 })
const said = (method: string, more: object, threadId = THREAD) => ({ method, params: { threadId, ...more } })
const item = (type: string, text = '') => said('item/completed', { item: { type, text } })
const counted = said('thread/tokenUsage/updated', {
  tokenUsage: { total: { inputTokens: 100, cachedInputTokens: 60, outputTokens: 7 } },
})
const over = (turn: object = { status: 'completed', error: null }) => said('turn/completed', { turn })

describe('a turn of Codex', () => {
  it('is the one text of its thread, with the tokens it took', () => {
    const own = reader()
    const before = [item('userMessage'), item('reasoning'), item('agentMessage', '<block>no</block>'), counted]
    for (const message of before) expect(own.read(message)).toBeUndefined()
    expect(own.read(over())).toMatchObject({
      over: true,
      answer: {
        reply: {
          text: '<block>no</block>',
          end: 'complete',
          model: 'gpt-x',
          usage: { inputTokens: 40, cacheReadTokens: 60, outputTokens: 7 },
        },
      },
    })
  })

  it('of another thread says nothing', () => {
    expect(reader().read(said('turn/completed', { turn: { status: 'completed' } }, 'another'))).toBeUndefined()
  })

  it('with two texts has none', () => {
    const own = reader()
    own.read(item('agentMessage', '<block>no</block>'))
    own.read(item('agentMessage', 'and more'))
    expect(own.read(over())?.answer).toMatchObject({ reply: { text: undefined } })
  })

  it.each(['commandExecution', 'fileChange', 'mcpToolCall', 'webSearch', 'hookPrompt', 'somethingNew'])(
    'in which it does %s is no answer',
    (type) => {
      expect(reader().read(item(type))).toMatchObject({ over: false, answer: { failure: { kind: 'crashed' } } })
    },
  )

  it('in which the model was asked twice is no answer', () => {
    const own = reader()
    own.read(counted)
    expect(own.read(counted)).toMatchObject({ over: false, answer: { failure: { kind: 'crashed' } } })
  })

  it('is cut where it says more than a verdict may be', () => {
    const heard = reader().read(said('item/agentMessage/delta', { delta: 'x'.repeat(101) }))
    expect(heard).toMatchObject({ over: false, answer: { reply: { end: 'limit' } } })
  })

  it.each([
    ['exactly as long as a verdict may be', 100, false],
    ['one letter longer', 101, true],
  ])('%s, in parts, begun or whole', (_name, length, isCut) => {
    const text = 'x'.repeat(length)
    const own = reader()
    own.read(said('item/agentMessage/delta', { delta: 'x' }))
    for (const heard of [
      own.read(said('item/agentMessage/delta', { delta: text.slice(1) })),
      reader().read(item('agentMessage', text)),
      reader().read(said('item/started', { item: { type: 'agentMessage', text } })),
    ])
      expect(heard === undefined ? false : 'reply' in heard.answer && heard.answer.reply.end).toBe(isCut && 'limit')
  })

  it('that is begun is not said yet', () => {
    const own = reader()
    own.read(said('item/started', { item: { type: 'agentMessage', text: '<block>no</block>' } }))
    own.read(item('agentMessage', '<block>no</block>'))
    expect(own.read(over())?.answer).toMatchObject({ reply: { text: '<block>no</block>' } })
  })

  it.each<[object, object]>([
    [
      { inputTokens: 100, cachedInputTokens: 60, cacheWriteInputTokens: 30, outputTokens: 7 },
      { inputTokens: 10, cacheReadTokens: 60, cacheWriteTokens: 30, outputTokens: 7 },
    ],
    [
      { inputTokens: 10, cachedInputTokens: 60 },
      { inputTokens: 0, cacheReadTokens: 60, outputTokens: 0 },
    ],
    [
      { inputTokens: '100', cachedInputTokens: -1, outputTokens: Number.NaN },
      { inputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 0 },
    ],
    [
      { inputTokens: Number.POSITIVE_INFINITY, outputTokens: 0 },
      { inputTokens: 0, outputTokens: 0 },
    ],
  ])('took %j', (total, usage) => {
    const own = reader()
    own.read(said('thread/tokenUsage/updated', { tokenUsage: { total } }))
    own.read(item('agentMessage', '<block>no</block>'))
    expect(own.read(over())?.answer).toMatchObject({ reply: { usage: { ...usage, calls: 1 } } })
  })

  it('in which something goes wrong is over at once, whatever comes then', () => {
    const error = { message: 'x', codexErrorInfo: 'rateLimitExceeded' }
    expect(reader().read(said('error', { error }))).toEqual({
      over: false,
      answer: { failure: { kind: 'rate-limit', detail: 'x' } },
    })
  })

  it('says nothing by what is new', () => {
    expect(reader().read(said('thread/something', {}))).toBeUndefined()
  })

  it('that went to another model names that one', () => {
    const own = reader()
    own.read(said('model/rerouted', { toModel: 'gpt-small' }))
    own.read(item('agentMessage', '<block>no</block>'))
    expect(own.read(over())?.answer).toMatchObject({ reply: { model: 'gpt-small' } })
  })

  it.each([
    ['failed', { status: 'failed', error: { message: 'x', codexErrorInfo: 'other' } }],
    ['interrupted', { status: 'interrupted', error: null }],
    ['completed with an error', { status: 'completed', error: { message: 'x' } }],
  ])('that is %s is a failure', (_name, turn) => {
    const own = reader()
    own.read(item('agentMessage', '<block>no</block>'))
    expect(own.read(over(turn))?.answer).toMatchObject({ failure: { kind: 'server-error' } })
  })

  it.each([
    ['usageLimitExceeded', 'plan-limit'],
    ['rateLimitExceeded', 'rate-limit'],
    ['unauthorized', 'logged-out'],
    ['contextWindowExceeded', 'too-long'],
    ['cyberPolicy', 'refused'],
    ['misalignmentPolicyViolation', 'refused'],
    ['sessionBudgetExceeded', 'plan-limit'],
    ['modelNotFound', 'misconfigured'],
    ['badRequest', 'misconfigured'],
    ['internalServerError', 'server-error'],
    ['serverOverloaded', 'server-error'],
    ['policyCapacityUnavailable', 'server-error'],
    ['flexUnavailable', 'server-error'],
    [{ httpConnectionFailed: { httpStatusCode: 403 } }, 'logged-out'],
    [{ httpConnectionFailed: { httpStatusCode: 408 } }, 'server-error'],
    [{ httpConnectionFailed: { httpStatusCode: 413 } }, 'too-long'],
    [{ httpConnectionFailed: { httpStatusCode: 499 } }, 'misconfigured'],
    [{ httpConnectionFailed: { httpStatusCode: 500 } }, 'server-error'],
    [{ httpConnectionFailed: { httpStatusCode: '400' } }, 'server-error'],
    [{ other: null, httpConnectionFailed: { httpStatusCode: 400 } }, 'misconfigured'],
    [{ responseStreamDisconnected: { httpStatusCode: 401 } }, 'logged-out'],
    [{ responseStreamDisconnected: { httpStatusCode: 429 } }, 'rate-limit'],
    [{ httpConnectionFailed: { httpStatusCode: 404 } }, 'misconfigured'],
    [{ responseStreamDisconnected: { httpStatusCode: null } }, 'server-error'],
    ['a new one', 'server-error'],
  ])('the error %j is %s', (codexErrorInfo, kind) => {
    expect(turnFailureOf({ message: 'words', codexErrorInfo })).toEqual({ kind, detail: 'words' })
  })

  it('its details come before its words, without the address, in 160 characters', () => {
    const told = (error: object) => turnFailureOf({ codexErrorInfo: 'other', ...error }).detail
    expect(told({ message: 'words', additionalDetails: 'more' })).toBe('more')
    expect(told({ message: 'words', additionalDetails: '' })).toBe('words')
    expect(told({ message: 'no answer, url: https://x.example/y' })).toBe('no answer')
    expect(told({ message: 'x'.repeat(500) })).toBe('x'.repeat(160))
  })
})
