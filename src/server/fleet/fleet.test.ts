import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBatchWriter } from '../../audit/batch-writer.ts'
import { recordFor } from '../../audit/testing.ts'
import { run as forwardCommand } from '../../cli/forward.ts'
import { run as machinesCommand } from '../../cli/machines.ts'
import { consentingPerson, runIn } from '../../cli/testing.ts'
import type { TypingPerson } from '../../cli/typing-person.ts'
import { type PendingCall, publishPendingCall, readPendingAnswer } from '../../state/pending-calls.ts'
import { requestTestServer, startTestServer, type TestServer } from '../serve/testing.ts'
import { enrollMachine, formatEnrollmentCode, parseEnrollmentCode, readEnrollment } from './enrollment.ts'
import { acceptSignedAnswer, forwardRecords } from './forward.ts'
import { type AnswerText, signAnswer } from './signing.ts'

const AGENT: TypingPerson = { notAPerson: () => 'an agent is above', challenge: () => true }
const KEY = 'ab'.repeat(32)

let server: TestServer
let home: string
beforeEach(async () => {
  server = await startTestServer()
  home = mkdtempSync(join(tmpdir(), 'irongate-machine-'))
  mkdirSync(join(home, '.irongate/state'), { recursive: true, mode: 0o700 })
})
afterEach(async () => {
  rmSync(home, { recursive: true, force: true })
  await server.end()
})

const state = () => join(home, '.irongate/state')

/** On the terminal of the server. */
const typed = (args: readonly string[], person: TypingPerson) =>
  runIn(server.home, machinesCommand, [...args, ...server.store.args], person)

async function begun(name = 'build-7'): Promise<string> {
  const { out } = await typed(['enrol', name, '--json'], consentingPerson())
  return JSON.parse(out).enrolment
}

async function enrolledHere(name = 'build-7') {
  const code = parseEnrollmentCode(await begun(name))
  if (code === undefined) throw new Error('no code')
  return enrollMachine(home, new URL(server.url), code)
}

