import { type ChildProcess, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shellAsNode } from '../../../test/shell-as-node.ts'
import { claimKeptEvent, decodeRequest, type HookRequest } from '../daemon/protocol.ts'
import { type Daemon, type RunningDaemon, serveDaemon } from '../daemon/server.ts'
import type { HostAnswer } from '../integration.ts'
import { launcherScript } from './launcher-script.ts'
import { findOnPath } from './program.ts'

/** Shells that stand as /bin/sh somewhere. */
const SHELLS = ['dash', 'bash', 'busybox', 'ksh', 'mksh'].flatMap((name) => findOnPath(name, '/bin:/usr/bin') ?? [])
/** What carries the question, where there is nothing before it. */
const CLIENTS = ['perl', 'curl'].flatMap((name) => findOnPath(name, '/usr/bin') ?? [])
/** What no client must hear of. */
const HOSTILE = { http_proxy: 'http://[', PERL5OPT: '-MNo::Such', PERL5DB: 'exit 0', PERLIO: ':crlf' }

const EVENT = '{"text":"ü \\\\n %s $HOME `x`","more":"\\u0000"}\n\n'
const ANSWER: HostAnswer = { stdout: '{"says":"%s \\\\n ü"}\n', stderr: '', status: 0 }
/** What the Node of these tests ends with: a shell that notes its arguments and its input. */
const BY_NODE = { stdout: 'by node\n', stderr: '', status: 0 }

let home = ''
let run = ''
let socket = ''
const open: (RunningDaemon | Server | ChildProcess)[] = []

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-fast-'))
  run = join(home, '.irongate', 'run')
  socket = join(run, 'abc123.sock')
  mkdirSync(run, { recursive: true, mode: 0o700 })
  for (const folder of ['bin', 'dist']) mkdirSync(join(home, folder))
  writeFileSync(join(home, 'dist', 'build'), 'abc123\n')
  const notes = `printf '%s\\n' "$@" > '${home}/args'; /bin/cat > '${home}/input'; echo by node`
  writeFileSync(join(home, 'bin', 'hook'), `${notes}\n`)
})

afterEach(() => {
  for (const one of open.splice(0)) {
    if ('stop' in one) one.stop()
    else if ('close' in one) one.close()
    else one.kill('SIGKILL')
  }
  rmSync(home, { recursive: true, force: true })
})

async function daemon(changes: Partial<Daemon> = {}): Promise<void> {
  const limits = { maxInput: 1 << 24, idleMs: 60_000, pulseMs: 60_000, maxCpuMs: Number.POSITIVE_INFINITY }
  const serving = await serveDaemon({ socket, answer: async () => ANSWER, ...limits, ...changes })
  if (serving) open.push(serving)
}

/** Somebody in the daemon's place, with its secrets. */
async function impostor(behave: (connection: Socket) => void): Promise<void> {
  const server = createServer((connection) => {
    connection.on('error', () => connection.destroy())
    connection.once('data', () => behave(connection))
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  writeFileSync(join(run, 'abc123.key'), `${'a'.repeat(64)}\n${'b'.repeat(64)}\n`, { mode: 0o600 })
}

const PROOF = `${'b'.repeat(64)}\n`

function says(body: string, status: number | string = 200, length = Buffer.byteLength(body)) {
  return (connection: Socket) =>
    connection.end(`HTTP/1.1 ${status} X\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`)
}

/** Starts the hook as a host does, while servers of this process answer. */
function start(shell: string, changed: (text: string) => string, event = EVENT): Promise<HostAnswer> {
  const file = join(home, 'irongate')
  const parts = { node: shellAsNode(), hook: join(home, 'bin', 'hook'), home }
  const text = launcherScript(parts, { signs: { entry: 'SOME_SIGN' }, stranded: [] }).replace('#!/bin/sh', `#!${shell}`)
  writeFileSync(file, changed(text), { mode: 0o700 })
  return new Promise((resolve) => {
    const child = spawn(file, ['hook', 'some-host', 'Event'], { env: { SOME_SIGN: 'a\nb', ...HOSTILE } })
    const heard = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk) => (heard[name] += chunk))
    child.on('close', (status) => resolve({ ...heard, status: status as 0 | 2 }))
    child.stdin.end(event)
  })
}

