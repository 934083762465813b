import { hostname } from 'node:os'
import { canonicalJson } from '../../analysis/text/canonical-json.ts'
import { sha256 } from '../../analysis/text/sha256.ts'
import { understand } from '../../analysis/understand.ts'
import { fileRecords } from '../../audit/file-records.ts'
import { newestRecord } from '../../audit/query.ts'
import { allowOfferFor } from '../../cli/allow.ts'
import { hostFacts } from '../../facts/host.ts'
import { findHostById } from '../../integrations/registry.ts'
import { hasRedaction } from '../../redaction/redact.ts'
import { listPendingCalls, type PendingCall } from '../../state/pending-calls.ts'
import { openSessionLog } from '../../state/session-log.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { createTools } from '../../tools/registry.ts'
import type { PendingAsk } from '../api/shapes.ts'
import { radiusOf } from './blast-radius.ts'

/** Whose calls: the home of the account, and the name that its machine goes by. */
export interface PendingAsksOptions {
  readonly home: string
  readonly machine?: string
}

/** Calls that wait for a person, the oldest first, each with what it would reach and what "always" would cover. */
export async function listPendingAsks(
  { home, machine = hostname() }: PendingAsksOptions,
  now = Date.now(),
): Promise<readonly PendingAsk[]> {
  const waiting = listPendingCalls(stateFolder(home), now)
  const asks: PendingAsk[] = []
  for (const one of waiting) asks.push(await askOf(one, waiting, { home, machine }))
  return asks
}

async function askOf(
  waiting: PendingCall,
  all: readonly PendingCall[],
  { home, machine }: Required<PendingAsksOptions>,
): Promise<PendingAsk> {
  const { id, host, sessionId, agentId, tool, input, cwd, message, category, asked, until, scope } = waiting
  const { radius, always } = await cachedLookUp(waiting, home)
  return {
    id,
    machine,
    host,
    sessionId,
    ...(agentId !== undefined && { agentId }),
    tool,
    input: { ...input },
    cwd,
    message,
    ...(category !== undefined && { category }),
    asked,
    until,
    equal: equalCalls(waiting, all).map((other) => other.id),
    ...(scope && { scope: scope.words }),
    ...(always && { always }),
    radius: [...radius],
  }
}

/**
 * Calls that are the same for whoever answers: the same tool, input, directory and scripts. A call with a placeholder is like no other:
 * what it stands for may differ.
 */
export function equalCalls(waiting: PendingCall, all: readonly PendingCall[]): readonly PendingCall[] {
  if (hasRedaction(waiting.input)) return [waiting]
  const own = callFingerprint(waiting)
  return [waiting, ...all.filter((other) => other.id !== waiting.id && callFingerprint(other) === own)]
}

function callFingerprint({ tool, input, cwd, reads }: PendingCall): string {
  const scripts = reads.map(({ path, hash }) => `${path}\0${hash}`).sort()
  return sha256(canonicalJson([tool, input, cwd, scripts]))
}

interface CallLookup {
  readonly radius: PendingAsk['radius']
  readonly always: PendingAsk['always'] | undefined
}

const EMPTY_LOOKUP: CallLookup = { radius: [], always: undefined }
/** Looked up once for each call: a list that is asked for every second must not walk a folder every second. */
const LOOKUP_CACHE = new Map<string, Promise<CallLookup>>()
const MOST_KNOWN = 200

function cachedLookUp(waiting: PendingCall, home: string): Promise<CallLookup> {
  const key = `${home}\0${waiting.key}\0${waiting.asked}`
  const before = LOOKUP_CACHE.get(key)
  if (before) return before
  // What cannot be found out is not shown; the call itself is.
  const found = lookUpCall(waiting, home).catch(() => EMPTY_LOOKUP)
  if (LOOKUP_CACHE.size >= MOST_KNOWN) LOOKUP_CACHE.clear()
  LOOKUP_CACHE.set(key, found)
  return found
}

/** Others wait while this is looked for. */
const LOOKUP_LIMITS = { ms: 200, records: 2000 }

async function lookUpCall(waiting: PendingCall, home: string): Promise<CallLookup> {
  const { id, tool, input, cwd, sessionId, host } = waiting
  const folder = stateFolder(home)
  const facts = hostFacts({ cwd, home, session: openSessionLog(folder, sessionId).fold().facts })
  const tools = (await findHostById(host)?.integration())?.tools ?? createTools()
  const action = understand({ tool, input, cwd, sessionId }, tools.find(tool, input), facts, { wrappers: [] })
  const radius = await radiusOf(action, facts)
  const record = await newestRecord(fileRecords(folder), { id, probes: true })
  const offer = record && (await allowOfferFor(record, home, { everywhere: false, looks: LOOKUP_LIMITS }))
  const always =
    offer?.kind === 'rule'
      ? { rule: offer.rule.text, covers: [...offer.alsoCovers, ...offer.coverage.examples] }
      : undefined
  return { radius: [...radius], always }
}
