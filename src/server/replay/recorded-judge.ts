import type { AuditRecord } from '../../audit/record.ts'
import { createEmbeddedJudge } from '../../judge/embedded/judge.ts'
import type { Judge, Verdict } from '../../judge/judge.ts'

const EMBEDDED = createEmbeddedJudge()

/**
 * A judge that says of a call what its model said then: nobody is asked, and nothing is spent. Where no model was asked then, the embedded
 * judge answers. INVARIANT: its hard blocks are final, as in the chain.
 */
export function createRecordedJudge(name: string, record: AuditRecord): Judge {
  if (name === EMBEDDED.name) return EMBEDDED
  return {
    name,
    judge: async (request) => {
      const offline = await EMBEDDED.judge(request)
      if (offline.verdict.type === 'block' && offline.verdict.hard) return offline
      const verdict = recordedVerdict(record)
      return verdict ? { verdict, judge: record.judge ?? name } : offline
    },
  }
}

/** What the judge of a Record said; undefined where none was asked. */
function recordedVerdict(record: AuditRecord): Verdict | undefined {
  const { reason, message, category, approvalKey } = record
  const said = record.trace.find(({ step }) => step === 'judge')
  if (said === undefined) return undefined
  switch (reason.type) {
    case 'judge-unavailable':
      return { type: 'unavailable', cause: reason.cause, reason: message }
    case 'transcript-too-long':
      return { type: 'too-long', reason: message }
    case 'interrupted':
      return { type: 'interrupted' }
    case 'verdict':
      if (reason.verdict === 'unparseable') return { type: 'unparseable', reason: message }
      break
    default:
      break
  }
  switch (said.says) {
    case 'allow':
      return { type: 'allow', stage: 'thinking', note: said.note }
    case 'ask':
      return { type: 'unclear', reason: said.note }
    default:
      // What a person could approve was no hard block.
      return {
        type: 'block',
        stage: 'thinking',
        category,
        hard: approvalKey === undefined && reason.type !== 'approval',
        reason: said.note,
      }
  }
}
