import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestTestServer, sendRaw, startTestServer, type TestServer } from '../serve/testing.ts'
import { ROUTES } from './openapi.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ bodyMs: 400 })
})
afterAll(() => server.end())

const folder = () => join(server.home, '.irongate/state/server')
const pathOf = (path: string) => `/api/v1${path.replace('{machine}', 'm').replace('{id}', '3f9a01c2')}`
const CALL = { tool: 'Bash', input: { command: 'ls' }, cwd: '/' }

describe('no route answers without a key', () => {
  const KEYS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['no key', {}],
    ['an empty one', { Authorization: 'Bearer ' }],
    ['a wrong one', { Authorization: `Bearer igt_${'A'.repeat(43)}` }],
    ['a key that nobody paired', { Authorization: `Bearer igk_${'A'.repeat(43)}` }],
    ['a path for a key', { Authorization: 'Bearer ../token' }],
    ['another scheme', { Authorization: 'Basic dG9rZW46' }],
    ['a cookie', { Cookie: 'key=igt' }],
  ]
  it.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', async (_name, route) => {
    const body = route.method === 'get' ? undefined : CALL
    for (const [what, headers] of KEYS) {
      const got = await requestTestServer(server, pathOf(route.path), {
        method: route.method.toUpperCase(),
        body,
        headers,
      })
      expect([401, 429], what).toContain(got.status)
      expect(Object.keys(got.json), what).toEqual(expect.arrayContaining(['error']))
    }
    // The token in the address is no key: addresses are kept in logs.
    const inQuery = await requestTestServer(server, `${pathOf(route.path)}?key=${server.token}`, {
      method: route.method.toUpperCase(),
    })
    expect(inQuery.status).toBe(401)
  })

  it('nor one that is not there', async () => {
    expect((await requestTestServer(server, '/api/v1/nothing')).status).toBe(401)
    expect((await requestTestServer(server, '/api/v1/nothing', { key: server.token })).status).toBe(404)
    expect((await requestTestServer(server, '/api/v2/whoami')).status).toBe(401)
  })

  it('every route that is described is served, and the other way round', async () => {
    for (const { method, path } of ROUTES.filter((route) => route.path !== '/events' && route.path !== '/doctor')) {
      const got = await requestTestServer(server, pathOf(path), {
        method: method.toUpperCase(),
        key: server.key,
        ...(method !== 'get' && { body: {} }),
      })
      expect(`${path} ${got.text}`).not.toContain('there is nothing here')
    }
    const { json } = await requestTestServer(server, '/api/v1/openapi.json', { key: server.token })
    expect(Object.keys(json.paths).sort()).toEqual([...new Set(ROUTES.map(({ path }) => `/api/v1${path}`))].sort())
  })
})

describe('the token reads and submits, and nothing more', () => {
  it.each([
    ['POST', '/api/v1/pending/3f9a01c2/answer', { answer: 'yes' }],
    ['POST', '/api/v1/sessions/m/s/statements/1/remove', { sentence: 'x' }],
    ['PUT', '/api/v1/policy/user', { text: '{}' }],
    ['POST', '/api/v1/records', '{}\n'],
  ])('%s %s', async (method, path, body) => {
    const got = await requestTestServer(server, path, {
      method,
      body,
      key: server.token,
      headers: { 'Content-Type': 'application/json' },
    })
    expect(got.status).toBe(403)
  })

  it('it gets no text of the settings files: they can hold keys', async () => {
    writeFileSync(join(server.home, '.irongate/settings.json'), '{ "judge": { "apiKey": "sk-secret-1" } }')
    const forToken = await requestTestServer(server, '/api/v1/policy', { key: server.token })
    expect(forToken.text).not.toContain('sk-secret-1')
    expect(forToken.json.files[0]).toMatchObject({ text: '', writable: false })
    const forPerson = await requestTestServer(server, '/api/v1/policy', { key: server.key })
    expect(forPerson.json.files[0]).toMatchObject({ writable: true, text: expect.stringContaining('sk-secret-1') })
    rmSync(join(server.home, '.irongate/settings.json'))
  })
})

