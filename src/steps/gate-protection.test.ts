import { describe, expect, it } from 'vitest'
import { bash, type Circumstances, check } from '../../test/gate/gate-for-tests.ts'

const TRANSCRIPT = '/home/dev/.claude/projects/app/s1.jsonl'
const OWN: Circumstances = { own: { transcript: TRANSCRIPT }, verdict: 'allow' }
const denied = async (decision: ReturnType<typeof check>) => {
  const { outcome, reason } = await decision
  return outcome === 'deny' && reason.type === 'safety-check' && reason.check === 'gate-own'
}

describe('an agent never touches what the gate rests on', () => {
  it.each([
    // The host's record of this conversation, those beside it, and folders that hold it.
    [`rm ${TRANSCRIPT}`, true],
    [`echo x >> ${TRANSCRIPT}`, true],
    [`chmod 777 ${TRANSCRIPT}`, true],
    ['rm /home/dev/.claude/projects/app/s2.jsonl', true],
    ['rm /home/dev/.claude/projects/other/s3.jsonl', true],
    ['rm -r /home/dev/.claude/projects/app', true],
    ['rm -r /home/dev/.claude/projects', true],
    ['rm -rf ~', true],
    ['rm -rf /', true],
    ['rm -rf ~/.irongate', true],
    ['echo x > ~/.irongate/settings.json', true],
    ['chmod -R 777 ~/.irongate', true],
    ['rm /home/dev/project/app/s1.jsonl', false],
    ['rm /home/dev/project/s1.jsonl', false],
    ['rm /opt/x/s1.jsonl', false],
    [`cat ${TRANSCRIPT}`, false],
    ['rm -r /home/dev/.claude/projects/app2/notes', false],
    ['rm src/a.ts', false],
  ])('%s: %s', async (command, expected) => {
    for (const mode of ['auto', 'bypassPermissions'] as const)
      expect(await denied(bash(command, { ...OWN, mode })), mode).toBe(expected)
  })

  it.each([
    [TRANSCRIPT, true],
    ['/home/dev/.claude/projects/other/s3.jsonl', true],
    ['~/.irongate/settings.json', true],
    ['src/a.jsonl', false],
    ['/home/dev/.claude/other/x.jsonl', false],
  ])('writing %s: %s', async (file_path, expected) => {
    expect(await denied(check('Write', { file_path, content: 'x' }, OWN))).toBe(expected)
    // Where no host is defended, an edit asks as every protected file does.
    expect(await denied(check('Write', { file_path, content: 'x' }, { verdict: 'allow' }))).toBe(false)
  })

  it.each(['irongate off --for 8h', 'irongate uninstall'])('%s', async (command) => {
    for (const how of [OWN, {}]) expect(await denied(bash(command, how))).toBe(true)
    expect(await denied(bash(`echo ${command}`, OWN))).toBe(false)
  })

  it.each([
    ['rm -rf ~', /delete.*home directory/i],
    ['rm -rf /', /delete.*whole file system/i],
    ['chmod -R 777 ~', /writable for everyone.*home directory/i],
    ['rm -rf ~/.irongate', /Irongate itself.*\.irongate/i],
  ])('%s is told as what it is', async (command, words) => {
    expect((await bash(command, OWN)).trace.at(-1)?.note).toMatch(words)
  })
})

describe('what the gate rests on changed since the session began', () => {
  const CHANGED: Circumstances = { own: { transcript: TRANSCRIPT, changed: 'hook.cjs' }, verdict: 'allow' }

  it.each(['default', 'acceptEdits', 'auto', 'bypassPermissions', 'plan', 'dontAsk'] as const)(
    'every call is denied in mode %s, whatever allows it',
    async (mode) => {
      const settings = { permissions: { allow: ['Bash(ls *)', 'Read'] } }
      for (const call of [
        bash('ls src', { ...CHANGED, mode, settings }),
        check('Read', { file_path: 'a' }, { ...CHANGED, mode, settings }),
      ])
        expect(await call).toMatchObject({ outcome: 'deny', reason: { type: 'safety-check', check: 'gate-changed' } })
    },
  )

  it('the trace says what changed', async () => {
    expect((await bash('ls', CHANGED)).trace.at(-1)?.note).toContain('hook.cjs')
  })
})
