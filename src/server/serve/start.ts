import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { serverFolder } from '../access/folder.ts'
import { addPairing, forgetPairings } from '../access/pairings.ts'
import { tokenFile } from '../access/token.ts'
import { createRequestListener } from '../api/listener.ts'
import { forgetAddress, runningServer, saveAddress } from './address.ts'
import { isLoopback, type Listening, listenAt, listenOnSocket, ServerStartError } from './listen.ts'
import { type ServeOptions, serviceFor } from './service.ts'

export interface Running {
  readonly run: string
  readonly url: string
  /** Where it listens, whatever the address is that others know. */
  readonly port: number
  readonly socket: string | undefined
  readonly tokenFile: string
  /** Gives a person a key: the address to open. Who asks for it has made sure that it is a person. */
  pair(name: string): string
  close(): Promise<void>
}

/** Starts everything, or nothing: what was begun is ended when a later part fails. */
export async function startServer(options: ServeOptions): Promise<Running> {
  const { home, place, publicUrl, say } = options
  const folder = serverFolder(home)
  const other = await runningServer(folder)
  if (other)
    throw new ServerStartError(`a server of this account runs already at ${other.url}; \`irongate pair\` opens it`)
  const run = randomBytes(8).toString('hex')
  forgetPairings(folder, { except: run })
  const ends: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  try {
    const { service, stop } = await serviceFor(options, { folder, run })
    ends.push(stop)
    const serve = createRequestListener(service, say)
    const tcp = await listenAt(place, serve)
    const socketPath = join(folder, 'socket')
    const socket = await listenOnSocket(socketPath, serve)
    if (!socket) say('the home directory has too long a path for a socket; only the port is served')
    ends.push(() => closeAll([tcp, ...(socket ? [socket] : [])]), service.hub.close)
    const url = publicUrl?.origin ?? `${place.tls ? 'https' : 'http'}://${hostFor(place.address)}:${tcp.port}`
    const found = { v: 1 as const, run, pid: process.pid, url, at: Date.now() }
    saveAddress(folder, { ...found, ...(socket && { socket: socketPath }) })
    ends.push(() => {
      forgetAddress(folder, run)
      forgetPairings(folder, { of: run })
    })
    return {
      run,
      url,
      port: tcp.port,
      socket: socket && socketPath,
      tokenFile: tokenFile(folder),
      pair: (name) => `${url}/#key=${addPairing(folder, { run, name, at: Date.now() })}`,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function closeAll(all: readonly Listening[]): Promise<void> {
  await Promise.all(all.map((one) => one.close()))
}

/** Everywhere is no address that a browser could ask for. */
function hostFor(address: string): string {
  if (address === '0.0.0.0' || address === '::') return isLoopback(hostname()) ? 'localhost' : hostname()
  return address.includes(':') ? `[${address}]` : address
}
