import { describe, expect, it } from 'vitest'
import { failureVerdict, refusedKeyVerdict } from '../../failure.ts'
import { classifyError, isTransient, retryAfter } from './failures.ts'
import { ConnectionError } from './fetch.ts'

const NONE: readonly string[] = []

describe('what an error means', () => {
  it.each([
    [401, 'refused-key'],
    [403, 'refused-key'],
    [429, 'rate-limit'],
    [413, 'too-long'],
    [408, 'server-error'],
    [409, 'server-error'],
    [500, 'server-error'],
    [529, 'server-error'],
    [400, 'misconfigured'],
    [404, 'misconfigured'],
    [499, 'misconfigured'],
  ])('%i: %s', (status, kind) => {
    expect(classifyError({ status, message: 'x' }, undefined, NONE).kind).toBe(kind)
  })

  it.each([
    [400, 'prompt is too long: 9 tokens', 'too-long'],
    [400, 'too many input tokens', 'too-long'],
    [400, 'exceeds the context window', 'too-long'],
    [404, 'prompt is too long', 'misconfigured'],
    [400, 'no such field', 'misconfigured'],
  ])('%i %s: %s', (status, apiMessage, kind) => {
    expect(classifyError({ status, apiMessage }, undefined, NONE).kind).toBe(kind)
  })

  it.each<[string, object, string]>([
    ['a used-up account', { status: 429, code: 'insufficient_quota' }, 'plan-limit'],
    ['an account without a payment', { status: 402 }, 'plan-limit'],
    ['a slow-down with a code', { status: 429, code: 'rate_limit_exceeded' }, 'rate-limit'],
    ['a prompt beyond the window', { status: 400, code: 'context_length_exceeded' }, 'too-long'],
    ['a prompt that a filter stopped', { status: 400, code: 'content_filter' }, 'refused'],
    [
      'a key that is wrong, as Google says it',
      { status: 400, error: { message: 'API key not valid.' } },
      'refused-key',
    ],
    ['a key that is over', { status: 400, error: { message: 'API key expired.' } }, 'refused-key'],
    ['a code that is no text', { status: 400, code: 7 }, 'misconfigured'],
    ['a code of ours', { code: 'content_filter' }, 'crashed'],
  ])('%s', (_, error, kind) => {
    expect(classifyError(error, undefined, NONE).kind).toBe(kind)
  })

  it.each([
    "This model's maximum context length is 8192 tokens.",
    'the request exceeds the available context size, try increasing it',
    'The input token count (131073) exceeds the maximum number of tokens allowed (131072).',
  ])('too long, in the words of a server: %s', (message) => {
    expect(classifyError({ status: 400, error: { message } }, undefined, NONE).kind).toBe('too-long')
  })

  it.each<[string, unknown, string, string]>([
    ['a broken connection', new Error('x', { cause: new ConnectionError('ECONNRESET') }), 'network', 'ECONNRESET'],
    ['an answer that is not whole', new SyntaxError('x'), 'server-error', 'not whole'],
    ['a fault of ours', new Error('oops'), 'crashed', 'oops'],
    ['a fault with another cause', new Error('x', { cause: new Error('deep') }), 'crashed', 'deep'],
    ['a fault with a cause that is no error', new Error('oops', { cause: 'deep' }), 'crashed', 'oops'],
    ['no error at all', 'oops', 'crashed', 'oops'],
    ['nothing', null, 'crashed', 'null'],
    ['what the server said', { status: 500, apiMessage: 'busy', message: 'x' }, 'server-error', '500 busy'],
    [
      'what the server left empty',
      Object.assign(new Error('late'), { status: 500, apiMessage: '' }),
      'server-error',
      '500 late',
    ],
    ['a status that is no number', Object.assign(new Error('late'), { status: '500' }), 'crashed', 'late'],
  ])('%s', (_, error, kind, detail) => {
    const failure = classifyError(error, undefined, NONE)
    expect(failure.kind).toBe(kind)
    expect(failure.detail).toContain(detail)
  })

  it.each(['interrupted', 'deadline'] as const)('where the caller or the clock ended it, that is all: %s', (ended) => {
    expect(classifyError({ status: 500, message: 'x' }, ended, NONE)).toEqual({ kind: ended, detail: '' })
  })

  it('no secret is told', () => {
    expect(classifyError(new Error('bad key k-0123456789'), undefined, ['k-0123456789']).detail).not.toContain(
      'k-0123456789',
    )
  })

  it.each([
    ['rate-limit', true],
    ['server-error', true],
    ['network', true],
    ['refused-key', false],
    ['deadline', false],
    ['crashed', false],
  ] as const)('%s is worth another try: %s', (kind, again) => {
    expect(isTransient({ kind, detail: '' })).toBe(again)
  })

  it.each([
    ['2', 2_000],
    ['0', 0],
    ['0.5', 500],
    ['-1', undefined],
    ['soon', undefined],
    [undefined, undefined],
  ])('retry-after %s: %s', (value, wait) => {
    expect(retryAfter({ headers: new Headers(value === undefined ? {} : { 'retry-after': value }) })).toBe(wait)
  })

  it('only headers of the server say how long to wait', () => {
    expect(retryAfter({ headers: { 'retry-after': '2' } })).toBeUndefined()
    expect(retryAfter(undefined)).toBeUndefined()
  })

  it.each([
    ['crashed', 'oops', /\(oops\)/],
    ['crashed', '', /^[^()]*$/],
    ['network', 'ECONNRESET', /\(ECONNRESET\)/],
  ] as const)('%s with %j is told', (kind, detail, words) => {
    const verdict = failureVerdict({ kind, detail })
    expect('reason' in verdict && verdict.reason).toMatch(words)
  })

  it('a refused key: when it is tried again', () => {
    const reason = (wait?: number) => {
      const verdict = refusedKeyVerdict('401', wait)
      return 'reason' in verdict ? verdict.reason : ''
    }
    expect(reason(1_500)).toContain('tried again in 2 s')
    expect(reason()).not.toContain('tried again')
  })
})
