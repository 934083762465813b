import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HostAnswer } from '../integration.ts'
import { askDaemon, isDaemonListening } from './client.ts'
import { createHookRuns } from './hook-runs.ts'
import {
  ANSWER_STATUS,
  type AuthenticatedRequest,
  claimKeptEvent,
  daemonSocket,
  decodeAnswer,
  decodeRequest,
  encodeRequest,
  type HookRequest,
  toShortAnswer,
} from './protocol.ts'
import { readSecrets } from './secrets.ts'
import { type Daemon, type RunningDaemon, serveDaemon } from './server.ts'

const QUESTION: HookRequest = { turn: '', args: ['some-host', '--installed'], input: '{"a":"ü\\n"}' }
const DENIED: HostAnswer = { stdout: '{"x":1}\n', stderr: 'no: \u{1f512}', status: 2 }

/** A busy machine greets late; only the tests about that go by the hook's own patience. */
const PATIENT_MS = 10_000

let home = ''
let socket = ''
const open: (RunningDaemon | Server)[] = []

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-daemon-'))
  socket = join(home, 'run', 'x.sock')
})

afterEach(() => {
  for (const one of open.splice(0)) {
    if ('stop' in one) one.stop()
    else one.close()
  }
  rmSync(home, { recursive: true, force: true })
})

async function started(changes: Partial<Daemon> = {}): Promise<RunningDaemon | undefined> {
  const serving = await serveDaemon({
    socket,
    answer: async () => DENIED,
    maxInput: 1 << 24,
    idleMs: 60_000,
    pulseMs: 10,
    maxCpuMs: Number.POSITIVE_INFINITY,
    ...changes,
  })
  if (serving) open.push(serving)
  return serving
}

function replacedByFile(): void {
  rmSync(socket)
  writeFileSync(socket, '')
}

/** A listener in the daemon's place that behaves as a test wants. */
async function impostor(behave: (connection: Socket) => void): Promise<void> {
  const first = await started()
  first?.stop()
  await first?.ended
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    connection.on('error', () => connection.destroy())
    behave(connection)
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  writeFileSync(keyFile(), `${'a'.repeat(64)}\n${'b'.repeat(64)}\n`, { mode: 0o600 })
}

describe('a daemon', () => {
  it('says that it is still there while an answer takes long', async () => {
    const long = new Promise<HostAnswer>((resolve) => setTimeout(() => resolve(DENIED), 300))
    await started({ answer: () => long, aliveMs: 20 })
    let signs = 0
    const onAlive = () => {
      signs++
    }
    expect(await askDaemon(socket, QUESTION, { patienceMs: PATIENT_MS, onAlive })).toEqual(DENIED)
    expect(signs).toBeGreaterThan(2)
  })

  it('answers what it is asked, and is asked exactly what the hook got', async () => {
    const seen: HookRequest[] = []
    await started({
      answer: async (question) => {
        seen.push(question)
        return DENIED
      },
    })
    expect(await askDaemon(socket, QUESTION, { patienceMs: PATIENT_MS })).toEqual(DENIED)
    expect(seen).toEqual([QUESTION])
    expect(statSync(socket).mode & 0o777).toBe(0o600)
    expect(statSync(join(dirname(socket), 'x.key')).mode & 0o777).toBe(0o600)
    expect(readdirSync(dirname(socket)).sort()).toEqual(['x.key', 'x.sock'])
  })

  it('answers many at once, each its own, long ones too', async () => {
    await started({ answer: async ({ input }) => ({ stdout: input, stderr: '', status: 0 }) })
    const inputs = Array.from({ length: 30 }, (_, index) => `${index}:${'é'.repeat(index * 20_000)}`)
    const answers = await Promise.all(
      inputs.map((input) => askDaemon(socket, { turn: '', args: [], input }, { patienceMs: PATIENT_MS })),
    )
    expect(answers.map((answer) => answer?.stdout)).toEqual(inputs)
  })

  it('lets the hook answer alone when it throws', async () => {
    await started({ answer: () => Promise.reject(new Error('broken')) })
    expect(await askDaemon(socket, QUESTION)).toBeUndefined()
    expect(await isDaemonListening(socket)).toBe(true)
  })

  it('takes no question past its limit', async () => {
    await started({ maxInput: 100 })
    expect(await askDaemon(socket, { turn: '', args: [], input: 'x'.repeat(5000) })).toBeUndefined()
  })

  it('does not start beside one that is awake, and takes over from one that is gone', async () => {
    await started()
    expect(await started()).toBeUndefined()
    replacedByFile()
    expect(await started({ answer: async () => ({ ...DENIED, stdout: 'new' }) })).toBeDefined()
    expect((await askDaemon(socket, QUESTION, { patienceMs: PATIENT_MS }))?.stdout).toBe('new')
  })

  it.each<[string, Partial<Daemon>, () => void]>([
    ['its socket is gone', {}, () => rmSync(socket)],
    ['another one has taken its place', {}, replacedByFile],
    ['nobody asks', { idleMs: 20 }, () => undefined],
    ['it has worked long enough', { maxCpuMs: 0 }, () => undefined],
  ])('leaves when %s', async (_, changes, happens) => {
    const serving = await started(changes)
    happens()
    await serving?.ended
    expect(await isDaemonListening(socket)).toBe(false)
  })

  it('answers what it has before it leaves', async () => {
    const serving = await started({
      answer: async () => {
        serving?.stop()
        return DENIED
      },
    })
    expect(await askDaemon(socket, QUESTION, { patienceMs: PATIENT_MS })).toEqual(DENIED)
    await serving?.ended
  })
})

