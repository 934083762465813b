import { hostname } from 'node:os'
import { holdsPlaceholder } from '../../analysis/redact.ts'
import { sha256 } from '../../analysis/sha256.ts'
import { understand } from '../../analysis/understand.ts'
import { canonical } from '../../approval.ts'
import { fileRecords } from '../../audit/file-records.ts'
import { newest } from '../../audit/query.ts'
import { offerFor } from '../../cli/allow.ts'
import { hostFacts } from '../../facts/host.ts'
import { hostOf } from '../../integrations/registry.ts'
import { type Waiting, waitingCalls } from '../../state/pending.ts'
import { sessionLog } from '../../state/session-log.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { createTools } from '../../tools/registry.ts'
import type { PendingAsk } from '../api/shapes.ts'
import { radiusOf } from './radius.ts'

/** Whose calls: the home of the account, and the name that its machine goes by. */
export interface AsksOf {
  readonly home: string
  readonly machine?: string
}

/** Calls that wait for a person, the oldest first, each with what it would reach and what "always" would cover. */
export async function pendingAsks(
  { home, machine = hostname() }: AsksOf,
  now = Date.now(),
): Promise<readonly PendingAsk[]> {
  const waiting = waitingCalls(stateFolder(home), now)
  const asks: PendingAsk[] = []
  for (const one of waiting) asks.push(await askOf(one, waiting, { home, machine }))
  return asks
}

async function askOf(
  waiting: Waiting,
  all: readonly Waiting[],
  { home, machine }: Required<AsksOf>,
): Promise<PendingAsk> {
  const { id, host, sessionId, agentId, tool, input, cwd, message, category, asked, until, scope } = waiting
  const { radius, always } = await lookedUp(waiting, home)
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
    equal: equalTo(waiting, all).map((other) => other.id),
    ...(scope && { scope: scope.words }),
    ...(always && { always }),
    radius: [...radius],
  }
}

/**
 * Calls that are the same for whoever answers: the same tool, input, directory and scripts. A call with a placeholder is like no other:
 * what it stands for may differ.
 */
export function equalTo(waiting: Waiting, all: readonly Waiting[]): readonly Waiting[] {
  if (holdsPlaceholder(waiting.input)) return [waiting]
  const own = sameness(waiting)
  return [waiting, ...all.filter((other) => other.id !== waiting.id && sameness(other) === own)]
}

function sameness({ tool, input, cwd, reads }: Waiting): string {
  const scripts = reads.map(({ path, hash }) => `${path}\0${hash}`).sort()
  return sha256(canonical([tool, input, cwd, scripts]))
}

interface LookedUp {
  readonly radius: PendingAsk['radius']
  readonly always: PendingAsk['always'] | undefined
}

const NOTHING: LookedUp = { radius: [], always: undefined }
/** Looked up once for each call: a list that is asked for every second must not walk a folder every second. */
const known = new Map<string, Promise<LookedUp>>()
const MOST_KNOWN = 200

function lookedUp(waiting: Waiting, home: string): Promise<LookedUp> {
  const key = `${home}\0${waiting.key}\0${waiting.asked}`
  const before = known.get(key)
  if (before) return before
  // What cannot be found out is not shown; the call itself is.
  const found = lookUp(waiting, home).catch(() => NOTHING)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(key, found)
  return found
}

/** Others wait while this is looked for. */
const LOOKS = { ms: 200, records: 2000 }

async function lookUp(waiting: Waiting, home: string): Promise<LookedUp> {
  const { id, tool, input, cwd, sessionId, host } = waiting
  const folder = stateFolder(home)
  const facts = hostFacts({ cwd, home, session: sessionLog(folder, sessionId).fold().facts })
  const tools = (await hostOf(host)?.integration())?.tools ?? createTools()
  const action = understand({ tool, input, cwd, sessionId }, tools.find(tool, input), facts, { wrappers: [] })
  const radius = await radiusOf(action, facts)
  const record = await newest(fileRecords(folder), { id, probes: true })
  const offer = record && (await offerFor(record, home, { everywhere: false, looks: LOOKS }))
  const always =
    offer?.kind === 'rule'
      ? { rule: offer.rule.text, covers: [...offer.alsoCovers, ...offer.coverage.examples] }
      : undefined
  return { radius: [...radius], always }
}
