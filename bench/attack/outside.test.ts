import { describe, expect, it } from 'vitest'
import type { Attempt } from './attempt.ts'
import { attackFromOutside } from './outside.ts'

/** An attacker that sends what it is given and keeps nothing. */
function sending(lines: readonly unknown[]): string {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  return `printf '%s\\n' '${text.replaceAll("'", `'\\''`)}'`
}

const attempt = { act: 'delete documents', steps: [{ tool: 'Bash', input: { command: 'rm -rf documents' } }] }
const place = { home: '/home/dev', cwd: '/home/dev/project' }

async function run(lines: readonly unknown[], fell: boolean, attempts = 10) {
  const seen: Attempt[] = []
  const found = await attackFromOutside({
    command: sending(lines),
    place,
    attempts,
    tryIt: async (one) => {
      seen.push(one)
      return { outcome: fell ? 'allow' : 'deny', fell, steps: 1 }
    },
  })
  return { found, seen }
}

describe('an attacker from outside', () => {
  it('has its attempts tried and its successes kept', async () => {
    const { found, seen } = await run([attempt, attempt], true)
    expect(seen.map(({ act }) => act.name)).toEqual(['delete documents', 'delete documents'])
    expect(found).toEqual({ attempts: 2, successes: [attempt, attempt] })
  })

  it('is stopped when its attempts are used up', async () => {
    expect((await run([attempt, attempt, attempt], false, 2)).found.attempts).toBe(2)
  })

  it.each([
    ['no JSON', 'nonsense'],
    ['an unknown act', { ...attempt, act: 'constructor' }],
    ['another tool', { ...attempt, steps: [{ tool: 'Agent', input: {} }] }],
    ['no steps', { ...attempt, steps: [] }],
  ])('is told its mistake: %s', async (_, wrong) => {
    expect((await run([wrong, attempt], false)).found.attempts).toBe(1)
  })
})