describe('the hook finds the answer itself', () => {
  it.each<[string, () => void]>([
    ['when nothing listens', () => rmSync(dirname(socket), { recursive: true })],
    ['when the socket is a file', replacedByFile],
    ['when others can enter the folder', () => chmodSync(dirname(socket), 0o755)],
  ])('%s', async (_, spoil) => {
    await started({ pulseMs: 60_000 })
    spoil()
    expect(await askDaemon(socket, QUESTION)).toBeUndefined()
  })

  it.each<[string, () => void]>([
    ['are gone', () => rmSync(keyFile())],
    ['are open to others', () => chmodSync(keyFile(), 0o644)],
    ['are a link', () => linked(keyFile())],
    ['are other ones', () => writeFileSync(keyFile(), `${'0'.repeat(64)}\n${'1'.repeat(64)}\n`)],
    ['are no secrets', () => writeFileSync(keyFile(), 'x\ny\n')],
  ])('when the secrets %s', async (_, spoil) => {
    await started()
    spoil()
    expect(await askDaemon(socket, QUESTION, { patienceMs: PATIENT_MS })).toBeUndefined()
  })

  it.each<[string, (connection: Socket) => void]>([
    ['when nobody takes the question', () => undefined],
    ['when somebody answers before the question', (connection) => connection.end(response(answered(DENIED)))],
    ['when it hangs up', (connection) => connection.end()],
    ['when it takes the question and hangs up', takes('')],
    ['when the answer has no proof', takes(() => response(JSON.stringify(DENIED)))],
    ["when the answer has the asker's proof", takes(() => response(answered(DENIED, 'asks')))],
    ['when the answer is cut off', takes(() => response(answered(DENIED)).slice(0, -3))],
    ['when the answer is longer than it says', takes(() => `${response(answered(DENIED))} `)],
    ['when the status is another', takes(() => response(answered(DENIED), 202))],
    ['when the answer has no length', takes(() => `HTTP/1.1 200 OK\r\n\r\n${answered(DENIED)}`)],
    ['when the answer is none', takes(() => response(answered({ ...DENIED, status: 1 })))],
    ['when the answer is no text', takes(() => response(answered({ ...DENIED, stdout: 1 })))],
    ['when two answers come', takes(() => response(`${answered(DENIED)}{}`))],
    ['when the answer is empty', takes(() => response(''))],
  ])('%s', async (_, behave) => {
    await impostor(behave)
    expect(await askDaemon(socket, QUESTION)).toBeUndefined()
  })

  it('and takes a whole answer from whoever knows the secret', async () => {
    await impostor(takes(() => response(answered(DENIED))))
    expect(await askDaemon(socket, QUESTION)).toEqual(DENIED)
  })
})

function keyFile(): string {
  return join(dirname(socket), 'x.key')
}

function linked(file: string): void {
  const elsewhere = join(home, 'elsewhere')
  renameSync(file, elsewhere)
  symlinkSync(elsewhere, file)
}

function answered(value: unknown, whose: 'asks' | 'answers' = 'answers'): string {
  return `${readSecrets(socket)?.[whose]}\n${JSON.stringify(value)}`
}

