import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ConnectionError, createFetch } from './fetch.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function listening(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  connect?: (request: IncomingMessage, socket: Socket) => void,
): Promise<string> {
  const server = createServer(answer)
  if (connect) server.on('connect', connect)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A key and a certificate that nobody vouches for; undefined where this machine can't make any. */
function selfSigned(): { readonly key: string; readonly cert: string } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  try {
    const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
    const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost'
    const { status } = spawnSync('openssl', [...words.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' })
    return status === 0 ? { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') } : undefined
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const KEYED = { headers: { 'x-api-key': 'k-123' } }

describe('a request', () => {
  it('carries our own headers, the method and the body', async () => {
    let seen: IncomingMessage | undefined
    let body = ''
    const host = await listening((request, response) => {
      seen = request
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => response.setHeader('x-many', ['a', 'b']).end('{"ok":1}'))
    })
    const fetch = createFetch(KEYED)
    const given = await fetch(`http://${host}/v1/messages`, {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'x-own': 'no' },
    })
    expect(await given.json()).toEqual({ ok: 1 })
    expect(given.status).toBe(200)
    expect(given.headers.get('x-many')).toBe('a, b')
    expect(seen?.method).toBe('POST')
    expect(seen?.url).toBe('/v1/messages')
    expect(body).toBe('{"a":1}')
    expect(seen?.headers).toMatchObject({
      'x-api-key': 'k-123',
      accept: 'application/json',
      'user-agent': 'irongate',
    })
    expect(seen?.headers['x-own']).toBeUndefined()
  })

  it('is a GET without a body where nothing else is said, and without a key sends none', async () => {
    let seen: IncomingMessage | undefined
    const host = await listening((request, response) => {
      seen = request
      response.end('{}')
    })
    await createFetch({})(new Request(`http://${host}/x`))
    expect(seen?.method).toBe('GET')
    expect(seen?.headers).not.toHaveProperty('x-api-key')
    await createFetch({})(`http://${host}/x`, { method: 'POST', body: new Uint8Array([1]) })
    expect(seen?.headers['content-length'] ?? '0').toBe('0')
  })

  it.each([
    [200, 200],
    [204, 204],
    [205, 205],
    [304, 304],
    [429, 429],
    [599, 599],
    [600, 502],
    [999, 502],
  ])('an answer of %i is told as %i', async (sent, told) => {
    const host = await listening((_, response) => response.writeHead(sent).end())
    expect((await createFetch(KEYED)(`http://${host}/`)).status).toBe(told)
  })

  it('an answer that is too large, or is broken off, is none', async () => {
    const large = await listening((_, response) => response.end('x'.repeat(2 * 1024 * 1024 + 1)))
    await expect(createFetch(KEYED)(`http://${large}/`)).rejects.toThrow('too large')
    const fits = await listening((_, response) => response.end('x'.repeat(2 * 1024 * 1024)))
    expect((await (await createFetch(KEYED)(`http://${fits}/`)).text()).length).toBe(2 * 1024 * 1024)
    const broken = await listening((_, response) => {
      response.writeHead(200, { 'content-length': '10' })
      response.write('x')
      setTimeout(() => response.destroy(), 20)
    })
    await expect(createFetch(KEYED)(`http://${broken}/`)).rejects.toBeInstanceOf(ConnectionError)
  })

  it('is one of many over one connection', async () => {
    const ports = new Set<number | undefined>()
    const host = await listening((request, response) => {
      ports.add(request.socket.remotePort)
      response.end('{}')
    })
    const fetch = createFetch(KEYED)
    for (let times = 0; times < 3; times++) await (await fetch(`http://${host}/`)).text()
    expect(ports.size).toBe(1)
  })

  it('ends when it is told to', async () => {
    const host = await listening(() => undefined)
    await expect(createFetch(KEYED)(`http://${host}/`, { signal: AbortSignal.abort() })).rejects.toThrow()
    const soon = AbortSignal.timeout(50)
    await expect(createFetch(KEYED)(`http://${host}/`, { signal: soon })).rejects.toBeInstanceOf(ConnectionError)
  })
})

describe('a proxy', () => {
  it('is handed the whole address of a plain request, and who asks', async () => {
    let seen: IncomingMessage | undefined
    const proxy = await listening((request, response) => {
      seen = request
      response.end('{}')
    })
    await createFetch({ ...KEYED, proxy: `http://me:p%40ss@${proxy}` })('http://model.example:81/v1/x')
    expect(seen?.url).toBe('http://model.example:81/v1/x')
    expect(seen?.headers.host).toBe('model.example:81')
    expect(seen?.headers['proxy-authorization']).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`)
    await createFetch({ ...KEYED, proxy: `http://${proxy}` })('http://model.example/')
    expect(seen?.headers).not.toHaveProperty('proxy-authorization')
  })

  it.each([
    ['https://model.example/v1', 'model.example:443'],
    ['https://model.example:8443/v1', 'model.example:8443'],
  ])('is asked for a tunnel to %s', async (url, target) => {
    const asked: (string | undefined)[] = []
    const proxy = await listening(
      (_, response) => response.end(),
      (request, socket) => {
        asked.push(request.url, request.headers.host, request.headers['x-api-key'] as string | undefined)
        socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      },
    )
    await expect(createFetch({ ...KEYED, proxy: `http://${proxy}` })(url)).rejects.toThrow('the proxy answered 403')
    // The key never goes to the proxy.
    expect(asked).toEqual([target, target, undefined])
  })

  it('what comes through the tunnel must be the endpoint’s own certificate', async () => {
    const proxy = await listening(
      (_, response) => response.end(),
      (_, socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        socket.on('data', () => socket.end('not TLS'))
        socket.on('error', () => undefined)
      },
    )
    const through = createFetch({ ...KEYED, proxy: `http://${proxy}` })('https://model.example/')
    await expect(through).rejects.toBeInstanceOf(ConnectionError)
    await expect(through).rejects.not.toThrow('the proxy answered')
  })

  it('a proxy over TLS is spoken to over TLS', async () => {
    const plain = await listening((_, response) => response.end('{}'))
    await expect(createFetch({ ...KEYED, proxy: `https://${plain}` })('http://model.example/')).rejects.toThrow()
  })
})

describe('a certificate that nobody vouches for', () => {
  const own = selfSigned()

  it.skipIf(own === undefined)(
    'ends the connection, straight or through a tunnel, before the key is sent',
    async () => {
      const seen: unknown[] = []
      const server = createSecureServer({ ...own }, (request, response) => {
        seen.push(request.headers)
        response.end('{}')
      })
      servers.push(server as unknown as Server)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const proxy = await listening(
        (_, response) => response.end(),
        (_, socket) => {
          const there = connect(port, '127.0.0.1', () => {
            socket.write('HTTP/1.1 200 OK\r\n\r\n')
            socket.pipe(there).pipe(socket)
          })
          for (const end of [socket, there]) end.on('error', () => undefined)
        },
      )
      for (const options of [KEYED, { ...KEYED, proxy: `http://${proxy}` }])
        await expect(createFetch(options)(`https://localhost:${port}/`)).rejects.toThrow(/SELF_SIGNED|self-signed/)
      expect(seen).toEqual([])
    },
  )
})

it.each([
  [{ code: 'ECONNREFUSED', message: 'x' }, 'ECONNREFUSED'],
  [{ message: 'refused' }, 'refused'],
  [{ code: 7, message: 'refused' }, 'refused'],
  [{ message: 'connection timed out' }, 'no connection in time'],
  [{ code: 'TIMEOUT' }, 'no connection in time'],
])('%j is told as %s', (error, words) => {
  expect(ConnectionError.of(error).message).toBe(words)
})
