import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shareOf } from '../../test/runs.ts'
import { type DemoCall, showDashboard } from './demo-dashboard.ts'

const decision = (outcome: 'allow' | 'deny'): DemoCall['decision'] => ({
  outcome,
  reason: { type: 'person', command: 'x' },
  message: `${outcome} of the test`,
  parts: { headline: 'x', approve: false, offer: false },
  trace: [],
})

it('serves what was just decided, until the person ends it', async () => {
  let said = ''
  const io = { out: (text: string) => (said += text), error: () => undefined, colour: false }
  const calls: DemoCall[] = [
    { tool: 'Bash', input: { command: 'ls' }, decision: decision('allow') },
    { tool: 'Bash', input: { command: 'rm -rf ~' }, decision: decision('deny') },
  ]
  const addressOf = () => new URL(/http:\S+/.exec(said)?.[0] ?? '')
  await showDashboard(calls, io, async () => {
    const { origin, hash } = addressOf()
    const headers = { Authorization: `Bearer ${hash.replace('#key=', '')}` }
    const page = await (await fetch(origin)).text()
    expect(page).toMatch(/<!doctype html>/i)
    await expect
      .poll(async () => {
        const { records } = (await (await fetch(`${origin}/api/v1/records`, { headers })).json()) as {
          records: { record: { outcome: string } }[]
        }
        return records.map(({ record }) => record.outcome)
      })
      .toEqual(['deny', 'allow'])
  })
  await expect(fetch(addressOf().origin)).rejects.toThrow()
})

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
it.each(shareOf(SIGNALS, Date.now(), 1))('leaves nothing behind when it is ended by %s', async (signal) => {
  const scratch = mkdtempSync(join(tmpdir(), 'irongate-demo-test-'))
  const program = `
    import { showDashboard } from ${JSON.stringify(new URL('./demo-dashboard.ts', import.meta.url).href)}
    const io = { out: (text) => process.stdout.write(text), error: () => undefined, colour: false }
    await showDashboard([], io)
    process.exit(0)
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, TMPDIR: scratch },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  expect(readdirSync(scratch).filter((name) => name.startsWith('irongate-demo-'))).toHaveLength(1)
  const ended = once(child, 'exit')
  child.kill(signal)
  expect(await ended).toEqual([0, null])
  expect(readdirSync(scratch).filter((name) => name.startsWith('irongate-demo-'))).toEqual([])
  rmSync(scratch, { recursive: true })
})
