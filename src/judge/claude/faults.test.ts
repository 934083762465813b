import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scripted } from '../../../test/fake-claude/script.ts'
import { type FakeClaude, startFakeClaude } from '../../../test/fake-claude/server.ts'
import type { Verdict } from '../judge.ts'
import type { StageMode } from './stages.ts'
import { ask, judgeAt, policy } from './testing.ts'

let server: FakeClaude
beforeAll(async () => {
  server = await startFakeClaude()
})
afterAll(() => server.close())

/** The whole check in milliseconds, for faults that never end by themselves; the first stage gets 10/55 of it. */
const DEADLINE = 1_100
const MODES: readonly StageMode[] = ['both', 'fast', 'thinking']

const status = (code: number, more: Record<string, unknown> = {}): Scripted => ({
  fault: { kind: 'status', status: code, ...more },
})
const gone = (cause: string): Partial<Verdict> => ({ type: 'unavailable', cause }) as Partial<Verdict>

/** Every fault with what it must come to, and how many requests the server sees at most in one stage. */
const FAULTS: readonly (readonly [name: string, scripted: Scripted, verdict: Partial<Verdict>, tries: number])[] = [
  ['429', status(429, { type: 'rate_limit_error', retryAfter: 0 }), gone('rate-limit'), 2],
  ['429 with a long retry-after', status(429, { retryAfter: 3_600 }), gone('rate-limit'), 1],
  ['500', status(500), gone('server-error'), 2],
  ['503', status(503), gone('server-error'), 2],
  ['529', status(529, { type: 'overloaded_error' }), gone('server-error'), 2],
  ['401', status(401, { type: 'authentication_error' }), gone('misconfigured'), 1],
  ['403', status(403, { type: 'permission_error' }), gone('misconfigured'), 1],
  ['404', status(404, { type: 'not_found_error', message: 'model: nope' }), gone('misconfigured'), 1],
  ['400', status(400, { type: 'invalid_request_error', message: 'x: Extra inputs' }), gone('misconfigured'), 1],
  ['400 too long', status(400, { message: 'prompt is too long: 9 tokens > 8 maximum' }), { type: 'too-long' }, 1],
  ['413', status(413, { type: 'request_too_large' }), { type: 'too-long' }, 1],
  ['redirect', { fault: { kind: 'redirect', to: 'http://127.0.0.1:1/' } }, gone('misconfigured'), 1],
  ['reset', { fault: { kind: 'reset' } }, gone('network'), 2],
  ['reset in the body', { fault: { kind: 'reset-body' } }, gone('network'), 2],
  ['truncated JSON', { fault: { kind: 'truncated-json' } }, gone('server-error'), 2],
  ['a web page', { fault: { kind: 'page' } }, gone('server-error'), 1],
  ['hang', { fault: { kind: 'hang' } }, gone('deadline'), 1],
  ['stall in the body', { fault: { kind: 'stall' } }, gone('deadline'), 1],
  ['slow', { fault: { kind: 'slow', ms: 30_000, next: { says: '<block>no</block>' } } }, gone('deadline'), 1],
  [
    'another model',
    { answers: { model: 'claude-opus-5', content: [{ type: 'text', text: '<block>no</block>' }] } },
    gone('wrong-model'),
    1,
  ],
  [
    'no model',
    { answers: { model: null, content: [{ type: 'text', text: '<block>no</block>' }] } },
    gone('wrong-model'),
    1,
  ],
  ['refusal', { answers: { stop_reason: 'refusal', content: [] } }, gone('refused'), 1],
  ['context full', { answers: { stop_reason: 'model_context_window_exceeded' } }, { type: 'too-long' }, 1],
  ['empty content', { answers: { content: [] } }, { type: 'unparseable' }, 1],
  ['prose', { says: 'I think this is fine.' }, { type: 'unparseable' }, 1],
  [
    'cut off',
    { answers: { content: [{ type: 'text', text: '<block>no</block>' }], stop_reason: 'max_tokens' } },
    { type: 'unparseable' },
    1,
  ],
]

