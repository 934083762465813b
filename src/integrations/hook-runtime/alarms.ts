import type { SessionLog } from '../../state/session-log.ts'
import type { EventOutcome } from '../integration.ts'

/** The outcome with what the person must be told, once: beside the word on a call, or as a line beside their own prompt. */
export function addAlarms(outcome: EventOutcome, log: SessionLog, alarms: readonly string[]): EventOutcome {
  const text = [...new Set(alarms)].map((alarm) => `irongate: ${alarm}`).join('\n')
  if (text === '' || outcome.kind === 'refusal') return outcome
  log.append({ type: 'alarm-shown' })
  if (outcome.kind === 'said')
    return { ...outcome, person: [text, ...(outcome.person ? [outcome.person] : [])].join('\n') }
  return outcome.kind === 'notice' ? { ...outcome, text: `${text}\n${outcome.text}` } : { kind: 'notice', text }
}