async function until<T>(look: () => Promise<T>, holds: (found: T) => boolean): Promise<T> {
  for (let round = 0; ; round++) {
    const found = await look()
    if (holds(found) || round > 200) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Forwards while something is done. */
async function whileForwarding<T>(during: (said: readonly string[]) => Promise<T>): Promise<T> {
  const known = readEnrollment(home)
  if (known === undefined) throw new Error('not enrolled')
  const end = new AbortController()
  const said: string[] = []
  const running = forwardRecords({
    home,
    enrolled: known,
    signal: end.signal,
    say: (line) => said.push(line),
    pollMs: 50,
    everyMs: 50,
  })
  try {
    return await during(said)
  } finally {
    end.abort()
    await running
  }
}

function write(count: number, session: string): void {
  const writer = createBatchWriter(state(), Date.now)
  writer.write(Array.from({ length: count }, (_, at) => recordFor({ session, command: `make ${session} ${at}` })))
  writer.close()
}

const totalOf = async (machine = 'build-7') =>
  (await requestTestServer(server, `/api/v1/overview?machine=${machine}`, { key: server.token })).json.total

function waiting(more: Partial<PendingCall> = {}): PendingCall {
  const now = Date.now()
  const call = { tool: 'Bash', input: { command: 'make deploy' }, cwd: home, message: 'asks', reads: [] }
  return {
    ...{ id: '3f9a01c2', pid: process.pid, host: 'h', sessionId: 's', asked: now, until: now + 60_000, key: KEY },
    ...call,
    ...more,
  }
}

describe('enrolment', () => {
  it('is begun and taken by people alone', async () => {
    expect((await typed(['enrol', 'm'], AGENT)).status).toBe(20)
    const enrolment = await begun()
    const args = ['--server', server.url, '--enrol', enrolment]
    expect((await runIn(home, forwardCommand, args, AGENT)).status).toBe(20)
    expect(readEnrollment(home)).toBeUndefined()
    const once = (args: readonly string[], io: Parameters<typeof forwardCommand>[1], person?: TypingPerson) =>
      forwardCommand(args, io, person, async () => undefined)
    expect((await runIn(home, once, args, consentingPerson())).status).toBe(0)
    expect(readEnrollment(home)).toMatchObject({ machine: 'build-7', server: server.url })
    expect(statSync(join(state(), 'server/enrolled.json')).mode & 0o777).toBe(0o600)
    const { out } = await typed(['list', '--json'], AGENT)
    expect(JSON.parse(out)).toMatchObject([{ name: 'build-7' }])
  })

  it('holds once, and for the server that began it', async () => {
    const enrolment = await begun()
    const code = parseEnrollmentCode(enrolment)
    if (code === undefined) throw new Error('no code')
    const other = { ...code, fingerprint: 'A'.repeat(43) }
    await expect(enrollMachine(home, new URL(server.url), other)).rejects.toThrow('another server')
    expect(readEnrollment(home)).toBeUndefined()
    await expect(enrollMachine(home, new URL(server.url), code)).rejects.toThrow('409')
    expect(formatEnrollmentCode(code)).toBe(enrolment)
  })

  it('gives a credential that appends as its machine, and does nothing else', async () => {
    const { credential: key } = await enrolledHere()
    for (const path of ['/records', '/sessions', '/overview', '/pending', '/policy', '/metrics', '/events', '/doctor'])
      expect((await requestTestServer(server, `/api/v1${path}`, { key })).status, path).toBe(403)
    const body = { tool: 'Bash', input: { command: 'ls' }, cwd: '/' }
    expect((await requestTestServer(server, '/api/v1/check', { key, body })).status).toBe(403)
    expect(
      (await requestTestServer(server, '/api/v1/pending/3f9a01c2/answer', { key, body: { answer: 'yes' } })).status,
    ).toBe(403)
    expect((await requestTestServer(server, '/api/v1/machine/enrol', { key, body: { credential: KEY } })).status).toBe(
      403,
    )
    expect((await requestTestServer(server, '/api/v1/machine/positions', { key })).status).toBe(200)
    // Nor does the token of the server's own account hand over anything.
    expect((await requestTestServer(server, '/api/v1/machine/positions', { key: server.token })).status).toBe(403)
  })

  it('ends with removal, and with another enrolment of the same name', async () => {
    const first = await enrolledHere()
    const second = await enrolledHere()
    const statusOf = async (key: string) =>
      (await requestTestServer(server, '/api/v1/machine/positions', { key })).status
    expect(await statusOf(first.credential)).toBe(401)
    expect(await statusOf(second.credential)).toBe(200)
    expect((await typed(['remove', 'build-7'], consentingPerson())).status).toBe(0)
    expect(await statusOf(second.credential)).toBe(401)
  })
})

describe('Records', () => {
  it('are handed over as they are written, each once', async () => {
    await enrolledHere()
    write(30, 'one')
    await whileForwarding(async () => {
      expect(await until(totalOf, (total) => total >= 30)).toBe(30)
      write(20, 'two')
      expect(await until(totalOf, (total) => total >= 50)).toBe(50)
    })
    // Whoever begins again has nothing to hand over.
    await whileForwarding(async () => {
      write(1, 'three')
      expect(await until(totalOf, (total) => total >= 51)).toBe(51)
    })
    const { json } = await requestTestServer(server, '/api/v1/sessions/build-7/one', { key: server.token })
    expect(json.records).toHaveLength(30)
    expect(json.records[0].machine).toBe('build-7')
  })

  it('wait while the server is away', async () => {
    const { credential } = await enrolledHere()
    await typed(['remove', 'build-7'], consentingPerson())
    write(5, 'one')
    await whileForwarding(async (said) => {
      await until(
        async () => said.length,
        (count) => count > 0,
      )
      expect(said[0]).toContain('no longer enrolled')
    })
    expect(credential).toMatch(/^igm_/)
    await enrolledHere()
    await whileForwarding(async () => expect(await until(totalOf, (total) => total >= 5)).toBe(5))
  })

  it('are neither lost nor doubled when the forwarder is killed', async () => {
    await enrolledHere()
    const sessions = ['one', 'two', 'three', 'four']
    for (const session of sessions) write(1500, session)
    const program = fileURLToPath(new URL('../../../bin/irongate.js', import.meta.url))
    const started = () => spawn(process.execPath, [program, 'forward', '--home', home], { stdio: 'ignore' })
    const totals: number[] = []
    const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve))
    // Killed as soon as something more has arrived, which is in the middle: a part is a megabyte.
    for (let round = 0; round < 2; round++) {
      const child = started()
      const before = totals.at(-1) ?? 0
      totals.push(await until(totalOf, (total) => total > before))
      child.kill('SIGKILL')
      await ended(child)
    }
    write(10, 'late')
    const last = started()
    expect(await until(totalOf, (total) => total >= 6010)).toBe(6010)
    last.kill('SIGTERM')
    await ended(last)
    expect(totals[0]).toBeGreaterThan(0)
    expect(totals[0]).toBeLessThan(6000)
    const chain = async (session: string) =>
      (await requestTestServer(server, `/api/v1/sessions/build-7/${session}`, { key: server.token })).json.records
    for (const session of sessions) {
      const seqs = (await chain(session)).map(({ record }: { record: { seq: number } }) => record.seq)
      expect(new Set(seqs).size).toBe(1500)
    }
  }, 120_000)
})

