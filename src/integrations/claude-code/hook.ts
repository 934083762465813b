import type { ToolCall } from '../../analysis/action.ts'
import { understand } from '../../analysis/understand.ts'
import { gateFor } from '../../assemble.ts'
import { type AuditRecord, recordOf } from '../../audit/record.ts'
import type { Decision } from '../../decision.ts'
import { hostFacts } from '../../facts/host.ts'
import { readPolicy } from '../../facts/settings-files.ts'
import type { Session } from '../../session.ts'
import type { Policy } from '../../settings/policy.ts'
import { gateFolder } from '../../state/folder.ts'
import { isEmpty, type SessionFold, type SessionLog, sessionLog, tracesOf } from '../../state/session-log.ts'
import { fileState } from '../../state/session-state.ts'
import { createTools } from '../../tools/registry.ts'
import { configChange, type HookAnswer, permissionRequest, preToolUse, SILENT, sessionStart } from './answer.ts'
import { consentFrom } from './consent-entries.ts'
import { gateMode, type HostSettings, hostSettings, printedFor } from './modes.ts'
import { noticeFor } from './notice.ts'
import type { HookPayload } from './payload.ts'
import { readTranscript } from './transcript.ts'

export interface HookEdge {
  readonly home: string
  readonly now: () => number
  /** `claude -p`: nobody is there to answer a prompt. */
  readonly headless: boolean
  readonly audit: (record: AuditRecord) => void
  readonly signal?: AbortSignal
}

const TOOLS = createTools()

/** Answers one hook event. May throw: the caller turns every throw into the blocking answer. */
export async function answerHook(payload: HookPayload, edge: HookEdge): Promise<HookAnswer> {
  const log = sessionLog(stateFolder(edge.home), payload.sessionId)
  switch (payload.event) {
    case 'PreToolUse': {
      const { decision, host } = await decide(payload, edge, log)
      const record = recordOf({
        payload: callOf(payload),
        decision,
        host: 'claude-code',
        mode: payload.permissionMode ?? '',
        at: edge.now(),
      })
      edge.audit(record)
      return preToolUse(
        decision,
        printedFor(decision, payload.permissionMode, { settings: host, headless: edge.headless }),
        record.id,
      )
    }
    case 'PermissionRequest':
      return permissionRequest((await decide(payload, edge, log)).decision)
    case 'UserPromptSubmit':
      log.append({
        type: 'entry',
        entry: { kind: 'user', text: payload.prompt, trusted: payload.agentId === undefined },
      })
      return SILENT
    case 'PostToolUse':
      for (const entry of consentFrom(payload)) log.append({ type: 'entry', entry })
      return SILENT
    case 'SessionStart': {
      const policy = policyFor(payload, edge)
      log.fold()
      return sessionStart(noticeFor(policy))
    }
    case 'ConfigChange':
      return payload.source === 'policy_settings'
        ? SILENT
        : configChange('irongate: settings of the agent changed while it runs; restart the session to use them')
    case 'PermissionDenied':
    case 'SubagentStart':
    case 'SubagentStop':
    case 'PreCompact':
    case 'PostCompact':
      return SILENT
  }
}

export function stateFolder(home: string): string {
  return `${gateFolder(home)}/state`
}

function callOf(payload: HookPayload): ToolCall {
  return {
    tool: payload.toolName,
    input: payload.toolInput,
    cwd: payload.cwd,
    sessionId: payload.sessionId,
    ...(payload.agentId !== undefined && { agentId: payload.agentId }),
    ...(payload.toolUseId !== undefined && { callId: payload.toolUseId }),
  }
}

function policyFor({ cwd }: HookPayload, { home }: HookEdge): Policy {
  return readPolicy({ cwd: hostFacts({ cwd, home }).projectRoot, home })
}

async function decide(
  payload: HookPayload,
  edge: HookEdge,
  log: SessionLog,
): Promise<{ decision: Decision; host: HostSettings }> {
  const fold = caughtUp(payload, log)
  const facts = hostFacts({ cwd: payload.cwd, home: edge.home, session: fold.facts })
  const policy = readPolicy({ cwd: facts.projectRoot, home: edge.home })
  const host: HostSettings = hostSettings(policy)
  const call = callOf(payload)
  const session: Session = {
    id: payload.sessionId,
    mode: gateMode(payload.permissionMode, host),
    headless: edge.headless,
    transcript: fold.entries,
    facts,
    fence: fold.fence,
    state: fileState(stateFolder(edge.home), payload.sessionId, edge.now),
    ...(payload.agentId !== undefined && { agentId: payload.agentId }),
    ...(payload.model !== undefined && { model: payload.model }),
    ...(edge.signal && { signal: edge.signal }),
  }
  const decision = await gateFor(policy, TOOLS).check(call, session)
  log.append({
    type: 'entry',
    entry: { kind: 'call', tool: call.tool, input: call.input, ...(decision.outcome !== 'allow' && { denied: true }) },
  })
  // Remembered at once: a parallel call may run what this one is about to write.
  if (decision.outcome === 'allow' || decision.outcome === 'ask') {
    const traces = tracesOf(understand(call, TOOLS.find(call.tool), facts, { wrappers: policy.wrappers }), facts)
    if (!isEmpty(traces)) log.append({ type: 'traces', traces })
  }
  return { decision, host }
}

/** The session's fold, after taking in what the host's transcript has that our own events do not. */
function caughtUp({ transcriptPath }: HookPayload, log: SessionLog): SessionFold {
  const fold = log.fold()
  if (fold.attested || transcriptPath === undefined) return fold
  const { entries, offset } = readTranscript(transcriptPath, fold.transcriptOffsets.get(transcriptPath) ?? 0)
  if (offset === (fold.transcriptOffsets.get(transcriptPath) ?? 0)) return fold
  for (const entry of entries) log.append({ type: 'entry', entry, origin: 'transcript' })
  log.append({ type: 'transcript', path: transcriptPath, offset })
  return log.fold()
}
