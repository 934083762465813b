import { join, resolve } from 'node:path'
import type { Action, ToolCall } from '../../analysis/action.ts'
import type { Facts } from '../../analysis/facts.ts'
import { sha256 } from '../../analysis/sha256.ts'
import { understand } from '../../analysis/understand.ts'
import { approvalKey, canonical, scopeKey } from '../../approval.ts'
import { gateFor } from '../../assemble.ts'
import type { AuditRecord } from '../../audit/record.ts'
import type { Decision } from '../../decision.ts'
import { hostFacts } from '../../facts/host.ts'
import { readPolicy } from '../../facts/settings-files.ts'
import type { Session } from '../../session.ts'
import type { Policy } from '../../settings/policy.ts'
import { isEmpty, type SessionEvent, shortened, tracesOf } from '../../state/session-events.ts'
import type { SessionLog } from '../../state/session-log.ts'
import { fileState } from '../../state/session-state.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { createTools } from '../../tools/registry.ts'
import { judgeEdge } from '../seat/judge-edge.ts'
import { rememberingTools } from '../seat/remembering-tools.ts'
import { caughtUp } from './catch-up.ts'
import type { HookEdge } from './edge.ts'
import { isHeadless } from './headless.ts'
import { gateMode, hostSettings, type Printed, printedFor } from './modes.ts'
import type { HookPayload } from './payload.ts'

const TOOLS = rememberingTools(createTools([], ['claude-code']))

export interface Checked {
  readonly call: ToolCall
  readonly decision: Decision
  readonly printed: Printed
  readonly headless: boolean
  /** What a person's approval of this call would be bound to; undefined when none would lift it. */
  readonly approvalKey: string | undefined
  readonly scope: AuditRecord['scope'] | undefined
}

/** Asks the gate about one call and remembers what must be known to the calls beside and after it. */
export async function checkCall(payload: HookPayload, edge: HookEdge, log: SessionLog): Promise<Checked> {
  const fold = caughtUp(payload, log, edge.home)
  const found = hostFacts({ cwd: payload.cwd, home: edge.home, session: fold.facts })
  const policy = readPolicy({ cwd: found.projectRoot, home: edge.home })
  const facts: Facts = { ...found, workingDirectories: directories(policy, found) }
  const settings = hostSettings(policy)
  const headless = isHeadless(edge.signs, settings.headless)
  const call = callOf(payload)
  const session: Session = {
    id: payload.sessionId,
    mode: gateMode(payload.permissionMode, settings, payload.toolName),
    headless,
    transcript: fold.entries(payload.agentId),
    facts,
    fence: fold.fence,
    own: { package: edge.package, transcript: payload.transcriptPath },
    state: fileState(stateFolder(edge.home), payload.sessionId, edge.now),
    ...(payload.agentId !== undefined && { agentId: payload.agentId }),
    ...(payload.model !== undefined && { model: payload.model }),
    ...(edge.signal && { signal: edge.signal }),
  }
  const action = understand(call, TOOLS.find(call.tool, call.input), facts, { wrappers: policy.wrappers })
  const gate = gateFor(policy, TOOLS, judgeEdge(edge))
  const decision = await gate.check(call, session)
  const printed = isPlanFile(payload, decision, edge.home)
    ? 'nothing'
    : printedFor(decision, { hostMode: payload.permissionMode, settings, headless, tool: payload.toolName })
  log.append(...eventsOf({ action, facts, decision, printed }, edge))
  const liftable = isLiftable(decision, policy)
  const words = liftable ? decision.scope : undefined
  return {
    call,
    decision,
    printed,
    headless,
    approvalKey: liftable ? approvalKey(action, policy, session) : undefined,
    scope: words === undefined ? undefined : { key: scopeKey(words, policy, session), words },
  }
}

/** The working directories that settings add, as absolute paths. */
function directories({ additionalDirectories }: Policy, { home, projectRoot }: Facts): readonly string[] {
  return additionalDirectories.map((place) =>
    place === '~' || place.startsWith('~/') ? join(home, place.slice(2)) : resolve(projectRoot, place),
  )
}

export function callOf(payload: HookPayload): ToolCall {
  return {
    tool: payload.toolName,
    input: payload.toolInput,
    cwd: payload.cwd,
    sessionId: payload.sessionId,
    ...(payload.agentId !== undefined && { agentId: payload.agentId }),
    ...(payload.toolUseId !== undefined && { callId: payload.toolUseId }),
  }
}

/** The same call in a prompt event, which carries no id. */
export function keyOf({ agentId, tool, input, cwd }: ToolCall): string {
  return sha256(canonical([agentId ?? '', tool, cwd, shortened(input)]))
}

interface Outcome {
  readonly action: Action
  readonly facts: Facts
  readonly decision: Decision
  readonly printed: Printed
}

/** What the session must remember of a call, appended at once: a parallel call may run what this one is about to write. */
function eventsOf({ action, facts, decision, printed }: Outcome, { home, now }: HookEdge): readonly SessionEvent[] {
  const { call } = action
  const { callId, agentId } = call
  const id = callId === undefined ? {} : { callId }
  const entry: SessionEvent = {
    type: 'entry',
    entry: {
      kind: 'call',
      tool: call.tool,
      input: (decision.judge === undefined ? shortened(call.input) : call.input) as ToolCall['input'],
      judged: decision.judge !== undefined,
      ...(printed === 'deny' && { denied: true }),
    },
    ...(agentId !== undefined && { agent: agentId }),
    ...id,
  }
  const said: SessionEvent[] = printed === 'allow' ? [] : [{ type: 'decided', call: keyOf(call), printed, at: now() }]
  if (printed === 'deny') return [entry, ...said]
  const traces = tracesOf(action, facts, stateFolder(home))
  return [entry, ...said, ...(isEmpty(traces) ? [] : [{ type: 'traces', traces, ...id } as const])]
}

/** The host itself writes its plan in plan mode; only the gate's own word on the mode stands aside for it. */
function isPlanFile(payload: HookPayload, { reason }: Decision, home: string): boolean {
  const { permissionMode, toolName, toolInput, transcriptPath } = payload
  const path = toolInput['file_path']
  if (permissionMode !== 'plan' || reason.type !== 'mode' || typeof path !== 'string') return false
  // The host's folder is not always in the home; its conversations lie two folders below it.
  const folder = transcriptPath === undefined ? `${home}/.claude` : resolve(transcriptPath, '../../..')
  const plans = `${folder}/plans/`
  return (
    ['Write', 'Edit', 'MultiEdit'].includes(toolName) &&
    path.startsWith(plans) &&
    /^[\w.-]+\.md$/.test(path.slice(plans.length))
  )
}

/** Would a person's one-shot approval lift it? The same line as the gate's own: never a deny rule, never a hard block. */
export function isLiftable({ outcome, reason, category, trace }: Decision, policy: Policy): boolean {
  if (outcome === 'allow' || reason.type === 'bad-input' || reason.type === 'broken-state') return false
  if (trace.some(({ says }) => says === 'ask')) return true
  const hard =
    category === 'hard-deny' || (category !== undefined && policy.autoMode.categories.hard.includes(category))
  return !hard && (reason.type === 'verdict' || reason.type === 'judge-unavailable')
}
