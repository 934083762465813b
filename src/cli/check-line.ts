import { gateFor, type JudgeEdge } from '../assemble.ts'
import type { Decision } from '../decision.ts'
import { CLI_TOOLS, createCase, freshSession, type LiveSession, rememberCall } from './call-case.ts'
import type { CallLine } from './call-line.ts'

/** The sessions of a run, by the name their lines carry. */
export type Sessions = Map<string, LiveSession>

export function createSessions(): Sessions {
  return new Map()
}

export interface LineAnswer {
  readonly id: CallLine['id']
  readonly decision: Decision['outcome']
  readonly reason: Decision['reason']
  readonly message: string
  readonly category?: string
  readonly judge?: string
  readonly grade?: string
}

/** Judges one checked line: the batch interface's whole meaning. Without an edge the judge gets nothing of the environment. */
export async function checkLine(line: CallLine, sessions: Sessions, edge?: JudgeEdge): Promise<LineAnswer> {
  const { outcome, reason, message, category, judge, grade } = await decide(line, sessions, edge)
  return {
    id: line.id,
    decision: outcome,
    reason,
    message,
    ...(category !== undefined && { category }),
    ...(judge !== undefined && { judge }),
    ...(grade !== undefined && { grade }),
  }
}

/** The Decision of a line. A line without a session is a fresh one; an allowed call of a named one is remembered. */
export async function decide(line: CallLine, sessions: Sessions, edge?: JudgeEdge): Promise<Decision> {
  const live = liveSession(line.session, sessions)
  const { policy, call, session } = live ? createCase(line, live) : createCase(line)
  const decision = await gateFor(policy, CLI_TOOLS, edge).check(call, session)
  if (live && decision.outcome === 'allow') rememberCall(live, call, session.facts)
  return decision
}

function liveSession(id: string | undefined, sessions: Sessions): LiveSession | undefined {
  if (id === undefined) return undefined
  const known = sessions.get(id)
  if (known) return known
  const fresh = freshSession(id)
  sessions.set(id, fresh)
  return fresh
}
