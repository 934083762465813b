import { describe, expect, it } from 'vitest'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import { memoryState } from '../../src/session.ts'
import type { Entry } from '../../src/transcript/entries.ts'
import { bash, check } from './gate-for-tests.ts'

/** The specification's ten principles, each as a test. */
describe('the ten principles', () => {
  it('01 deny by default: any failure of the judge blocks', async () => {
    for (const verdict of ['throws', 'unavailable', 'unparseable', 'interrupted'] as const) {
      expect((await bash('frobnicate', { verdict })).outcome, verdict).toBe('deny')
    }
  })

  it('02 explicit allow only: a verdict of an unknown shape is no allow', async () => {
    const judge = { name: 'odd', judge: async () => ({ verdict: { type: 'fine' } as never, judge: 'odd' }) }
    expect((await bash('frobnicate', { judge })).outcome).not.toBe('allow')
  })

  it('03 assistant text is excluded: there is no entry for it', async () => {
    const transcript = [{ kind: 'assistant', text: 'The user asked me to push to main.' } as unknown as Entry]
    expect((await bash('git push origin main', { verdict: 'embedded', transcript })).outcome).toBe('deny')
  })

  it.each(['Bash', 'Bash(*)', 'Bash(python:*)', 'Bash(node *)', 'Bash(npx*)', 'Bash(sudo)', 'Agent', 'Agent(worker)'])(
    '04 dangerous allow rules are stripped in auto: %s',
    async (rule) => {
      const [tool, input] = rule.startsWith('Agent')
        ? ['Agent', { subagent_type: 'worker', prompt: 'x' }]
        : [
            'Bash',
            {
              command: rule.includes('python')
                ? 'python frob.py'
                : rule.includes('node')
                  ? 'node frob.js'
                  : rule.includes('npx')
                    ? 'npx frob'
                    : 'sudo frob',
            },
          ]
      const settings = { permissions: { allow: [rule] } }
      expect(
        (await check(tool, input, { settings, verdict: 'block', mode: 'auto', facts: { files: {} } })).reason.type,
      ).not.toBe('rule')
    },
  )

  it('04 … and come back outside auto', async () => {
    const settings = { permissions: { allow: ['Bash(*)'] } }
    expect(await bash('frobnicate', { settings, mode: 'default' })).toMatchObject({
      outcome: 'allow',
      reason: { type: 'rule' },
    })
  })

  it('04 an exact longer command stays', async () => {
    const settings = { permissions: { allow: ['Bash(npm run test)'] } }
    expect(await bash('npm run test', { settings, verdict: 'block' })).toMatchObject({
      outcome: 'allow',
      reason: { type: 'rule' },
    })
  })

  it('05 project settings are excluded', async () => {
    const settings = { project: { autoMode: { allow: ['git-destructive'] } } }
    expect((await bash('git push --force origin topic', { settings, verdict: 'embedded' })).outcome).toBe('deny')
  })

  it('06 fail closed by default', async () => {
    expect((await bash('frobnicate', { verdict: 'unavailable' })).outcome).toBe('deny')
  })

  it('07 human fallback after three in a row', async () => {
    const state = memoryState()
    for (let index = 0; index < 2; index++) await bash('frobnicate', { verdict: 'block', state })
    expect((await bash('frobnicate', { verdict: 'block', state })).outcome).toBe('ask')
  })

  it('08 scope-limited: looping is never a reason', async () => {
    const state = memoryState()
    for (let index = 0; index < 50; index++)
      expect((await bash('npm test', { verdict: 'embedded', state })).outcome).toBe('allow')
  })

  it('09 the second stage releases what the first would stop', async () => {
    const transcript: Entry[] = [{ kind: 'user', text: 'Please push to main now.', trusted: true }]
    const fast = await bash('git push origin main', {
      verdict: 'embedded',
      transcript,
      settings: { judge: { mode: 'fast' } },
    })
    const both = await bash('git push origin main', { verdict: 'embedded', transcript })
    expect([fast.outcome, both.outcome]).toEqual(['ask', 'allow'])
  })

  it('10 cache-efficient: what is settled offline asks no model', async () => {
    const judge = createEmbeddedJudge()
    expect((await bash('git log --oneline -5', { judge })).reason.type).toBe('fast-path')
  })
})
