import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { writeRecord } from '../../src/audit/record-writer.ts'
import { recordFor } from '../../src/audit/testing.ts'
import type { Overview } from '../../src/server/store/store.ts'
import { stateFolder } from '../../src/state/state-folder.ts'
import { URL_OF_TESTS } from './schemas.ts'

const RECORDS = 200
const started: ChildProcess[] = []
const homes: string[] = []
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
  for (const home of homes) rmSync(home, { recursive: true, force: true })
})

function homeOf(machine: string): string {
  const home = mkdtempSync(join(tmpdir(), 'irongate-served-'))
  homes.push(home)
  const server = join(stateFolder(home), 'server')
  mkdirSync(server, { recursive: true, mode: 0o700 })
  // All of them run on this machine here.
  writeFileSync(join(server, 'machine'), machine, { mode: 0o600 })
  return home
}

interface Served {
  readonly child: ChildProcess
  readonly overview: () => Promise<Overview>
}

/** The command as it is shipped, in a process of its own. */
async function serve(home: string, database: string): Promise<Served> {
  const options = ['serve', '--port', '0', '--no-open', '--json', '--home', home, '--database', database]
  const child = spawn(process.execPath, ['bin/irongate.js', ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { url } = JSON.parse(line.toString('utf8')) as { readonly url: string }
  const token = readFileSync(join(stateFolder(home), 'server', 'token'), 'utf8').trim()
  const overview = async () => {
    const asked = new URL('/api/v1/overview?since=0&until=4000000000000', url)
    const answer = await fetch(asked, { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()) as Overview
  }
  return { child, overview }
}

if (URL_OF_TESTS === undefined) it('is passed over: there is no PostgreSQL', ({ skip }) => skip())
else {
  const url = URL_OF_TESTS
  it('three servers share one database; one is killed and comes back, and every Record is counted once', async () => {
    const places = ['one', 'two', 'three'].map(homeOf)
    const servers = await Promise.all(places.map((home) => serve(home, url)))
    for (let index = 0; index < RECORDS; index++) {
      for (const [at, home] of places.entries())
        writeRecord(stateFolder(home), recordFor({ session: `s${at}`, command: `make ${at} ${index}` }))
      if (index === RECORDS / 2) {
        await wait(Math.random() * 300)
        servers[1]?.child.kill('SIGKILL')
      }
      if (index % 10 === 0) await wait(5)
    }
    const second = await serve(places[1] ?? '', url)
    const total = async (server: Served | undefined) => (await server?.overview())?.outcomes.deny
    await expect.poll(() => total(servers[0]), { timeout: 40_000, interval: 200 }).toBe(3 * RECORDS)
    await wait(500)
    expect(await total(servers[2])).toBe(3 * RECORDS)
    expect(await total(second)).toBe(3 * RECORDS)
  })
}