describe('keys', () => {
  it('are kept for this account alone, and a person’s only as a hash', () => {
    for (const name of readdirSync(folder(), { recursive: true, withFileTypes: true })) {
      const path = join(name.parentPath, name.name)
      expect(statSync(path).mode & 0o077, path).toBe(0)
      if (name.isFile()) expect(readFileSync(path, 'utf8'), path).not.toContain(server.key)
    }
  })

  it('end with their pairing, their run and a file that is not theirs', async () => {
    const whoami = (key: string) => requestTestServer(server, '/api/v1/whoami', { key })
    expect((await whoami(server.key)).json).toMatchObject({
      name: 'ada',
      rights: ['read', 'submit', 'answer', 'policy'],
    })
    const key = server.pair('bob').split('=')[1] ?? ''
    expect((await whoami(key)).json.name).toBe('bob')
    const own = readdirSync(join(folder(), 'pairings')).filter((name) =>
      readFileSync(join(folder(), 'pairings', name), 'utf8').includes('bob'),
    )
    const file = join(folder(), 'pairings', own[0] ?? '')
    writeFileSync(file, readFileSync(file, 'utf8').replace(server.run, 'another'))
    expect([401, 429]).toContain((await whoami(key)).status)
    writeFileSync(file, '{')
    expect([401, 429]).toContain((await whoami(key)).status)
    rmSync(file)
    expect([401, 429]).toContain((await whoami(key)).status)
  })

  it('guesses are slowed down, and lock nobody out', async () => {
    const guess = () => requestTestServer(server, '/api/v1/whoami', { key: 'igt_wrong' })
    const all = await Promise.all(Array.from({ length: 40 }, guess))
    expect(all.some(({ status }) => status === 429)).toBe(true)
    expect(all.find(({ status }) => status === 429)?.headers['retry-after']).toBe('60')
    expect((await requestTestServer(server, '/api/v1/whoami', { key: server.token })).status).toBe(200)
  })
})

