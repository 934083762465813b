import { describe, expect, it } from 'vitest'
import { CWD, check } from '../test/gate/gate-for-tests.ts'
import type { Action, ToolCall } from './analysis/action.ts'
import { canonicalJson } from './analysis/text/canonical-json.ts'
import { approvalKey, scopeKey } from './approval.ts'
import { bashAction } from './rules/testing.ts'
import { memoryState } from './session.ts'
import { policyFromObject } from './settings/load.ts'

const policyOf = (settings: Record<string, unknown>) => policyFromObject(settings, { cwd: CWD, home: '/home/dev' })
const POLICY = policyOf({})
const SESSION = { id: 's1', agentId: 'a1' }
const plain = bashAction('make deploy')
const READS = [
  { path: '/p/a.sh', hash: 'h1' },
  { path: '/p/b.sh', hash: 'h2' },
]
const ACTION: Action = { ...plain, reads: READS as unknown as Action['reads'] }

const withCall = (call: Partial<ToolCall>): Action => ({ ...ACTION, call: { ...ACTION.call, ...call } })
const withReads = (reads: readonly object[]): Action => ({ ...ACTION, reads: reads as Action['reads'] })
const KEY = approvalKey(ACTION, POLICY, SESSION)

describe('what an approval of one call is bound to', () => {
  it.each<[string, () => string]>([
    ['the session', () => approvalKey(ACTION, POLICY, { ...SESSION, id: 's2' })],
    ['the agent', () => approvalKey(ACTION, POLICY, { ...SESSION, agentId: 'a2' })],
    ['the root agent', () => approvalKey(ACTION, POLICY, { id: 's1' })],
    ['the tool', () => approvalKey(withCall({ tool: 'Monitor' }), POLICY, SESSION)],
    ['the input', () => approvalKey(withCall({ input: { command: 'make deploy2' } }), POLICY, SESSION)],
    ['a further field', () => approvalKey(withCall({ input: { ...ACTION.call.input, timeout: 1 } }), POLICY, SESSION)],
    ['the directory', () => approvalKey(withCall({ cwd: '/home/dev/other' }), POLICY, SESSION)],
    ['the policy', () => approvalKey(ACTION, policyOf({ permissions: { ask: ['Bash(ls *)'] } }), SESSION)],
    [
      'a script that changed',
      () => approvalKey(withReads([READS[0] ?? {}, { path: '/p/b.sh', hash: 'h3' }]), POLICY, SESSION),
    ],
    [
      'another script',
      () => approvalKey(withReads([READS[0] ?? {}, { path: '/p/c.sh', hash: 'h2' }]), POLICY, SESSION),
    ],
    ['a script less', () => approvalKey(withReads(READS.slice(0, 1)), POLICY, SESSION)],
    ['no script', () => approvalKey(withReads([]), POLICY, SESSION)],
  ])('%s', (_, other) => {
    expect(other()).not.toBe(KEY)
  })

  it('neither the order of keys nor that of scripts counts, nor a policy read anew', () => {
    expect(approvalKey(withReads(READS.toReversed()), policyOf({}), { ...SESSION })).toBe(KEY)
    const one = withCall({ input: { command: 'x', timeout: 1 } })
    const other = withCall({ input: { timeout: 1, command: 'x' } })
    expect(approvalKey(one, POLICY, SESSION)).toBe(approvalKey(other, POLICY, SESSION))
  })

  it('the host’s own id of the session in the call does not count', () => {
    expect(approvalKey(withCall({ sessionId: 'other' }), POLICY, SESSION)).toBe(KEY)
  })
})

describe('what a standing approval is bound to', () => {
  const scope = scopeKey('comments on 7', POLICY, SESSION)
  it.each<[string, () => string]>([
    ['the session', () => scopeKey('comments on 7', POLICY, { ...SESSION, id: 's2' })],
    ['the agent', () => scopeKey('comments on 7', POLICY, { ...SESSION, agentId: 'a2' })],
    ['the root agent', () => scopeKey('comments on 7', POLICY, { id: 's1' })],
    ['the policy', () => scopeKey('comments on 7', policyOf({ permissions: { ask: ['Bash(ls *)'] } }), SESSION)],
    ['the act', () => scopeKey('comments on 8', POLICY, SESSION)],
    ['the kind of approval', () => approvalKey(ACTION, POLICY, SESSION)],
  ])('%s', (_, other) => {
    expect(other()).not.toBe(scope)
  })

  it('a session or agent never stands for another by its text', () => {
    expect(scopeKey('x', POLICY, { id: 'a', agentId: 'b' })).not.toBe(scopeKey('x', POLICY, { id: 'ab' }))
    expect(scopeKey('x', POLICY, { id: 'a' })).not.toBe(scopeKey('x', POLICY, { id: '', agentId: 'a' }))
  })
})

describe('an approval in the gate', () => {
  const DEPLOY = { command: 'git push --force origin topic' }
  /** The same call, approved as it was, then made in another way. */
  const outcomeOf = async (input: Record<string, unknown>, how: Parameters<typeof check>[2] = {}) => {
    const approved = memoryState()
    const action = { ...bashAction(DEPLOY.command), call: { tool: 'Bash', input: DEPLOY, cwd: CWD, sessionId: 's' } }
    approved.approve(approvalKey(action, POLICY, { id: 's' }), 'p1')
    return (await check('Bash', input, { verdict: 'block', state: approved, ...how })).outcome
  }

  it('lifts exactly this call', async () => expect(await outcomeOf(DEPLOY)).toBe('allow'))

  it.each<[string, Record<string, unknown>, Parameters<typeof check>[2]]>([
    ['another command', { command: 'git push --force origin main' }, {}],
    ['another field', { ...DEPLOY, run_in_background: true }, {}],
    ['another agent', DEPLOY, { agentId: 'a2' }],
    ['another policy', DEPLOY, { settings: { permissions: { deny: ['Bash(ls *)'] } } }],
  ])('not %s', async (_, input, how) => {
    expect(await outcomeOf(input, how)).toBe('deny')
  })
})

describe('the text of a value', () => {
  it.each<[unknown, string]>([
    ['a', '"a"'],
    [1, '1'],
    [true, 'true'],
    [null, 'null'],
    [[], '[]'],
    [{}, '{}'],
    [{ b: [{ d: 1, c: 2 }], a: '' }, '{"a":"","b":[{"c":2,"d":1}]}'],
    [{ 1: 'x', a: { c: undefined, b: () => 1 } }, '{"1":"x","a":{"b":null,"c":null}}'],
    [{ '/': 1, ':': 2 }, '{"/":1,":":2}'],
    [{ 9: 1, 10: 2 }, '{"10":2,"9":1}'],
    [{ 0: [1, { b: 1, a: 2 }] }, '{"0":[1,{"a":2,"b":1}]}'],
    [{ b: 1, a: { toJSON: 1 } }, '{"a":{"toJSON":1},"b":1}'],
  ])('%j', (value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  it('a function that says how it is written is not asked', () => {
    expect(canonicalJson({ a: 1, toJSON: () => 'forged' })).toBe('{"a":1,"toJSON":null}')
    expect(canonicalJson([Symbol('x'), { s: Symbol('x') }])).toBe('[null,{"s":null}]')
  })
})
