import { describe, expect, it } from 'vitest'
import { effectsOf } from '../../src/analysis/testing.ts'
import { evidence, foundBy } from '../../src/categories/testing.ts'
import { checkLine, createSessions } from '../../src/cli/check-line.ts'
import { lineOf } from '../../src/cli/line.ts'
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
  const parsed = lineOf({
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

describe.each(SWEEPS)('developer tools: $family', ({ stopped, allowed, asked = [] }) => {
  const rows = Object.entries(stopped).flatMap(([category, commands]) =>
    commands.map((command) => ({ category, command })),
  )

  it.each(rows)('stops as $category: $command', async ({ category, command }) => {
    const { decision, reason, category: found } = await answer(command)
    expect(decision).not.toBe('allow')
    const first = reason.type === 'safety-check' ? 'guarded' : found
    // One finding speaks for a call: the row's own may be another one.
    if (first !== category) expect(foundBy({ ...evidence([]), effects: effectsOf(command) })).toContain(category)
  })

  it.each(allowed.map((command) => ({ command })))('lets pass: $command', async ({ command }) => {
    const { decision, message } = await answer(command)
    expect(decision, message).toBe('allow')
  })

  it.each(asked)('after "$user": $command', async ({ user, command, passes }) => {
    const { decision, message } = await answer(command, [user])
    expect(decision === 'allow', message).toBe(passes)
  })
})

describe('the tables themselves', () => {
  it('hold every command once, on one side', () => {
    const all = SWEEPS.flatMap(({ stopped, allowed }) => [...Object.values(stopped).flat(), ...allowed])
    expect(all.length).toBeGreaterThan(1000)
    expect(all.filter((command, at) => all.indexOf(command) !== at)).toEqual([])
  })
})
