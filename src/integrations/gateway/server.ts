import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Exchange } from './relay.ts'
import { isSameSecret } from './secret.ts'

export interface GatewayListening {
  readonly port: number
  readonly close: () => Promise<void>
}

export interface ServerEdge {
  readonly secret: string
  readonly port: number
  readonly serve: (exchange: Exchange) => Promise<void>
  readonly say: (line: string) => void
}

const HEADERS_MS = 30_000

/** Listens on this machine alone, for those that know the secret. */
export async function listen({ secret, port, serve, say }: ServerEdge): Promise<GatewayListening> {
  const server = createServer({ headersTimeout: HEADERS_MS, keepAliveTimeout: 60_000 }, (request, response) => {
    const own = (server.address() as AddressInfo | null)?.port ?? 0
    const refusal = refusalOf(request, own)
    const path = refusal === undefined ? pathBelow(request.url ?? '', secret) : undefined
    if (path === undefined) {
      refuse(response, refusal ?? 404)
      return
    }
    const stop = new AbortController()
    response.on('close', () => stop.abort())
    serve({ request, response, path, signal: stop.signal }).catch((error: unknown) => {
      if (!stop.signal.aborted) say(`a request failed: ${error instanceof Error ? error.message : String(error)}`)
      sendServerError(response)
    })
  })
  // A request may take as long as its model does.
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A page in a browser reaches this port too, under names of its own: it is known by its Origin, or by the name it asked for. */
function refusalOf({ headers }: IncomingMessage, port: number): number | undefined {
  if (headers.origin !== undefined) return 403
  return headers.host === `127.0.0.1:${port}` || headers.host === `localhost:${port}` ? undefined : 403
}

/** The path behind the secret; undefined without it. */
function pathBelow(url: string, secret: string): string | undefined {
  const [, given = '', rest] = /^\/([^/?]*)(\/.*)?$/s.exec(url) ?? []
  return isSameSecret(given, secret) ? (rest ?? '/') : undefined
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'Content-Length': 0, Connection: 'close' })
  response.end()
}

/** Before the first byte it is an error in the form of the API; after it the connection ends, which no client takes for an answer. */
function sendServerError(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const error = { type: 'api_error', message: 'irongate gateway: the upstream cannot be reached' }
  const body = JSON.stringify({ type: 'error', error })
  response.writeHead(502, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  })
  response.end(body)
}
