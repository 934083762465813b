import { describe, expect, it } from 'vitest'
import type { Tool } from '../../src/analysis/tool.ts'
import { memoryState } from '../../src/session.ts'
import { scriptedJudge } from '../reference/run.ts'
import { bash, type Circumstances, check } from './gate-for-tests.ts'

const WRITE = { file_path: 'src/a.ts', content: 'x' }
const rules = (permissions: Record<string, string[]>): Circumstances => ({ settings: { permissions } })

/** Each line of the specification's permission check flow, in its order. */
describe('the complete permission check flow', () => {
  const lines: readonly [string, () => ReturnType<typeof check>, string, string][] = [
    ['1 deny rules match, tool level', () => bash('ls', rules({ deny: ['Bash'] })), 'deny', 'rule'],
    [
      '1 deny rules match, content',
      () => bash('frobnicate a', rules({ deny: ['Bash(frobnicate *)'] })),
      'deny',
      'rule',
    ],
    ['2 ask rules match, tool level', () => bash('ls', rules({ ask: ['Bash'] })), 'ask', 'rule'],
    ['3 ask with content rules', () => bash('frobnicate a', rules({ ask: ['Bash(frobnicate *)'] })), 'ask', 'rule'],
    [
      '3 a safety check no judge may approve asks past the judge',
      () => check('Write', { file_path: '.git/hooks/pre-commit', content: 'x' }),
      'ask',
      'safety-check',
    ],
    ['4 bypassPermissions allows', () => bash('frobnicate', { mode: 'bypassPermissions' }), 'allow', 'mode'],
    [
      '5 allow rules match',
      () => bash('frobnicate a', { ...rules({ allow: ['Bash(frobnicate *)'] }), verdict: 'block' }),
      'allow',
      'rule',
    ],
    ['6 nothing matched: default mode asks', () => bash('frobnicate', { mode: 'default' }), 'ask', 'mode'],
    ['7a dontAsk mode denies what would be asked', () => bash('frobnicate', { mode: 'dontAsk' }), 'deny', 'mode'],
    [
      '7b i PowerShell without its flag asks',
      () => check('PowerShell', { command: 'Get-ChildItem' }),
      'ask',
      'fast-path',
    ],
    ['7b ii acceptEdits fast path allows', () => check('Write', WRITE, { verdict: 'block' }), 'allow', 'fast-path'],
    [
      '7b iii the safe list allows',
      () => check('TodoWrite', { todos: [] }, { verdict: 'block' }),
      'allow',
      'fast-path',
    ],
    ['7b iv the judge says no block', () => bash('frobnicate', { verdict: 'allow' }), 'allow', 'verdict'],
    ['7b iv the judge blocks', () => bash('frobnicate', { verdict: 'block' }), 'deny', 'verdict'],
    [
      '7b iv transcript too long falls back to a prompt',
      () => bash('frobnicate', { verdict: 'too-long' }),
      'ask',
      'transcript-too-long',
    ],
    [
      '7b iv API error, iron gate closed',
      () => bash('frobnicate', { verdict: 'unavailable' }),
      'deny',
      'judge-unavailable',
    ],
    [
      '7b iv API error, iron gate open',
      () => bash('frobnicate', { verdict: 'unavailable', settings: { judge: { ironGate: 'open' } } }),
      'ask',
      'judge-unavailable',
    ],
    [
      '7c headless denies what would be asked',
      () => bash('ls', { ...rules({ ask: ['Bash'] }), headless: true }),
      'deny',
      'rule',
    ],
  ]
  it.each(lines)('%s', async (_, run, outcome, reason) => {
    const decision = await run()
    expect([decision.outcome, decision.reason.type]).toEqual([outcome, reason])
    expect(decision.message).not.toBe('')
    expect(decision.trace.length).toBeGreaterThan(0)
  })

  it('7b iv the denial limit falls back to a prompt', async () => {
    const state = memoryState()
    const outcomes = []
    for (let index = 0; index < 3; index++)
      outcomes.push((await bash('frobnicate', { verdict: 'block', state })).outcome)
    expect(outcomes).toEqual(['deny', 'deny', 'ask'])
  })
})

