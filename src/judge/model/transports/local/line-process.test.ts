import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LineProcess, startLineProcess } from './line-process.ts'

let folder: string
const started: LineProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/lines-`)
})
afterEach(() => {
  for (const one of started.splice(0)) one.kill()
  rmSync(folder, { recursive: true, force: true })
})

function start(argv: readonly string[]): LineProcess {
  const one = startLineProcess({ argv, cwd: folder, env: { ONLY: 'this' } })
  started.push(one)
  return one
}
const node = (code: string) => start([process.execPath, '-e', code])
const says = (text: string) => node(`process.stdout.write(${JSON.stringify(text)})`)

async function all(client: LineProcess): Promise<readonly unknown[]> {
  const heard: unknown[] = []
  for (;;) {
    const message = await client.next()
    if (message === undefined) return heard
    heard.push(message)
  }
}

describe('a program that is spoken to in lines', () => {
  it.each<[string, string, readonly unknown[]]>([
    ['a line each', '{"a":1}\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
    ['notes, empty lines and broken ones between', 'hello\n\n  \n{"a":\n{"a":1}\n', [{ a: 1 }]],
    ['a last line without its end, which is none', '{"a":1}\n{"a":2}', [{ a: 1 }]],
    ['values that are no objects', '7\n"x"\nnull\n[]\n', [7, 'x', null, []]],
    ['nothing', '', []],
  ])('says %s', async (_name, text, expected) => {
    expect(await all(says(text))).toEqual(expected)
  })

  it('however many run, one listener ends them with us', () => {
    node('')
    const before = process.listenerCount('exit')
    node('')
    node('')
    expect(process.listenerCount('exit')).toBe(before)
  })

  it('a line, and a letter, may come in parts', async () => {
    const code = `const bytes = Buffer.from('{"a":"é"}\\n'); let at = 0
      const timer = setInterval(() => { if (at === bytes.length) clearInterval(timer); else process.stdout.write(bytes.subarray(at, ++at)) }, 2)`
    expect(await all(node(code))).toEqual([{ a: 'é' }])
  })

  it('hears lines in order, whether they were waited for or not', async () => {
    const client = node(`process.stdin.on('data', (text) => process.stdout.write(text))`)
    const waited = client.next()
    for (const a of [1, 2, 3]) client.write({ a })
    expect([await waited, await client.next(), await client.next()]).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }])
    expect(client.running).toBe(true)
  })

  it('has its folder and its environment, and nothing of ours', async () => {
    const client = node('console.log(JSON.stringify([process.cwd(), process.env.ONLY, process.env.PATH]))')
    expect(await client.next()).toEqual([folder, 'this', null])
  })

  it.each<[string, () => LineProcess]>([
    ['is not there', () => start(['/nowhere/at/all'])],
    ['ends with an error', () => node('process.exit(3)')],
    ['says a line without an end', () => node(`setInterval(() => process.stdout.write('x'.repeat(1 << 20)), 1)`)],
    ['says lines for nobody', () => node(`setInterval(() => process.stdout.write('1\\n'.repeat(5000)), 1)`)],
  ])('that %s has ended', async (_name, begin) => {
    const client = begin()
    // Whoever listens is not what keeps it short.
    await new Promise((resolve) => {
      const look = setInterval(() => {
        if (client.running) return
        clearInterval(look)
        resolve(undefined)
      }, 5)
    })
    await all(client)
    expect(await client.next()).toBeUndefined()
    expect(() => client.write({ a: 1 })).not.toThrow()
    expect(() => client.kill()).not.toThrow()
  })

  it.each([
    [10_000, true],
    [10_001, false],
  ])('with %i lines that nobody heard yet: it still runs %s', async (lines, runs) => {
    const client = node(`process.stdout.write('1\\n'.repeat(${lines})); setInterval(() => {}, 1e6)`)
    await new Promise((resolve) => setTimeout(resolve, 400))
    await expect.poll(() => client.running, { timeout: 10_000 }).toBe(runs)
  })

  it('a line may have four million letters, and not one more', async () => {
    const letters = 4 * 1024 * 1024
    const whole = node(
      `process.stdout.write('x'.repeat(${letters})); setTimeout(() => process.stdout.write('\\n{"a":1}\\n'), 1_500)`,
    )
    expect(await whole.next()).toEqual({ a: 1 })
    const longer = node(`process.stdout.write('x'.repeat(${letters + 1})); setInterval(() => {}, 1e6)`)
    await expect.poll(() => longer.running, { timeout: 20_000 }).toBe(false)
  })

  it('tells everyone who waits that it has ended', async () => {
    const client = node('setInterval(() => {}, 1e6)')
    const waiting = [client.next(), client.next()]
    client.kill()
    expect(await Promise.all(waiting)).toEqual([undefined, undefined])
    expect(client.running).toBe(false)
  })

  it('ends with what it started itself', async () => {
    const inner = 'setInterval(() => {}, 1e6)'
    const client = node(
      `const { pid } = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}]); console.log(pid)`,
    )
    const pid = Number(await client.next())
    expect(() => process.kill(pid, 0)).not.toThrow()
    client.kill()
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})

/** What has ended and was not waited for yet still has a number. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const { readFileSync } = process.getBuiltinModule('node:fs')
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
