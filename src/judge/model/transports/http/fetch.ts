import * as http from 'node:http'
import * as https from 'node:https'
import * as tls from 'node:tls'

const MAX_RESPONSE = 2 * 1024 * 1024

/** The connection failed. Its text avoids words that make an SDK guess. */
export class ConnectionError extends Error {
  static of(error: unknown): ConnectionError {
    const { code, message } = error as { code?: unknown; message?: unknown }
    const told = typeof code === 'string' ? code : String(message)
    return new ConnectionError(/timed? ?out/i.test(told) ? 'no connection in time' : told)
  }
}

export interface FetchOptions {
  readonly proxy?: string | undefined
  /** Beside those that every request has; a key is one of them. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A `fetch` for an SDK over Node's own client: certificates are always checked, redirects are never followed, proxies come
 * from the settings alone, and the answer's size is limited. The headers are ours: an environment variable can make an SDK
 * send others.
 */
export function createFetch({ proxy, headers: further }: FetchOptions): typeof fetch {
  const headers = { ...OWN_HEADERS, ...further }
  const agents = {
    plain: new http.Agent({ keepAlive: true }),
    secure: new https.Agent({ keepAlive: true, rejectUnauthorized: true }),
  }
  return async (resource, init = {}) => {
    const url = new URL(resource instanceof Request ? resource.url : resource)
    const signal = init.signal ?? undefined
    signal?.throwIfAborted()
    const options: http.RequestOptions = {
      method: init.method ?? 'GET',
      headers,
      ...(signal && { signal }),
    }
    try {
      const request = await openRequest(url, proxy === undefined ? undefined : new URL(proxy), options, agents)
      return await exchange(request, typeof init.body === 'string' ? init.body : '')
    } catch (error) {
      throw ConnectionError.of(error)
    }
  }
}

interface Agents {
  readonly plain: http.Agent
  readonly secure: https.Agent
}

async function openRequest(
  url: URL,
  proxy: URL | undefined,
  options: http.RequestOptions,
  agents: Agents,
): Promise<http.ClientRequest> {
  if (url.protocol === 'http:') {
    if (proxy === undefined) return http.request(url, { ...options, agent: agents.plain })
    const headers = { ...options.headers, host: url.host, ...proxyAuthorization(proxy) }
    return requestTo(proxy)(new URL('/', proxy), { ...options, headers, path: url.href, agent: false })
  }
  if (proxy === undefined) return https.request(url, { ...options, agent: agents.secure })
  const socket = await openTunnel(url, proxy, options.signal)
  return https.request(url, { ...options, agent: false, createConnection: () => socket })
}

/** A TLS connection to the endpoint through the proxy's CONNECT. */
function openTunnel(url: URL, proxy: URL, signal: AbortSignal | undefined): Promise<tls.TLSSocket> {
  const target = `${url.hostname}:${url.port || '443'}`
  return new Promise((resolve, reject) => {
    const request = requestTo(proxy)(new URL('/', proxy), {
      method: 'CONNECT',
      path: target,
      headers: { host: target, ...proxyAuthorization(proxy) },
      agent: false,
      ...(signal && { signal }),
    })
    request.once('error', reject)
    request.once('response', (response) => reject(new Error(`the proxy answered ${response.statusCode}`)))
    request.once('connect', (response, socket) => {
      if (response.statusCode !== 200) {
        socket.destroy()
        reject(new Error(`the proxy answered ${response.statusCode}`))
        return
      }
      const secure = tls.connect({ socket, servername: url.hostname, rejectUnauthorized: true })
      secure.once('secureConnect', () => resolve(secure))
      secure.once('error', reject)
    })
    request.end()
  })
}

function requestTo(url: URL): typeof http.request {
  return url.protocol === 'https:' ? (https.request as typeof http.request) : http.request
}

function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
}

const OWN_HEADERS = {
  accept: 'application/json',
  'content-type': 'application/json',
  'user-agent': 'irongate',
}

/** Sends the body and gathers the whole answer. */
function exchange(request: http.ClientRequest, body: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MAX_RESPONSE) request.destroy(new Error('the answer is too large'))
        else chunks.push(chunk)
      })
      response.once('error', reject)
      response.once('aborted', () => reject(new Error('the connection was closed in the middle of the answer')))
      response.once('end', () => resolve(asResponse(response, Buffer.concat(chunks))))
    })
    request.end(body)
  })
}

function asResponse(response: http.IncomingMessage, body: Buffer): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const status = response.statusCode ?? 502
  const bare = status === 204 || status === 205 || status === 304
  return new Response(bare ? null : new Uint8Array(body), {
    status: status < 200 || status > 599 ? 502 : status,
    headers,
  })
}
