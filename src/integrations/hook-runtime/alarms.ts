import type { SessionLog } from '../../state/session-log.ts'
import type { EventOutcome } from '../integration.ts'
import type { LimitNews } from './stated-limits.ts'

/** The outcome with what the person must be told, once: beside the word on a call, or as a line beside their own prompt. */
export function addAlarms(
  outcome: EventOutcome,
  log: SessionLog,
  { alarms, news }: { readonly alarms: readonly string[]; readonly news?: LimitNews | undefined },
): EventOutcome {
  const lines = [...new Set(alarms), ...(news ? [news.text] : [])]
  if (lines.length === 0 || outcome.kind === 'refusal') return outcome
  const text = lines.map((line) => `irongate: ${line}`).join('\n')
  log.append({ type: 'alarm-shown' }, ...(news ? [{ type: 'limits-told', limits: news.limits } as const] : []))
  if (outcome.kind === 'said')
    return { ...outcome, person: [text, ...(outcome.person ? [outcome.person] : [])].join('\n') }
  return outcome.kind === 'notice' ? { ...outcome, text: `${text}\n${outcome.text}` } : { kind: 'notice', text }
}
