import type { Verdict } from '../../src/judge/judge.ts'
import type { StageMode } from '../../src/judge/model/stages.ts'
import type { Scripted } from './script.ts'

/** The whole check in milliseconds, for faults that never end by themselves; the first stage gets 10/55 of it. */
export const DEADLINE = 1_100
export const MODES: readonly StageMode[] = ['both', 'fast', 'thinking']

export const status = (code: number, more: Record<string, unknown> = {}): Scripted => ({
  fault: { kind: 'status', status: code, ...more },
})
const gone = (cause: string): Partial<Verdict> => ({ type: 'unavailable', cause }) as Partial<Verdict>

/** Every fault with what it must come to, and how many requests the server sees at most in one stage. */
export const FAULTS: readonly (readonly [
  name: string,
  scripted: Scripted,
  verdict: Partial<Verdict>,
  tries: number,
])[] = [
  ['429', status(429, { type: 'rate_limit_error', retryAfter: 0 }), gone('rate-limit'), 2],
  ['429 with a long retry-after', status(429, { retryAfter: 3_600 }), gone('rate-limit'), 1],
  ['500', status(500), gone('server-error'), 2],
  ['503', status(503), gone('server-error'), 2],
  ['529', status(529, { type: 'overloaded_error' }), gone('server-error'), 2],
  ['401', status(401, { type: 'authentication_error' }), gone('refused-key'), 1],
  ['403', status(403, { type: 'permission_error' }), gone('refused-key'), 1],
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
