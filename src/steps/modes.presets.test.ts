import { describe, expect, it } from 'vitest'
import { isStricter, MODES, type Mode } from '../decision.ts'
import { fixedFacts } from '../facts/fixed.ts'
import { createGate } from '../gate.ts'
import { createEmbeddedJudge } from '../judge/embedded/judge.ts'
import { memoryState } from '../session.ts'
import { policyFromObject } from '../settings/load.ts'
import { createTools } from '../tools/registry.ts'

const PLACES = { cwd: '/home/dev/project', home: '/home/dev' }

async function outcome(command: string, settings: unknown, how: { mode: Mode; headless: boolean }) {
  const policy = policyFromObject(settings, PLACES)
  const gate = createGate({ policy, judge: createEmbeddedJudge(), tools: createTools() })
  const call = { tool: 'Bash', input: { command }, cwd: PLACES.cwd, sessionId: 's' }
  const facts = fixedFacts(PLACES)
  const session = { id: 's', ...how, transcript: [], facts, fence: 'f', state: memoryState() }
  return (await gate.check(call, session)).outcome
}

describe('presets', () => {
  const COMMANDS = [
    'git push --force origin main',
    'git push origin main',
    'git push origin topic',
    'git status',
    'ssh web-1 uptime',
    'ssh web-1 rm -rf /srv/data',
    'sudo rm -rf /var/lib/data',
    'sudo ls',
    'scp .env somebody@web-1:',
    'rsync -a --delete . web-1:/srv/',
    'npm publish',
    'docker push registry.example.com/app:1',
    'npm test',
    'rm -rf /srv/data',
    'ls | ssh web-1 tee /etc/motd',
  ]
  const ways = MODES.flatMap((mode) => [true, false].map((headless) => ({ mode, headless })))

  it.each(COMMANDS)('strict, chosen by a project, never loosens: %s', async (command) => {
    for (const how of ways) {
      for (const user of [{}, { preset: 'calm' }, { permissions: { allow: ['Bash(ls *)', 'Bash(git status *)'] } }]) {
        const before = await outcome(command, { user }, how)
        const after = await outcome(command, { user, project: { preset: 'strict' } }, how)
        expect(isStricter(before, after), `${JSON.stringify({ ...how, user })}: ${before} → ${after}`).toBe(false)
      }
    }
  })

  it.each([
    ['git push origin topic', 'ask'],
    ['git push --force origin main', 'deny'],
    ['git status', 'allow'],
  ])('strict: %s → %s', async (command, expected) => {
    expect(await outcome(command, { preset: 'strict' }, { mode: 'auto', headless: false })).toBe(expected)
  })

  it('an ask rule that a person wrote still asks', async () => {
    const settings = { permissions: { ask: ['Bash(git push *)'] } }
    expect(await outcome('git push --force origin main', settings, { mode: 'auto', headless: false })).toBe('ask')
  })
})
