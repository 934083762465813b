import type { ToolCall } from '../../analysis/action.ts'
import { anchorChains } from '../../audit/anchors.ts'
import { applyRetention } from '../../audit/day-retention.ts'
import { saveDecisionInputs } from '../../audit/decision-inputs.ts'
import { pruneHeads } from '../../audit/prune-heads.ts'
import { type AuditRecord, recordOf } from '../../audit/record.ts'
import { hostFacts } from '../../facts/host.ts'
import { version } from '../../facts/version.static.ts'
import { redact, secretHiderFor } from '../../redaction/redact.ts'
import { hasDenialStreak, recordPersonApproval } from '../../state/denial-events.ts'
import { readPausedUntil } from '../../state/pause.ts'
import type { PendingCall } from '../../state/pending-calls.ts'
import { pruneState } from '../../state/prune.ts'
import { redactInput, type SessionEvent, shortenTexts } from '../../state/session-events.ts'
import { openSessionLog, type SessionLog } from '../../state/session-log.ts'
import { judgeClientFolder, stateFolder } from '../../state/state-folder.ts'
import { removeWrittenSecrets } from '../../state/written-texts.ts'
import type { CallEvent, EventOutcome, HostAnswer, HostEvent, PersonPrompt, ToolRan } from '../integration.ts'
import { addAlarms } from './alarms.ts'
import { revokeApprovalsOnLimits } from './approval-revocation.ts'
import { type AnsweredCall, callAnswerOf } from './call-answer.ts'
import { type CheckedCall, callKey, checkCall, toolCallOf } from './check.ts'
import { answerToDoctor } from './doctor-prompt.ts'
import { changedGateParts, changedNotice, unreviewedNotice } from './gate-integrity.ts'
import type { HookContext } from './hook-context.ts'
import { hostSettings } from './host-settings.ts'
import { sessionNotice } from './notice.ts'
import { addUnshownOffers, canReply, isShown, offerNumberFor, replyOutcome } from './offers.ts'
import { limitNews, notePhrases, readerFor } from './stated-limits.ts'
import { syncTranscript } from './transcript-sync.ts'
import { uncheckedCallsNotice } from './unchecked-calls.ts'

const NO_OUTCOME: EventOutcome = { kind: 'nothing' }

/** Does an event bring a person's word? Then it counts by whom the process was started that it was handed to. */
export function hasPersonWords(event: HostEvent): boolean {
  return event.kind === 'prompt' || (event.kind === 'tool-ran' && event.consent.length > 0)
}

/** Answers one event of a host. May throw: the caller turns every throw into the host's blocking answer. */
export async function answerEvent(event: HostEvent, edge: HookContext): Promise<HostAnswer> {
  return edge.integration.answer(event, await outcomeOf(event, edge))
}

async function outcomeOf(event: HostEvent, edge: HookContext): Promise<EventOutcome> {
  if (isOfOwnJudge(event, edge)) return NO_OUTCOME
  const log = openSessionLog(stateFolder(edge.home), event.sessionId)
  switch (event.kind) {
    case 'tool-use': {
      const answered = await checkWithApproval(event, edge, log)
      const said = callAnswerOf(answered)
      // Where nothing is said, no host has a place for a line: the next word on a call or the next prompt brings it.
      return said === undefined ? NO_OUTCOME : addAlarms(said, log, answered)
    }
    case 'permission-prompt':
      return onPermissionPrompt(event, edge, log)
    case 'prompt': {
      const outcome = await onPrompt(event, edge, log)
      if (event.agentId !== undefined) return outcome
      return addAlarms(addUnshownOffers(outcome, edge, log), log, await noticesForPerson(edge, log))
    }
    case 'tool-ran':
      if (event.callId !== undefined) {
        log.append(toolRanEvent(event.callId, stateFolder(edge.home)))
        resetDenialStreak({ ...event, callId: event.callId }, edge, log)
      }
      // Where nobody answers, an answer is not a person's.
      if (event.consent.length > 0 && event.agentId === undefined && !isHeadless(event, edge))
        await onAnswers(event, edge, log)
      return event.agentId === undefined ? addUnshownOffers(NO_OUTCOME, edge, log) : NO_OUTCOME
    case 'refused':
      if (event.callId !== undefined) log.append({ type: 'refused', callId: event.callId })
      return NO_OUTCOME
    case 'session-start': {
      if (event.fresh) log.append({ type: 'past-known' })
      // The first read of a long conversation happens here, where nobody waits for a tool.
      const fold = syncTranscript(event, edge, log)
      const { model } = fold
      const changed = changedGateParts(edge, fold, log)
      if (event.model !== undefined && event.model !== model) log.append({ type: 'model', model: event.model })
      pruneState(stateFolder(edge.home), edge.now())
      const policy = policyFor(event, edge)
      applyRetention(stateFolder(edge.home), policy.keepDays, edge.now())
      pruneHeads(stateFolder(edge.home), edge.now())
      anchorChains(stateFolder(edge.home), edge.now())
      edge.daemon?.(hostSettings(policy, edge.integration.id).daemon)
      const off = readPausedUntil(stateFolder(edge.home), edge.now())
      const told = changed === undefined ? unreviewedNotice(edge) : ` ${changedNotice(changed)}`
      return { kind: 'notice', text: `${sessionNotice(policy, off)}${told}${uncheckedCallsNotice(event, edge)}` }
    }
    case 'config-change': {
      const loosened = await edge.integration.loosenedBy?.(event, edge.home)
      return loosened === undefined ? NO_OUTCOME : { kind: 'refusal', reason: `irongate: ${loosened}` }
    }
    case 'other':
      // What people said is in our own log: compaction and sub-agents take nothing from it.
      syncTranscript(event, edge, log)
      return NO_OUTCOME
  }
}

