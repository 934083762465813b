import { randomUUID } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { understand } from '../../analysis/understand.ts'
import { gateFor } from '../../assemble.ts'
import { recordOf } from '../../audit/record.ts'
import {
  type CallCase,
  CLI_TOOLS,
  createCase,
  freshSession,
  type LiveSession,
  rememberCall,
} from '../../cli/call-case.ts'
import { callLineOf } from '../../cli/call-line.ts'
import type { Decision } from '../../decision.ts'
import { type Lookups, sharedLookups } from '../../facts/lookups.ts'
import { version } from '../../facts/version.static.ts'
import { memoizeTools } from '../../integrations/hook-runtime/memoized-tools.ts'
import { readPolicy } from '../../integrations/policy.ts'
import { type DecisionEvent, decisionEventOf } from '../../integrations/telemetry.ts'
import { collectFindings } from '../../judge/embedded/findings.ts'
import type { ModelEdge } from '../../judge/model/assemble.ts'
import { toOfflinePolicy } from '../../settings/offline-policy.ts'
import type { Policy } from '../../settings/policy.ts'
import { createFileLatch } from '../../state/refused-key-file.ts'
import { shortenTexts } from '../../state/session-events.ts'
import { createFileLedger } from '../../state/spend-ledger.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { createFileTokenCounts } from '../../state/token-counts.ts'
import type { CheckInputsRecorder } from './check-inputs.ts'
import { commandTreeOf } from './command-tree.ts'
import { explainEffects } from './effects.ts'
import { RequestRefusedError } from './problem.ts'
import type { RecordQueue } from './record-queue.ts'
import type { CheckRequest, CheckResponse, ExplainResponse } from './shapes.ts'

/** Decides as `irongate check` does, for many callers and for a long time. */
export interface Decider {
  check(request: CheckRequest & AnyPlace): Promise<SentDecision>
  /** Without a trace in any session. */
  explain(request: CheckRequest): Promise<SentDecision>
  readonly sessions: number
}

/** Never read from outside. */
export interface AnyPlace {
  /** The directory need not be there, as in `irongate check --batch`; else such a call is refused. */
  readonly elsewhere?: boolean
}

/** An answer as it is sent, and what is counted of it. */
export interface SentDecision {
  /** A CheckResponse or an ExplainResponse as JSON. */
  readonly text: string
  readonly outcome: CheckResponse['outcome']
  readonly ms: number
  /** For those who watch; absent where nothing was decided for anybody. */
  readonly told?: DecisionEvent
}

export interface DeciderEdge {
  readonly home: string
  /** The run of the server. Its sessions are its own: nobody else's Records get among them, nor its own among others'. */
  readonly run: string
  readonly recorder: RecordQueue
  readonly notes: CheckInputsRecorder
  /** Write a Record of every check, asked for or not. */
  readonly record: boolean
  readonly now: () => number
}

/** The gate and the memory of a session share one reading of a call. */
const MEMOIZED_API_TOOLS = memoizeTools(CLI_TOOLS)

export function createDecider({ home, run, recorder, notes, record: always, now }: DeciderEdge): Decider {
  const sessions = createLiveSessions(now)
  // Calls that belong to no session: each is judged for itself.
  const unnamed = `api-${run}-${randomUUID()}`
  const edge = () => serverJudgeEdge(home, now)
  const basis: DecisionContext = { home, policyAt: cachedPolicyReader(now), lookups: sharedLookups() }
  return {
    get sessions() {
      return sessions.size
    },
    check: async (request) => {
      const start = performance.now()
      if (!request.elsewhere && !isDirectory(request.cwd, basis.lookups))
        throw new RequestRefusedError(
          400,
          `cwd: there is no directory ${JSON.stringify(request.cwd)} on this machine`,
          {
            hint: 'nothing in it could be read; /check/batch judges calls of other places',
          },
        )
      const live = request.session === undefined ? undefined : sessions.of(`api-${run}-${request.session}`)
      const made = callCaseFor(request, basis, live ?? freshSession(unnamed))
      const noted = notes.begin(live)
      const decision = await gateFor(made.policy, MEMOIZED_API_TOOLS, edge).check(
        made.call,
        noted.watched(made.session),
      )
      if (live && decision.outcome === 'allow') sessions.remember(live, made)
      const ms = performance.now() - start
      const wanted = request.record === true || always
      if (!wanted) noted.unrecorded(decision.outcome)
      const record = wanted
        ? await recorder.write(noted.recorded(request, made, recordFor(made, decision, ms)))
        : undefined
      const told = decisionEventOf(decision, { tool: request.tool, host: 'api', ms, at: now() })
      return { ...toSentDecision({ ...responseOf(decision, ms), ...(record !== undefined && { record }) }), told }
    },
    explain: async (request) => {
      const start = performance.now()
      const made = callCaseFor({ judge: 'embedded', ...request }, basis, freshSession(unnamed))
      const decision = await gateFor(made.policy, MEMOIZED_API_TOOLS, edge).check(made.call, made.session)
      const { call, session, policy } = made
      const action = understand(call, MEMOIZED_API_TOOLS.find(call.tool, call.input), session.facts, policy)
      const found = collectFindings(action, policy, session.facts)
      const tree = commandTreeOf(action, { decision, findings: found })
      const ms = performance.now() - start
      return toSentDecision({ ...responseOf(decision, ms), ...(tree && { tree }), effects: explainEffects(action) })
    },
  }

  function recordFor({ call, session, policy }: CallCase, decision: Decision, ms: number) {
    const input = decision.outcome === 'allow' ? (shortenTexts(call.input) as typeof call.input) : call.input
    const { mode } = session
    const basis = { policy: policy.version, gate: version() }
    return recordOf({ payload: { ...call, input }, decision, host: 'api', mode, at: now(), ms, ...basis })
  }
}

