import type { ToolCall } from '../../analysis/action.ts'
import type { ToolLookup } from '../../analysis/tool.ts'
import { judgeFor } from '../../assemble.ts'
import type { DecisionInputs } from '../../audit/decision-inputs.ts'
import { isUserCommand } from '../../audit/effective-outcome.ts'
import type { AuditRecord } from '../../audit/record.ts'
import type { Decision } from '../../decision.ts'
import { countDenial, type DenialEffect, NO_DENIALS } from '../../denials.ts'
import { createGate } from '../../gate.ts'
import { findHostById } from '../../integrations/registry.ts'
import type { Judge } from '../../judge/judge.ts'
import { hasRedaction } from '../../redaction/redact.ts'
import type { Session, SessionState } from '../../session.ts'
import { toOfflinePolicy } from '../../settings/offline-policy.ts'
import type { Policy } from '../../settings/policy.ts'
import { withoutReplies } from '../../state/offers.ts'
import { readPastSession, type SessionFold } from '../../state/session-log.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { sessionLedger } from '../../state/statements.ts'
import { createTools } from '../../tools/registry.ts'
import type { Entry } from '../../transcript/entries.ts'
import { createDecisionInputsReader } from './decision-inputs-reader.ts'
import { earlierMemory } from './earlier-memory.ts'
import { recordedFacts, TextNotKeptError } from './recorded-facts.ts'
import { createRecordedJudge } from './recorded-judge.ts'

/** Why a Record cannot be decided again. */
export type SkipReason =
  | 'no call of an agent'
  | 'what it was decided on was not kept'
  | 'it holds a secret, which is not kept'
  | 'its session is no longer kept'
  | 'a text that it read is no longer kept'
  | 'it was judged ahead of its host'

export type ReplayResult =
  /** `root`: the project whose settings counted. */
  | { readonly kind: 'decided'; readonly decision: Decision; readonly root: string }
  | { readonly kind: 'skipped'; readonly why: SkipReason }

export interface ReplayOptions {
  readonly home: string
  /** The settings that count, for a project. */
  readonly policyFor: (root: string) => Policy
  /** Who judges; what the model said then, where none is given. */
  readonly judge?: (policy: Policy, tools: ToolLookup) => Judge
}

/** Decides the calls of Records once more, on what was known then, under other settings or by another judge. Changes nothing. */
export function createReplay({
  home,
  policyFor,
  judge,
}: ReplayOptions): (record: AuditRecord) => Promise<ReplayResult> {
  const folder = stateFolder(home)
  const book = createDecisionInputsReader(folder)
  const past = memoizeRecent((sessionId: string) => readPastSession(folder, sessionId))
  const earlier = earlierMemory({ book, home, tools: createTools(), policyFor })
  return async (record) => {
    const found = findReplayInputs(record, { book, past, earlier })
    if ('why' in found) return { kind: 'skipped', why: found.why }
    const { noted, was, gone } = found
    const policy = noted.withoutModel ? toOfflinePolicy(policyFor(noted.root)) : policyFor(noted.root)
    const tools = (await findHostById(noted.host)?.integration())?.tools ?? createTools()
    const by = judge?.(policy, tools) ?? createRecordedJudge(judgeFor(policy, tools).name, record)
    const facts = recordedFacts({ noted, book, cwd: record.cwd, home, session: was.facts, policy })
    // The gate turns every throw into a denial; here it isn't one.
    const missing: string[] = []
    const text = (path: string) => {
      try {
        return facts.text(path)
      } catch (error) {
        if (error instanceof TextNotKeptError) missing.push(path)
        throw error
      }
    }
    const call = callOf(record, noted)
    const session = sessionOf(record, { noted, was, facts: { ...facts, text } })
    const decision = await createGate({ policy, judge: by, tools }).check(call, session)
    if (missing.length > 0 || gone.length > 0) return { kind: 'skipped', why: 'a text that it read is no longer kept' }
    return { kind: 'decided', decision, root: noted.root }
  }
}

interface ReplaySources {
  readonly book: ReturnType<typeof createDecisionInputsReader>
  readonly past: (sessionId: string) => ReturnType<typeof readPastSession>
  readonly earlier: ReturnType<typeof earlierMemory>
}

/** The session as it was. */
interface PastSession extends Pick<SessionFold, 'facts' | 'fence'>, Pick<Session, 'own' | 'noes' | 'statements'> {
  readonly entries: readonly Entry[]
}

interface ReplayInputs {
  readonly noted: DecisionInputs
  readonly was: PastSession
  /** Texts of the session that were asked for and are no longer kept. */
  readonly gone: readonly string[]
}

