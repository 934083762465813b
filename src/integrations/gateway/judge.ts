import { writeRecord } from '../../audit/record-writer.ts'
import type { Policy } from '../../settings/policy.ts'
import { openSessionLog, type SessionLog } from '../../state/session-log.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { Entry, Transcript } from '../../transcript/entries.ts'
import { CLAUDE_CODE_INTEGRATION } from '../claude-code/integration.ts'
import { type AnsweredCall, callReasonText } from '../hook-runtime/call-answer.ts'
import type { HookContext } from '../hook-runtime/hook-context.ts'
import { checkAndRecord } from '../hook-runtime/hook-events.ts'
import type { CallEvent, Integration } from '../integration.ts'
import { readPolicy } from '../policy.ts'
import { judgeTranscript, requestConversation } from './conversation.ts'
import {
  type ClientRule,
  type Headers,
  type RequestOrigin,
  requestOrigin,
  sessionDirectory,
  type VerdictRequest,
} from './request.ts'
import type { VerdictListener } from './response-rewrite.ts'
import type { JudgeUse } from './turn.ts'
import { flaggedVerdict, isFlagged, NOT_FLAGGED, type TurnVerdict, unavailableVerdict } from './verdict.ts'

/** Below what any client waits for the next frame. */
export const GATEWAY_DEADLINE_MS = 50_000

/** The host behind the gateway, as it stands there: a verdict is a yes or a no, and whatever the gate allows is a yes. */
const GATEWAY_INTEGRATION: Integration = {
  ...CLAUDE_CODE_INTEGRATION,
  promises: { ...CLAUDE_CODE_INTEGRATION.promises, asks: { broken: 'a verdict is a yes or a no' } },
  stance: (event, at) => ({ ...CLAUDE_CODE_INTEGRATION.stance(event, at), allow: 'allow', ask: 'ask' }),
}

export interface GatewayEdge {
  readonly home: string
  readonly package?: string | undefined
  readonly say: (line: string) => void
  readonly deadlineMs?: number
  /** For tests: what judges instead of the gate. */
  readonly check?: typeof checkAndRecord
}

/** Judges the calls of one answer. */
export interface TurnJudge {
  readonly judge: JudgeUse
  readonly heed: VerdictListener
}

/** The gate, for every session that comes through one gateway. */
export class GatewayJudge {
  readonly #edge: GatewayEdge
  /** What people said to the root agents, for their sub-agents, which are not told. It only rules out. */
  readonly #said = new Map<string, Transcript>()

  /** Where agents are, as their last request for verdicts told. */
  readonly #live = new Map<string, string>()
  /** Where sessions began, as their first request said. INVARIANT: never changed, since an agent can send requests of its own. */
  readonly #began = new Map<string, string>()

  readonly #fronted = new Map<string, true>()

  constructor(edge: GatewayEdge) {
    this.#edge = edge
  }

  /** Where an agent has worked, for a look back; a sub-agent of which nothing was heard works where its root does. */
  workedIn(asker: RequestOrigin): string | undefined {
    const root = keyOf({ ...asker, agentId: undefined })
    return this.#live.get(keyOf(asker)) ?? this.#live.get(root) ?? this.#began.get(root)
  }

  /** Where a session began that tells nothing else; undefined where it is not known, or told in two ways. */
  beganIn(asker: RequestOrigin): string | undefined {
    const root = keyOf({ ...asker, agentId: undefined })
    return this.#live.has(keyOf(asker)) || this.#live.has(root) ? undefined : this.#began.get(root)
  }

