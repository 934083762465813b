import { join, resolve } from 'node:path'
import type { Action, ToolCall } from '../../analysis/action.ts'
import type { Facts, Identity } from '../../analysis/facts.ts'
import { canonicalJson } from '../../analysis/text/canonical-json.ts'
import { lazy } from '../../analysis/text/memoize.ts'
import { sha256 } from '../../analysis/text/sha256.ts'
import { understand } from '../../analysis/understand.ts'
import { approvalKey, scopeKey } from '../../approval.ts'
import { gateFor } from '../../assemble.ts'
import type { DecisionBasis } from '../../audit/decision-inputs.ts'
import type { AuditRecord } from '../../audit/record.ts'
import type { Decision } from '../../decision.ts'
import type { Denials } from '../../denials.ts'
import { hostFacts, type RecordedLookups } from '../../facts/host.ts'
import { cleanName } from '../../facts/identity.ts'
import { namesModel } from '../../judge/has-model.ts'
import type { Session } from '../../session.ts'
import type { Policy } from '../../settings/policy.ts'
import { keyedDigest } from '../../state/approval-secret.ts'
import { withoutReplies } from '../../state/offers.ts'
import { callTracesOf, hasNoTraces, redactInput, type SessionEvent, shortenTexts } from '../../state/session-events.ts'
import type { SessionLog } from '../../state/session-log.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { CallEvent } from '../integration.ts'
import { isPromiseBroken } from '../promises.ts'
import { changedGateParts } from './gate-integrity.ts'
import { gatePaths } from './gate-paths.ts'
import type { HookContext } from './hook-context.ts'
import { type HostDecision, hostDecisionFor } from './host-decision.ts'
import { hostSettings } from './host-settings.ts'
import { readInstructions } from './instructions.ts'
import { hookJudgeEdge } from './judge-edge.ts'
import { memoizeTools } from './memoized-tools.ts'
import { takeReplies } from './offers.ts'
import { keepEarlierDenial, repeatedCheckState } from './repeated-check.ts'
import { appliesInShadowMode, isShadowMode, shadowModeState } from './shadow.ts'
import { callStatements, type LimitNews } from './stated-limits.ts'
import { syncTranscript } from './transcript-sync.ts'

export interface CheckedCall {
  readonly call: ToolCall
  readonly decision: Decision
  readonly printed: HostDecision
  readonly headless: boolean
  /** The host can put a question to the person. */
  readonly canAsk: boolean
  /** The tool is itself a question to the person. */
  readonly asksPerson: boolean
  /** What a person's approval of this call would be bound to; undefined when none would lift it. */
  readonly approvalKey: string | undefined
  readonly scope: AuditRecord['scope'] | undefined
  /** What the person must be told beside it. */
  readonly alarms: readonly string[]
  /** The limits in force, where they aren't those that the person was told of last. */
  readonly news: LimitNews | undefined
  /** How long it may wait for a person's yes, which is all that it lacks. */
  readonly waitMs: number
  /** What it was decided on, to be noted with its Record; undefined where it is judged ahead of its host. */
  readonly decidedOn: { readonly basis: DecisionBasis; readonly looked: RecordedLookups } | undefined
  /** What the Record says beside the decision. */
  readonly basis: Pick<AuditRecord, 'policy' | 'reads' | 'shadow'>
}

/** Asks the gate about one call and remembers what must be known to the calls beside and after it. */
export async function checkCall(event: CallEvent, edge: HookContext, log: SessionLog): Promise<CheckedCall> {
  const { integration, home } = edge
  const fold = syncTranscript(event, edge, log)
  takeReplies(fold, event.sessionId, edge)
  const found = hostFacts({ cwd: event.cwd, home, session: fold.facts, startedMs: fold.openedMs })
  const policy = edge.readPolicy({ cwd: found.projectRoot, home })
  const identity = lazy(() => fold.identity ?? identityOf(found, edge))
  // Known before the first call is let through: the agent may change the files that tell it.
  if (fold.identity === undefined && usesModel(policy)) log.append({ type: 'identity', identity: identity() })
  const own = gatePaths(home, edge.package, { now: edge.now(), policy })
  const facts: Facts = { ...found, workingDirectories: directories(policy, found), identity, own }
  const settings = hostSettings(policy, integration.id)
  const headless = settings.headless ?? event.unattended === true
  const stance = integration.stance(event, { settings, headless, home, fronted: fold.fronted })
  const call = toolCallOf(event)
  const model = event.model ?? fold.model ?? edge.model
  const claudeMd = lazy(() => readInstructions(integration.instructions?.({ ...facts, cwd: event.cwd }) ?? [], home))
  const shadow = !edge.final && isShadowMode(policy)
  const joined = repeatedCheckState({ event, edge, fold })
  const state = shadow ? shadowModeState(joined) : joined
  const stated = callStatements({ sessionId: event.sessionId, fold, log, policy, edge })
  let denials: Denials | undefined
  const session: Session = {
    id: event.sessionId,
    mode: stance.mode,
    headless,
    transcript: withoutReplies(edge.ahead?.entries(fold) ?? fold.entries(event.agentId), fold.offered),
    noes: fold.noes,
    facts,
    fence: fold.fence,
    get claudeMd() {
      return claudeMd()
    },
    get signal() {
      return edge.signal
    },
    ...(stated && { statements: stated.source }),
    own: { transcript: event.transcript, changed: changedGateParts(edge, fold, log) },
    state: { ...state, count: (counted) => (denials = state.count(counted)) },
    ...(event.agentId !== undefined && { agentId: event.agentId }),
    ...(model !== undefined && { model }),
  }
  const tools = memoizeTools(integration.tools)
  const tool = tools.find(call.tool, call.input)
  const action = understand(call, tool, facts, { wrappers: policy.wrappers })
  const gate = gateFor(policy, tools, hookJudgeEdge(edge))
  const judged = await gate.check(call, session)
  const decision = edge.ahead ? judged : keepEarlierDenial(judged, fold.deniedAhead.get(event.callId ?? ''))
  const canAsk = !isPromiseBroken(integration.promises.asks)
  // An allow of a tool that is itself a question would answer it for the person.
  const asksPerson = tool.asksPerson === true
  const inShadow = shadow && !appliesInShadowMode(decision)
  const printed = inShadow
    ? 'nothing'
    : hostDecisionFor(decision, asksPerson ? { ...stance, allow: 'nothing' } : stance, canAsk)
  log.append(...callEvents({ action, facts, decision, printed }, edge))
  const liftable = decision.parts.approve
  // A mode that never asks wants no answer.
  const isUnasked = printed === 'deny' || (printed === 'ask' && edge.waits?.inProcess === true)
  const lacksPerson =
    isUnasked &&
    stance.mode !== 'dontAsk' &&
    (decision.outcome === 'ask' || decision.unasked === true || (headless && wouldBeOffered(decision)))
  const folder = stateFolder(home)
  const words = liftable ? decision.scope : undefined
  return {
    call,
    decision,
    printed,
    headless,
    canAsk,
    asksPerson,
    alarms: fold.alarms,
    news: shadow || edge.ahead ? undefined : stated?.news(),
    approvalKey: liftable ? keyedDigest(folder, approvalKey(action, policy, session)) : undefined,
    scope: words === undefined ? undefined : { key: keyedDigest(folder, scopeKey(words, policy, session)), words },
    waitMs: lacksPerson && liftable ? (policy.approvals?.waitSeconds ?? 0) * 1000 : 0,
    decidedOn: edge.ahead
      ? undefined
      : { basis: basisOf({ session, edge, denials, log: (stated?.decidedOn() ?? fold).length }), looked: found.looked },
    basis: { policy: policy.version, reads: action.reads, ...(inShadow && { shadow: true as const }) },
  }
}

