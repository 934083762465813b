import type { ToolCall } from '../../analysis/action.ts'
import { recordOf } from '../../audit/record.ts'
import { hostFacts } from '../../facts/host.ts'
import { readPolicy } from '../../facts/settings-files.ts'
import { prune } from '../../state/prune.ts'
import { shortened } from '../../state/session-events.ts'
import { type SessionLog, sessionLog } from '../../state/session-log.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { Entry } from '../../transcript/entries.ts'
import { answerToDoctor } from '../seat/doctor-prompt.ts'
import { heedBoundaries } from '../seat/new-boundary.ts'
import { noticeFor } from '../seat/notice.ts'
import { type HookAnswer, permissionRequest, preToolUse, refusal, SILENT, sessionStart } from './answer.ts'
import { caughtUp } from './catch-up.ts'
import { type Checked, callOf, checkCall, keyOf } from './check.ts'
import { loosenedBy } from './config-change.ts'
import { consentFrom } from './consent-entries.ts'
import type { HookEdge } from './edge.ts'
import { isHeadless } from './headless.ts'
import { promptEntry } from './human-turns.ts'
import { hostSettings } from './modes.ts'
import { ownCommand } from './own-command.ts'
import type { HookPayload } from './payload.ts'

/** Starts of a conversation that has no past. */
const BEGINNINGS: ReadonlySet<string> = new Set(['startup', 'clear'])

/** Answers one hook event. May throw: the caller turns every throw into the blocking answer. */
export async function answerHook(payload: HookPayload, edge: HookEdge): Promise<HookAnswer> {
  const log = sessionLog(stateFolder(edge.home), payload.sessionId)
  switch (payload.event) {
    case 'PreToolUse':
      return preToolUse(await recorded(payload, edge, log))
    case 'PermissionRequest':
      return onPrompt(payload, edge, log)
    case 'UserPromptSubmit':
      return onUserPrompt(payload, edge, log)
    case 'PostToolUse':
      if (payload.toolUseId !== undefined) log.append({ type: 'ran', callId: payload.toolUseId })
      if (payload.agentId === undefined && !isUnattended(payload, edge))
        log.append(...consentFrom(payload).map((entry) => ({ type: 'entry', entry }) as const))
      return SILENT
    case 'PermissionDenied':
      if (payload.toolUseId !== undefined) log.append({ type: 'refused', callId: payload.toolUseId })
      return SILENT
    case 'SessionStart': {
      if (BEGINNINGS.has(payload.source)) log.append({ type: 'past-known' })
      // The first read of a long conversation happens here, where nobody waits for a tool.
      caughtUp(payload, log, edge.home)
      prune(stateFolder(edge.home), edge.now())
      const policy = policyFor(payload, edge)
      edge.resident?.(hostSettings(policy).resident)
      return sessionStart(noticeFor(policy))
    }
    case 'ConfigChange': {
      const loosened = loosenedBy(payload, edge.home)
      return loosened === undefined ? SILENT : refusal(`irongate: ${loosened}`)
    }
    case 'SubagentStart':
    case 'SubagentStop':
    case 'PreCompact':
    case 'PostCompact':
      // What people said is in our own log: compaction and sub-agents take nothing from it.
      caughtUp(payload, log, edge.home)
      return SILENT
  }
}

/** Checks a call and writes its Record. */
export async function recorded(
  payload: HookPayload,
  edge: HookEdge,
  log: SessionLog,
): Promise<Checked & { readonly id: string }> {
  const checked = await checkCall(payload, edge, log)
  const record = recordOf({
    payload: kept(checked),
    decision: checked.decision,
    host: edge.host,
    mode: payload.permissionMode ?? '',
    at: edge.now(),
    approvalKey: checked.approvalKey,
    scope: checked.scope,
  })
  edge.audit(record)
  return { ...checked, id: record.id }
}

/** A call that a person may be asked to approve is kept whole; of others long texts lose their middle. */
function kept({ call, decision }: Checked): ToolCall {
  return decision.outcome === 'allow' ? { ...call, input: shortened(call.input) as ToolCall['input'] } : call
}

const SAME_CALL_MS = 10 * 60 * 1000

/**
 * The host is about to ask a person. Where the call was answered before, that answer stands: a prompt that the host shows
 * after our allow has a reason of its own, and after our ask it is the one we wanted.
 */
async function onPrompt(payload: HookPayload, edge: HookEdge, log: SessionLog): Promise<HookAnswer> {
  const before = log.fold().decided.get(keyOf(callOf(payload)))
  if (before && edge.now() - before.at < SAME_CALL_MS && before.printed !== 'deny') return SILENT
  const { decision, printed } = await recorded(payload, edge, log)
  return permissionRequest(decision, printed)
}

function onUserPrompt(payload: HookPayload, edge: HookEdge, log: SessionLog): HookAnswer {
  const toDoctor = answerToDoctor(payload.prompt)
  if (toDoctor !== undefined) return refusal(toDoctor)
  caughtUp(payload, log, edge.home)
  edge.resident?.(hostSettings(policyFor(payload, edge)).resident)
  const entries = promptEntries(payload, edge, log)
  log.append(...entries.map((entry) => ({ type: 'entry', entry, origin: 'host' }) as const))
  heedBoundaries(entries, edge.home, payload.sessionId)
  return SILENT
}

/** What was typed, and what a command of the person's own stands for, unless the agent had to do with its file. */
function promptEntries({ prompt, agentId, cwd }: HookPayload, { home }: HookEdge, log: SessionLog): readonly Entry[] {
  if (agentId !== undefined) return [harness(prompt)]
  const own = ownCommand(prompt, { home, cwd })
  const isTouched = () =>
    log
      .fold()
      .entries(undefined)
      .some((entry) => entry.kind === 'call' && JSON.stringify(entry.input).includes('.claude/commands'))
  return own === undefined || isTouched() ? [promptEntry(prompt)] : [promptEntry(prompt), promptEntry(own)]
}

function harness(text: string) {
  return { kind: 'harness', text } as const
}

/** Where nobody answers, an answer is not a person's. Under bypassPermissions the host still shows its questions. */
function isUnattended(payload: HookPayload, edge: HookEdge): boolean {
  return payload.permissionMode === 'dontAsk' || isHeadless(edge.signs, hostSettings(policyFor(payload, edge)).headless)
}

function policyFor({ cwd }: HookPayload, { home }: HookEdge) {
  return readPolicy({ cwd: hostFacts({ cwd, home }).projectRoot, home })
}