  /**
   * Notes that a session's calls are judged here as well, before the model is asked: the hook may be asked about a call as soon as the
   * model has said it, and must know by then.
   */
  front(asker: RequestOrigin | undefined): void {
    if (asker === undefined || this.#fronted.has(asker.sessionId)) return
    try {
      openSessionLog(stateFolder(this.#edge.home), asker.sessionId).append({ type: 'fronted' })
      setBounded(this.#fronted, asker.sessionId, true)
    } catch (error) {
      this.#edge.say(`a session could not be noted: ${String(error)}`)
    }
  }

  /** Takes from a request without a classifier's context where its session began. */
  see(body: Buffer, headers: Headers): void {
    const asker = requestOrigin(headers, undefined)
    if (asker === undefined || asker.agentId !== undefined) return
    if (this.#began.has(keyOf(asker)) || this.#began.size >= MAX_SESSION_STARTS) return
    const cwd = sessionDirectory(body.toString('utf8'))
    if (cwd !== undefined) this.#began.set(keyOf(asker), cwd)
  }

  turnOf(wanted: VerdictRequest): TurnJudge {
    const { sessionId, agentId, cwd, mode, model } = wanted
    const { home } = this.#edge
    this.front(wanted)
    setBounded(this.#live, keyOf(wanted), cwd)
    const { entries: own, ran } = requestConversation(wanted.messages, agentId !== undefined)
    if (agentId === undefined) this.#remember(sessionId, own)
    const others = agentId === undefined ? [] : (this.#said.get(sessionId) ?? [])
    const turn: Entry[] = []
    const log = openSessionLog(stateFolder(home), sessionId)
    const edge: HookContext = {
      ...gatewayHookContext(this.#edge, wanted.rules),
      ahead: { entries: (fold) => judgeTranscript(fold, agentId, { own, others, turn }), ran },
    }
    return {
      judge: async ({ id, name, input }) => {
        const event: CallEvent = {
          kind: 'tool-use',
          sessionId,
          agentId,
          cwd,
          mode,
          model,
          tool: name,
          input,
          callId: id,
        }
        const verdict = await this.#inTime((signal) => this.#verdict(event, { ...edge, signal }, log))
        turn.push({ kind: 'call', tool: name, input, unconfirmed: true, ...(isFlagged(verdict) && { denied: true }) })
        return verdict
      },
      heed: (id, verdict) => {
        if (!isFlagged(verdict)) return
        // Noted before the client hears it: the hook may be asked at once. Where it cannot be noted the verdict stands all the same.
        try {
          if (!ASK_VERDICTS.has(verdict)) log.append({ type: 'denied-ahead', callId: id, why: verdict.explanation })
        } catch (error) {
          this.#edge.say(`a denial could not be noted: ${String(error)}`)
        }
      },
    }
  }

  #remember(sessionId: string, entries: Transcript): void {
    const said = entries.flatMap((entry) => (entry.kind === 'user' ? [{ ...entry, trusted: false }] : []))
    setBounded(this.#said, sessionId, said)
  }

  async #verdict(event: CallEvent, edge: HookContext, log: SessionLog): Promise<TurnVerdict> {
    const answered = await (this.#edge.check ?? checkAndRecord)(event, edge, log)
    return verdictOf(answered)
  }

  async #inTime(judge: (signal: AbortSignal) => Promise<TurnVerdict>): Promise<TurnVerdict> {
    const stop = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<TurnVerdict>((resolve) => {
      timer = setTimeout(() => {
        stop.abort()
        resolve(unavailableVerdict('timeout'))
      }, this.#edge.deadlineMs ?? GATEWAY_DEADLINE_MS)
    })
    const found = judge(stop.signal).catch((error: unknown) => {
      this.#edge.say(`a call could not be judged: ${error instanceof Error ? error.message : String(error)}`)
      return unavailableVerdict('error')
    })
    try {
      return await Promise.race([found, late])
    } finally {
      clearTimeout(timer)
    }
  }
}

const MOST_SESSIONS = 500
const MAX_SESSION_STARTS = 5000

/** Sets a value, and forgets the one that was set longest ago where there are too many. */
function setBounded<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > MOST_SESSIONS && oldest !== undefined) map.delete(oldest)
}

function keyOf({ sessionId, agentId }: RequestOrigin): string {
  return JSON.stringify([sessionId, agentId ?? ''])
}

/** Flagged only because a verdict cannot ask: where the hook can, it asks. */
const ASK_VERDICTS = new WeakSet<TurnVerdict>()

function verdictOf(answered: AnsweredCall): TurnVerdict {
  const { printed, decision } = answered
  switch (printed) {
    case 'allow':
      return NOT_FLAGGED
    case 'nothing':
      return { type: 'skipped' }
    case 'ask':
    case 'deny': {
      const verdict = flaggedVerdict(callReasonText(answered))
      if (decision.outcome === 'ask') ASK_VERDICTS.add(verdict)
      return verdict
    }
  }
}

export function gatewayHookContext(
  { home, package: ownPackage, say }: GatewayEdge,
  rules: readonly ClientRule[],
): HookContext {
  const folder = stateFolder(home)
  return {
    integration: GATEWAY_INTEGRATION,
    host: 'gateway',
    home,
    package: ownPackage,
    now: Date.now,
    readPolicy: (place) => withRules(readPolicy(place), rules),
    audit: (record) => {
      try {
        writeRecord(folder, record)
      } catch (error) {
        say(`the audit record could not be written: ${String(error)}`)
      }
    },
  }
}

/**
 * The policy and what the client itself forbids or wants asked: rules of its command line and of its session stand in no file. The
 * version stays, since approvals are for the hook too, which knows none of these.
 */
function withRules(policy: Policy, rules: readonly ClientRule[]): Policy {
  if (rules.length === 0) return policy
  const added = rules.map(({ behavior, text, isUsers }) => ({
    behavior,
    text,
    source: { scope: isUsers ? 'user' : 'flag', file: 'the client' } as const,
  }))
  return { ...policy, rules: [...policy.rules, ...added] }
}