/** Node was started with the whole event, and nothing is left. */
function expectNode(answer: HostAnswer, hasKept = true): void {
  expect(answer).toEqual(BY_NODE)
  const words = readFileSync(join(home, 'args'), 'utf8')
  const input = readFileSync(join(home, 'input'), 'utf8')
  expect(/^--kept=\d+$/m.test(words)).toBe(hasKept)
  expect(hasKept ? decodeRequest(input)?.input : input).toBe(EVENT)
  expect(readdirSync(run).filter((name) => name.endsWith('.event'))).toEqual([])
}

function without(text: string, programs: readonly string[]): string {
  return programs.reduce((left, program) => left.replaceAll(program, '/nowhere'), text)
}

describe.each(SHELLS.flatMap((shell) => CLIENTS.map((client) => [shell, client] as const)))(
  '%s asks the daemon through %s',
  (program, client) => {
    const shell = program.endsWith('busybox') ? `${program} sh` : program
    const others = CLIENTS.filter((other) => other !== client)
    const started = (changed = (text: string) => text, event?: string) =>
      start(shell, (text) => changed(without(text, others)), event)

    it('exactly what Node would have been asked', async () => {
      const seen: HookRequest[] = []
      await daemon({
        answer: async (question) => {
          seen.push(question)
          return ANSWER
        },
      })
      expect(await started()).toEqual(ANSWER)
      const args = ['hook', 'some-host', 'Event', '--installed', '--home', home, '--entry=a\nb']
      expect(seen).toEqual([{ turn: expect.stringMatching(/^\d+$/), args, input: EVENT }])
      expect(existsSync(join(home, 'args'))).toBe(false)
      expect(readdirSync(run).sort()).toEqual(['abc123.key', 'abc123.sock'])
    })

    it.each<[string, HostAnswer]>([
      ['silence', { stdout: '', stderr: '', status: 0 }],
      ['a block', { stdout: '', stderr: 'no: %s\n\n- ü\n', status: 2 }],
      ['lines', { stdout: '{\n\n}\n', stderr: '', status: 0 }],
      ['a text that ends like a status', { stdout: 'x\n220\n', stderr: '', status: 0 }],
    ])('and gives %s as it is', async (_, answer) => {
      await daemon({ answer: async () => answer })
      expect(await started()).toEqual(answer)
    })

    it.each<[string, Partial<Daemon>]>([
      ['takes long', { shortMs: 10, answer: () => new Promise((done) => setTimeout(done, 400, ANSWER)) }],
      ['says something on both streams', { answer: async () => ({ ...ANSWER, stderr: 'x\n' }) }],
      ['throws', { answer: () => Promise.reject(new Error('broken')) }],
      ['takes no event of that size', { maxInput: 100 }],
    ])('and Node takes over when it %s', async (_, changes) => {
      await daemon(changes)
      expectNode(await started())
    })

    it.each<[string, (connection: Socket) => void]>([
      ['hangs up', (connection) => connection.end()],
      ['says nothing', () => undefined],
      ['speaks something else', (connection) => connection.end('h{"stdout":"x"}')],
      ['answers nothing', says('')],
      ['answers nothing, with the proof', says(PROOF)],
      ['is silent without the proof', says('', 220)],
      ['is silent with words', says(`${PROOF}x`, 220)],
      ['blocks without words', says(PROOF, 403)],
      ['answers without the proof', says('{}')],
      ["answers with the asker's proof", says(`${'a'.repeat(64)}\n{}`)],
      ['answers with the proof elsewhere', says(`x${PROOF}{}`)],
      ['answers with an unknown status', says(`${PROOF}{}`, 201)],
      ['answers "later"', says(PROOF, 202)],
      ['says that all is well without a body', says('', 204)],
      ['leads elsewhere', says(`${PROOF}{}`, '302 X\r\nLocation: http://irongate/other')],
      ['breaks off', says(`${PROOF}{}`, 200, 1000)],
      ['breaks off the head', (connection) => connection.end('HTTP/1.1 200 X\r\nContent-Le')],
      ['answers too much', says(`${PROOF}${'x'.repeat(300_000)}`)],
      ['never ends', (connection) => connection.write(`HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\n${PROOF}{}`)],
    ])('and Node takes over when somebody there %s', async (_, behave) => {
      await impostor(behave)
      expectNode(await started())
    })

    it('and Node takes over when the process is stopped', async () => {
      await impostor(() => undefined)
      for (const one of open.splice(0)) if ('close' in one) one.close()
      rmSync(socket, { force: true })
      const code = `require('net').createServer(()=>{}).listen(${JSON.stringify(socket)},()=>console.log('up'))`
      const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] })
      open.push(child)
      await new Promise((resolve) => child.stdout.once('data', resolve))
      child.kill('SIGSTOP')
      expectNode(await started())
    })

    it.each<[string, () => void]>([
      ['nobody listens', () => (open.splice(0)[0] as RunningDaemon).stop()],
      ['the socket is a file', () => [rmSync(socket), writeFileSync(socket, '')]],
      ['the socket is a link', () => [renameSync(socket, `${socket}2`), symlinkSync(`${socket}2`, socket)]],
      ['there are no secrets', () => rmSync(join(run, 'abc123.key'))],
      ['the secrets are cut off', () => writeFileSync(join(run, 'abc123.key'), 'abc')],
      ['the code is another', () => writeFileSync(join(home, 'dist', 'build'), 'abc124\n')],
      ['the code has no name', () => rmSync(join(home, 'dist', 'build'))],
      ['the folder is a link', () => [renameSync(run, `${run}2`), symlinkSync(`${run}2`, run)]],
    ])('but Node is asked at once when %s', async (_, spoil) => {
      await daemon()
      spoil()
      expectNode(await started(), false)
    })

    it('and nobody with other secrets', async () => {
      await daemon()
      writeFileSync(join(run, 'abc123.key'), `${'a'.repeat(64)}\n${'b'.repeat(64)}\n`)
      expectNode(await started())
    })

    it.skipIf(process.getuid?.() !== 0).each<[string, () => string]>([
      ['socket', () => socket],
      ['folder', () => run],
      ['secrets', () => join(run, 'abc123.key')],
    ])("but Node is asked at once when the %s is another account's", async (_, file) => {
      await daemon()
      chownSync(file(), 12345, 12345)
      expectNode(await started(), false)
    })

    it('but Node is asked at once where there is no client', async () => {
      await daemon()
      expectNode(await started((text) => without(text, CLIENTS)), false)
    })

    it('also what is larger than the buffers on its way', async () => {
      const event = `${'x'.repeat(3_000_000)}ü`
      await daemon({ answer: async ({ input }) => ({ ...ANSWER, stdout: `${input === event}\n` }) })
      expect((await started(undefined, event)).stdout).toBe('true\n')
    })

    it('and Node takes over when nobody reads what is larger than that', async () => {
      await impostor((connection) => connection.pause())
      expect(await started(undefined, 'x'.repeat(3_000_000))).toEqual(BY_NODE)
    })

    it('and an event that cannot be kept is blocked', async () => {
      await daemon()
      const { stdout, status } = await started((text) => text.replace('&& /bin/cat\n', '&& /bin/cat && false\n'))
      expect({ stdout, status }).toEqual({ stdout: '', status: 2 })
      expect(readdirSync(run).sort()).toEqual(['abc123.key', 'abc123.sock'])
    })

    it('and does not take what another one has taken', async () => {
      let count = 0
      await daemon({ answer: async () => ({ ...ANSWER, stdout: `${++count}\n` }) })
      // As if Node had been quicker: the file is gone when the question comes.
      const moved = (text: string) =>
        text
          .replace('  exec < "$run/$kept.event"\n', (line) => `${line}  /bin/mv "$run/$kept.event" "$run/other"\n`)
          .replace('"@$run/$kept.event"', '"@$run/other"')
          .replace('"$socket" "$run/$kept.event"', '"$socket" "$run/other"')
      expect(await started(moved)).toEqual(BY_NODE)
      expect(count).toBe(0)
    })
  },
)

it('a claim is had once', () => {
  writeFileSync(join(run, '77.event'), '')
  expect([claimKeptEvent(socket, '77'), claimKeptEvent(socket, '77')]).toEqual([true, false])
})

it('there is a shell and a client to try it with', () => {
  expect(SHELLS.length).toBeGreaterThan(0)
  expect(CLIENTS).toContain('/usr/bin/curl')
})
