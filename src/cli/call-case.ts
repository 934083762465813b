import { randomUUID } from 'node:crypto'
import type { ToolCall } from '../analysis/action.ts'
import type { Facts, SessionFacts } from '../analysis/facts.ts'
import type { ToolLookup } from '../analysis/tool.ts'
import { understand } from '../analysis/understand.ts'
import { fixedFacts } from '../facts/fixed.ts'
import { accountHomeDirectory, hostFacts } from '../facts/host.ts'
import { createLookups, type Lookups } from '../facts/lookups.ts'
import { readPolicy } from '../integrations/policy.ts'
import { createMemory, type Memory } from '../memory.ts'
import { memoryState, type Session, type SessionState } from '../session.ts'
import { policyFromObject } from '../settings/load.ts'
import type { Policy } from '../settings/policy.ts'
import { createTools } from '../tools/registry.ts'
import type { CallLine } from './call-line.ts'
import { directoryFrom } from './working-directory.ts'

export const CLI_TOOLS = createTools()

/** What lines that name the same session share. */
export interface LiveSession {
  readonly id: string
  readonly fence: string
  readonly state: SessionState
  readonly memory: Memory
}

/** A fresh session of a name. Its fence is random: names are known to whoever wrote the calls. */
export function freshSession(id: string): LiveSession {
  return { id, fence: randomUUID(), state: memoryState(), memory: createMemory() }
}

/** A line of the batch interface, ready for the gate or for its prompt to be shown. */
export interface CallCase {
  readonly policy: Policy
  readonly call: ToolCall
  readonly session: Session
}

/** How the machine is asked, for whoever asks often. */
export interface CaseEdge {
  readonly policyAt?: (place: { readonly cwd: string; readonly home: string }) => Policy
  readonly lookups?: Lookups
}

export function createCase(
  line: CallLine,
  live: LiveSession = freshSession(`case-${String(line.id)}`),
  { policyAt = readPolicy, lookups = createLookups() }: CaseEdge = {},
): CallCase {
  const home = line.home ?? accountHomeDirectory()
  const cwd = line.cwd ?? directoryFrom(undefined)
  const place = factsFor(line, { cwd, home, session: live.memory.facts }, lookups)
  const policy = line.settings
    ? policyFromObject(line.settings, { trusted: line.trusted, cwd, home })
    : policyAt({ cwd: place.projectRoot, home })
  const facts: Facts = { ...place, workingDirectories: policy.additionalDirectories }
  for (const entry of line.transcript) {
    if (entry.kind === 'call')
      rememberCall(live, { tool: entry.tool, input: entry.input, cwd, sessionId: live.id }, facts)
  }
  const session: Session = {
    id: live.id,
    mode: line.mode ?? 'auto',
    headless: line.headless ?? false,
    transcript: line.transcript,
    facts,
    fence: live.fence,
    state: live.state,
    ...(line.model !== undefined && { model: line.model }),
    ...(line.claudeMd !== undefined && { claudeMd: line.claudeMd }),
  }
  return {
    policy,
    session,
    call: { tool: line.tool, input: line.input, cwd, sessionId: live.id, callId: String(line.id) },
  }
}

/** Takes a call that was allowed into the session's memory. */
export function rememberCall(live: LiveSession, call: ToolCall, facts: Facts, tools: ToolLookup = CLI_TOOLS): void {
  live.memory.remember(understand(call, tools.find(call.tool, call.input), facts, { wrappers: [] }), facts)
}

/** Facts of this machine when the directory is there; else nothing in it is known. */
function factsFor(line: CallLine, at: { cwd: string; home: string; session: SessionFacts }, lookups: Lookups): Facts {
  const platform = line.platform ?? 'linux'
  return lookups.isThere(at.cwd) ? hostFacts({ ...at, platform, lookups }) : factsOfMissingFolder({ ...at, platform })
}

/** Of a directory that is not there nothing is known. */
export function factsOfMissingFolder(at: {
  readonly cwd: string
  readonly home: string
  readonly platform: Facts['platform']
  readonly session: SessionFacts
}): Facts {
  return fixedFacts({ ...at, user: at.home.split(/[\\/]/).at(-1) ?? 'user' })
}
