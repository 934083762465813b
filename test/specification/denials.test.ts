import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { fixedFacts } from '../../src/facts/fixed.ts'
import { createGate } from '../../src/gate.ts'
import { check as checkHere } from '../../src/integrations/library/check.ts'
import { memoryState, type SessionState } from '../../src/session.ts'
import { REFRESH_MS, settingsFlags } from '../../src/settings/flags.ts'
import { policyFromObject } from '../../src/settings/load.ts'
import { createFileState } from '../../src/state/session-state.ts'
import { createTools } from '../../src/tools/registry.ts'
import { startFakeClaude } from '../fake-claude/server.ts'
import { bash, type Circumstances, CWD, check } from '../gate/gate-for-tests.ts'
import { scriptedJudge } from '../reference/run.ts'
import { ask, NO, UNKNOWN, YES } from './harness.ts'
import { spec } from './spec.ts'

const block = (state: SessionState, how: Circumstances = {}) => bash(UNKNOWN, { verdict: 'block', state, ...how })
const allow = (state: SessionState) => bash(UNKNOWN, { verdict: 'allow', state })

async function blocks(count: number, state: SessionState, how: Circumstances = {}): Promise<string[]> {
  const outcomes: string[] = []
  for (let at = 0; at < count; at++) outcomes.push((await block(state, how)).outcome)
  return outcomes
}

spec('S-901', 'an allow ends the row', async () => {
  const state = memoryState()
  await blocks(2, state)
  await allow(state)
  expect(await blocks(3, state)).toEqual(['deny', 'deny', 'ask'])
})

spec('S-902', 'nothing ends the sum', async () => {
  const state = memoryState()
  for (let at = 0; at < 19; at++) {
    await block(state)
    await allow(state)
  }
  expect((await block(state)).reason).toEqual({ type: 'denial-limit', consecutive: 1, total: 20 })
})

spec('S-903', 'three in a row', async () => {
  expect(await blocks(3, memoryState())).toEqual(['deny', 'deny', 'ask'])
  expect(await blocks(2, memoryState(), { settings: { limits: { consecutive: 2 } } })).toEqual(['deny', 'ask'])
})

spec('S-904', 'twenty in all', async () => {
  const limits = { consecutive: 99 }
  const outcomes = await blocks(20, memoryState(), { settings: { limits } })
  expect([outcomes.indexOf('ask'), outcomes.length]).toEqual([19, 20])
})

spec('S-905', 'a person decides; over a hard block about the session only', async () => {
  const state = memoryState()
  await blocks(2, state)
  expect((await block(state)).parts.approve).toBe(true)
  const hard = memoryState()
  await blocks(2, hard)
  expect(await block(hard, { verdict: 'hard-block' })).toMatchObject({ outcome: 'deny', handsOver: true })
})

spec('S-906', 'nobody there: abort', async () => {
  const state = memoryState()
  await blocks(2, state, { headless: true })
  const { outcome, message } = await block(state, { headless: true })
  expect([outcome, message.includes('Agent aborted: too many classifier denials')]).toEqual(['abort', true])
})

spec('S-907', 'a fast path ends the row too', async () => {
  const state = memoryState()
  await blocks(2, state)
  await check('TaskList', {}, { state })
  expect((await block(state)).outcome).toBe('deny')
})

