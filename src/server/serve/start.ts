import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../../cli/package-root.ts'
import { version } from '../../facts/version.static.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { serverFolder } from '../access/folder.ts'
import { addPairing, forgetPairings } from '../access/pairings.ts'
import { ownAccess } from '../access/rights.ts'
import { serverToken, tokenFile } from '../access/token.ts'
import { createApp } from '../api/app.ts'
import { createDecider } from '../api/decide.ts'
import { getRequestListener } from '../api/hono.bundled.ts'
import { createHub } from '../api/hub.ts'
import { createMetrics, type Metrics } from '../api/metrics.ts'
import { policyDesk } from '../api/policy-desk.ts'
import { createRecorder } from '../api/recorder.ts'
import type { Service } from '../api/service.ts'
import { readStaticFiles } from '../api/static-files.ts'
import { forgetAddress, keepAddress, runningServer } from './address.ts'
import { createDoctor } from './doctor.ts'
import { CannotServe, isLoopback, type Listening, listenAt, listenOnSocket, type Place } from './listen.ts'
import { openStore } from './open-store.ts'
import { watchPending } from './watch-pending.ts'

export interface ServeOptions {
  readonly home: string
  readonly place: Place
  /** Under which others reach it, where that is another name than the address it listens on. */
  readonly publicUrl?: URL | undefined
  /** `postgres://…`; a file of its own if not given. */
  readonly database?: string | undefined
  /** Write a Record of every check. */
  readonly record: boolean
  /** One line for the person. INVARIANT: no key is in it. */
  readonly say: (line: string) => void
  /** For tests: how long a body may take, and where the dashboard's files lie. */
  readonly bodyMs?: number
  readonly dashboard?: string
}

/** Whoever sends slower than this holds a connection, and is let go. */
const BODY_MS = 10_000

export interface Running {
  readonly run: string
  readonly url: string
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
  if (other) throw new CannotServe(`a server of this account runs already at ${other.url}; \`irongate pair\` opens it`)
  const run = randomBytes(8).toString('hex')
  forgetPairings(folder, { except: run })
  const ends: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  try {
    const { service, stop } = await serviceFor(options, { folder, run })
    ends.push(stop)
    const app = createApp(service, say)
    const serve = getRequestListener(app.fetch, { overrideGlobalObjects: false })
    const tcp = await listenAt(place, serve)
    const socketPath = join(folder, 'socket')
    const socket = await listenOnSocket(socketPath, serve)
    if (!socket) say('the home directory has too long a path for a socket; only the port is served')
    ends.push(() => closeAll([tcp, ...(socket ? [socket] : [])]), service.hub.close)
    const url = publicUrl?.origin ?? `${place.tls ? 'https' : 'http'}://${hostFor(place.address)}:${tcp.port}`
    const found = { v: 1 as const, run, pid: process.pid, url, at: Date.now() }
    keepAddress(folder, { ...found, ...(socket && { socket: socketPath }) })
    ends.push(() => {
      forgetAddress(folder, run)
      forgetPairings(folder, { of: run })
    })
    return {
      run,
      url,
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

interface OwnRun {
  readonly folder: string
  readonly run: string
}

async function serviceFor(options: ServeOptions, { folder, run }: OwnRun) {
  const { home, publicUrl, record, say } = options
  const metrics = createMetrics()
  const hub = createHub((count) => metrics.count('irongate_events_dropped_total', {}, count))
  const { store, kind, asks, whatIf, stop } = await openStore(options, {
    onRecords: (machine, records) => {
      metrics.count('irongate_records_ingested_total', {}, records.length)
      if (hub.listeners > 0) for (const one of records) hub.tell({ type: 'record', machine, record: one })
    },
  })
  const now = Date.now
  const decider = createDecider({ home, record, now, recorder: recorderFor(home, metrics, say) })
  const stopWatching = watchPending(asks, hub, say)
  const service: Service = {
    version: version(),
    store,
    storeKind: kind,
    access: ownAccess({ folder, run, token: serverToken(folder) }),
    decider,
    hub,
    metrics,
    asks,
    policy: { ...policyDesk(home), whatIf },
    doctor: createDoctor(home, now),
    files: readStaticFiles(options.dashboard ?? join(packageRoot(), 'dist', 'dashboard')),
    names: publicUrl === undefined ? [] : [publicUrl.host.toLowerCase()],
    bodyMs: options.bodyMs ?? BODY_MS,
    now,
  }
  metrics.gauge('irongate_event_listeners', 'Open event streams.', () => hub.listeners)
  metrics.gauge('irongate_sessions', 'Sessions of /check that are kept in memory.', () => decider.sessions)
  const end = async () => {
    stopWatching()
    await stop()
  }
  return { service, stop: end }
}

function recorderFor(home: string, metrics: Metrics, say: (line: string) => void) {
  const told = new Set<string>()
  const onLost = (why: string) => {
    metrics.count('irongate_records_lost_total')
    if (told.size < 20 && !told.has(why)) say(`a record could not be written: ${why}`)
    told.add(why)
  }
  return createRecorder(stateFolder(home), onLost, () => metrics.count('irongate_records_written_total'))
}