/**
 * A judge that runs on the person's own client sets off hooks that an organization enforces. What is asked there is no person's
 * prompt, and it runs no tools: a call that comes from there is judged like any other.
 */
function isOfOwnJudge(event: HostEvent, { home }: HookContext): boolean {
  const acts = event.kind === 'tool-use' || event.kind === 'permission-prompt' || event.kind === 'tool-ran'
  return !acts && event.cwd === judgeClientFolder(stateFolder(home))
}

/** A call ran: what it wrote lies where it belongs, and secrets in it need not lie here as well. */
function toolRanEvent(callId: string, folder: string): SessionEvent {
  const landed = removeWrittenSecrets(folder, callId)
  return { type: 'ran', callId, ...(landed.length > 0 && { landed }) }
}

/** Checks a call and writes its Record. */
export async function checkAndRecord(event: CallEvent, edge: HookContext, log: SessionLog): Promise<AnsweredCall> {
  const start = process.hrtime.bigint()
  const checked = await checkCall(event, edge, log)
  const at = edge.now()
  const payload = storedCall(checked)
  const decided = recordOf({
    payload,
    decision: checked.decision,
    host: edge.host,
    mode: event.mode ?? '',
    at,
    // `performance` is loaded on its first use, which costs a short process more than a whole check.
    ms: Number(process.hrtime.bigint() - start) / 1e6,
    gate: version(),
    ...checked.basis,
    waited: edge.waited,
    facts: saveDecisionBasis(checked, payload, { at, home: edge.home }),
    approvalKey: checked.approvalKey,
    scope: checked.scope,
  })
  const offer = offerOf(checked, decided, edge, log)
  const record = offer === undefined ? decided : { ...decided, offer }
  edge.audit(record)
  return {
    ...checked,
    id: record.id,
    unseen: record.unseen === true,
    record,
    canReply: canReply(edge) && isShown(event, edge),
    isShown: isShown(event, edge),
  }
}

/** The number by which the user may allow a stopped call, where somebody is there to read it. */
function offerOf(
  { approvalKey: key, call, decision, headless, printed }: CheckedCall,
  { unseen }: AuditRecord,
  edge: HookContext,
  log: SessionLog,
): number | undefined {
  if (printed !== 'deny' || headless || edge.ahead || unseen || key === undefined || !decision.parts.offer)
    return undefined
  const { whole, headline } = decision.parts
  // Whole: a secret that was cut short would not be found.
  const told = redact(whole ?? headline)
  const shown = secretHiderFor(call.input)?.(told) ?? told
  const unshown = isShown(call, edge) ? {} : ({ unshown: true } as const)
  return offerNumberFor({ key, headline: shown.replace(/^[A-Z][\w ]*: /, ''), ...unshown }, log)
}

