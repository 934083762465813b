import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PendingCall, publishPendingCall, readPendingAnswer } from '../../state/pending-calls.ts'
import type { PendingAsk } from '../api/shapes.ts'
import { listPendingAsks } from './asks.ts'
import { createWebhook, type Webhook } from './webhook.ts'

const SECRET = 'a secret of sixteen or more'
const PIN = '481516'
let home: string
let receiver: Server
let status = 200
const got: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'irongate-webhook-'))
  mkdirSync(join(home, '.irongate/state'), { recursive: true, mode: 0o700 })
  writeFileSync(join(home, '.irongate/webhook-secret'), `${SECRET}\n`, { mode: 0o600 })
  writeFileSync(join(home, '.irongate/webhook-pin'), `${PIN}\n`, { mode: 0o600 })
  got.length = 0
  status = 200
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      got.push({ headers: request.headers, body })
      response.writeHead(status, { location: '/elsewhere' }).end('seen')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  receiver.close()
  rmSync(home, { recursive: true, force: true })
})

const folder = () => join(home, '.irongate/state')
const url = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
const KEY = 'e'.repeat(64)

function call(changes: Partial<PendingCall> = {}): PendingCall {
  const waiting: PendingCall = {
    id: '3f9a01c2',
    pid: process.pid,
    host: 'claude-code',
    sessionId: 's',
    tool: 'Bash',
    input: { command: `touch a <script>alert(1)</script> \u202e${'x'.repeat(3000)}` },
    cwd: home,
    message: 'an ask rule "matches"',
    asked: Date.now(),
    until: Date.now() + 60_000,
    key: KEY,
    reads: [],
    ...changes,
  }
  publishPendingCall(folder(), waiting)
  return waiting
}

function webhook(options: { readonly secretFile?: string; readonly now?: () => number } = {}): Webhook {
  return createWebhook({
    home,
    publicUrl: 'https://gate.example.com',
    settings: () => ({ url: url(), secretFile: options.secretFile ?? '~/.irongate/webhook-secret' }),
    paired: async (request) => (request.headers.get('authorization') === 'Bearer good' ? 'anna' : undefined),
    ...(options.now && { now: options.now }),
  })
}

async function announced(hook: Webhook): Promise<{ readonly link: string; readonly ask: PendingAsk }> {
  const [ask] = await listPendingAsks({ home, machine: 'm' })
  if (!ask) throw new Error('nothing waits')
  expect(await hook.announce(ask)).toEqual({ kind: 'sent' })
  return { link: JSON.parse(got.at(-1)?.body ?? '{}').link, ask }
}

const open = (hook: Webhook, link: string, method = 'GET') => hook.handle(new Request(link, { method }))

function post(hook: Webhook, link: string, fields: Record<string, string>, headers = {}) {
  return hook.handle(new Request(link, { method: 'POST', body: new URLSearchParams(fields), headers }))
}

describe('what is sent', () => {
  it('is signed, tells the call, and is sent once', async () => {
    call()
    const hook = webhook()
    const { link, ask } = await announced(hook)
    const { headers, body } = got[0] ?? { headers: {}, body: '' }
    const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['irongate-signature'])) ?? []
    expect(hex).toBe(createHmac('sha256', SECRET).update(`${seconds}.${body}`).digest('hex'))
    expect(JSON.parse(body)).toMatchObject({ type: 'pending', id: ask.id, machine: 'm', tool: 'Bash', cwd: home })
    expect(body.length).toBeLessThan(6000)
    expect(link).toMatch(/^https:\/\/gate\.example\.com\/answer\/[\w-]{43}$/)
    expect(await hook.announce(ask)).toEqual({ kind: 'known' })
    expect(got).toHaveLength(1)
  })

  it('only the hash of the link is kept', async () => {
    call()
    const { link } = await announced(webhook())
    const token = link.split('/').at(-1) ?? ''
    const place = join(folder(), 'server/links')
    const kept = readdirSync(place).map((name) => `${name} ${readFileSync(join(place, name), 'utf8')}`)
    expect(kept).toHaveLength(1)
    expect(kept.join()).not.toContain(token)
  })

  it.each([
    ['a secret that others can read', 0o644, SECRET],
    ['a short secret', 0o600, 'short'],
  ])('%s: nothing is sent', async (_name, mode, text) => {
    call()
    const secretFile = join(home, 'other-secret')
    writeFileSync(secretFile, text, { mode })
    const [ask] = await listPendingAsks({ home })
    expect(await webhook({ secretFile }).announce(ask as PendingAsk)).toMatchObject({ kind: 'failed' })
    expect(got).toEqual([])
  })

  it('a redirect is not followed, and a failure is told', async () => {
    call()
    status = 302
    const [ask] = await listPendingAsks({ home })
    expect(await webhook().announce(ask as PendingAsk)).toMatchObject({ kind: 'failed' })
    expect(got.every(({ headers }) => headers.host !== undefined)).toBe(true)
  })
})

