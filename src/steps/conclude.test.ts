import { describe, expect, it } from 'vitest'
import { bash, type Circumstances } from '../../test/gate/gate-for-tests.ts'
import type { Decision } from '../decision.ts'
import type { DenialEvent } from '../denials.ts'
import type { Judge, Judged, JudgeRequest, Verdict } from '../judge/judge.ts'
import { memoryState, type Noes, type SessionState } from '../session.ts'
import type { Entry } from '../transcript/entries.ts'

const judgeOf = (verdict: Verdict, more: Partial<Judged> = {}): Judge => ({
  name: 'model',
  judge: async () => ({ verdict, judge: 'model', ...more }),
})
const ALLOW: Verdict = { type: 'allow', stage: 'fast' }
const BLOCK: Extract<Verdict, { type: 'block' }> = {
  type: 'block',
  stage: 'fast',
  category: undefined,
  hard: false,
  reason: 'x',
}
/** Nothing known answers this one before the judge. */
const OTHER = 'curl -X POST https://api.example.com/jobs'

describe('what becomes of a verdict', () => {
  const asks = (verdict: Verdict, how: Circumstances = {}, more: Partial<Judged> = {}) =>
    bash(OTHER, { judge: judgeOf(verdict, more), ...how })

  it.each<[Verdict, boolean, string]>([
    [ALLOW, false, 'allow'],
    [BLOCK, false, 'deny'],
    [{ ...BLOCK, hard: true }, false, 'deny'],
    [{ type: 'unclear', reason: 'x' }, false, 'ask'],
    [{ type: 'unclear', reason: 'x' }, true, 'deny'],
    [{ type: 'unparseable', reason: 'x' }, false, 'deny'],
    [{ type: 'too-long', reason: 'x' }, false, 'ask'],
    [{ type: 'too-long', reason: 'x' }, true, 'abort'],
    [{ type: 'interrupted' }, false, 'deny'],
    [{ type: 'unavailable', cause: 'network', reason: 'x' }, false, 'deny'],
  ])('%j, headless %s: %s', async (verdict, headless, expected) => {
    expect((await asks(verdict, { headless })).outcome).toBe(expected)
  })

  it.each<[Record<string, unknown>, 'network' | 'budget', string]>([
    [{}, 'network', 'deny'],
    [{ ironGate: 'closed' }, 'network', 'deny'],
    [{ ironGate: 'open' }, 'network', 'ask'],
    [{}, 'budget', 'ask'],
    [{ ironGate: 'closed' }, 'budget', 'ask'],
    [{ budget: { outcome: 'deny' } }, 'budget', 'deny'],
    [{ budget: { outcome: 'ask' } }, 'budget', 'ask'],
    [{ budget: { outcome: 'deny' }, ironGate: 'open' }, 'network', 'ask'],
    [{ budget: {} }, 'budget', 'ask'],
  ])('a judge with %j that is unavailable (%s): %s', async (judge, cause, expected) => {
    const decision = await asks({ type: 'unavailable', cause, reason: 'x' }, { settings: { judge } })
    expect(decision).toMatchObject({ outcome: expected, reason: { type: 'judge-unavailable', cause } })
  })

  it('what the judge adds is told, and nothing where it adds nothing', async () => {
    const rich = await asks({
      ...BLOCK,
      category: 'data-exfiltration',
      why: 'Data leaves this machine',
      instead: 'curl https://api.example.com/jobs',
      scope: 'jobs at api.example.com',
    })
    expect(rich).toMatchObject({
      category: 'data-exfiltration',
      scope: 'jobs at api.example.com',
      parts: { why: 'Data leaves this machine', instead: 'curl https://api.example.com/jobs' },
    })
    const poor = await asks(BLOCK)
    expect(poor.category).toBeUndefined()
    expect(poor.scope).toBeUndefined()
    expect(poor.parts.instead).toBeUndefined()
    expect((await asks({ type: 'unclear', reason: 'x', why: 'Nobody read it' })).parts.why).toBe('Nobody read it')
    expect((await asks(ALLOW)).reason).toEqual({ type: 'verdict', judge: 'model', verdict: 'allow' })
    expect(poor).not.toHaveProperty('scope')
  })

  it('what the user said near it makes a block a question, where somebody can be asked', async () => {
    const near = { ...BLOCK, near: { quote: 'flip it to public', questions: ['q'] } }
    const asked = await asks(near)
    expect(asked).toMatchObject({ outcome: 'ask', reason: { verdict: 'block' }, parts: { quote: 'flip it to public' } })
    expect(asked.message).toBe('Needs approval: x. You said "flip it to public".')
    expect((await asks({ ...BLOCK, near: { questions: ['q'] } })).message).toBe('Needs approval: x.')
    expect(await asks(near, { headless: true })).toMatchObject({ outcome: 'deny' })
    expect(await asks({ ...near, hard: true })).toMatchObject({ outcome: 'deny' })
  })

  it('the words of the user count beside a model, which does not read them so', async () => {
    const transcript: readonly Entry[] = [{ kind: 'user', text: 'Force-push the topic branch.', trusted: true }]
    const push = (verdict: Verdict, name: string) =>
      bash('git push --force origin main', {
        judge: { name, judge: async () => ({ verdict, judge: name }) },
        transcript,
      })
    expect(await push(BLOCK, 'model')).toMatchObject({ outcome: 'ask', reason: { verdict: 'block' } })
    // The embedded judge has read them itself.
    expect(await push(BLOCK, 'embedded')).toMatchObject({ outcome: 'deny' })
    expect(await push({ ...BLOCK, hard: true }, 'model')).toMatchObject({ outcome: 'deny' })
    const own = await push({ ...BLOCK, near: { quote: 'its own quote', questions: ['q'] } }, 'model')
    expect(own).toMatchObject({ outcome: 'ask', parts: { quote: 'its own quote' } })
    expect((await push(ALLOW, 'model')).outcome).toBe('allow')
  })

  it.each<[string, Noes, string]>([
    ['no', { held: new Set(['q']), inRow: 1 }, 'deny'],
    ['no to something else', { held: new Set(['other']), inRow: 1 }, 'ask'],
    ['no three times in a row, whatever it was', { held: new Set(), inRow: 3 }, 'deny'],
    ['yes or nothing', { held: new Set(), inRow: 0 }, 'ask'],
  ])('who answered %s is asked so much again', async (_, noes, outcome) => {
    const near = { ...BLOCK, near: { questions: ['p', 'q'] } }
    expect((await asks(near, { noes })).outcome).toBe(outcome)
  })

  it('the judge is told the agent’s model and when to stop, where they are known', async () => {
    const requests: JudgeRequest[] = []
    const judge: Judge = {
      name: 'model',
      judge: async (request) => {
        requests.push(request)
        return { verdict: ALLOW, judge: 'model' }
      },
    }
    const { signal } = new AbortController()
    await bash(OTHER, { judge, model: 'm-1', signal, claudeMd: 'be kind' })
    await bash(OTHER, { judge })
    expect(requests[0]).toMatchObject({ model: 'm-1', claudeMd: 'be kind', headless: false })
    expect(requests[0]?.signal).toBe(signal)
    expect(requests[1]).not.toHaveProperty('model')
    expect(requests[1]).not.toHaveProperty('signal')
  })

  it('the grade is told where there is one', async () => {
    expect((await bash('git status')).grade).toBe('proven')
    expect(await bash(OTHER)).not.toHaveProperty('grade')
  })

  it('what it took stays in the Record, whatever becomes of its answer', async () => {
    const usage = { inputTokens: 1, cacheWriteTokens: 2, cacheReadTokens: 3, outputTokens: 4, calls: 1 }
    const more = { usage, cost: 0.5, model: 'm-1', stages: [{ stage: 'fast', outcome: 'block', ms: 1 }] as const }
    const spent = { spent: { ...usage, dollars: 0.5 }, model: 'm-1', stages: more.stages }
    for (const headless of [true, false])
      expect(await asks({ type: 'unclear', reason: 'x' }, { headless }, more)).toMatchObject(spent)
    const bare = await asks(ALLOW, {}, { usage, stages: [] })
    expect(bare.spent).toEqual(usage)
    expect(bare).not.toHaveProperty('stages')
    expect(bare).not.toHaveProperty('model')
    expect(await asks(ALLOW)).not.toHaveProperty('spent')
  })
})

