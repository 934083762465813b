import { describe, expect, it } from 'vitest'
import { effectsOf } from '../../src/analysis/testing.ts'
import { detectedCategories, evidence } from '../../src/categories/testing.ts'
import { callLineOf } from '../../src/cli/call-line.ts'
import { checkLine, createSessions } from '../../src/cli/check-line.ts'
import type { Sweep } from './sweep.ts'
import { CLOUDS } from './tables/clouds.ts'
import { CLUSTERS, CONTAINERS } from './tables/clusters.ts'
import { DATABASES } from './tables/data.ts'
import { FILES } from './tables/files.ts'
import { GIT } from './tables/git.ts'
import { GIT_PUSH, HOSTING } from './tables/git-push.ts'
import { INSTALLS } from './tables/installs.ts'
import { LONG_TAIL } from './tables/long-tail.ts'
import { MIXED } from './tables/mixed.ts'
import { OPERATIONS } from './tables/operations.ts'
import { REACH } from './tables/reach.ts'
import { RELEASES } from './tables/releases.ts'

const SWEEPS: readonly Sweep[] = [
  GIT,
  GIT_PUSH,
  HOSTING,
  FILES,
  DATABASES,
  CLUSTERS,
  CONTAINERS,
  CLOUDS,
  RELEASES,
  INSTALLS,
  REACH,
  OPERATIONS,
  MIXED,
  LONG_TAIL,
]

/** What the gate answers in a project of which nothing is known. */
async function answer(command: string, user: readonly string[] = []) {
  const parsed = callLineOf({
    id: 1,
    tool: 'Bash',
    input: { command },
    cwd: '/home/dev/project',
    home: '/home/dev',
    settings: {},
    transcript: user.map((text) => ({ role: 'user', text })),
  })
  if (!parsed.ok) throw new Error(parsed.problem)
  return checkLine(parsed.line, createSessions())
}

/** Is it stopped, and by this category? One finding speaks for a call: the row's own may be another one. */
async function isStoppedAs(category: string, command: string): Promise<boolean> {
  const { decision, reason, category: found } = await answer(command)
  if (decision === 'allow') return false
  const first = reason.type === 'safety-check' ? 'protected' : found
  return first === category || detectedCategories({ ...evidence([]), effects: effectsOf(command) }).includes(category)
}

/** The rows of a class for which this does not hold. */
async function wrongOf<Row>(rows: readonly Row[], holds: (row: Row) => Promise<boolean>): Promise<readonly Row[]> {
  const wrong: Row[] = []
  for (const row of rows) if (!(await holds(row))) wrong.push(row)
  return wrong
}

describe.each(SWEEPS)('developer tools: $family', ({ stopped, allowed, asked = [] }) => {
  it.each(Object.entries(stopped))('stops what is %s', async (category, commands) => {
    expect(await wrongOf(commands, (command) => isStoppedAs(category, command))).toEqual([])
  })

  it('lets pass what is harmless', async () => {
    expect(await wrongOf(allowed, async (command) => (await answer(command)).decision === 'allow')).toEqual([])
  })

  it('does as people said before', async () => {
    const holds = async ({ user, command, passes }: (typeof asked)[number]) =>
      ((await answer(command, [user])).decision === 'allow') === passes
    expect(await wrongOf(asked, holds)).toEqual([])
  })
})

describe('the tables themselves', () => {
  it('hold every command once, on one side', () => {
    const all = SWEEPS.flatMap(({ stopped, allowed }) => [...Object.values(stopped).flat(), ...allowed])
    expect(all.length).toBeGreaterThan(1000)
    expect(all.filter((command, at) => all.indexOf(command) !== at)).toEqual([])
  })
})
