import type { Action, ToolCall } from '../../src/analysis/action.ts'
import type { Facts } from '../../src/analysis/facts.ts'
import { understand } from '../../src/analysis/understand.ts'
import { scopeKey } from '../../src/approval.ts'
import { CLI_TOOLS } from '../../src/cli/call-case.ts'
import type { Decision } from '../../src/decision.ts'
import { fixedFacts } from '../../src/facts/fixed.ts'
import { createGate } from '../../src/gate.ts'
import type { Ledger } from '../../src/intent/statements/statement.ts'
import type { Judge } from '../../src/judge/judge.ts'
import { createMemory } from '../../src/memory.ts'
import { memoryState, type Session } from '../../src/session.ts'
import type { Policy } from '../../src/settings/policy.ts'
import type { Entry, Transcript } from '../../src/transcript/entries.ts'
import { answerOf, reachesJudge } from '../data/answer.ts'
import type { RealSession, SessionEvent } from '../data/sessions.ts'
import type { Names } from './own-names.ts'

export type CallEvent = Extract<SessionEvent, { kind: 'call' }>

/** One call of a replayed session, judged. */
export interface Replayed {
  readonly at: number
  readonly event: CallEvent
  readonly decision: Decision
  readonly ms: number
  /** What was understood of it. */
  readonly action: Action
  readonly facts: Facts
}

export interface ReplayWith {
  readonly policy: Policy
  readonly judge: Judge
  /** Under which names its calls are sent; those of the data if not given. */
  readonly names?: Names
  /** Reads what people say whenever they say something; the calls after it are held against what it found. */
  readonly readTurns?: ((transcript: Transcript) => Promise<Ledger>) | undefined
}

const OF_THE_DATA: Names = { tools: CLI_TOOLS, callOf: (event) => event }

/**
 * Replays a session call by call: what a call sees is what came before it. A person ran these calls, so one that the gate
 * stops counts as an interruption and then goes on; one that a person refused is not remembered. Where the gate offers to allow
 * a scope for the session, the person takes it: equal asks are one question.
 */
export async function* replay(
  real: RealSession,
  { policy, judge, names = OF_THE_DATA, readTurns }: ReplayWith,
): AsyncGenerator<Replayed> {
  const { tools } = names
  const gate = createGate({ policy, judge, tools })
  const memory = createMemory()
  const transcript: Entry[] = []
  const factsAt = factsFor(real, memory.facts)
  const granted = new Set<string>()
  let at = 0
  let ledger: Ledger | undefined
  for (const event of real.events) {
    if (event.kind === 'user') {
      transcript.push({ kind: 'user', text: event.text, trusted: true })
      ledger = await readTurns?.(transcript)
      continue
    }
    const cwd = event.cwd ?? real.cwd
    const facts = factsAt(cwd)
    const { tool, input } = names.callOf(event)
    const call: ToolCall = { tool, input, cwd, sessionId: real.id, callId: `${real.id}-${at}` }
    // A state of its own for every call: the denial limit would hide the reason of what follows.
    const session: Session = {
      ...base(real),
      facts,
      transcript,
      ...(ledger && { statements: { ledger } }),
      state: { ...memoryState(), standingApproval: (key) => (granted.has(key) ? 'person' : undefined) },
    }
    const start = performance.now()
    const decision = await gate.check(call, session)
    const ms = performance.now() - start
    const action = understand(call, tools.find(tool, input), facts, { wrappers: [] })
    yield { at: at++, event, decision, ms, action, facts }
    if (decision.scope !== undefined && !event.refused) granted.add(scopeKey(decision.scope, policy, session))
    const judged = reachesJudge(answerOf(decision))
    transcript.push({
      kind: 'call',
      tool,
      input,
      judged,
      ...(event.refused && { denied: true }),
    })
    if (!event.refused) memory.remember(action, facts)
  }
}

function base({ id }: RealSession): Omit<Session, 'facts' | 'transcript' | 'state'> {
  return { id, mode: 'auto', headless: false, fence: id.padEnd(16, '0').slice(0, 16) }
}

/** What is known of a place that is not on this machine: its paths alone. One set of facts per directory. */
function factsFor(real: RealSession, session: Facts['session']): (cwd: string) => Facts {
  const known = new Map<string, Facts>()
  const [, top = 'home', user = 'user'] = real.cwd.split('/')
  const home = `/${top}/${user}`
  const platform = top === 'Users' ? 'darwin' : 'linux'
  return (cwd) => {
    const found =
      known.get(cwd) ?? fixedFacts({ cwd, projectRoot: rootOf(real.cwd, cwd), home, user, platform, session })
    known.set(cwd, found)
    return found
  }
}

/** The session's own directory is the project, also for calls from a folder inside it. */
function rootOf(project: string, cwd: string): string {
  return cwd === project || cwd.startsWith(`${project}/`) ? project : cwd
}
