import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEADLINE, FAULTS, MODES, status } from '../../../test/fake-claude/faults.ts'
import type { Scripted } from '../../../test/fake-claude/script.ts'
import { type FakeClaude, startFakeClaude } from '../../../test/fake-claude/server.ts'
import type { Verdict } from '../judge.ts'
import { judgeAt, judgeRequest, policy } from './testing.ts'

let server: FakeClaude
beforeAll(async () => {
  server = await startFakeClaude()
})
afterAll(() => server.close())

describe.each(MODES)('faults in mode %s', (mode) => {
  it.concurrent.each(FAULTS)('%s', async (_name, scripted, verdict, tries) => {
    const own = await startFakeClaude({ script: () => scripted })
    const waits = 'cause' in verdict && verdict.cause === 'deadline'
    const start = performance.now()
    const judged = await judgeAt(own.url).judge(
      judgeRequest('rm -rf build', { policy: policy({ mode, ...(waits && { deadlineMs: DEADLINE }) }) }),
    )
    const took = performance.now() - start
    const isHandedOn = verdict.type === 'unparseable' || ('cause' in verdict && verdict.cause === 'refused')
    const stages = mode === 'both' && isHandedOn ? 2 : 1
    expect(judged.verdict).toMatchObject(verdict)
    expect(took).toBeLessThan(waits ? DEADLINE + 3_000 : 20_000)
    expect(own.seen.length).toBeLessThanOrEqual(tries * stages)
    await own.close()
  })
})

describe('two stages', () => {
  const DECLINED: Scripted = { answers: { stop_reason: 'refusal', content: [] } }
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
      },
      2,
    ],
    ['declined, no', [DECLINED, allow], { type: 'allow', stage: 'thinking' }, 2],
    ['declined, yes', [DECLINED, block], { type: 'block', stage: 'thinking' }, 2],
    ['declined twice', [DECLINED, DECLINED], { type: 'unavailable', cause: 'refused' }, 2],
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
    const judged = await judgeAt(server.url).judge(judgeRequest('git push -f'))
    expect(judged.verdict).toMatchObject(verdict)
    expect(server.seen).toHaveLength(calls)
  })

  it('one mode has one stage', async () => {
    server.play([block])
    for (const mode of ['fast', 'thinking'] as const) {
      server.forget()
      const judged = await judgeAt(server.url).judge(judgeRequest('x', { policy: policy({ mode }) }))
      expect(judged.verdict).toMatchObject({ type: 'block', stage: mode })
      expect(server.seen).toHaveLength(1)
    }
  })

  it('a model that always thinks has room for its verdict', async () => {
    server.play([{ says: '<block>no</block>', thinks: 'x'.repeat(7_000) }])
    const judged = await judgeAt(server.url).judge(judgeRequest('x', { policy: policy({ model: 'claude-opus-5-5' }) }))
    expect(judged.verdict).toMatchObject({ type: 'allow', stage: 'fast' })
  })
})