describe('the link', () => {
  it('opened any number of times, shows the call and answers nothing', async () => {
    const waiting = call()
    const hook = webhook()
    const { link } = await announced(hook)
    for (const method of ['GET', 'HEAD', 'GET']) expect((await open(hook, link, method)).status).toBe(200)
    const response = await open(hook, `${link}?answer=yes&pin=${PIN}`)
    const html = await response.text()
    expect(html).toContain('touch a &lt;script&gt;alert(1)&lt;/script&gt; \\u{202e}xxx')
    expect(html).not.toContain('<script')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(readPendingAnswer(folder(), waiting)).toBeUndefined()
  })

  it.each(['yes', 'no'] as const)('with the PIN it answers %s, once', async (answer) => {
    const waiting = call()
    const hook = webhook()
    const { link } = await announced(hook)
    expect((await post(hook, link, { answer, pin: PIN })).status).toBe(200)
    expect(readPendingAnswer(folder(), waiting)).toMatchObject({ answer, by: 'webhook link' })
    expect((await post(hook, link, { answer: 'yes', pin: PIN })).status).toBe(404)
    expect((await open(hook, link)).status).toBe(404)
  })

  it('by a paired browser it answers without a PIN', async () => {
    const waiting = call()
    const hook = webhook()
    const { link } = await announced(hook)
    expect((await post(hook, link, { answer: 'yes' }, { authorization: 'Bearer bad' })).status).toBe(403)
    expect((await post(hook, link, { answer: 'yes' }, { authorization: 'Bearer good' })).status).toBe(200)
    expect(readPendingAnswer(folder(), waiting)).toMatchObject({ answer: 'yes', by: 'anna' })
  })

  it('is void after five wrong PINs, and so are all PINs after twenty', async () => {
    const hook = webhook()
    for (let turn = 0; turn < 4; turn++) {
      const waiting = call({ id: `3f9a01c${turn}`, key: String(turn).repeat(64) })
      const asks = await listPendingAsks({ home })
      await hook.announce(asks.find(({ id }) => id === waiting.id) as PendingAsk)
      const link: string = JSON.parse(got.at(-1)?.body ?? '{}').link
      for (let wrong = 0; wrong < 5; wrong++)
        expect((await post(hook, link, { answer: 'yes', pin: '000000' })).status).toBe(403)
      const voided = await post(hook, link, { answer: 'yes', pin: PIN })
      expect(voided.status).toBe(turn < 3 ? 404 : 429)
      expect(readPendingAnswer(folder(), waiting)).toBeUndefined()
    }
  })

  it('of many who post at once with the PIN one is taken', async () => {
    call()
    const hook = webhook()
    const { link } = await announced(hook)
    const all = await Promise.all(Array.from({ length: 8 }, () => post(hook, link, { answer: 'yes', pin: PIN })))
    expect(all.filter((response) => response.status === 200)).toHaveLength(1)
  })

  it.each<[string, (hook: Webhook, link: string) => Promise<Response>, number]>([
    ['another token', (hook, link) => open(hook, `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`), 404],
    ['a path for a token', (hook) => open(hook, 'https://gate.example.com/answer/..%2f..%2ftoken'), 404],
    ['no answer', (hook, link) => post(hook, link, { pin: PIN }), 400],
    ['an answer that is none', (hook, link) => post(hook, link, { answer: 'always', pin: PIN }), 400],
    ['a long body', (hook, link) => post(hook, link, { answer: 'yes', pin: 'x'.repeat(10_000) }), 400],
    ['another method', (hook, link) => open(hook, link, 'DELETE'), 405],
    ['a session that is not offered', (hook, link) => post(hook, link, { answer: 'session', pin: PIN }), 422],
  ])('%s: refused', async (_name, tried, expected) => {
    const waiting = call()
    const hook = webhook()
    const { link } = await announced(hook)
    expect((await tried(hook, link)).status).toBe(expected)
    expect(readPendingAnswer(folder(), waiting)).toBeUndefined()
  })

  it('is bound to its call: another of the same id is not answered', async () => {
    call()
    const hook = webhook()
    const { link } = await announced(hook)
    const other = call({ key: 'f'.repeat(64), input: { command: 'rm -rf /' } })
    expect((await open(hook, link)).status).toBe(404)
    expect((await post(hook, link, { answer: 'yes', pin: PIN })).status).toBe(409)
    expect(readPendingAnswer(folder(), other)).toBeUndefined()
  })

  it('is nothing without a PIN of the person, or when the call waits no more', async () => {
    const waiting = call()
    let now = Date.now()
    const hook = webhook({ now: () => now })
    const { link } = await announced(hook)
    rmSync(join(home, '.irongate/webhook-pin'))
    for (const pin of ['', PIN]) expect((await post(hook, link, { answer: 'yes', pin })).status).toBe(403)
    now += 61_000
    expect((await post(hook, link, { answer: 'yes' }, { authorization: 'Bearer good' })).status).toBe(404)
    expect(readPendingAnswer(folder(), waiting)).toBeUndefined()
  })
})