describe('calls that wait', () => {
  it('are shown at the server, answered there by a person, and the answer counts here', async () => {
    await enrolledHere()
    const call = waiting()
    publishPendingCall(state(), call)
    await whileForwarding(async () => {
      const pending = async () => (await requestTestServer(server, '/api/v1/pending', { key: server.key })).json.asks
      const [shown] = await until(pending, (asks) => asks.length > 0)
      expect(shown).toMatchObject({ machine: 'build-7', id: '3f9a01c2@build-7', tool: 'Bash' })
      const path = `/api/v1/pending/${shown.id}/answer`
      const answers = await Promise.all([
        requestTestServer(server, path, { key: server.key, body: { answer: 'yes' } }),
        requestTestServer(server, path, { key: server.key, body: { answer: 'no' } }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const taken = answers[0]?.status === 200 ? 'yes' : 'no'
      const found = await until(
        async () => readPendingAnswer(state(), call),
        (answer) => answer !== undefined,
      )
      expect(found).toMatchObject({ answer: taken, by: 'ada', key: KEY })
      expect(await until(pending, (asks) => asks.length === 0)).toEqual([])
    })
  })

  it('cannot be answered with the token', async () => {
    const body = { answer: 'yes' }
    const path = '/api/v1/pending/3f9a01c2@build-7/answer'
    expect((await requestTestServer(server, path, { key: server.token, body })).status).toBe(403)
    expect((await requestTestServer(server, path, { key: server.key, body })).status).toBe(409)
  })
})

describe('a signed answer', () => {
  function keys() {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    return {
      private: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url'),
      public: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
    }
  }
  const own = keys()
  const here = { machine: 'build-7', key: own.public }
  const answer = (more: Partial<AnswerText> = {}): AnswerText => ({
    ...{ v: 1, machine: 'build-7', id: '3f9a01c2', key: KEY, answer: 'yes', by: 'ada', at: Date.now() },
    until: Date.now() + 60_000,
    ...more,
  })

  it('of the right server for the call that waits is taken, once', () => {
    publishPendingCall(state(), waiting())
    const given = signAnswer(answer({ note: 'go on' }), own)
    expect(acceptSignedAnswer(home, given, here)).toBeUndefined()
    expect(readPendingAnswer(state(), waiting())).toMatchObject({ answer: 'yes', by: 'ada', note: 'go on' })
    expect(acceptSignedAnswer(home, given, here)).toContain('already')
  })

  it.each<[string, () => ReturnType<typeof signAnswer>, string]>([
    ['another key', () => signAnswer(answer(), keys()), 'not signed'],
    [
      'changed words',
      () => ({ ...signAnswer(answer({ answer: 'no' }), own), text: JSON.stringify(answer()) }),
      'not signed',
    ],
    ['no signature', () => ({ text: JSON.stringify(answer()), signature: '' }), 'not signed'],
    ['no answer', () => signAnswer(answer({ answer: 'always' as 'yes' }), own), 'not signed'],
    ['another machine', () => signAnswer(answer({ machine: 'build-8' }), own), 'another machine'],
    ['another call', () => signAnswer(answer({ key: 'cd'.repeat(32) }), own), 'another call'],
    ['a call that does not wait', () => signAnswer(answer({ id: '00000000' }), own), 'too late'],
    ['an answer of before', () => signAnswer(answer({ until: Date.now() - 1 }), own), 'too late'],
    ['a session that is not offered', () => signAnswer(answer({ answer: 'session' }), own), 'not offered'],
  ])('%s: refused', (_name, given, problem) => {
    publishPendingCall(state(), waiting())
    expect(acceptSignedAnswer(home, given(), here)).toContain(problem)
    expect(readPendingAnswer(state(), waiting())).toBeUndefined()
  })
})
