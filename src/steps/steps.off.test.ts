import { describe, expect, it } from 'vitest'
import { fixedFacts } from '../facts/fixed.ts'
import { createGate } from '../gate.ts'
import { createEmbeddedJudge } from '../judge/embedded/judge.ts'
import { memoryState } from '../session.ts'
import { loadPolicy, policyFromObject } from '../settings/load.ts'
import type { Policy } from '../settings/policy.ts'
import { createTools } from '../tools/registry.ts'

const PLACES = { cwd: '/home/dev/project', home: '/home/dev' }
const UNTIL = 1_800_000_000_000

function check(command: string, policy: Policy, offUntil: () => number | undefined = () => UNTIL) {
  const gate = createGate({ policy, judge: createEmbeddedJudge(), tools: createTools() })
  return gate.check(
    { tool: 'Bash', input: { command }, cwd: PLACES.cwd, sessionId: 's' },
    {
      id: 's',
      mode: 'auto',
      headless: false,
      transcript: [],
      facts: fixedFacts(PLACES),
      fence: 'f',
      own: { transcript: undefined },
      state: { ...memoryState(), offUntil },
    },
  )
}

const policy = (settings: unknown) => policyFromObject(settings, PLACES)

describe('switched off', () => {
  it.each<[string, string, unknown]>([
    ['what the judge would block', 'rm -rf /srv/data', {}],
    ['what a user rule denies', 'terraform destroy', { user: { permissions: { deny: ['Bash(terraform *)'] } } }],
    ['what a project rule asks about', 'ls', { project: { permissions: { ask: ['Bash(ls *)'] } } }],
    ['what no rule of the organisation is about', 'ls', { managed: { permissions: { deny: ['Bash(terraform *)'] } } }],
  ])('%s is left to the host', async (_, command, settings) => {
    expect((await check(command, policy(settings))).reason).toEqual({ type: 'off', until: UNTIL })
    expect((await check(command, policy(settings), () => undefined)).reason.type).not.toBe('off')
  })

  it.each<[string, string, unknown, string]>([
    [
      'rules of the organisation',
      'terraform destroy',
      { managed: { permissions: { deny: ['Bash(terraform *)'] } } },
      'deny',
    ],
    [
      'also beside a wide rule of the user',
      'ls && terraform destroy',
      { managed: { permissions: { deny: ['Bash(terraform *)'] } }, user: { permissions: { deny: ['Bash'] } } },
      'deny',
    ],
    ['a rule of the organisation that cannot be read', 'ls', { managed: { permissions: { deny: ['Bash('] } } }, 'ask'],
    ['the gate itself', 'rm -rf ~/.irongate', {}, 'deny'],
    ['its command line', 'irongate off --for 8h', {}, 'deny'],
    ['all, where the organisation forbids it', 'rm -rf /srv/data', { managed: { allowOff: false } }, 'deny'],
    ['all, where the user does', 'rm -rf /srv/data', { user: { allowOff: false } }, 'deny'],
  ])('%s stay in force', async (_, command, settings, outcome) => {
    const decision = await check(command, policy(settings))
    expect(decision.outcome).toBe(outcome)
    expect(decision.reason.type).not.toBe('off')
  })

  it('with a broken file of the organisation the gate stays on', async () => {
    const broken = loadPolicy([{ scope: 'managed', kind: 'own', file: '/etc/x', text: '{' }], PLACES)
    expect((await check('rm -rf /srv/data', broken)).outcome).not.toBe('allow')
  })
})