describe('the six fast paths', () => {
  it.each([
    [1, 'no-relevance', () => check('TaskOutput', { id: 'x' }, { verdict: 'block' }), 'allow'],
    [4, 'powershell-without-flag', () => check('PowerShell', { command: 'Get-ChildItem' }), 'ask'],
    [
      5,
      'accept-edits',
      () => check('Edit', { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' }, { verdict: 'block' }),
      'allow',
    ],
    [6, 'safe-tool', () => check('Read', { file_path: 'src/a.ts' }, { verdict: 'block' }), 'allow'],
  ] as const)('%i %s', async (number, name, run, outcome) => {
    const decision = await run()
    expect(decision.outcome).toBe(outcome)
    expect(decision.reason).toMatchObject({ type: 'fast-path', name, number })
    expect(decision.trace.some(({ step }) => step.includes(`page ${number}`))).toBe(true)
  })

  it('2 a safety check that no judge may approve', async () => {
    const judge = scriptedJudge('allow')
    expect(
      await check('Edit', { file_path: '.git/config', old_string: 'a', new_string: 'b' }, { judge }),
    ).toMatchObject({ outcome: 'ask', reason: { type: 'safety-check' } })
    expect(judge.asked).toBe(0)
  })

  it('3 a tool that needs a person', async () => {
    const { createGate } = await import('../../src/gate.ts')
    const { policyFromObject } = await import('../../src/settings/load.ts')
    const { createTools } = await import('../../src/tools/registry.ts')
    const { fixedFacts } = await import('../../src/facts/fixed.ts')
    const tool: Tool = {
      name: 'Sign',
      relevance: 'judged',
      kind: 'plain',
      encode: () => 'sign',
      check: () => ({ type: 'needs-person', check: 'signature', message: 'only a person can sign' }),
    }
    const gate = createGate({
      policy: policyFromObject({}, { cwd: '/p', home: '/h' }),
      judge: scriptedJudge('allow'),
      tools: createTools([tool]),
    })
    const decision = await gate.check(
      { tool: 'Sign', input: {}, cwd: '/p', sessionId: 's' },
      {
        id: 's',
        mode: 'auto',
        headless: false,
        transcript: [],
        facts: fixedFacts({ cwd: '/p' }),
        fence: 'f',
        state: memoryState(),
      },
    )
    expect([decision.outcome, decision.reason.type]).toEqual(['ask', 'tool-check'])
  })

  it('acceptEdits never covers agents', async () => {
    expect((await check('Agent', { subagent_type: 'x', prompt: 'edit src/a.ts' }, { verdict: 'block' })).outcome).toBe(
      'deny',
    )
  })
})

describe('denial limits', () => {
  it('headless: the third block in a row aborts with the page’s message', async () => {
    const state = memoryState()
    for (let index = 0; index < 2; index++) await bash('frobnicate', { verdict: 'block', state, headless: true })
    const decision = await bash('frobnicate', { verdict: 'block', state, headless: true })
    expect(decision).toMatchObject({ outcome: 'abort', reason: { type: 'denial-limit', consecutive: 3 } })
    expect(decision.message).toContain('Agent aborted: too many classifier denials')
  })

  it('any allow resets the row, a fast path too; the total never resets', async () => {
    const state = memoryState()
    const outcomes: string[] = []
    for (let index = 0; index < 20; index++) {
      outcomes.push((await bash('frobnicate', { verdict: 'block', state })).outcome)
      await check('TodoWrite', { todos: [] }, { state })
    }
    expect(outcomes.slice(0, 19)).toEqual(Array(19).fill('deny'))
    expect(outcomes[19]).toBe('ask')
  })

  it.each(['unavailable', 'too-long', 'interrupted', 'unclear'] as const)(
    '%s neither counts nor resets',
    async (verdict) => {
      const state = memoryState()
      await bash('frobnicate', { verdict: 'block', state })
      await bash('frobnicate', { verdict, state })
      await bash('frobnicate', { verdict: 'block', state })
      expect((await bash('frobnicate', { verdict: 'block', state })).outcome).toBe('ask')
    },
  )

  it('denials by rule do not count', async () => {
    const state = memoryState()
    for (let index = 0; index < 5; index++) await bash('ls', { settings: { permissions: { deny: ['Bash'] } }, state })
    expect((await bash('frobnicate', { verdict: 'block', state })).outcome).toBe('deny')
  })

  it('an unparseable final counts', async () => {
    const state = memoryState()
    for (let index = 0; index < 2; index++) await bash('frobnicate', { verdict: 'unparseable', state })
    expect((await bash('frobnicate', { verdict: 'block', state })).reason.type).toBe('denial-limit')
  })

  it('a hard block hands the session over, never the act', async () => {
    const state = memoryState()
    for (let index = 0; index < 2; index++)
      expect(await bash('frobnicate', { verdict: 'hard-block', state })).not.toHaveProperty('handsOver')
    const decision = await bash('frobnicate', { verdict: 'hard-block', state })
    expect(decision).toMatchObject({ outcome: 'deny', reason: { type: 'denial-limit' }, handsOver: true })
    expect(decision.parts.approve).toBe(false)
    state.count({ effect: 'allow' })
    expect((await bash('frobnicate', { verdict: 'block', state })).outcome).toBe('deny')
  })

  it('limits can be set by the user', async () => {
    expect((await bash('frobnicate', { verdict: 'block', settings: { limits: { consecutive: 1 } } })).reason.type).toBe(
      'denial-limit',
    )
  })
})

describe('error handling', () => {
  it.each([
    ['unparseable', false, 'deny', 'verdict'],
    ['interrupted', false, 'deny', 'interrupted'],
    ['throws', false, 'deny', 'judge-unavailable'],
    ['too-long', true, 'abort', 'transcript-too-long'],
    ['unclear', false, 'ask', 'verdict'],
    ['unclear', true, 'deny', 'verdict'],
  ] as const)('%s (headless: %s) → %s', async (verdict, headless, outcome, reason) => {
    const decision = await bash('frobnicate', { verdict, headless })
    expect([decision.outcome, decision.reason.type]).toEqual([outcome, reason])
  })

  it.each(['interrupted', 'unparseable'] as const)('%s denies even with the iron gate open', async (verdict) => {
    expect((await bash('frobnicate', { verdict, settings: { judge: { ironGate: 'open' } } })).outcome).toBe('deny')
  })

  it('state that cannot be counted closes the call', async () => {
    const state = {
      count: () => {
        throw new Error('disk full')
      },
      claimApproval: () => undefined,
      standingApproval: () => undefined,
    }
    const decision = await bash('ls', { state })
    expect(decision).toMatchObject({ outcome: 'ask', reason: { type: 'broken-state' } })
    expect((await bash('ls', { state, headless: true })).outcome).toBe('deny')
  })
})