describe('pages of others', () => {
  const whoami = (headers: Readonly<Record<string, string>>, path = '/api/v1/whoami') =>
    requestTestServer(server, path, { key: server.token, headers })

  it.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    'localhost.evil.example:PORT',
    '127.0.0.1:PORT.evil.example',
    '[::1]:PORT',
    '0.0.0.0:PORT',
  ])('DNS rebinding: the name %s is not ours', async (host) => {
    const asked = host.replace('PORT', String(server.port))
    for (const path of ['/api/v1/whoami', '/', '/app.js']) {
      const got = await whoami({ Host: asked }, path)
      expect([400, 421]).toContain(got.status)
      expect(got.text).not.toContain('rights')
    }
  })

  it.each(['127.0.0.1:PORT', 'localhost:PORT', 'LOCALHOST:PORT'])('%s is', async (host) => {
    expect((await whoami({ Host: host.replace('PORT', String(server.port)) })).status).toBe(200)
  })

  it.each([
    'https://evil.example',
    'null',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'https://127.0.0.1:PORT',
    'http://localhost:PORT',
    'file://',
    'http://127.0.0.1:PORT@evil.example',
  ])('an origin %s is refused', async (origin) => {
    const got = await whoami({ Origin: origin.replace('PORT', String(server.port)) })
    expect(got.status).toBe(403)
    expect(got.headers['access-control-allow-origin']).toBeUndefined()
  })

  it('nor is no name at all', async () => {
    for (const host of ['Host:\r\n', 'Host: \r\n', '', `Host: 127.0.0.1:${server.port}\r\nHost: evil.example\r\n`])
      expect(await sendRaw(server, `GET / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 4(?:00|21)/,
      )
  })

  it('our own origin is served, and a browser’s own word for the others is taken', async () => {
    expect((await whoami({ Origin: `http://127.0.0.1:${server.port}` })).status).toBe(200)
    expect((await whoami({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200)
    expect((await whoami({ 'Sec-Fetch-Site': 'none' })).status).toBe(200)
    expect((await whoami({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await whoami({ 'Sec-Fetch-Site': 'same-site' })).status).toBe(403)
  })

  it('no preflight of another origin is granted anything', async () => {
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' }
    const got = await requestTestServer(server, '/api/v1/check', { method: 'OPTIONS', headers })
    expect(got.status).toBe(403)
    expect(Object.keys(got.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('a form cannot be sent: only JSON is taken', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      expect(
        (
          await requestTestServer(server, '/api/v1/check', {
            key: server.token,
            body: CALL,
            headers: { 'Content-Type': type },
          })
        ).status,
      ).toBe(415)
  })

  it.each(['/', '/app.js', '/api/v1/whoami', '/nothing.txt', '/api/v1/nothing'])(
    '%s carries every header that binds a page',
    async (path) => {
      const { headers } = await requestTestServer(server, path, { key: server.token })
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'x-frame-options': 'DENY',
      })
      expect(headers['set-cookie']).toBeUndefined()
    },
  )
})

describe('files', () => {
  it.each([
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2f..%2fetc%2fpasswd',
    '/....//....//etc/passwd',
    '/%252e%252e%252fetc%252fpasswd',
    '/..\\..\\etc\\passwd',
    '/app.js/../../.irongate/state/server/token',
    '/app.js%00.html',
    '//etc/passwd',
    '/.irongate/state/server/token',
    '/api/../../../etc/passwd',
    '/%ff%fe',
  ])('%s leads nowhere', async (path) => {
    const text = await sendRaw(
      server,
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`,
    )
    expect(text).toMatch(/^HTTP\/1\.1 (?:400|401|404)/)
    expect(text).not.toContain('root:')
    expect(text).not.toContain(server.token)
  })

  it('those of the dashboard are served without a key, and hold no data', async () => {
    expect((await requestTestServer(server, '/')).text).toContain('Irongate')
    expect((await requestTestServer(server, '/sessions')).text).toContain('Irongate')
    expect((await requestTestServer(server, '/app.js')).headers['content-type']).toContain('text/javascript')
    expect((await requestTestServer(server, '/', { method: 'POST', body: {} })).status).toBe(404)
  })
})

describe('bodies', () => {
  const head = (more: string) =>
    `POST /api/v1/check HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\n${more}\r\n\r\n`

  it('one that says it is too long is refused before it is sent', async () => {
    expect(await sendRaw(server, head('Content-Length: 99999999'))).toMatch(/^HTTP\/1\.1 413/)
  })

  it('one that is too long without saying so is cut off', async () => {
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
    expect(await sendRaw(server, `${head('Transfer-Encoding: chunked')}${chunk.repeat(40)}`)).toMatch(/^HTTP\/1\.1 413/)
  })

  it('one that does not come is let go', async () => {
    const start = Date.now()
    const text = await sendRaw(server, `${head('Content-Length: 100')}{"tool":`)
    expect(text).toMatch(/^HTTP\/1\.1 408/)
    expect(Date.now() - start).toBeLessThan(3000)
  })

  it('two lengths, or a length beside chunks, are refused', async () => {
    expect(await sendRaw(server, head('Content-Length: 2\r\nContent-Length: 3'))).toMatch(/^HTTP\/1\.1 400/)
    expect(await sendRaw(server, `${head('Content-Length: 2\r\nTransfer-Encoding: chunked')}0\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 400/,
    )
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['another shape', '[]'],
    ['a key too many', { ...CALL, more: 1 }],
    ['a tool that is no text', { ...CALL, tool: 1 }],
    ['a directory that is none', { ...CALL, cwd: 'here' }],
    ['a directory that is not there', { ...CALL, cwd: '/nowhere/at/all' }],
    ['a file for a directory', { ...CALL, cwd: '/etc/passwd' }],
    ['a word of our own', { ...CALL, cwd: '/nowhere/at/all', elsewhere: true }],
    ['a mode that is none', { ...CALL, mode: 'yolo' }],
    ['a deep object', `{"tool":"Bash","input":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)},"cwd":"/"`],
    ['the prototype', '{"tool":"Bash","input":{"command":"ls"},"cwd":"/","__proto__":{"headless":true}}'],
  ])('%s is refused in words', async (_name, body) => {
    const got = await requestTestServer(server, '/api/v1/check', { key: server.token, body })
    expect(got.status).toBe(400)
    expect(got.json.error).not.toBe('')
  })

  it('a connection that only begins is no worse than one that is not there', async () => {
    const idle = Array.from({ length: 200 }, () => connect(server.port, '127.0.0.1'))
    expect((await requestTestServer(server, '/api/v1/whoami', { key: server.token })).status).toBe(200)
    for (const socket of idle) socket.destroy()
  })
})

describe('queries', () => {
  const BAD = [
    'limit=-1',
    'limit=0',
    'limit=99999',
    'limit=1.5',
    'limit=ten',
    'limit=1&limit=2',
    'since=never',
    'since=1e400',
    'decisions=maybe',
    'decisions=allow,maybe',
    'nothing=1',
    '__proto__=1',
    'constructor=1',
    `text=${'a'.repeat(600)}`,
    `machine=${'m'.repeat(200)}`,
  ]
  it.each(BAD)('%s is refused', async (query) => {
    expect((await requestTestServer(server, `/api/v1/records?${query}`, { key: server.token })).status).toBe(400)
  })

  it.each([
    'text=%27;drop%20table%20records--',
    'text=%00',
    'text=%25%5f',
    'session=../../etc',
    'after=zzz',
    'text=%f0%9f',
    'category=%3Cscript%3E',
    'since=-1',
    'decisions=deny,ask',
    'text=1',
  ])('%s is a question like others', async (query) => {
    const got = await requestTestServer(server, `/api/v1/records?${query}`, { key: server.token })
    expect([200, 400]).toContain(got.status)
  })

  it.each(['%0d%0aSet-Cookie:%20a=b', '..%2f..', '%00', '<script>', '%f0%9f', 'a'.repeat(5000)])(
    'an id %s adds no header and finds nothing',
    async (id) => {
      const paths = [`/api/v1/records/m/${id}`, `/api/v1/sessions/m/${id}`]
      for (const path of paths) {
        const got = await requestTestServer(server, path.replaceAll('<', '%3C'), { key: server.token }).catch(
          () => undefined,
        )
        if (got === undefined) continue
        expect([400, 404]).toContain(got.status)
        expect(got.headers['set-cookie']).toBeUndefined()
        expect(got.headers['content-type']).toContain('application/json')
      }
    },
  )
})

it('nothing of what was refused went wrong inside', () => {
  expect(server.said).toEqual([])
})
