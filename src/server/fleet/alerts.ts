import type { AuditRecord } from '../../audit/record.ts'
import { oneLine } from '../../messages.ts'
import type { WebhookSettings } from '../../settings/policy.ts'
import { readOwnSecret } from '../asks/secret-file.ts'
import { postSigned } from '../asks/webhook.ts'
import type { Documents } from '../store/store.ts'

/** Tells somebody when there is something to look after: many denials, a judge that is not there, a gate that was switched off. */
export interface Alerts {
  /** Records that were just taken, of one machine. Returns at once, and never throws. */
  see(machine: string, records: readonly AuditRecord[]): void
  /** Resolves when all that was begun is sent. */
  settled(): Promise<void>
}

export interface AlertsEdge {
  readonly home: string
  readonly documents: Documents
  /** What the settings say now. */
  readonly settings: () => WebhookSettings | undefined
  readonly say: (line: string) => void
  readonly now: () => number
}

interface Incident {
  /** The same one is told once, by whichever server sees it first. */
  readonly id: string
  readonly kind: 'denials' | 'outage' | 'off'
  readonly machine: string
  readonly session?: string
  readonly count?: number
  readonly message: string
  /** When it is over unless more comes. */
  readonly quietMs: number
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** So many in so long are an incident. */
const DENIAL_THRESHOLD = { most: 20, withinMs: 10 * MINUTE_MS } as const
const OUTAGE_THRESHOLD = { most: 5, withinMs: 5 * MINUTE_MS } as const
const ALERT_QUIET_MS = 30 * MINUTE_MS
const ALERT_KIND = 'alert'
/** An incident that continues is noted no more often than this. */
const ALERT_REFRESH_MS = 5 * MINUTE_MS

export function createAlerts(edge: AlertsEdge): Alerts {
  const denials = createWindowCounts(DENIAL_THRESHOLD)
  const outages = createWindowCounts(OUTAGE_THRESHOLD)
  const begun = new Set<Promise<void>>()
  const tell = (incident: Incident) => {
    const telling = sendAlert(incident, edge)
      .catch((error) =>
        edge.say(`an alert could not be sent: ${error instanceof Error ? error.message : String(error)}`),
      )
      .finally(() => begun.delete(telling))
    begun.add(telling)
  }
  return {
    see: (machine, records) => {
      const incidents = new Map<string, Incident>()
      for (const record of records)
        for (const incident of incidentsOf(record, { machine, denials, outages, now: edge.now() }))
          incidents.set(incident.id, incident)
      for (const incident of incidents.values()) tell(incident)
    },
    settled: async () => {
      await Promise.all(begun)
    },
  }
}

interface IncidentContext {
  readonly machine: string
  readonly denials: WindowCounts
  readonly outages: WindowCounts
  readonly now: number
}

function incidentsOf(record: AuditRecord, { machine, denials, outages, now }: IncidentContext): readonly Incident[] {
  const { id, at, sessionId, outcome, reason } = record
  const found: Incident[] = []
  if (reason.type === 'person' && at > now - DAY_MS && isSwitchedOff(reason.command))
    found.push({
      ...{ id: `off/${machine}/${id}`, kind: 'off', machine, quietMs: 7 * DAY_MS },
      message: `${machine}: ${oneLine(record.message)}`,
    })
  if ((outcome === 'deny' || outcome === 'abort') && !record.shadow) {
    const count = denials.add(`${machine}/${sessionId}`, record, now)
    const incident = { id: `denials/${machine}/${sessionId}`, kind: 'denials', quietMs: ALERT_QUIET_MS } as const
    if (count >= DENIAL_THRESHOLD.most)
      found.push({
        ...incident,
        machine,
        session: sessionId,
        count,
        message: `${machine}: ${count} calls denied in ten minutes`,
      })
  }
  if (reason.type === 'judge-unavailable') {
    const count = outages.add(machine, record, now)
    const message = `${machine}: the judge could not be asked ${count} times in five minutes (${oneLine(String(reason.cause))})`
    if (count >= OUTAGE_THRESHOLD.most)
      found.push({ id: `outage/${machine}`, kind: 'outage', machine, count, message, quietMs: ALERT_QUIET_MS })
  }
  return found
}

/** As the commands `off` and `shadow` note it. */
function isSwitchedOff(command: string): boolean {
  return /^off(?: |$)/.test(command) || command === 'shadow on'
}

interface WindowCounts {
  /** How many there were within the time, this one among them. The same Record counts once. */
  add(key: string, record: AuditRecord, now: number): number
}

const MOST_KEYS = 10_000

function createWindowCounts({ most, withinMs }: { readonly most: number; readonly withinMs: number }): WindowCounts {
  const kept = new Map<string, Map<string, number>>()
  return {
    add: (key, { id, at, seq = 0 }, now) => {
      const fresh = now - withinMs
      if (kept.size >= MOST_KEYS)
        for (const [old, times] of kept) if (![...times.values()].some((time) => time > fresh)) kept.delete(old)
      if (at <= fresh || (kept.size >= MOST_KEYS && !kept.has(key))) return 0
      const times = kept.get(key) ?? new Map<string, number>()
      kept.set(key, times)
      times.set(`${id}/${seq}`, at)
      for (const [one, time] of times) if (time <= fresh || times.size > most * 50) times.delete(one)
      return times.size
    },
  }
}

async function sendAlert(incident: Incident, { home, documents, settings, say, now }: AlertsEdge): Promise<void> {
  const webhook = settings()
  if (webhook === undefined || !(await recordIfNew(incident, documents, now()))) return
  const secret = readOwnSecret(webhook.secretFile, home)
  const problem =
    'problem' in secret
      ? secret.problem
      : secret.text.length < 16
        ? 'the secret has fewer than 16 characters'
        : await postAlert(webhook.url, incident, secret.text, now())
  if (problem === undefined) return
  say(`an alert could not be sent: ${problem}`)
  // It was told to nobody: what comes next tells it.
  await documents.remove(ALERT_KIND, incident.id)
}

async function postAlert(url: string, incident: Incident, secret: string, at: number): Promise<string | undefined> {
  const { id: _, quietMs: __, ...shown } = incident
  const result = await postSigned(url, JSON.stringify({ type: 'alert', at, ...shown }), secret)
  return result.kind === 'failed' ? result.problem : undefined
}

/** Notes an incident; false where it was known. While it lasts it stays the same one. */
async function recordIfNew({ id, quietMs }: Incident, documents: Documents, now: number): Promise<boolean> {
  const document = { kind: ALERT_KIND, id, value: { at: now }, expires: now + quietMs }
  const before = await documents.get(ALERT_KIND, id)
  if (before === undefined) return documents.put(document, 0)
  if ((before.value as { readonly at: number }).at < now - ALERT_REFRESH_MS)
    await documents.put(document, before.version)
  return false
}