/** A call that lacks nothing but a person's yes waits for it, where people set that. */
export async function checkWithApproval(event: CallEvent, edge: HookContext, log: SessionLog): Promise<AnsweredCall> {
  const start = edge.now()
  const { waits } = edge
  const answered = await checkAndRecord(event, edge, log)
  const { approvalKey: key, waitMs, unseen, record } = answered
  if (waitMs === 0 || key === undefined || unseen || waits === undefined) return answered
  const { waitForApproval: waited, answerDeadline: latestFor } = await import('./approval-wait.ts')
  const until = Math.min(start + waitMs, latestFor(edge.home, edge.integration.id, waits))
  return waited(answered, pendingCallOf(record, key, edge.now()), {
    folder: stateFolder(edge.home),
    host: edge.host,
    now: edge.now,
    until,
    signal: edge.signal,
    again: (yes) => checkAndRecord(event, { ...edge, waited: record, ...(yes && { yes }) }, log),
  })
}

function pendingCallOf(record: AuditRecord, key: string, asked: number): Omit<PendingCall, 'pid' | 'until' | 'host'> {
  const { id, sessionId, agentId, tool, input, cwd, message, category, scope, reads = [] } = record
  return {
    id,
    sessionId,
    tool,
    input,
    cwd,
    message,
    asked,
    key,
    reads,
    ...(agentId !== undefined && { agentId }),
    ...(category !== undefined && { category }),
    ...(scope && { scope }),
  }
}

/** Notes what the call was decided on, with its input where the Record does not hold it whole. */
function saveDecisionBasis(
  { decidedOn, call }: CheckedCall,
  { input }: ToolCall,
  { at, home }: { readonly at: number; readonly home: string },
) {
  if (decidedOn === undefined) return undefined
  const whole = input === call.input || sameInput(input, call.input) ? undefined : redactInput(call.input)
  return saveDecisionInputs(
    stateFolder(home),
    at,
    { ...decidedOn.basis, input: whole, called: call.input },
    decidedOn.looked,
  )
}

function sameInput(one: ToolCall['input'], other: ToolCall['input']): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A call that a person may be asked to approve is kept whole; of others long texts lose their middle. */
function storedCall({ call, decision }: CheckedCall): ToolCall {
  return decision.outcome === 'allow' ? { ...call, input: shortenTexts(call.input) as ToolCall['input'] } : call
}

const SAME_CALL_MS = 10 * 60 * 1000

/**
 * The host is about to ask a person. Where the call was answered before, that answer stands: a prompt that the host shows
 * after our allow has a reason of its own, and after our ask it is the one we wanted. An ask leaves the prompt open.
 */
async function onPermissionPrompt(event: CallEvent, edge: HookContext, log: SessionLog): Promise<EventOutcome> {
  const call = callKey(toolCallOf(event))
  const before = log.fold().decided.get(call)
  if (before && edge.now() - before.at < SAME_CALL_MS && before.printed !== 'deny') {
    if (before.printed !== 'allow') return NO_OUTCOME
    // The user approved this one call: a second prompt is not part of it.
    log.append({ type: 'decided', call, printed: 'nothing', at: edge.now() })
    return { kind: 'said', says: 'allow', message: '', reason: '', stop: false }
  }
  const said = callAnswerOf(await checkAndRecord(event, edge, log))
  return said === undefined || said.says === 'ask' ? NO_OUTCOME : said
}

async function onPrompt(event: PersonPrompt, edge: HookContext, log: SessionLog): Promise<EventOutcome> {
  const toDoctor = answerToDoctor(event.text)
  if (toDoctor !== undefined) return { kind: 'refusal', reason: toDoctor }
  syncTranscript(event, edge, log)
  const policy = policyFor(event, edge)
  edge.daemon?.(hostSettings(policy, edge.integration.id).daemon)
  const events = await promptEvents(event, edge, log)
  log.append(...events)
  const entries = events.flatMap((one) => (one.type === 'entry' ? [one.entry] : []))
  revokeApprovalsOnLimits(entries, edge.home, event.sessionId)
  // Some records have the turn before the event comes.
  const fold = syncTranscript(event, edge, log)
  if (event.agentId !== undefined) return NO_OUTCOME
  if (readerFor(policy, edge)) edge.readAhead?.(event)
  else notePhrases(fold, log, edge.now())
  const reply = replyOutcome(event, edge, log)
  if (reply || event.asksWhy === undefined) return reply ?? NO_OUTCOME
  // Records are read for no other event.
  const line = await (await import('./decision-explanation.ts')).explainDecision(event.asksWhy, event, edge)
  return { kind: 'notice', text: line, agent: line }
}