/** A judge's block that a person who is there could allow by its number. */
function wouldBeOffered({ outcome, reason, parts }: Decision): boolean {
  return outcome === 'deny' && reason.type === 'verdict' && parts.offer
}

interface BasisContext {
  readonly session: Session
  readonly edge: HookContext
  readonly denials: Denials | undefined
  readonly log: number
}

function basisOf({ session, edge, denials, log }: BasisContext): DecisionBasis {
  const { id, mode, headless, facts, own } = session
  return {
    sessionId: id,
    host: edge.integration.id,
    mode,
    headless,
    log,
    denials,
    own: {
      ...(own?.transcript !== undefined && { transcript: own.transcript }),
      ...(facts.own && { places: facts.own }),
    },
    platform: facts.platform,
    root: facts.projectRoot,
  }
}

/** Only a model is told who the user is. */
function usesModel(policy: Policy): boolean {
  const { kind } = policy.judge
  return kind === 'model' || (kind === 'chain' && namesModel(policy))
}

function identityOf({ identity, user }: Facts, { integration, home }: HookContext): Identity {
  const host = cleanName(integration.account?.(home))
  return { ...(identity?.() ?? { account: user }), ...(host !== undefined && { host }) }
}

/** The working directories that settings add, as absolute paths. */
function directories({ additionalDirectories }: Policy, { home, projectRoot }: Facts): readonly string[] {
  return additionalDirectories.map((place) =>
    place === '~' || place.startsWith('~/') ? join(home, place.slice(2)) : resolve(projectRoot, place),
  )
}

export function toolCallOf({ tool, input, cwd, sessionId, agentId, callId }: CallEvent): ToolCall {
  return {
    tool,
    input,
    cwd,
    sessionId,
    ...(agentId !== undefined && { agentId }),
    ...(callId !== undefined && { callId }),
  }
}

/** The same call in a prompt event, which carries no id. */
export function callKey({ agentId, tool, input, cwd }: ToolCall): string {
  return sha256(canonicalJson([agentId ?? '', tool, cwd, shortenTexts(input)]))
}

interface CallEffects {
  readonly action: Action
  readonly facts: Facts
  readonly decision: Decision
  readonly printed: HostDecision
}

/** What the session must remember of a call, appended at once: a parallel call may run what this one is about to write. */
function callEvents({ action, facts, decision, printed }: CallEffects, edge: HookContext): readonly SessionEvent[] {
  const { home, now, ahead } = edge
  const early = ahead ? ({ ahead: true } as const) : {}
  const { call } = action
  const { callId, agentId } = call
  const id = callId === undefined ? {} : { callId }
  const entry: SessionEvent = {
    type: 'entry',
    entry: {
      kind: 'call',
      tool: call.tool,
      input: redactInput((decision.judge === undefined ? shortenTexts(call.input) : call.input) as ToolCall['input']),
      judged: decision.judge !== undefined,
      ...(printed === 'deny' && { denied: true }),
    },
    ...(agentId !== undefined && { agent: agentId }),
    ...id,
    ...early,
  }
  const questions = printed === 'ask' ? decision.questions : undefined
  // An approval is used up: a prompt about the same call finds none.
  const said: SessionEvent[] =
    (printed === 'allow' && decision.reason.type !== 'approval') || ahead
      ? []
      : [{ type: 'decided', call: callKey(call), printed, at: now(), ...id, ...(questions && { questions }) }]
  if (printed === 'deny') return [entry, ...said]
  const traces = callTracesOf(action, facts, stateFolder(home))
  return [entry, ...said, ...(hasNoTraces(traces) ? [] : [{ type: 'traces', traces, ...id, ...early } as const])]
}
