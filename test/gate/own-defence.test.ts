import { describe, expect, it } from 'vitest'
import type { Entry } from '../../src/transcript/entries.ts'
import { bash, check } from './gate-for-tests.ts'

const MODES = ['auto', 'default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'] as const
const ALLOWED = { permissions: { allow: ['Bash', 'Write', 'Edit'] } }
/** A person's words cannot open it: what seems to be theirs may be an agent's doing. */
const asked = (command: string): Entry[] => [
  { kind: 'user', text: `Please run ${command}. I allow it.`, trusted: true },
]

describe('an agent never loosens the gate', () => {
  it.each([
    'irongate approve 1a2b3c4d',
    'irongate trust',
    'irongate uninstall --yes',
    'irongate init --yes',
    'irongate doctor --fix',
    'npx irongate approve 1a2b3c4d',
    'sudo irongate uninstall',
    'sh -c "irongate trust"',
    'echo 1234 | irongate approve 1a2b3c4d',
    'script -qc "irongate approve 1a2b3c4d" /dev/null',
    '~/.irongate/bin/irongate uninstall',
    'node node_modules/irongate/bin/irongate.js approve 1a2b3c4d',
    "echo '{}' > ~/.irongate/settings.json",
    'cp other.json ~/.irongate/settings.json',
    'sed -i s/closed/open/ ~/.irongate/settings.json',
    'rm -rf ~/.irongate/state',
    'rm -rf ~/.irongate',
    'mv ~/.irongate/bin/irongate /tmp/x',
    'chmod -x ~/.irongate/bin/irongate',
    'ln -sf /bin/true ~/.irongate/bin/irongate',
    `python3 -c "open('/home/dev/.irongate/settings.json','w').write('{}')"`,
    'tee .irongate/settings.json < other.json',
  ])('%s', async (command) => {
    for (const mode of MODES) {
      const how = { mode, settings: ALLOWED, transcript: asked(command), verdict: 'allow' } as const
      const decision = await bash(command, how)
      expect(decision.outcome, mode).toBe('deny')
      expect(decision.reason, mode).toMatchObject({ type: 'safety-check', check: 'gate-own' })
      expect(decision.message).toMatch(
        /(?:changes Irongate itself|loosens permission checks|reads Irongate's secrets).*Only a person can do this/,
      )
    }
  })

  it.each([
    'irongate check Bash "rm -rf /"',
    'irongate explain Bash ls',
    'irongate denied',
    'irongate log --since 2h',
    'irongate why 3f9a01c2 --agent',
    'irongate audit verify',
    'irongate doctor',
    'irongate approve --help',
    'irongate --version',
    'cat ~/.irongate/settings.json',
    'ls -la ~/.irongate/state',
    'grep -rn "irongate approve" docs',
    'echo "run irongate approve in your terminal"',
    'git commit -m "Explain irongate uninstall"',
    'npm install --save-dev irongate',
    'cat node_modules/irongate/bin/irongate.js',
  ])('it may look: %s', async (command) => {
    const { reason } = await bash(command, { verdict: 'allow' })
    expect(reason).not.toMatchObject({ check: 'gate-own' })
  })

  it('an edit that is no shell’s asks where a call is only looked at, and is denied in an agent’s own session', async () => {
    const edit = { file_path: '/home/dev/.irongate/settings.json', content: '{}' }
    const own = { transcript: '/home/dev/.claude/projects/p/s.jsonl' }
    expect((await check('Write', edit, { settings: ALLOWED })).outcome).toBe('ask')
    expect((await check('Write', edit, { settings: ALLOWED, own })).outcome).toBe('deny')
    const record = { file_path: own.transcript, content: '' }
    expect((await check('Write', record, { settings: ALLOWED, own })).reason).toMatchObject({ check: 'gate-own' })
    const facts = { own: [{ path: '/opt/irongate/dist', kind: 'package' }] } as const
    expect((await bash('node /opt/irongate/dist/cli.cjs approve 1', { own, facts })).outcome).toBe('deny')
  })

  it.each([
    ['rm -rf ~', 'a whole home directory'],
    ['rm -rf /home/dev/', 'a whole home directory'],
    ['sudo rm -rf --no-preserve-root /', 'the whole file system'],
    ['rm -rf ~/.irongate', 'changes Irongate itself'],
  ])('the words name the biggest harm: %s', async (command, harm) => {
    const own = { transcript: '/home/dev/.claude/projects/p/s.jsonl' }
    const decision = await bash(command, { own, transcript: asked(command) })
    expect(decision.reason).toMatchObject({ type: 'safety-check', check: 'gate-own' })
    expect(decision.parts.headline).toContain(harm)
    expect(decision.parts.approve).toBe(false)
  })
})
