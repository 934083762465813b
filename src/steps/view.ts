import type { FastPathView } from '../fast-paths/fast-path.ts'
import type { Check } from './step.ts'

/** What fast paths may look at. */
export function viewOf({ action, tool, policy, session, judge }: Check): FastPathView {
  return {
    action,
    tool,
    policy,
    facts: session.facts,
    transcript: session.transcript,
    model: judge.name !== 'embedded',
  }
}