/** These lines are for the person: who forges their words gets to read none. */
async function noticesForPerson(edge: HookContext, log: SessionLog): Promise<Parameters<typeof addAlarms>[2]> {
  const fold = log.fold()
  const { alarms, host } = fold
  const news = fold.statements.length === 0 ? undefined : limitNews(fold, edge.now())
  const nothing = alarms.length === 0 && news === undefined
  if (nothing || (host !== undefined && host !== edge.integration.id)) return { alarms: [] }
  const above = await edge.ancestry?.()
  return above?.kind === 'fits' || above?.kind === 'vouched' ? { alarms, news } : { alarms: [] }
}

/** What was sent, and what a short form of the person's own stands for, unless the agent had to do with its folder. */
async function promptEvents(event: PersonPrompt, edge: HookContext, log: SessionLog): Promise<readonly SessionEvent[]> {
  const { text, typed, agentId, standsFor, turn } = event
  // A sub-agent's prompt is its parent's text.
  if (!typed || agentId !== undefined) return [{ type: 'entry', entry: { kind: 'harness', text }, origin: 'host' }]
  const fold = log.fold()
  const { resolveClaim: claimOf } = await import('./claims.ts')
  const claimed = await claimOf({ text, turn }, { event, edge, fold })
  if (claimed.kind === 'known') return []
  const isTouched = (folder: string) =>
    fold.entries(undefined).some((entry) => entry.kind === 'call' && JSON.stringify(entry.input).includes(folder))
  const short = standsFor === undefined || isTouched(standsFor.folder) ? undefined : standsFor.text
  const said = (words: string, more: object = {}): SessionEvent => {
    const entry = { kind: 'user', text: words, trusted: claimed.kind === 'vouched' } as const
    return { type: 'entry', entry, origin: 'host', ...more }
  }
  if (claimed.kind === 'vouched') return [said(text), ...(short === undefined ? [] : [said(short)])]
  const { claim, forged } = claimed
  return [...forged, said(text, { claim }), ...(short === undefined ? [] : [said(short, { standsFor: claim.key })])]
}

async function onAnswers(event: ToolRan, edge: HookContext, log: SessionLog): Promise<void> {
  log.append(...(await answerEvents(event, edge, log)))
  if (readerFor(policyFor(event, edge), edge)) edge.readAhead?.(event)
}

/** A person's answers to a tool that asked them. */
async function answerEvents(event: ToolRan, edge: HookContext, log: SessionLog): Promise<readonly SessionEvent[]> {
  const { consent, answered = JSON.stringify(consent), callId } = event
  const { resolveClaim: claimOf } = await import('./claims.ts')
  const claimed = await claimOf({ text: answered, turn: callId }, { event, edge, fold: log.fold() })
  if (claimed.kind === 'known') return []
  const entries = consent.map((entry) => ({ type: 'entry', entry }) as const)
  if (claimed.kind === 'vouched') return entries
  const { claim, forged } = claimed
  return [...forged, ...entries.map((entry) => ({ ...entry, claim }))]
}

/** A call that the gate asked about and that ran: a person said yes, which ends a row of blocks like any allow. */
function resetDenialStreak(
  { sessionId, agentId, callId }: ToolRan & { callId: string },
  edge: HookContext,
  log: SessionLog,
): void {
  const folder = stateFolder(edge.home)
  // The count is a short file; the whole log is folded only where there is a row to end.
  if (hasDenialStreak(folder, sessionId, agentId) && log.fold().asked.has(callId))
    recordPersonApproval(folder, sessionId, agentId)
}

function isHeadless(event: HostEvent, edge: HookContext): boolean {
  const { headless } = hostSettings(policyFor(event, edge), edge.integration.id)
  return headless ?? event.unattended === true
}

function policyFor({ cwd }: HostEvent, { home, readPolicy }: HookContext) {
  return readPolicy({ cwd: hostFacts({ cwd, home }).projectRoot, home })
}