function findReplayInputs(record: AuditRecord, kept: ReplaySources): ReplayInputs | { readonly why: SkipReason } {
  if (isUserCommand(record)) return { why: 'no call of an agent' }
  if (record.reason.type === 'verdict' && record.reason.judge === 'gateway')
    return { why: 'it was judged ahead of its host' }
  const noted = record.facts === undefined ? undefined : kept.book.of(record.facts, record.at)
  if (noted === undefined) return { why: 'what it was decided on was not kept' }
  const { input = {}, said = [], repositories } = noted
  if (hasRedaction([record.input, record.cwd, record.tool, input, said, repositories]))
    return { why: 'it holds a secret, which is not kept' }
  return noted.log === 0 ? inputsFromCalls(noted, kept) : inputsFromLog(record, noted, kept)
}

function inputsFromLog(
  record: AuditRecord,
  noted: DecisionInputs,
  { past }: ReplaySources,
): ReplayInputs | { readonly why: SkipReason } {
  const gone: string[] = []
  const fold = past(record.sessionId)(noted.log, { asking: record.callId, onGone: (path) => gone.push(path) })
  if (fold === undefined) return { why: 'its session is no longer kept' }
  const { facts, fence } = fold
  const own = { transcript: noted.own.transcript }
  const entries = withoutReplies(fold.entries(record.agentId), fold.offered)
  // Nothing is read again: what nobody had read by then stays unread.
  const statements = fold.statements.length === 0 ? undefined : { ledger: sessionLedger(fold, record.at) }
  return { noted, was: { facts, fence, own, entries, noes: fold.noes, ...(statements && { statements }) }, gone }
}

/** A session of the HTTP API: what was said came with the call, and the calls before show what it did. */
function inputsFromCalls(
  noted: DecisionInputs,
  { earlier }: ReplaySources,
): ReplayInputs | { readonly why: SkipReason } {
  try {
    const memory = earlier(noted.earlier)
    if (typeof memory === 'string') return { why: memory }
    const entries = (noted.said ?? []).map((text): Entry => ({ kind: 'user', text, trusted: true }))
    return { noted, was: { facts: memory.facts, fence: '', entries }, gone: [] }
  } catch (error) {
    if (error instanceof TextNotKeptError) return { why: 'a text that it read is no longer kept' }
    throw error
  }
}

function callOf({ tool, input, cwd, sessionId, agentId, callId }: AuditRecord, noted: DecisionInputs): ToolCall {
  return {
    tool,
    input: noted.input ?? noted.remembered?.input ?? input,
    cwd,
    sessionId,
    ...(agentId !== undefined && { agentId }),
    ...(callId !== undefined && { callId }),
  }
}

function sessionOf(
  record: AuditRecord,
  {
    noted,
    was,
    facts,
  }: { readonly noted: DecisionInputs; readonly was: PastSession; readonly facts: Session['facts'] },
): Session {
  const { agentId } = record
  return {
    id: record.sessionId,
    ...(agentId !== undefined && { agentId }),
    mode: noted.mode,
    headless: noted.headless,
    transcript: was.entries,
    facts,
    fence: was.fence,
    ...(was.own && { own: was.own }),
    ...(was.noes && { noes: was.noes }),
    ...(was.statements && { statements: was.statements }),
    state: recordedState(record, noted),
  }
}

/** The session's state as it was: a person's word of then still stands. */
function recordedState({ reason, outcome }: AuditRecord, { denials = NO_DENIALS }: DecisionInputs): SessionState {
  const approval = reason.type === 'approval' ? reason.id : undefined
  const then = denialEffectOf(outcome, reason)
  return {
    count: ({ effect }) => (effect === then || effect !== 'block' ? denials : countDenial(denials, effect)),
    claimApproval: () => approval,
    standingApproval: () => approval,
    offUntil: () => (reason.type === 'off' ? reason.until : undefined),
  }
}

function denialEffectOf(outcome: AuditRecord['outcome'], reason: AuditRecord['reason']): DenialEffect {
  if (reason.type === 'denial-limit') return 'block'
  if (outcome === 'allow') return reason.type === 'off' ? 'neutral' : 'allow'
  const blocked = reason.type === 'verdict' && (reason.verdict === 'block' || reason.verdict === 'unparseable')
  return outcome === 'deny' && blocked ? 'block' : 'neutral'
}

/** The last one is enough: Records of a session come together. */
function memoizeRecent<T>(make: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  const MOST = 16
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    if (known.size >= MOST) known.clear()
    const made = make(key)
    known.set(key, made)
    return made
  }
}
