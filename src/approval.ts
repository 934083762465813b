import type { Action } from './analysis/action.ts'
import { canonicalJson } from './analysis/text/canonical-json.ts'
import { sha256 } from './analysis/text/sha256.ts'
import type { Session } from './session.ts'
import type { Policy } from './settings/policy.ts'

/** What an approval is bound to: session, agent, input, directory, policy, and the scripts that were read. */
export function approvalKey(action: Action, policy: Policy, session: Pick<Session, 'id' | 'agentId'>): string {
  const { tool, input, cwd } = action.call
  const scripts = action.reads.map(({ path, hash }) => `${path}\0${hash}`).sort()
  const bound = [session.id, session.agentId ?? '', tool, canonicalJson(input), cwd, policy.version, scripts]
  return sha256(canonicalJson(bound))
}

/** What a grade approval is bound to: one kind of act on one thing, in this session, under this policy. */
export function scopeKey(scope: string, policy: Policy, session: Pick<Session, 'id' | 'agentId'>): string {
  return sha256(canonicalJson(['scope', session.id, session.agentId ?? '', policy.version, scope]))
}
