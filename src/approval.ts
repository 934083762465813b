import type { Action } from './analysis/action.ts'
import { sha256 } from './analysis/sha256.ts'
import type { Session } from './session.ts'
import type { Policy } from './settings/policy.ts'

/** JSON with sorted keys: the same input gives the same text, however the host ordered it. */
export function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const record = value as Record<string, unknown>
  const keys = Object.keys(record).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(record[key])}`).join(',')}}`
}

/** What an approval is bound to: session, agent, input, directory, policy, and the scripts that were read. */
export function approvalKey(action: Action, policy: Policy, session: Pick<Session, 'id' | 'agentId'>): string {
  const { tool, input, cwd } = action.call
  const scripts = action.reads.map(({ path, hash }) => `${path}\0${hash}`).sort()
  const bound = [session.id, session.agentId ?? '', tool, canonical(input), cwd, policy.version, scripts]
  return sha256(canonical(bound))
}

/** What a standing approval is bound to: one kind of act on one thing, in this session, under this policy. */
export function scopeKey(scope: string, policy: Policy, session: Pick<Session, 'id' | 'agentId'>): string {
  return sha256(canonical(['scope', session.id, session.agentId ?? '', policy.version, scope]))
}
