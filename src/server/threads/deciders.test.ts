import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RequestRefusedError } from '../api/problem.ts'
import { startDeciders } from './deciders.ts'
import type { ClosingDecider } from './in-thread-services.ts'
import { startThread } from './start-thread.ts'

let home: string
let decider: ClosingDecider
const said: string[] = []
const threads: ReturnType<typeof startThread>[] = []
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'irongate-threads-'))
  mkdirSync(join(home, '.irongate/state'), { recursive: true, mode: 0o700 })
  decider = await startDeciders({
    count: 1,
    role: { role: 'decide', home, run: 'r', record: false },
    say: (line) => said.push(line),
    onCount: () => undefined,
    start: (role) => {
      const thread = startThread(role)
      threads.push(thread)
      return thread
    },
  })
})
afterAll(async () => {
  await decider.close()
  rmSync(home, { recursive: true, force: true })
})

const call = (command: string, session?: string) => ({
  tool: 'Bash',
  input: { command },
  cwd: home,
  ...(session && { session }),
})

it('decides, and refuses in words, as in one thread', async () => {
  expect(JSON.parse((await decider.check(call('ls', 'one'))).text)).toMatchObject({ outcome: 'allow' })
  expect(await decider.check(call('rm -rf /'))).toMatchObject({ outcome: 'deny' })
  await expect(decider.check({ ...call('ls'), cwd: 'here' })).rejects.toMatchObject({ status: 400 })
})

it('a thread that ends allows nothing, takes the memory of its sessions with it, and another one goes on', async () => {
  const asked = decider.check(call('sleep 1', 'one'))
  await threads[0]?.terminate()
  const found = await asked.then(
    ({ outcome }) => outcome,
    (error: unknown) => error,
  )
  expect(found === 'allow' || found instanceof RequestRefusedError).toBe(true)
  await expect.poll(() => said.join(), { timeout: 25_000 }).toContain('restarted')
  expect(await decider.check(call('ls', 'two'))).toMatchObject({ outcome: 'allow' })
  await expect(decider.check(call('ls', 'one'))).rejects.toMatchObject({ status: 409 })
})