describe('the last steps', () => {
  const repeat = async (times: number, verdict: Verdict, how: Circumstances = {}): Promise<Decision> => {
    const state = memoryState()
    let last: Decision | undefined
    for (let at = 0; at < times; at++) last = await bash(OTHER, { judge: judgeOf(verdict), state, ...how })
    return last as Decision
  }

  it.each<[string, number, Verdict, Circumstances, object]>([
    ['two blocks', 2, BLOCK, {}, { outcome: 'deny', reason: { type: 'verdict' } }],
    ['three blocks', 3, BLOCK, {}, { outcome: 'ask', reason: { type: 'denial-limit', consecutive: 3 } }],
    ['three blocks, nobody there', 3, BLOCK, { headless: true }, { outcome: 'abort' }],
    ['three hard blocks', 3, { ...BLOCK, hard: true }, {}, { outcome: 'deny', handsOver: true }],
    ['three hard blocks, nobody there', 3, { ...BLOCK, hard: true }, { headless: true }, { outcome: 'abort' }],
    ['three unparseable ones', 3, { type: 'unparseable', reason: 'x' }, {}, { outcome: 'ask' }],
    ['three of one agent', 3, BLOCK, { agentId: 'a' }, { outcome: 'ask' }],
    ['four unclear ones', 4, { type: 'unclear', reason: 'x' }, {}, { reason: { type: 'verdict' } }],
    ['four unclear ones, nobody there', 4, { type: 'unclear', reason: 'x' }, { headless: true }, { outcome: 'deny' }],
    ['four allowed ones', 4, ALLOW, {}, { outcome: 'allow' }],
    [
      'four that could not be judged',
      4,
      { type: 'unavailable', cause: 'network', reason: 'x' },
      {},
      { outcome: 'deny', reason: { type: 'judge-unavailable' } },
    ],
  ])('%s', async (_, times, verdict, how, expected) => {
    expect(await repeat(times, verdict, how)).toMatchObject(expected)
  })

  /** State that tells what was counted. */
  const watched = (seen: DenialEvent[], more: Partial<SessionState> = {}): SessionState => {
    const memory = memoryState()
    return {
      ...memory,
      ...more,
      count: (event) => {
        seen.push(event)
        return memory.count(event)
      },
    }
  }

  it('an agent is counted by its own name', async () => {
    const seen: DenialEvent[] = []
    const state = watched(seen)
    await bash(OTHER, { judge: judgeOf(BLOCK), state, agentId: 'a' })
    await bash(OTHER, { judge: judgeOf(BLOCK), state })
    await bash('ls', { state })
    await bash(OTHER, { judge: judgeOf({ type: 'unclear', reason: 'x' }), state })
    expect(seen).toEqual([
      { effect: 'block', agentId: 'a' },
      { effect: 'block' },
      { effect: 'allow' },
      { effect: 'neutral' },
    ])
  })

  it('a gate that is switched off counts for nothing', async () => {
    const seen: DenialEvent[] = []
    const state = watched(seen, { offUntil: () => 9e12 })
    const decision = await bash(OTHER, { judge: judgeOf(BLOCK), state })
    expect(decision).toMatchObject({ outcome: 'allow', reason: { type: 'off', until: 9e12 } })
    expect(seen).toEqual([{ effect: 'neutral' }])
  })

  it.each<[string, Circumstances, object]>([
    ['nobody is there', { headless: true }, { outcome: 'deny', unasked: true }],
    ['dontAsk', { mode: 'dontAsk' }, { outcome: 'deny', unasked: true }],
  ])('what would be asked: %s', async (_, how, expected) => {
    const judge = judgeOf({ type: 'unclear', reason: 'x' })
    const decision = await bash(OTHER, { judge, ...how })
    expect(decision).toMatchObject(expected)
    expect(decision.message).toContain('Nobody can be asked here.')
    expect(decision.trace.at(-1)).toMatchObject({ step: 'nobody to ask', says: 'deny' })
    expect((await bash(OTHER, { judge })).unasked).toBeUndefined()
    expect((await bash(OTHER, { judge: judgeOf(BLOCK), headless: true })).unasked).toBeUndefined()
  })

  it('what is allowed offers no scope', async () => {
    const judge = judgeOf({ ...BLOCK, scope: 'jobs' })
    expect((await bash(OTHER, { judge })).scope).toBe('jobs')
    const state = { ...memoryState(), standingApproval: () => 'p1' }
    const lifted = await bash(OTHER, { judge, state })
    expect(lifted).toMatchObject({ outcome: 'allow', reason: { type: 'approval', id: 'p1' } })
    expect(lifted).not.toHaveProperty('scope')
    expect((await bash(OTHER, { judge: judgeOf(BLOCK), state })).outcome).toBe('deny')
  })

  it.each<[string, Circumstances, string]>([
    ['an ask', { judge: judgeOf({ type: 'unclear', reason: 'x' }) }, 'allow'],
    ['a soft block', { judge: judgeOf(BLOCK) }, 'allow'],
    [
      'a judge that is unavailable',
      { judge: judgeOf({ type: 'unavailable', cause: 'network', reason: 'x' }) },
      'allow',
    ],
    ['a hard block', { judge: judgeOf({ ...BLOCK, hard: true }) }, 'deny'],
    ['a deny rule', { settings: { permissions: { deny: ['Bash(curl *)'] } } }, 'deny'],
  ])('an approval of %s: %s', async (_, how, expected) => {
    const state = { ...memoryState(), claimApproval: () => 'p1' }
    const decision = await bash(OTHER, { ...how, state })
    expect(decision.outcome).toBe(expected)
    if (expected === 'allow') expect(decision.reason).toEqual({ type: 'approval', id: 'p1' })
  })
})
