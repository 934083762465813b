import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  findPendingCall,
  listPendingCalls,
  type PendingCall,
  publishPendingCall,
  readPendingAnswer,
  removePendingCall,
  storePendingAnswer,
} from './pending-calls.ts'
import { BrokenStateError } from './private-folder.ts'
import { pruneState } from './prune.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-pending-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const KEY = 'a'.repeat(64)
const now = Date.now()

function waiting(changes: Partial<PendingCall> = {}): PendingCall {
  const one: PendingCall = {
    id: '0000000a',
    pid: process.pid,
    host: 'x',
    sessionId: 's',
    tool: 'Bash',
    input: { command: 'ls' },
    cwd: '/p',
    message: 'm',
    asked: now,
    until: now + 60_000,
    key: KEY,
    reads: [],
    ...changes,
  }
  publishPendingCall(folder, one)
  return one
}

const yes = { answer: 'yes', key: KEY, by: 'test', at: now } as const

/** Runs a line of code in a process of its own; what it printed. */
function elsewhere(code: string): { readonly printed: Promise<string>; readonly kill: () => void } {
  const module = new URL('./pending-calls.ts', import.meta.url).href
  const child = spawn(process.execPath, ['--input-type=module', '-e', `import * as p from '${module}';${code}`])
  let text = ''
  child.stdout.on('data', (data) => (text += data))
  const printed = new Promise<string>((resolve) => child.on('close', () => resolve(text)))
  return { printed, kill: () => child.kill('SIGKILL') }
}

describe('calls that wait', () => {
  it('are listed by age, only for their owner, until they end', () => {
    waiting({ id: '0000000b', asked: now - 5 })
    waiting()
    expect(listPendingCalls(folder, now).map(({ id }) => id)).toEqual(['0000000b', '0000000a'])
    expect(statSync(join(folder, 'pending/0000000a.json')).mode & 0o777).toBe(0o600)
    removePendingCall(folder, '0000000b')
    expect(listPendingCalls(folder, now).map(({ id }) => id)).toEqual(['0000000a'])
    expect(listPendingCalls(folder, now + 60_001)).toEqual([])
  })

  it.each<[string, () => void]>([
    ['of a process that is gone', () => waiting({ pid: 2 ** 22 + 1 })],
    ['that is not whole', () => writeFileSync(join(folder, 'pending/0000000a.json'), '{"id":"0000000a"')],
    ['of another shape', () => writeFileSync(join(folder, 'pending/0000000a.json'), '{"id":"0000000a","until":1e99}')],
    ['that is a link', () => symlinkSync('/etc/passwd', join(folder, 'pending/0000000a.json'))],
    ['under another id', () => rename()],
  ])('%s is none', (_name, make) => {
    waiting({ id: '0000000c' })
    removePendingCall(folder, '0000000c')
    make()
    expect(listPendingCalls(folder, now)).toEqual([])
  })

  function rename(): void {
    removePendingCall(folder, '0000000a')
    const text = JSON.stringify({ ...waiting(), id: '0000000f' })
    writeFileSync(join(folder, 'pending/0000000a.json'), text)
  }

  it.each(['../x', '', '0000000A', '0000000a.json', '0'.repeat(9)])('%j is no id', (id) => {
    expect(findPendingCall(folder, id, now)).toBeUndefined()
    expect(() => storePendingAnswer(folder, id, yes)).toThrow(BrokenStateError)
  })
})

describe('an answer', () => {
  it('is taken once, and what is answered waits no more', () => {
    const one = waiting()
    expect([1, 2].map(() => storePendingAnswer(folder, one.id, yes))).toEqual([true, false])
    expect(readPendingAnswer(folder, one)).toEqual(yes)
    expect(listPendingCalls(folder, now)).toEqual([])
    expect(readdirSync(join(folder, 'pending')).sort()).toEqual(['0000000a.answer', '0000000a.json'])
  })

  it('of many processes one is taken, round after round', { timeout: 60_000 }, async () => {
    const racers = Array.from({ length: 4 }, (_one, by) => {
      const code = `let won = 0;
        const until = ${Date.now() + 2000};
        // All start at once: they sleep until shortly before, and leave the processors to others.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.max(0, until - 20 - Date.now()));
        while (Date.now() < until);
        for (let n = 0; n < 200; n++) {
          const id = n.toString(16).padStart(8, '0');
          if (p.storePendingAnswer(${JSON.stringify(folder)}, id, { answer: 'yes', key: '${KEY}', by: '${by}', at: 1 })) won++;
        }
        console.log(won)`
      return elsewhere(code).printed
    })
    waiting()
    const won = (await Promise.all(racers)).map(Number)
    expect(won.reduce((sum, one) => sum + one, 0)).toBe(200)
  })

  it('to another call of the same id is not its own', () => {
    const one = waiting()
    storePendingAnswer(folder, one.id, { ...yes, key: 'b'.repeat(64) })
    expect(() => readPendingAnswer(folder, one)).toThrow(BrokenStateError)
    expect(readPendingAnswer(folder, waiting())).toBeUndefined()
  })

  it('a hook that was killed waits no more, whenever that was', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 5; round++) {
      const { printed, kill } = elsewhere(
        `p.publishPendingCall(${JSON.stringify(folder)}, { ...${JSON.stringify(waiting())}, id: '0000000d', pid: process.pid });
        console.log('there'); setInterval(() => {}, 1000)`,
      )
      removePendingCall(folder, '0000000a')
      for (let turn = 0; listPendingCalls(folder, now).length === 0 && turn < 500; turn++)
        await new Promise((resolve) => setTimeout(resolve, 20))
      expect(listPendingCalls(folder, now)).toHaveLength(1)
      kill()
      await printed
      expect(listPendingCalls(folder, now)).toEqual([])
    }
  })

  it('is forgotten after a day', () => {
    const one = waiting()
    storePendingAnswer(folder, one.id, yes)
    pruneState(folder, now + 25 * 60 * 60 * 1000)
    expect(readdirSync(join(folder, 'pending'))).toEqual([])
  })
})
