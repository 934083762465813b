import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimApproval, giveApproval, voidApprovals } from './approvals.ts'
import { appendDenialEvent } from './denial-events.ts'
import { BrokenStateError, fileNameFor, privateFolder } from './private-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-state-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const KEY = 'a'.repeat(64)

/** Runs a piece of the state in `count` real processes at once and gives back what each printed. */
async function inParallel(count: number, code: string): Promise<string[]> {
  const one = () =>
    new Promise<string>((resolve, reject) => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: process.cwd() })
      let out = ''
      let error = ''
      child.stdout.on('data', (data) => (out += data))
      child.stderr.on('data', (data) => (error += data))
      child.on('close', (status) => (status === 0 ? resolve(out.trim()) : reject(new Error(error))))
    })
  return Promise.all(Array.from({ length: count }, one))
}

describe('denial counters on disk', () => {
  it('25 parallel processes count every block once, and one of each count sees it', async () => {
    const code = `import { appendDenialEvent } from './src/state/denial-events.ts'; process.stdout.write(String(appendDenialEvent(${JSON.stringify(folder)}, 's', { effect: 'block' }).total))`
    const totals = (await inParallel(25, code)).map(Number)
    expect(Math.max(...totals)).toBe(25)
    expect(appendDenialEvent(folder, 's', { effect: 'neutral' })).toEqual({ consecutive: 25, total: 25 })
  }, 60_000)

  it('an allow resets the consecutive counter, never the total', () => {
    appendDenialEvent(folder, 's', { effect: 'block' })
    appendDenialEvent(folder, 's', { effect: 'block' })
    expect(appendDenialEvent(folder, 's', { effect: 'allow' })).toEqual({ consecutive: 0, total: 2 })
  })

  it("a sub-agent's blocks count towards its root session", () => {
    appendDenialEvent(folder, 's', { effect: 'block', agentId: 'a' })
    appendDenialEvent(folder, 's', { effect: 'block', agentId: 'b' })
    expect(appendDenialEvent(folder, 's', { effect: 'block' })).toEqual({ consecutive: 3, total: 3 })
  })

  it('sessions do not share counters', () => {
    appendDenialEvent(folder, 's', { effect: 'block' })
    expect(appendDenialEvent(folder, 't', { effect: 'neutral' })).toEqual({ consecutive: 0, total: 0 })
  })

  it.each(['not json\n', '{"effect":"forgive"}\n', 'null\n'])(
    'a damaged file is broken state, never a fresh start: %j',
    (text) => {
      appendDenialEvent(folder, 's', { effect: 'block' })
      writeFileSync(join(folder, 'denials', `${fileNameFor('s')}.jsonl`), text)
      expect(() => appendDenialEvent(folder, 's', { effect: 'neutral' })).toThrow()
    },
  )
})

describe('approvals', () => {
  it('is used once', () => {
    const { id } = giveApproval(folder, { key: KEY, sessionId: 's' }, 0)
    expect(claimApproval(folder, KEY, 1)).toBe(id)
    expect(claimApproval(folder, KEY, 1)).toBeUndefined()
  })

  it('of 10 parallel takers exactly one gets it', async () => {
    giveApproval(folder, { key: KEY, sessionId: 's' }, Date.now())
    const code = `import { claimApproval } from './src/state/approvals.ts'; process.stdout.write(claimApproval(${JSON.stringify(folder)}, '${KEY}', Date.now()) ?? '')`
    const taken = (await inParallel(10, code)).filter((id) => id !== '')
    expect(taken).toHaveLength(1)
  }, 60_000)

  it('expires, and is gone then', () => {
    giveApproval(folder, { key: KEY, sessionId: 's' }, 0)
    expect(claimApproval(folder, KEY, 31 * 60 * 1000)).toBeUndefined()
    expect(readdirSync(join(folder, 'approvals'))).toEqual([])
  })

  it('a new boundary voids the approvals of its session alone', () => {
    const other = 'b'.repeat(64)
    giveApproval(folder, { key: KEY, sessionId: 's' }, 0)
    const { id } = giveApproval(folder, { key: other, sessionId: 't' }, 0)
    voidApprovals(folder, 's')
    expect(claimApproval(folder, KEY, 1)).toBeUndefined()
    expect(claimApproval(folder, other, 1)).toBe(id)
  })

  it('a key that is not ours never becomes a path', () => {
    expect(() => claimApproval(folder, '../../etc/passwd', 0)).toThrow(BrokenStateError)
  })
})

describe('the private folder', () => {
  it('refuses one that others can open', () => {
    chmodSync(folder, 0o755)
    expect(() => privateFolder(folder)).toThrow(/open to others/)
  })

  it('refuses a file in its place', () => {
    writeFileSync(join(folder, 'x'), '')
    expect(() => privateFolder(join(folder, 'x'))).toThrow(BrokenStateError)
  })

  it.each(['../../evil', 'a/b', '', 'x'.repeat(5000), '\u0000'])(
    'any session id becomes a plain file name: %j',
    (id) => {
      expect(fileNameFor(id)).toMatch(/^[A-Za-z0-9-]{16,60}$/)
    },
  )
})
