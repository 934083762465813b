import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AuditRecord } from '../../audit/record.ts'
import { packageRoot } from '../../cli/package-root.ts'
import { version } from '../../facts/version.static.ts'
import { readPolicy } from '../../integrations/policy.ts'
import { reportRecord } from '../../integrations/telemetry.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { type Access, firstAccess, ownAccess } from '../access/rights.ts'
import { serverToken } from '../access/token.ts'
import { createHub, type EventHub } from '../api/event-hub.ts'
import { createMetrics, type Metrics } from '../api/metrics.ts'
import { createPolicyService } from '../api/policy-service.ts'
import { bearerToken } from '../api/request-guard.ts'
import type { Service } from '../api/service.ts'
import type { PendingAsk } from '../api/shapes.ts'
import { readStaticFiles } from '../api/static-files.ts'
import { createWebhook } from '../asks/webhook.ts'
import { fleetAccess } from '../fleet/access.ts'
import { type Alerts, createAlerts } from '../fleet/alerts.ts'
import { combineAsks, fleetAsks } from '../fleet/asks.ts'
import { machineName } from '../ingest/machine-name.ts'
import { startDeciders } from '../threads/deciders.ts'
import { localDecider, localStore, type StoreEdge } from '../threads/in-thread-services.ts'
import type { DecideRole, RecordCount, StoreRole } from '../threads/roles.ts'
import { startStoreThread } from '../threads/store-thread.ts'
import { createDoctor } from './doctor.ts'
import type { ListenPlace } from './listen.ts'
import { createLocalAsks } from './local-asks.ts'
import { storeKind } from './open-store.ts'
import { createStatements } from './statements.ts'
import { watchPending } from './watch-pending.ts'
import { createWhatIf } from './what-if.ts'

export interface ServeOptions {
  readonly home: string
  readonly place: ListenPlace
  /** Under which others reach it, where that is another name than the address it listens on. */
  readonly publicUrl?: URL | undefined
  /** `postgres://…`; a file of its own if not given. */
  readonly database?: string | undefined
  /** Write a Record of every check. */
  readonly record: boolean
  /** One line for the person. INVARIANT: no key is in it. */
  readonly say: (line: string) => void
  /** Threads that decide; as many as there are processors if not given. With 0 everything is done in this one. */
  readonly threads?: number
  /** For tests: how long a body may take, and where the dashboard's files lie. */
  readonly bodyMs?: number
  readonly dashboard?: string
}

/** Whoever sends slower than this holds a connection, and is let go. */
const BODY_MS = 10_000
const MOST_THREADS = 8
/** For alerts that are being sent when the server ends. */
const ALERT_TIMEOUT_MS = 3000

interface ServerRun {
  readonly folder: string
  readonly run: string
}

/** Everything the routes stand on, and how it ends. */
export async function serviceFor(options: ServeOptions, { folder, run }: ServerRun) {
  const { home, publicUrl, database, record, say } = options
  const metrics = createMetrics()
  const watched = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const hub = createHub(
    (count) => metrics.count('irongate_events_dropped_total', {}, count),
    (count) => Atomics.store(watched, 0, count),
  )
  const machine = machineName(stateFolder(home))
  let alerts: Alerts | undefined
  const { store, decider } = await workersFor(options, {
    decide: { role: 'decide', home, run, record },
    store: { role: 'store', home, machine, database, watched },
    onTaken: (taken, records) => {
      publishTaken(taken, records, { metrics, hub }, machine)
      alerts?.see(machine, records)
    },
    onCount: countRecords(metrics, say),
  })
  const asks = combineAsks(createLocalAsks(home, machine), store.documents, Date.now)
  // A machine that was away for days has nothing new to tell.
  const toldFrom = (from: string, taken: number, records: readonly AuditRecord[]) => {
    publishTaken(taken, records.filter(isRecent), { metrics, hub }, from)
    alerts?.see(from, records)
  }
  alerts = createAlerts({ home, documents: store.documents, settings: alertSettings(home), say, now: Date.now })
  const access = firstAccess(ownAccess({ folder, run, token: serverToken(folder) }), fleetAccess(store.documents))
  const webhook = webhookFor(options, access)
  const stopWatching = watchPending(asks, { hub, say, announce: webhook?.announce })
  const service: Service = {
    version: version(),
    store,
    storeKind: storeKind(options),
    access,
    decider,
    hub,
    metrics,
    asks,
    statements: createStatements(home, machine, store),
    webhook,
    fleet: fleetAsks(store.documents, Date.now),
    taken: toldFrom,
    policy: { ...createPolicyService(home), whatIf: createWhatIf(home, machine) },
    doctor: createDoctor(home, Date.now),
    files: readStaticFiles(options.dashboard ?? join(packageRoot(), 'dist', 'dashboard')),
    names: publicUrl === undefined ? [] : [publicUrl.host.toLowerCase()],
    bodyMs: options.bodyMs ?? BODY_MS,
    now: Date.now,
  }
  metrics.gauge('irongate_event_listeners', 'Open event streams.', () => hub.listeners)
  metrics.gauge('irongate_sessions', 'Sessions of /check that are kept in memory.', () => decider.sessions)
  const stop = async () => {
    stopWatching()
    await Promise.race([alerts?.settled(), pause(ALERT_TIMEOUT_MS, undefined, { ref: false })])
    await decider.close()
    await store.close()
  }
  return { service, stop }
}

