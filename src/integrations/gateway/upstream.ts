import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { RawHeaders } from './headers.ts'

export interface UpstreamRequest {
  readonly method: string
  /** Path and query below the upstream's own path. */
  readonly path: string
  readonly headers: RawHeaders
  readonly body: Buffer | NodeJS.ReadableStream
  readonly signal: AbortSignal
}

/** The real API, as the user named it. Credentials are in the headers that pass through; nothing here looks at them. */
export interface Upstream {
  readonly url: URL
  send(sent: UpstreamRequest): Promise<IncomingMessage>
  close(): void
}

/** Silence longer than this is a broken connection. */
const IDLE_TIMEOUT_MS = 10 * 60 * 1000

export function upstreamAt(url: URL): Upstream {
  const isTls = url.protocol === 'https:'
  const agent = isTls ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const base = url.pathname.replace(/\/+$/, '')
  const once = ({ method, path, headers, body, signal }: UpstreamRequest) =>
    new Promise<IncomingMessage | 'stale'>((resolve, reject) => {
      const request = (isTls ? httpsRequest : httpRequest)({
        protocol: url.protocol,
        hostname: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port,
        method,
        path: `${base}${path}`,
        headers: ['Host', url.host, ...headers],
        agent,
        signal,
        timeout: IDLE_TIMEOUT_MS,
      })
      request.on('response', resolve)
      request.on('error', (error: NodeJS.ErrnoException) => {
        const isStale = request.reusedSocket && error.code === 'ECONNRESET' && Buffer.isBuffer(body)
        if (isStale) resolve('stale')
        else reject(error)
      })
      request.on('timeout', () => request.destroy(new Error('the upstream is silent')))
      if (Buffer.isBuffer(body)) request.end(body)
      else body.on('error', (error) => request.destroy(error)).pipe(request)
    })
  return {
    url,
    close: () => agent.destroy(),
    send: async (sent) => {
      // A connection that was kept may have been closed from the other side: it is opened again, as often as any were kept.
      for (let tries = 0; tries < MAX_STALE_RETRIES; tries++) {
        const answer = await once(sent)
        if (answer !== 'stale') return answer
      }
      throw new Error('the upstream closes every connection')
    },
  }
}

const MAX_STALE_RETRIES = 20

/** The address of an upstream; undefined for anything else. Plain HTTP only on this machine: a key would be readable on the way. */
export function upstreamUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) ? url : undefined
}
