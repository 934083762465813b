import { answerWith, type StepResult } from './step.ts'

/** Nobody knows any more whose word the gate speaks: every call is denied until a person has looked. */
export function denyChangedGate(parts: string): StepResult {
  return answerWith({
    outcome: 'deny',
    reason: { type: 'safety-check', check: 'gate-changed' },
    note: `Irongate changed since this session started (${parts})`,
  })
}