/** Announces waiting calls with links that lead back here; only where the person said under which address that is. */
function webhookFor({ home, publicUrl }: ServeOptions, access: Access) {
  if (publicUrl === undefined) return undefined
  const { announce, handle } = createWebhook({
    home,
    publicUrl: publicUrl.href.replace(/\/$/, ''),
    // Those of the account: no project has a say in it.
    settings: () => readPolicy({ cwd: home, home }).approvals?.webhook,
    paired: async ({ headers }) => {
      const key = bearerToken(headers.get('authorization'))
      const caller = key === undefined ? undefined : await access.callerOf(key)
      return caller?.rights.includes('answer') ? caller.name : undefined
    },
  })
  return {
    handle,
    announce: async (ask: PendingAsk) => {
      const told = await announce(ask)
      return told.kind === 'failed' ? `a call that waits could not be announced: ${told.problem}` : undefined
    },
  }
}

interface Workers {
  readonly decide: DecideRole
  readonly store: StoreRole
  readonly onTaken: StoreEdge['onTaken']
  readonly onCount: (count: RecordCount) => void
}

/** Who decides and who keeps the store: each in threads of their own, or all in this one where there are to be none. */
async function workersFor({ threads, say }: ServeOptions, workers: Workers) {
  const { decide: role, store, onTaken, onCount } = workers
  const count = threads ?? Math.min(MOST_THREADS, Math.max(2, availableParallelism()))
  if (count === 0) return { store: await localStore(store, { say, onTaken }), decider: localDecider(role, onCount) }
  const [opened, deciding] = await Promise.allSettled([
    startStoreThread(store, { say, onTaken }),
    startDeciders({ count, role, say, onCount }),
  ])
  if (opened.status === 'fulfilled' && deciding.status === 'fulfilled')
    return { store: opened.value, decider: deciding.value }
  if (opened.status === 'fulfilled') await opened.value.close()
  if (deciding.status === 'fulfilled') await deciding.value.close()
  throw opened.status === 'rejected' ? opened.reason : deciding.status === 'rejected' ? deciding.reason : undefined
}

interface Listeners {
  readonly metrics: Metrics
  readonly hub: EventHub
}

/** What was taken into the store is told to those who look. */
function publishTaken(
  taken: number,
  records: readonly AuditRecord[],
  { metrics, hub }: Listeners,
  machine: string,
): void {
  metrics.count('irongate_records_ingested_total', {}, taken)
  // Those of this API were told when they were decided.
  for (const record of records) if (record.host !== 'api') reportRecord(record)
  if (hub.listeners > 0) for (const record of records) hub.tell({ type: 'record', machine, record })
}

/** Those of the account: no project has a say in it. */
function alertSettings(home: string) {
  return () => readPolicy({ cwd: home, home }).alerts?.webhook
}

const RECENT_MS = 10 * 60 * 1000

function isRecent({ at }: AuditRecord): boolean {
  return at > Date.now() - RECENT_MS
}

const MOST_TOLD = 20

function countRecords(metrics: Metrics, say: (line: string) => void) {
  const told = new Set<string>()
  return (count: RecordCount) => {
    if ('written' in count) metrics.count('irongate_records_written_total', {}, count.written)
    else {
      metrics.count('irongate_records_lost_total', {}, count.lost)
      if (told.size < MOST_TOLD && !told.has(count.why)) say(`a record could not be written: ${count.why}`)
      told.add(count.why)
    }
  }
}
