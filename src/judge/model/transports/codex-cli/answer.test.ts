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
    [{ responseStreamDisconnected: { httpStatusCode: 401 } }, 'logged-out'],
    [{ responseStreamDisconnected: { httpStatusCode: 429 } }, 'rate-limit'],
    [{ httpConnectionFailed: { httpStatusCode: 404 } }, 'misconfigured'],
    [{ responseStreamDisconnected: { httpStatusCode: null } }, 'server-error'],
    ['a new one', 'server-error'],
  ])('the error %j is %s', (codexErrorInfo, kind) => {
    expect(turnFailureOf({ message: 'words', codexErrorInfo })).toEqual({ kind, detail: 'words' })
  })
})