interface DecisionContext {
  readonly home: string
  readonly policyAt: typeof readPolicy
  readonly lookups: Lookups
}

/** At thousands of calls in a second, asking each time for the dates of all settings would cost more than the calls. */
const POLICY_CACHE_MS = 50

/** The policy of a place; what is changed counts a moment later. */
function cachedPolicyReader(now: () => number): typeof readPolicy {
  const kept = new Map<string, Policy>()
  let since = 0
  return (place) => {
    if (Math.abs(now() - since) > POLICY_CACHE_MS) {
      kept.clear()
      since = now()
    }
    const key = `${place.cwd}\0${place.home}`
    const policy = kept.get(key) ?? readPolicy(place)
    kept.set(key, policy)
    return policy
  }
}

function isDirectory(path: string, lookups: Lookups): boolean {
  // A relative one is refused as such.
  return !isAbsolute(path) || lookups.isThere(`${path}/.`)
}

function callCaseFor(request: CheckRequest, { home, policyAt, lookups }: DecisionContext, live: LiveSession): CallCase {
  const { tool, input, cwd, mode, headless, said = [] } = request
  const transcript = said.map((text) => ({ role: 'user', text }))
  const id = randomUUID()
  const parsed = callLineOf({
    id,
    tool,
    input,
    cwd,
    home,
    transcript,
    ...(mode && { mode }),
    ...(headless && { headless }),
  })
  if (!parsed.ok) throw new RequestRefusedError(400, parsed.problem)
  const made = createCase(parsed.line, live, { policyAt, lookups })
  return request.judge === 'embedded' ? { ...made, policy: toOfflinePolicy(made.policy) } : made
}

function toSentDecision(response: CheckResponse | ExplainResponse): SentDecision {
  return { text: JSON.stringify(response), outcome: response.outcome, ms: response.ms }
}

/** What a model's judge gets here: everything on disk, nothing of the environment. */
function serverJudgeEdge(home: string, now: () => number): ModelEdge {
  const folder = stateFolder(home)
  return {
    home,
    stateFolder: folder,
    ledger: createFileLedger(folder, now),
    latch: createFileLatch(folder),
    counts: createFileTokenCounts(folder),
  }
}

function responseOf({ outcome, reason, message, category, grade, trace }: Decision, ms: number): CheckResponse {
  return {
    outcome,
    reason,
    message,
    ...(category !== undefined && { category }),
    ...(grade !== undefined && { grade }),
    trace,
    ms: Math.round(ms * 1000) / 1000,
  }
}

const MOST_SESSIONS = 2000
const MOST_CALLS = 5000
const IDLE_MS = 60 * 60 * 1000

interface KeptSession {
  readonly live: LiveSession
  calls: number
  last: number
}

/**
 * What named sessions did so far. INVARIANT: nothing is forgotten of a session that continues, because what it fetched or wrote makes
 * later calls dangerous: where there is no more room, it is refused.
 */
function createLiveSessions(now: () => number) {
  const kept = new Map<string, KeptSession>()
  return {
    get size() {
      return kept.size
    },
    of: (id: string): LiveSession => {
      const known = kept.get(id)
      if (known) {
        known.last = now()
        if (known.calls >= MOST_CALLS)
          throw new RequestRefusedError(429, 'this session is too long to be kept; begin another one')
        return known.live
      }
      if (kept.size >= MOST_SESSIONS) for (const [old, { last }] of kept) if (now() - last > IDLE_MS) kept.delete(old)
      if (kept.size >= MOST_SESSIONS)
        throw new RequestRefusedError(429, 'too many sessions are kept; leave `session` out')
      const live = freshSession(id)
      kept.set(id, { live, calls: 0, last: now() })
      return live
    },
    remember: (live: LiveSession, { call, session }: CallCase) => {
      const found = kept.get(live.id)
      if (found) found.calls++
      rememberCall(live, call, session.facts, MEMOIZED_API_TOOLS)
    },
  }
}
