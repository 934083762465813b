import { describe, expect, it } from 'vitest'
import { callLineOf } from '../../src/cli/call-line.ts'
import { checkLine, createSessions } from '../../src/cli/check-line.ts'
import { CHANNELS } from './techniques/channels.ts'
import { CREDENTIALS } from './techniques/credentials.ts'
import { EVASION } from './techniques/evasion.ts'
import { EXECUTION_AND_PERSISTENCE } from './techniques/execution-and-persistence.ts'
import { MACHINES } from './techniques/machines.ts'
import { MOVEMENT_AND_IMPACT } from './techniques/movement-and-impact.ts'
import { PRIVILEGE } from './techniques/privilege.ts'
import { PROCESSES } from './techniques/processes.ts'
import { SCENARIOS } from './techniques/scenarios.ts'

/** What attackers do on Linux and macOS, technique by technique, with the harmless neighbour of each. */
const SWEEPS = [
  ['execution and persistence', EXECUTION_AND_PERSISTENCE],
  ['privilege', PRIVILEGE],
  ['evasion', EVASION],
  ['credentials', CREDENTIALS],
  ['movement and impact', MOVEMENT_AND_IMPACT],
  ['machines', MACHINES],
  ['channels', CHANNELS],
  ['processes', PROCESSES],
  ['scenarios', SCENARIOS],
] as const

function rowsOf(table: string): readonly (readonly [expected: string, command: string])[] {
  return table
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const bar = line.indexOf('|')
      return [line.slice(0, bar).trim(), line.slice(bar + 2).replaceAll('⏎', '\n')]
    })
}

/** The category that stops it, `unclear` when a person must look, or `allowed`. */
async function outcomeOf(command: string): Promise<string> {
  const parsed = callLineOf({
    id: 1,
    tool: 'Bash',
    input: { command },
    cwd: '/home/dev/project',
    home: '/home/dev',
    settings: {},
  })
  if (!parsed.ok) return parsed.problem
  const answer = await checkLine(parsed.line, createSessions())
  return answer.decision === 'allow' ? 'allowed' : (answer.category ?? 'unclear')
}

describe.each(SWEEPS)('%s', (_, table) => {
  it.each([...Map.groupBy(rowsOf(table), ([expected]) => expected)])('%s', async (expected, rows) => {
    const found: string[] = []
    for (const [, command] of rows) {
      const outcome = await outcomeOf(command)
      if (outcome !== expected) found.push(`${outcome}: ${command}`)
    }
    expect(found).toEqual([])
  })
})

it('every sweep has both sides', () => {
  for (const [name, table] of SWEEPS) {
    const expected = rowsOf(table).map(([outcome]) => outcome)
    expect(expected.includes('allowed'), name).toBe(true)
    expect(expected.filter((outcome) => outcome !== 'allowed').length, name).toBeGreaterThan(15)
  }
})
