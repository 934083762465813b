import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { publishPendingCall, readPendingAnswer } from '../../state/pending-calls.ts'
import { requestTestServer, startTestServer, type TestServer } from './testing.ts'

/** A server that is reached under another name, a person's address, and a call that waits; nobody has a dashboard open. */
const KEY = 'e'.repeat(64)
const NAME = 'gate.example.com'
const PIN = '481516'
let receiver: Server
let server: TestServer
let links: string[]

beforeEach(async () => {
  const home = mkdtempSync(join(tmpdir(), 'irongate-serve-'))
  mkdirSync(join(home, '.irongate/state'), { recursive: true, mode: 0o700 })
  links = []
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      links.push(JSON.parse(body).link)
      response.end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const webhook = { url, secretFile: '~/.irongate/webhook-secret' }
  writeFileSync(join(home, '.irongate/webhook-secret'), 'a secret of sixteen or more', { mode: 0o600 })
  writeFileSync(join(home, '.irongate/webhook-pin'), PIN, { mode: 0o600 })
  writeFileSync(join(home, '.irongate/settings.json'), JSON.stringify({ approvals: { waitSeconds: 60, webhook } }))
  server = await startTestServer({ home, publicUrl: new URL(`https://${NAME}/`) })
  publishPendingCall(folder(), {
    id: '3f9a01c2',
    pid: process.pid,
    host: 'claude-code',
    sessionId: 's',
    tool: 'Bash',
    input: { command: 'touch a' },
    cwd: home,
    message: 'an ask rule matches',
    asked: Date.now(),
    until: Date.now() + 60_000,
    key: KEY,
    reads: [],
  })
  await vi.waitFor(() => expect(links).toHaveLength(1), 5000)
})
afterEach(async () => {
  receiver.close()
  await server.end()
})

const folder = () => join(server.home, '.irongate/state')
const path = () => new URL(links[0] ?? '').pathname
const answer = () => readPendingAnswer(folder(), { id: '3f9a01c2', key: KEY })
/** As a browser sends it that came from a chat. */
const FROM_CHAT = { Host: NAME, 'Sec-Fetch-Site': 'cross-site' }
const form = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  requestTestServer(server, path(), {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { Host: NAME, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  })

describe('a link that was announced', () => {
  it('leads here, shows the call to whoever opens it, and changes nothing', async () => {
    expect(new URL(links[0] ?? '').host).toBe(NAME)
    const { status, text, headers } = await requestTestServer(server, path(), { headers: FROM_CHAT })
    expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining('touch a') })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer()).toBeUndefined()
  })

  it('answers with the PIN, once', async () => {
    expect((await form({ answer: 'yes', pin: '000000' })).status).toBe(403)
    expect(answer()).toBeUndefined()
    expect((await form({ answer: 'yes', pin: PIN })).status).toBe(200)
    expect(answer()).toMatchObject({ answer: 'yes' })
    expect((await form({ answer: 'no', pin: PIN })).status).toBe(404)
  })

  it("answers with a person's key, and not with the token", async () => {
    expect((await form({ answer: 'no' }, { Authorization: `Bearer ${server.token}` })).status).toBe(403)
    expect((await form({ answer: 'no' }, { Authorization: `Bearer ${server.key}` })).status).toBe(200)
    expect(answer()).toMatchObject({ answer: 'no' })
  })

  it.each([
    ['a page of another origin', { Origin: 'https://evil.example.net' }, 403],
    ['a page that was opened elsewhere', { 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['another name', { Host: 'evil.example.net' }, 421],
  ])('takes no answer from %s', async (_name, headers, status) => {
    expect((await form({ answer: 'yes', pin: PIN }, headers)).status).toBe(status)
    expect(answer()).toBeUndefined()
  })

  it('is not shown under another name', async () => {
    expect(
      (await requestTestServer(server, path(), { headers: { ...FROM_CHAT, Host: 'evil.example.net' } })).status,
    ).toBe(421)
  })
})
