import { expect } from 'vitest'
import { check as checkHere } from '../../src/integrations/library/check.ts'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import { memoryState } from '../../src/session.ts'
import { startFakeClaude } from '../fake-claude/server.ts'
import { bash, check } from '../gate/gate-for-tests.ts'
import { scriptedJudge } from '../reference/run.ts'
import { allText, ask, NO, systemOf, UNKNOWN, YES } from './harness.ts'
import { spec } from './spec.ts'

const rules = (permissions: Record<string, readonly string[]>) => ({ settings: { permissions } })

spec('S-101', 'a call waits for the judge, and gets its word', async () => {
  const judge = scriptedJudge('block')
  const { outcome, reason } = await bash(UNKNOWN, { judge })
  expect([judge.asked, outcome, reason.type]).toEqual([1, 'deny', 'verdict'])
})

spec('S-102 S-103', 'the request goes to the API by itself, with the judge’s own prompt', async () => {
  const server = await startFakeClaude()
  try {
    const judge = { kind: 'claude', baseUrl: server.url, apiKey: 'k' }
    const { outcome } = await checkHere('Bash', { command: UNKNOWN }, { settings: { judge }, said: ['Do it.'] })
    expect([outcome, server.seen.map(({ path }) => path)]).toEqual(['allow', ['/v1/messages']])
    const body = server.seen[0]?.body as unknown as Record<string, unknown>
    expect(JSON.stringify(body['system'])).toContain('You are the judge of a permission gate')
    expect(body).not.toHaveProperty('tools')
    expect((body['messages'] as { role: string }[]).every(({ role }) => role === 'user')).toBe(true)
  } finally {
    await server.close()
  }
})

spec('S-104', 'it is the agent’s own model', async () => {
  for (const model of ['claude-opus-4-6', 'claude-sonnet-4-5'])
    expect((await ask([NO], { model })).bodies[0]?.model).toBe(model)
})

spec('S-105', 'templates and sections make the prompt', async () => {
  const system = systemOf((await ask([NO])).bodies[0])
  const heads = ['# Your part', '# What the user wants', '# How to evaluate', '# Environment', '# Your answer']
  const places = heads.map((head) => system.indexOf(head))
  expect(places).toEqual([...places].sort((one, other) => one - other))
  expect(places).not.toContain(-1)
  expect(system).not.toContain('{{')
})

spec('S-106', 'nothing but a no allows', async () => {
  for (const said of ['', 'no', '<block>', 'OK', '<block>maybe</block>', '<block>NO</block>', YES])
    expect((await ask([said])).decision.outcome, said).toBe('deny')
  expect((await ask([NO])).decision.outcome).toBe('allow')
})

spec('S-107', 'whatever fails, blocks', async () => {
  for (const said of ['rate-limit', 'server-error', 'network', 'deadline'] as const)
    expect((await ask([said])).decision, said).toMatchObject({ outcome: 'deny', reason: { type: 'judge-unavailable' } })
  expect((await bash(UNKNOWN, { verdict: 'throws' })).outcome).toBe('deny')
})

spec('S-111', 'the judge makes a verdict of a call', async () => {
  const { decision } = await ask([YES, YES])
  expect(decision).toMatchObject({ judge: 'model', category: 'git-destructive', reason: { verdict: 'block' } })
})

spec('S-112', 'the gate tells every check that it made, in order', async () => {
  const { trace } = (await ask([NO])).decision
  const steps = trace.map(({ step }) => step)
  const order = ['deny rules', 'ask rules', "the tool's own check", 'allow rules', 'mode', 'judge']
  expect(steps.filter((step) => order.includes(step))).toEqual(order)
})

spec('S-113 S-116', 'a rule for a program that runs anything does not allow in auto mode', async () => {
  const how = { ...rules({ allow: ['Bash(python3 *)'] }), verdict: 'block' as const }
  expect((await bash('python3 frob.py', how)).reason.type).not.toBe('rule')
  expect((await bash('python3 frob.py', { ...how, mode: 'default' })).reason.type).toBe('rule')
})

spec('S-114', 'a listed tool needs no judge', async () => {
  const judge = scriptedJudge('block')
  expect((await check('TaskList', {}, { judge })).outcome).toBe('allow')
  expect(judge.asked).toBe(0)
})

spec('S-115', 'denials are counted, and then a person is asked', async () => {
  const state = memoryState()
  const outcomes = []
  for (let at = 0; at < 3; at++) outcomes.push((await bash(UNKNOWN, { verdict: 'block', state })).outcome)
  expect(outcomes).toEqual(['deny', 'deny', 'ask'])
})

spec('S-117', 'shell commands are judged without a model', async () => {
  const judge = createEmbeddedJudge()
  expect((await bash('git push --force origin main', { judge })).outcome).toBe('deny')
  expect((await bash('git push origin topic', { judge })).outcome).toBe('allow')
})

spec('S-121', 'a deny rule, at once', async () => {
  const { decision, bodies } = await ask([NO], rules({ deny: ['Bash(frobnicate *)'] }))
  expect([decision.outcome, decision.reason.type, bodies.length]).toEqual(['deny', 'rule', 0])
})

spec('S-122', 'an allow rule, at once', async () => {
  const { decision, bodies } = await ask([YES], rules({ allow: ['Bash(frobnicate *)'] }))
  expect([decision.outcome, decision.reason.type, bodies.length]).toEqual(['allow', 'rule', 0])
})

spec('S-123', 'a fast path, without a request', async () => {
  const { decision, bodies } = await ask([YES], { tool: 'Write', input: { file_path: 'src/a.ts', content: 'x' } })
  expect([decision.outcome, decision.reason.type, bodies.length]).toEqual(['allow', 'fast-path', 0])
})

spec('S-124', 'the judge, for the rest', async () => {
  expect((await ask([NO])).decision).toMatchObject({ outcome: 'allow', reason: { type: 'verdict' } })
  expect((await ask([YES])).decision).toMatchObject({ outcome: 'deny', reason: { type: 'verdict' } })
  expect(allText((await ask([NO])).bodies[0])).toContain(UNKNOWN)
})