spec('S-908', 'each session counts for itself, its sub-agents included', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'irongate-denials-'))
  try {
    const of = (session: string) => createFileState(folder, session, () => 0)
    await blocks(2, of('one'))
    expect((await block(of('two'))).outcome).toBe('deny')
    expect((await block(of('one'))).outcome).toBe('ask')
    await blocks(1, of('three'), { agentId: 'a' })
    await blocks(1, of('three'), { agentId: 'b' })
    expect((await block(of('three'))).outcome).toBe('ask')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const gate = (ironGate: string) => ({ settings: { judge: { ironGate } } })

spec('S-911', 'closed: denied', async () => {
  expect((await ask(['server-error'], gate('closed'))).decision.outcome).toBe('deny')
})

spec('S-912', 'open: asked', async () => {
  expect((await ask(['server-error'], gate('open'))).decision.outcome).toBe('ask')
})

spec('S-913', '429 and 500 from a real server', async () => {
  const server = await startFakeClaude()
  try {
    const judge = { kind: 'claude', baseUrl: server.url, apiKey: 'k' }
    for (const [status, cause] of [
      [429, 'rate-limit'],
      [500, 'server-error'],
    ] as const) {
      server.play([{ fault: { kind: 'status', status } }])
      const decision = await checkHere('Bash', { command: UNKNOWN }, { settings: { judge } })
      expect([decision.outcome, decision.reason]).toMatchObject(['deny', { type: 'judge-unavailable', cause }])
      const settings = { judge: { ...judge, ironGate: 'fallback' } }
      for (const [command, outcome] of [
        ['git status', 'allow'],
        [UNKNOWN, 'ask'],
        ['rm -rf ~/Documents', 'deny'],
      ] as const) {
        server.play([{ fault: { kind: 'status', status } }])
        const stoodIn = await checkHere('Bash', { command }, { settings })
        expect([stoodIn.outcome, stoodIn.judge], command).toEqual([outcome, `embedded (fallback: ${cause})`])
      }
    }
  } finally {
    await server.close()
  }
})

spec('S-914', 'closed by default', async () => {
  expect(policyFromObject({}, { cwd: '/p', home: '/h' }).judge.ironGate).toBe('closed')
  expect((await ask(['network'])).decision.outcome).toBe('deny')
})

spec('S-246 S-915', 'flags steer a gate that stays, and are read again after 30 minutes', async () => {
  expect(REFRESH_MS).toBe(1_800_000)
  const policy = policyFromObject({}, { cwd: CWD, home: '/home/dev' })
  let [time, ironGate, mode] = [0, 'closed' as 'closed' | 'open', 'both' as 'both' | 'fast']
  const flags = settingsFlags({
    now: () => time,
    stamp: () => 'same',
    read: () => ({ judge: { ...policy.judge, ironGate, mode }, broken: [] }),
  })
  const asked: string[] = []
  const judge = scriptedJudge('unavailable')
  const noting = { ...judge, judge: (request: Parameters<typeof judge.judge>[0]) => note(request) }
  const note = (request: Parameters<typeof judge.judge>[0]) => {
    asked.push(request.policy.judge.mode)
    return judge.judge(request)
  }
  const stays = createGate({ policy, judge: noting, tools: createTools(), flags })
  const facts = fixedFacts({ cwd: CWD })
  const session = { id: 's', mode: 'auto', headless: false, transcript: [], facts, fence: 'f' } as const
  const outcome = async () =>
    (
      await stays.check(
        { tool: 'Bash', input: { command: UNKNOWN }, cwd: CWD, sessionId: 's' },
        { ...session, state: memoryState() },
      )
    ).outcome
  const outcomes = [await outcome()]
  ironGate = 'open'
  mode = 'fast'
  outcomes.push(await outcome())
  time = REFRESH_MS
  outcomes.push(await outcome())
  expect([outcomes, asked]).toEqual([
    ['deny', 'deny', 'ask'],
    ['both', 'both', 'fast'],
  ])
})

spec('S-916', 'too long: asked', async () => {
  expect((await ask(['too-long'])).decision).toMatchObject({ outcome: 'ask', reason: { type: 'transcript-too-long' } })
})

spec('S-917', 'too long, and nobody there: abort', async () => {
  expect((await ask(['too-long'], { headless: true })).decision.outcome).toBe('abort')
})

spec('S-918', 'a first answer that is none goes on', async () => {
  const { decision, bodies } = await ask(['hm', NO])
  expect([decision.outcome, bodies.length]).toEqual(['allow', 2])
})

spec('S-919', 'alone it denies', async () => {
  expect((await ask(['hm'], { settings: { judge: { mode: 'fast' } } })).decision.outcome).toBe('deny')
})

spec('S-920', 'a second answer that is none denies', async () => {
  expect((await ask([YES, 'hm'])).decision).toMatchObject({ outcome: 'deny', reason: { verdict: 'unparseable' } })
})

spec('S-921', 'and says so', async () => {
  expect((await ask([YES, 'hm'])).decision.message).toContain('unparseable - blocking for safety')
})

spec('S-922', 'an abort denies, and nothing is sent', async () => {
  const { decision, bodies } = await ask([NO], { signal: AbortSignal.abort() })
  expect([decision.outcome, decision.reason.type, bodies.length]).toEqual(['deny', 'interrupted', 0])
})

spec('S-923', 'it neither counts nor ends a row', async () => {
  const state = memoryState()
  await blocks(2, state)
  await bash(UNKNOWN, { verdict: 'interrupted', state })
  expect((await block(state)).outcome).toBe('ask')
})
