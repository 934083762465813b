import { chmodSync, renameSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, isIP } from 'node:net'

/** Where to listen. INVARIANT: beyond this machine only with TLS, or where a person said that a proxy stands before it. */
export interface ListenPlace {
  readonly address: string
  /** Undefined: the usual one, or one after it that is free. */
  readonly port: number | undefined
  readonly tls: { readonly cert: string; readonly key: string } | undefined
  readonly behindProxy: boolean
}

/** How often slow heads are looked for. */
const HEADER_CHECK_INTERVAL = { connectionsCheckingInterval: 5000 }

export const DEFAULT_SERVER_PORT = 8910
const MORE_PORTS = 20

/** What keeps a server from starting, in words for the person. */
export class ServerStartError extends Error {}

export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127\.\d+\.\d+\.\d+$/.test(address)
}

export interface Listening {
  readonly port: number
  close(): Promise<void>
}

/** Listens on a port. A slow head, or a body that never ends, ends the connection. */
export async function listenAt(place: ListenPlace, serve: RequestListener): Promise<Listening> {
  const { address, tls, behindProxy } = place
  if (address !== 'localhost' && isIP(address) === 0)
    throw new ServerStartError(`${address} is no address of a machine`)
  if (!isLoopback(address) && tls === undefined && !behindProxy)
    throw new ServerStartError(
      `to listen on ${address} needs --tls-cert and --tls-key, or --behind-proxy where a proxy does the encryption`,
    )
  const ports =
    place.port === undefined
      ? Array.from({ length: MORE_PORTS }, (_, more) => DEFAULT_SERVER_PORT + more)
      : [place.port]
  for (const port of ports) {
    const server = withTimeouts(
      tls
        ? createSecureServer({ ...tls, ...HEADER_CHECK_INTERVAL, minVersion: 'TLSv1.2' }, serve)
        : createServer(HEADER_CHECK_INTERVAL, serve),
    )
    if (await tryListen(server, () => server.listen(port, address))) return listeningOn(server)
  }
  throw new ServerStartError(`port ${ports.join(', ')} is taken; --port names another`)
}

/** A path in a socket's address has room for no more. */
const MOST_PATH = 100

/** Listens on a socket in the private folder; undefined where its path is too long for one. */
export async function listenOnSocket(path: string, serve: RequestListener): Promise<Listening | undefined> {
  const passing = `${path}.${process.pid}`
  if (Buffer.byteLength(passing) > MOST_PATH) return undefined
  const server = withTimeouts(createServer(HEADER_CHECK_INTERVAL, serve))
  // Bound under a name of its own and moved: nobody ever finds a socket that does not listen.
  await tryListen(server, () => server.listen(passing))
  chmodSync(passing, 0o600)
  renameSync(passing, path)
  const { close } = listeningOn(server)
  return {
    port: 0,
    close: async () => {
      rmSync(path, { force: true })
      await close()
    },
  }
}

function withTimeouts(server: Server): Server {
  server.headersTimeout = 10_000
  server.requestTimeout = 300_000
  server.keepAliveTimeout = 30_000
  server.maxConnections = 2000
  return server
}

/** False when somebody else has the port. */
function tryListen(server: Server, listen: () => void): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(new ServerStartError(`cannot listen: ${error.message}`))
    })
    server.once('listening', () => resolve(true))
    listen()
  })
}

const CLOSE_TIMEOUT_MS = 3000

function listeningOn(server: Server): Listening {
  return {
    port: (server.address() as AddressInfo | null)?.port ?? 0,
    // What was begun is answered; who takes longer than this is cut off.
    close: () =>
      new Promise((resolve) => {
        const last = setTimeout(() => server.closeAllConnections(), CLOSE_TIMEOUT_MS)
        server.close(() => {
          clearTimeout(last)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}
