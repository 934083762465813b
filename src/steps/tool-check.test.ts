import { describe, expect, it } from 'vitest'
import { bash, type Circumstances, CWD, check } from '../../test/gate/gate-for-tests.ts'
import { scopeKey } from '../approval.ts'
import { memoryState } from '../session.ts'
import { policyFromObject } from '../settings/load.ts'

const MODES = ['default', 'acceptEdits', 'auto', 'bypassPermissions'] as const
const isGuarded = async (call: (how: Circumstances) => ReturnType<typeof check>, how: Circumstances = {}) => {
  const { reason } = await call({ verdict: 'allow', ...how })
  return reason.type === 'safety-check' && reason.check === 'safety-check'
}

describe('protected files ask in every mode', () => {
  it.each([
    '.git/config',
    '.git/hooks/pre-commit',
    '.claude/settings.json',
    '.claude/settings.local.json',
    '~/.claude/settings.json',
    '~/.irongate/settings.json',
  ])('%s', async (file_path) => {
    for (const mode of MODES) {
      const decision = await check('Write', { file_path, content: '{}' }, { mode, verdict: 'allow' })
      expect(decision.outcome, mode).toBe('ask')
      expect(decision.reason, mode).toMatchObject({ type: 'safety-check' })
      expect(decision.parts.approve).toBe(true)
    }
  })

  it.each([
    ['echo x > .git/config', true],
    ['chmod 777 .git/config', true],
    ['rm .git/config', true],
    ['rm -r .git', true],
    ['cat .git/config', false],
    ['git config user.name x', false],
    ['git commit -m x', false],
    ['echo x > src/a.ts', false],
    ['frobnicate .git/config', false],
    ['frobnicate -o .git/config', true],
    // A lock that git left behind holds nothing.
    ['rm .git/index.lock', false],
    ['rm -f .git/refs/heads/main.lock', false],
    ['rm .git/index', true],
    ['rm .git/lock', true],
    ['rm -r .git/index.lock', true],
    ['rm .git/*.lock', true],
    ['rm ".git/$X.lock"', true],
    ['rm .claude/settings.json .git/index.lock', true],
    ['rm .claude/x.lock', false],
  ])('%s: %s', async (command, guarded) => {
    expect(await isGuarded((how) => bash(command, how))).toBe(guarded)
  })

  it.each([
    ['echo x > .git/config', 'It controls what git does here'],
    ['rm -r .git', 'Git keeps its history there'],
    ['chmod 777 .git/config', 'It controls what git does here'],
    ['echo x > .claude/settings.json', 'It controls what the agent may do'],
    ['rm ~/.claude/projects/app/s1.jsonl', 'That erases a record of what happened'],
  ])('%s: %s', async (command, why) => {
    expect((await bash(command, { verdict: 'allow' })).parts.why).toBe(why)
  })

  it('plan mode denies what asks in the others', async () => {
    const decision = await bash('echo x > .git/config', { mode: 'plan', verdict: 'allow' })
    expect(decision).toMatchObject({ outcome: 'deny', reason: { type: 'mode', mode: 'plan' } })
    expect(decision.parts.why).toBe('Plan mode only reads')
  })

  it('a repository that the session made in a temporary folder is its own', async () => {
    const made = { session: { created: new Set(['/tmp/x', '/tmp/x/.git']) } }
    expect(await isGuarded((how) => bash('rm -rf /tmp/x/.git', how), made)).toBe(false)
    expect(await isGuarded((how) => bash('rm -rf /tmp/x/.git', how))).toBe(true)
    const here = { session: { created: new Set([`${CWD}/x`, `${CWD}/x/.git`]) } }
    expect(await isGuarded((how) => bash('rm -rf x/.git', how), here)).toBe(true)
  })
})

describe('further edits of a protected file', () => {
  const edit = (file_path: string, how: Circumstances) =>
    check('Edit', { file_path, old_string: 'a', new_string: 'b' }, how)

  it('one file that is edited may be allowed for the session', async () => {
    const state = memoryState()
    const first = await edit('.claude/settings.json', { state })
    expect(first.scope).toContain('.claude/settings.json')
    const policy = policyFromObject({}, { cwd: CWD, home: '/home/dev', trusted: false })
    state.approveStanding(scopeKey(first.scope ?? '', policy, { id: 's' }), 'p1')
    expect((await edit('.claude/settings.json', { state })).outcome).toBe('allow')
    expect((await edit('.git/config', { state })).outcome).toBe('ask')
    expect((await bash('echo x > .claude/settings.json', { state })).outcome).not.toBe('allow')
  })

  it.each(['echo x > .git/config', 'echo x > .claude/settings.json', 'rm .git/index'])(
    'a command offers none: %s',
    async (command) => expect((await bash(command)).scope).toBeUndefined(),
  )
})

describe('a question to a person', () => {
  const INPUT = { questions: [{ question: 'Which one?', header: 'h', options: [], multiSelect: false }] }

  it.each<[Circumstances, string]>([
    [{}, 'allow'],
    [{ mode: 'default' }, 'allow'],
    [{ headless: true }, 'deny'],
    [{ mode: 'dontAsk' }, 'deny'],
    [{ mode: 'bypassPermissions', headless: true }, 'deny'],
    [{ mode: 'bypassPermissions' }, 'allow'],
  ])('%j: %s', async (how, expected) => {
    const decision = await check('AskUserQuestion', INPUT, how)
    expect(decision.outcome).toBe(expected)
    if (expected === 'deny')
      expect(decision).toMatchObject({ reason: { type: 'tool-check', check: 'user-interaction' }, unasked: true })
  })
})
