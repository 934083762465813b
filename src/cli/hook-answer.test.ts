import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askDaemon } from '../integrations/daemon/client.ts'
import { encodeRequest } from '../integrations/daemon/protocol.ts'
import { readSecrets } from '../integrations/daemon/secrets.ts'
import { type RunningDaemon, serveDaemon } from '../integrations/daemon/server.ts'
import { findHostById } from '../integrations/registry.ts'
import { answerPendingCall } from '../server/asks/answer.ts'
import { listPendingCalls } from '../state/pending-calls.ts'
import { hookAnswer } from './hook-answer.ts'

/** A call that waits, through the process that stays for the next events. */

let home: string
let socket: string
let serving: RunningDaemon | undefined
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'irongate-daemon-'))
  socket = join(home, 'run', 'x.sock')
  mkdirSync(join(home, '.irongate/state'), { recursive: true, mode: 0o700 })
  const settings = { permissions: { ask: ['Bash(touch:*)'], deny: ['Bash(sudo:*)'] }, approvals: { waitSeconds: 60 } }
  writeFileSync(join(home, '.irongate/settings.json'), JSON.stringify(settings))
  const host = findHostById('generic')
  if (!host) throw new Error('no such host')
  serving = await serveDaemon({
    socket,
    answer: ({ input, args }, gone) => hookAnswer({ host, args, input: async () => input, gone }),
    maxInput: 1 << 20,
    idleMs: 60_000,
    pulseMs: 1000,
    maxCpuMs: Number.POSITIVE_INFINITY,
  })
})
afterEach(() => {
  serving?.stop()
  rmSync(home, { recursive: true, force: true })
})

const question = (command: string) => ({
  turn: '',
  args: ['--home', home],
  input: JSON.stringify({ event: 'tool', session: 's', cwd: home, tool: 'Bash', input: { command }, attended: false }),
})

async function asked(command: string): Promise<string> {
  const answer = await askDaemon(socket, question(command), { patienceMs: 10_000 })
  return JSON.parse(answer?.stdout ?? '{}').decision
}

async function waits(count: number): Promise<readonly string[]> {
  for (let turn = 0; turn < 500; turn++) {
    const found = listPendingCalls(join(home, '.irongate/state'), Date.now())
    if (found.length === count) return found.map(({ id }) => id)
    await pause(20)
  }
  throw new Error(`there are never ${count} that wait`)
}

describe('a call that waits in the process that stays', () => {
  it('holds up no other, and is answered', async () => {
    const first = asked('touch a')
    const second = asked('touch b')
    await waits(2)
    for (let turn = 0; turn < 5; turn++) expect(await asked('ls')).toBe('allow')
    for (const id of await waits(2)) answerPendingCall(home, { id, answer: 'yes', by: 'test' })
    expect(await Promise.all([first, second])).toEqual(['allow', 'allow'])
  })

  // The person's yes comes from a process of its own.
  it.each([
    ['a block of the judge', () => `rm -r ${home}/photos`],
    ['what the judge cannot tell', () => `sh ${home}/unread.sh`],
  ])('%s waits as an ask does', async (_name, command) => {
    mkdirSync(join(home, 'photos'))
    writeFileSync(join(home, 'photos/one.jpg'), 'x')
    const first = asked(command())
    const [id = ''] = await waits(1)
    const script = `import { answerPendingCall } from ${JSON.stringify(new URL('../server/asks/answer.ts', import.meta.url).href)}
      process.stdout.write(JSON.stringify(answerPendingCall(${JSON.stringify(home)}, { id: ${JSON.stringify(id)}, answer: 'yes', by: 'test' })))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(JSON.parse(stdout || '{}'), stderr).toMatchObject({ taken: true })
    expect(await first).toBe('allow')
  })

  it.each([
    ['a deny rule', () => 'sudo ls'],
    ['what has no Offer', () => 'rm -rf ~'],
  ])('%s does not wait', async (_name, command) => {
    expect(await asked(command())).toBe('deny')
    expect(listPendingCalls(join(home, '.irongate/state'), Date.now())).toEqual([])
  })

  it('is withdrawn when its hook is ended', async () => {
    const proof = readSecrets(socket)?.asks ?? ''
    const body = encodeRequest({ ...question('touch a'), proof })
    const connection = connect(socket)
    connection.write(`POST /whole HTTP/1.1\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    const [id = ''] = await waits(1)
    connection.destroy()
    await waits(0)
    expect(answerPendingCall(home, { id, answer: 'yes', by: 'test' })).toEqual({ taken: false, reason: 'late' })
  })
})
