import { describe, expect, it, vi } from 'vitest'
import { failureVerdict } from '../../failure.ts'
import { capabilitiesOf } from '../../models.ts'
import type { ModelAnswer, ModelCall } from '../../transport.ts'
import { sendWithRetry } from './send.ts'

const call = (more: Partial<ModelCall> = {}): ModelCall => ({
  request: {
    model: 'm',
    system: 's',
    blocks: () => [],
    limit: 1,
    stop: undefined,
    capabilities: capabilitiesOf('m'),
    cacheLife: undefined,
  },
  label: 'l',
  stage: 'fast',
  deadlineMs: 2_000,
  ...more,
})

const reply = (inputTokens: number, cacheReadTokens = 0, cacheWriteTokens = 0): ModelAnswer => ({
  reply: {
    text: '<block>no</block>',
    end: 'complete',
    model: 'm',
    usage: { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens: 1, calls: 1 },
  },
})

describe('a prompt that was not read whole', () => {
  it.each<[string, number | undefined, ModelAnswer, boolean]>([
    ['far fewer tokens than we count', 9_000, reply(2_999), false],
    ['a third', 9_000, reply(3_000), true],
    ['a third, most of it from the cache', 9_000, reply(100, 2_000, 900), true],
    ['far fewer, all of it from the cache', 9_000, reply(0, 2_000), false],
    ['a server that does not count', 9_000, reply(0), true],
    ['a caller that does not count', undefined, reply(1), true],
  ])('%s', async (_, tokens, answer, whole) => {
    const given = await sendWithRetry(call(tokens === undefined ? {} : { tokens }), {
      send: async () => answer,
      secrets: [],
      mayCut: true,
    })
    if (whole) return expect(given).toBe(answer)
    expect(given).toMatchObject({ failure: { kind: 'cut-prompt' } })
    const verdict = 'failure' in given ? failureVerdict(given.failure) : undefined
    expect(verdict).toMatchObject({ type: 'unavailable', cause: 'truncated' })
    expect(verdict && 'reason' in verdict && verdict.reason).toContain('9000 tokens')
  })
})

it('a server that never cuts a prompt is believed', async () => {
  const answer = reply(1)
  expect(await sendWithRetry(call({ tokens: 9_000 }), { send: async () => answer, secrets: [], mayCut: false })).toBe(
    answer,
  )
})

describe('another try', () => {
  const failing = (...errors: readonly object[]) => {
    let tries = 0
    const send = async (): Promise<ModelAnswer> => {
      const error = errors[tries++]
      if (error) throw error
      return reply(1)
    }
    return { send, secrets: [], mayCut: true, tries: () => tries }
  }
  const wait = (seconds: string) => ({ headers: new Headers({ 'retry-after': seconds }) })

  it.each<[string, readonly object[], number, string | undefined]>([
    ['after a 500', [{ status: 500 }], 2, undefined],
    ['after a 429 that may pass', [{ status: 429, ...wait('0') }], 2, undefined],
    ['only one', [{ status: 500 }, { status: 503 }], 2, 'server-error'],
    ['none beyond the deadline', [{ status: 429, ...wait('60') }], 1, 'rate-limit'],
    ['none for a used-up plan', [{ status: 429, code: 'insufficient_quota', ...wait('0') }], 1, 'plan-limit'],
    ['none for a refused key', [{ status: 401 }], 1, 'refused-key'],
  ])('%s', async (_, errors, tries, kind) => {
    const plan = failing(...errors)
    const answer = await sendWithRetry(call(), plan)
    expect(plan.tries()).toBe(tries)
    expect('failure' in answer ? answer.failure.kind : undefined).toBe(kind)
  })

  it.each([
    [250, 2],
    [249, 1],
  ])('where %i ms are left there are %i', async (deadlineMs, tries) => {
    vi.spyOn(performance, 'now').mockReturnValue(0)
    const plan = failing({ status: 503, ...wait('0') })
    await sendWithRetry(call({ deadlineMs }), plan)
    vi.restoreAllMocks()
    expect(plan.tries()).toBe(tries)
  })

  it('ends by the deadline, whatever is sent', async () => {
    const began = performance.now()
    const answer = await sendWithRetry(call({ deadlineMs: 50 }), {
      send: () => new Promise(() => undefined),
      secrets: [],
      mayCut: true,
    })
    expect(answer).toMatchObject({ failure: { kind: 'deadline' } })
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})