function response(body: string, status = 200): string {
  return `HTTP/1.1 ${status} OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** Takes the question, and says something then. */
function takes(says: string | (() => string)): (connection: Socket) => void {
  return (connection) => {
    let heard = ''
    connection.on('data', (chunk) => {
      if (heard === '') connection.write('HTTP/1.1 100 Continue\r\n\r\n')
      heard += chunk.toString()
      if (heard.endsWith(QUESTION.input)) connection.end(typeof says === 'string' ? says : says())
    })
  }
}

describe('one run of the hook', () => {
  const EVENT: HookRequest = { turn: '77', args: ['some-host'], input: '{}' }

  it('is answered once, though its shell and its Node ask', async () => {
    let count = 0
    const { begin, join: joined } = createHookRuns(async () => ({ ...DENIED, stdout: String(++count) }))
    expect((await begin(EVENT)).stdout).toBe('1')
    expect((await joined(EVENT)).stdout).toBe('1')
    expect((await joined(EVENT)).stdout).toBe('2')
  })

  it.each<[string, HookRequest]>([
    ['another run', { ...EVENT, turn: '78' }],
    ['another event', { ...EVENT, input: '{ }' }],
    ['other arguments', { ...EVENT, args: ['some-host', ''] }],
    ['a Node without a shell', { ...EVENT, turn: '' }],
  ])('%s is decided by itself', async (_, other) => {
    let count = 0
    const { begin, join: joined } = createHookRuns(async () => ({ ...DENIED, stdout: String(++count) }))
    await begin(EVENT)
    expect((await joined(other)).stdout).toBe('2')
  })

  it('that has the number of an earlier one is decided anew', async () => {
    let count = 0
    const { begin } = createHookRuns(async () => ({ ...DENIED, stdout: String(++count) }))
    await begin(EVENT)
    expect((await begin(EVENT)).stdout).toBe('2')
  })

  it.each(['', 'x', '../77', '7'.repeat(11), '7\n'])("a turn %j is nobody's", (turn) => {
    expect(claimKeptEvent(socket, turn)).toBe(false)
  })
})

describe('the wire', () => {
  it.each(['', 'p\nt\n', 'p\nt\nx\n', 'p\nt\n1\nword', 'p\nt\n-1\n', 'p\nt\n101\n', 'p\0\nt\n0\n', 'p\r\n'])(
    '%j is no question',
    (text) => {
      expect(decodeRequest(text)).toBeUndefined()
    },
  )

  it.each<AuthenticatedRequest>([
    { ...QUESTION, proof: 'p' },
    { proof: '', turn: '1', args: ['a\nb', '', 'ü'], input: '\n\n\0' },
    { proof: 'p', turn: '', args: [], input: '' },
  ])('a question survives it', (question) => {
    expect(decodeRequest(encodeRequest(question))).toEqual(question)
  })

  it.each<[HostAnswer, number, string]>([
    [{ stdout: '', stderr: '', status: 0 }, ANSWER_STATUS.silent, ''],
    [{ stdout: '{"a":1}\n', stderr: '', status: 0 }, ANSWER_STATUS.says, '{"a":1}'],
    [{ stdout: '', stderr: 'no\nno\n', status: 2 }, ANSWER_STATUS.blocks, 'no\nno'],
    [{ stdout: '', stderr: '', status: 2 }, ANSWER_STATUS.later, ''],
    [{ stdout: '{}\n', stderr: 'no\n', status: 2 }, ANSWER_STATUS.later, ''],
    [{ stdout: '{}\n', stderr: 'hm\n', status: 0 }, ANSWER_STATUS.later, ''],
    [{ stdout: '{}', stderr: '', status: 0 }, ANSWER_STATUS.later, ''],
    [{ stdout: '{}\n\n', stderr: '', status: 0 }, ANSWER_STATUS.later, ''],
    [{ stdout: '\n', stderr: '', status: 0 }, ANSWER_STATUS.later, ''],
    [{ stdout: `${'x'.repeat(200_000)}\n`, stderr: '', status: 0 }, ANSWER_STATUS.later, ''],
  ])('%j is for a shell %d', (answer, status, text) => {
    expect(toShortAnswer(answer)).toEqual({ status, text })
  })

  it('an answer has nothing but its three fields', () => {
    expect(decodeAnswer(JSON.stringify({ ...DENIED, more: 1 }))).toEqual(DENIED)
    expect(decodeAnswer('null')).toBeUndefined()
  })

  it.each([
    ['/home/dev', true],
    ['', false],
    ['relative', false],
    [`/${'deep/'.repeat(30)}`, false],
  ])('a home %j has a place for one: %j', (place, has) => {
    expect(daemonSocket(place, 'abc') !== undefined).toBe(has)
  })
})
