import { expect, it } from 'vitest'
import { fixedFacts } from '../../src/facts/fixed.ts'
import { createGate } from '../../src/gate.ts'
import { memoryState } from '../../src/session.ts'
import { type Flags, featureFlags, settingsFlags } from '../../src/settings/flags.ts'
import { policyFromObject } from '../../src/settings/load.ts'
import { createTools } from '../../src/tools/registry.ts'
import { scriptedJudge } from '../reference/run.ts'
import { CWD } from './gate-for-tests.ts'

const session = () => ({
  id: 's',
  mode: 'auto' as const,
  headless: false,
  transcript: [],
  facts: fixedFacts({ cwd: CWD }),
  fence: 'f',
  state: memoryState(),
})
const call = { tool: 'Bash', input: { command: 'frobnicate' }, cwd: CWD, sessionId: 's' }
const policy = policyFromObject({}, { cwd: CWD, home: '/home/dev' })

it('the iron gate opens and closes while a session runs', async () => {
  let flags: Flags = { mode: 'both', ironGate: 'closed', model: undefined }
  const gate = createGate({
    policy,
    judge: scriptedJudge('unavailable'),
    tools: createTools(),
    flags: { get: () => flags },
  })
  expect((await gate.check(call, session())).outcome).toBe('deny')
  flags = { ...flags, ironGate: 'open' }
  expect((await gate.check(call, session())).outcome).toBe('ask')
  flags = { ...flags, ironGate: 'closed' }
  expect((await gate.check(call, session())).outcome).toBe('deny')
})

it('settings are read again when a file changes, and after 30 minutes at the latest', () => {
  let at = 0
  let stamp = 'a'
  let reads = 0
  const provider = settingsFlags({
    now: () => at,
    stamp: () => stamp,
    read: () => ({ ...policy, judge: { ...policy.judge, model: `m${++reads}` } }),
  })
  expect([provider.get().model, provider.get().model]).toEqual(['m1', 'm1'])
  stamp = 'b'
  expect(provider.get().model).toBe('m2')
  at += 30 * 60 * 1000
  expect(provider.get().model).toBe('m3')
})

it('a flag service that fails or answers nonsense changes nothing', async () => {
  const settings = { get: (): Flags => ({ mode: 'both', ironGate: 'closed', model: undefined }) }
  for (const getStringValue of [async () => 'wide-open', async () => Promise.reject(new Error('down'))]) {
    const provider = featureFlags({ getStringValue }, settings)
    await provider.refresh()
    expect(provider.get().ironGate).toBe('closed')
  }
})
