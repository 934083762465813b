import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { HostAnswer } from '../integration.ts'
import { askResident, isAwake } from './client.ts'
import { decodeAnswer, decodeQuestion, encodeQuestion, type Question, residentSocket } from './protocol.ts'
import { type Resident, type Serving, serve } from './server.ts'

const QUESTION: Question = { args: ['some-host', '--installed'], input: '{"a":"ü\\n"}' }
const DENIED: HostAnswer = { stdout: '{"x":1}\n', stderr: 'no: \u{1f512}', status: 2 }

/** A busy machine greets late; only the tests about that go by the hook's own patience. */
const PATIENT_MS = 10_000

let home = ''
let socket = ''
const open: (Serving | Server)[] = []

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-resident-'))
  socket = join(home, 'run', 'x.sock')
})

afterEach(() => {
  for (const one of open.splice(0)) {
    if ('stop' in one) one.stop()
    else one.close()
  }
  rmSync(home, { recursive: true, force: true })
})

async function started(changes: Partial<Resident> = {}): Promise<Serving | undefined> {
  const serving = await serve({
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

/** A listener in the resident's place that behaves as a test wants. */
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
}

describe('a resident', () => {
  it('answers what it is asked, and is asked exactly what the hook got', async () => {
    const seen: Question[] = []
    await started({
      answer: async (question) => {
        seen.push(question)
        return DENIED
      },
    })
    expect(await askResident(socket, QUESTION, PATIENT_MS)).toEqual(DENIED)
    expect(seen).toEqual([QUESTION])
    expect(statSync(socket).mode & 0o777).toBe(0o600)
    expect(readdirSync(dirname(socket))).toEqual(['x.sock'])
  })

  it('answers many at once, each its own, long ones too', async () => {
    await started({ answer: async ({ input }) => ({ stdout: input, stderr: '', status: 0 }) })
    const inputs = Array.from({ length: 30 }, (_, index) => `${index}:${'é'.repeat(index * 20_000)}`)
    const answers = await Promise.all(inputs.map((input) => askResident(socket, { args: [], input }, PATIENT_MS)))
    expect(answers.map((answer) => answer?.stdout)).toEqual(inputs)
  })

  it('lets the hook answer alone when it throws', async () => {
    await started({ answer: () => Promise.reject(new Error('broken')) })
    expect(await askResident(socket, QUESTION)).toBeUndefined()
    expect(await isAwake(socket)).toBe(true)
  })

  it('takes no question past its limit', async () => {
    await started({ maxInput: 100 })
    expect(await askResident(socket, { args: [], input: 'x'.repeat(5000) })).toBeUndefined()
  })

  it('does not start beside one that is awake, and takes over from one that is gone', async () => {
    await started()
    expect(await started()).toBeUndefined()
    replacedByFile()
    expect(await started({ answer: async () => ({ ...DENIED, stdout: 'new' }) })).toBeDefined()
    expect((await askResident(socket, QUESTION, PATIENT_MS))?.stdout).toBe('new')
  })

  it.each<[string, Partial<Resident>, () => void]>([
    ['its socket is gone', {}, () => rmSync(socket)],
    ['another one has taken its place', {}, replacedByFile],
    ['nobody asks', { idleMs: 20 }, () => undefined],
    ['it has worked long enough', { maxCpuMs: 0 }, () => undefined],
  ])('leaves when %s', async (_, changes, happens) => {
    const serving = await started(changes)
    happens()
    await serving?.ended
    expect(await isAwake(socket)).toBe(false)
  })

  it('answers what it has before it leaves', async () => {
    const serving = await started({
      answer: async () => {
        serving?.stop()
        return DENIED
      },
    })
    expect(await askResident(socket, QUESTION, PATIENT_MS)).toEqual(DENIED)
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
    expect(await askResident(socket, QUESTION)).toBeUndefined()
  })

  it.each<[string, (connection: Socket) => void]>([
    ['when nobody greets', () => undefined],
    ['when somebody else greets', (connection) => connection.write('HTTP/1.1 200 OK\r\n')],
    ['when it hangs up', (connection) => connection.end()],
    ['when it greets and hangs up', (connection) => connection.end('h')],
    ['when the answer is cut off', (connection) => connection.end('h{"stdout":"","stderr":"","sta')],
    ['when the status is no answer', (connection) => connection.end('h{"stdout":"","stderr":"","status":1}')],
    ['when the answer is no text', (connection) => connection.end('h{"stdout":1,"stderr":"","status":0}')],
    ['when two answers come', (connection) => connection.end('h{"stdout":"","stderr":"","status":0}{}')],
  ])('%s', async (_, behave) => {
    await impostor(behave)
    expect(await askResident(socket, QUESTION)).toBeUndefined()
  })
})

describe('the wire', () => {
  it.each(['', '[]', '{}\n', '["a",1]\n', 'x\n'])('%j is no question', (text) => {
    expect(decodeQuestion(text)).toBeUndefined()
  })

  it('a question survives it', () => {
    expect(decodeQuestion(encodeQuestion(QUESTION))).toEqual(QUESTION)
    expect(decodeQuestion(encodeQuestion({ args: ['a\nb'], input: '\n\n' }))).toEqual({ args: ['a\nb'], input: '\n\n' })
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
    expect(residentSocket(place, 'abc') !== undefined).toBe(has)
  })
})