describe.each(MODES)('faults in mode %s', (mode) => {
  it.concurrent.each(FAULTS)('%s', async (_name, scripted, verdict, tries) => {
    const own = await startFakeClaude({ script: () => scripted })
    const waits = 'cause' in verdict && verdict.cause === 'deadline'
    const start = performance.now()
    const judged = await judgeAt(own.url).judge(
      ask('rm -rf build', { policy: policy({ mode, ...(waits && { deadlineMs: DEADLINE }) }) }),
    )
    const took = performance.now() - start
    const stages = mode === 'both' && verdict.type === 'unparseable' ? 2 : 1
    expect(judged.verdict).toMatchObject(verdict)
    expect(took).toBeLessThan(waits ? DEADLINE + 3_000 : 20_000)
    expect(own.seen.length).toBeLessThanOrEqual(tries * stages)
    await own.close()
  })
})

describe('two stages', () => {
  const allow = { says: '<block>no</block>' }
  const block = { says: '<block>yes</block><reason>[git-destructive] rewrites history</reason>' }

  it.each<[string, Scripted[], Partial<Verdict>, number]>([
    ['no', [allow], { type: 'allow', stage: 'fast' }, 1],
    ['yes, no', [block, allow], { type: 'allow', stage: 'thinking' }, 2],
    [
      'yes, yes',
      [block, block],
      {
        type: 'block',
        stage: 'thinking',
        category: 'git-destructive',
        hard: false,
        reason: 'rewrites history',
        clears: 'The user named the branch and the force push.',
      },
      2,
    ],
    ['garbage, no', [{ says: 'hm' }, allow], { type: 'allow', stage: 'thinking' }, 2],
    ['garbage, garbage', [{ says: 'hm' }, { says: 'hm' }], { type: 'unparseable' }, 2],
    ['yes, thinking then no', [block, { says: '<thinking>fine</thinking>\n<block>no</block>' }], { type: 'allow' }, 2],
    [
      'yes, then the server fails',
      [block, status(500), status(500)],
      { type: 'unavailable', cause: 'server-error' },
      3,
    ],
    ['a failure that passes', [status(529), allow], { type: 'allow', stage: 'fast' }, 2],
    [
      'yes without a reason',
      [block, { says: '<block>yes</block>' }],
      { type: 'block', reason: 'the judge blocks it' },
      2,
    ],
    [
      'a hard rule',
      [block, { says: '<block>yes</block><reason>[data-exfiltration] uploads</reason>' }],
      { type: 'block', hard: true },
      2,
    ],
    [
      'a rule of the user',
      [block, { says: '<block>yes</block><reason>[soft-deny-1] deploys</reason>' }],
      { type: 'block', category: 'soft-deny-1' },
      2,
    ],
    [
      'a rule that does not exist',
      [block, { says: '<block>yes</block><reason>[constructor] x</reason>' }],
      { type: 'block', category: undefined, hard: false, reason: 'x' },
      2,
    ],
    [
      'thinking that eats the limit',
      [{ says: '<block>no</block>', thinks: 'x'.repeat(9_000) }, allow],
      { type: 'allow', stage: 'thinking' },
      2,
    ],
  ])('%s', async (_name, replies, verdict, calls) => {
    server.forget()
    server.play(replies)
    const judged = await judgeAt(server.url).judge(ask('git push -f'))
    expect(judged.verdict).toMatchObject(verdict)
    expect(server.seen).toHaveLength(calls)
  })

  it('one mode has one stage', async () => {
    server.play([block])
    for (const mode of ['fast', 'thinking'] as const) {
      server.forget()
      const judged = await judgeAt(server.url).judge(ask('x', { policy: policy({ mode }) }))
      expect(judged.verdict).toMatchObject({ type: 'block', stage: mode })
      expect(server.seen).toHaveLength(1)
    }
  })

  it('a model that always thinks has room for its verdict', async () => {
    server.play([{ says: '<block>no</block>', thinks: 'x'.repeat(7_000) }])
    const judged = await judgeAt(server.url).judge(ask('x', { policy: policy({ model: 'claude-opus-5-5' }) }))
    expect(judged.verdict).toMatchObject({ type: 'allow', stage: 'fast' })
  })
})
