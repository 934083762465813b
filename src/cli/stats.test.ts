import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeRecord } from '../audit/record-writer.ts'
import { recordFor } from '../audit/testing.ts'
import { ingestRecords } from '../server/ingest/ingest.ts'
import { machineName } from '../server/ingest/machine-name.ts'
import { testPlace } from '../server/store/testing.ts'
import { stateFolder } from '../state/state-folder.ts'
import { run } from './stats.ts'
import { recordedCall, runIn } from './testing.ts'
import { recordUserCommand } from './user-command.ts'

let home: string
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'irongate-stats-'))
  mkdirSync(join(home, '.irongate'), { mode: 0o700 })
  const permissions = {
    deny: ['Bash(shutdown:*)', 'Bash(curl:*)', 'Bash(curl -X POST:*)'],
    allow: ['Bash(never run this:*)'],
  }
  writeFileSync(join(home, '.irongate/settings.json'), JSON.stringify({ permissions }), { mode: 0o600 })
  const cwd = join(home, 'p')
  for (const command of ['ls', 'ls -l', 'shutdown now', 'rm -rf /'])
    await recordedCall(home, { tool: 'Bash', input: { command }, cwd })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('stats', () => {
  it('tells where answers came from, and which rules are idle', async () => {
    const { out, status } = await runIn(home, run, ['--cwd', join(home, 'p')])
    expect(status).toBe(0)
    expect(out).toContain('4 calls')
    const ends = out.split('\n').flatMap((line) => (/ %$/.test(line) ? [line.length] : []))
    expect(out).toContain('irreversible-local-destruction')
    expect(new Set(ends).size).toBe(1)
    expect(out).toMatch(/allow +2 +50\.0 %/)
    expect(out).toMatch(/Rules that decided no call\n {2}deny {2}Bash\(curl:\*\)/)
    expect(out).not.toMatch(/decided no call\n(?: .*\n)*? .*shutdown/)
    expect(out).toMatch(/never can[^\n]*\n {2}deny {2}Bash\(curl -X POST:\*\).*\n +behind deny {2}Bash\(curl:\*\)/)
  })

  it('counts no command of a person', async () => {
    recordUserCommand({ home, cwd: home, command: 'answer 3f9a01c2 no', message: 'a person answered no' })
    const { out } = await runIn(home, run, [])
    expect(out).toContain('4 calls')
    expect(out).not.toMatch(/^ *person /m)
  })

  it('counts as stopped only what was, and tells what the shadow would have stopped', async () => {
    const stopped = async () => JSON.parse((await runIn(home, run, ['--json'])).out).overview
    const before = await stopped()
    const shadow = { ...recordFor({ decision: { category: 'git-destructive' } }), shadow: true as const }
    writeRecord(stateFolder(home), shadow)
    const after = await stopped()
    expect(after).toMatchObject({ total: 5, categories: before.categories, shadow: { deny: 1 } })
    expect(after.outcomes).toEqual({ ...before.outcomes, allow: before.outcomes.allow + 1 })
    const { out } = await runIn(home, run, [])
    expect(out).toMatch(/what it would have said\n {2}\(deny\) +1 /)
    expect(out).not.toContain('git-destructive')
  })

  it('gives the same from the files and from a store, also when that lags behind', async () => {
    const asked = ['--json', '--since', '2026-01-01', '--until', '2090-01-01', '--cwd', join(home, 'p')]
    const files = JSON.parse((await runIn(home, run, asked)).out)
    const place = await testPlace()
    const store = await place.open(stateFolder(home))
    // A database that is named is only read.
    if (place.database !== undefined)
      await ingestRecords({ folder: stateFolder(home), machine: machineName(stateFolder(home)), store })
    await store.close()
    const { machine, ...overview } = JSON.parse((await runIn(home, run, [...asked, ...place.args])).out).overview
    await place.remove()
    expect(machine).toMatch(/^[\w.-]+$/)
    expect(overview).toEqual(files.overview)
    expect(files).toMatchObject({ overview: { total: 4, rules: { 'deny Bash(shutdown:*)': 1 } } })
    expect(files.neverHit).toHaveLength(3)
  })

  it.each([[['x']], [['--since', 'x']], [['--since', 'today', '--until', 'yesterday']]])('refuses %j', async (args) => {
    await expect(runIn(home, run, args)).rejects.toThrow()
  })
})
