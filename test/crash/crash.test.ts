import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { crashRound } from './rounds.ts'

it('hooks and server that are killed at any moment lose nothing and double nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'irongate-crash-'))
  let acknowledged = 0
  for (let round = 0; round < 2; round++) {
    const found = await crashRound(folder, round, Math.random)
    expect(found.problems).toEqual([])
    acknowledged += found.acknowledged
  }
  expect(acknowledged).toBeGreaterThan(0)
  rmSync(folder, { recursive: true, force: true })
})
