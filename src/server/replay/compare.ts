import { hostname } from 'node:os'
import { canonicalJson } from '../../analysis/text/canonical-json.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { callText } from '../../cli/record-output.ts'
import type { WhatIfResponse } from '../api/shapes.ts'
import { createReplay, type ReplayOptions } from './replay.ts'

export interface CompareOptions extends ReplayOptions {
  readonly machine?: string
  /** The settings to compare with; what was decided then, where none are given. */
  readonly before?: ReplayOptions['policyFor']
  readonly signal?: AbortSignal
}

const NO_JUDGE_ANSWER = 'the judge gave no answer'

const isUnanswered = ({ reason }: Pick<AuditRecord, 'reason'>) => reason.type === 'judge-unavailable'

type ChangedDecision = WhatIfResponse['changed'][number]

/** Which decisions come out otherwise; equal calls that changed alike are one line. */
export async function compareReplay(
  records: AsyncIterable<AuditRecord> | Iterable<AuditRecord>,
  { machine = hostname(), before, signal, ...options }: CompareOptions,
): Promise<WhatIfResponse> {
  const replay = createReplay(options)
  const first = before && createReplay({ home: options.home, policyFor: before })
  const skipped: Record<string, number> = {}
  const changed = new Map<string, ChangedDecision>()
  let replayed = 0
  for await (const record of records) {
    if (signal?.aborted) break
    const now = await replay(record)
    if (now.kind === 'skipped') {
      skipped[now.why] = (skipped[now.why] ?? 0) + 1
      continue
    }
    // Nobody decided otherwise: a model that cannot be reached stops whatever is asked of it.
    if (options.judge && isUnanswered(now.decision) && !isUnanswered(record)) {
      skipped[NO_JUDGE_ANSWER] = (skipped[NO_JUDGE_ANSWER] ?? 0) + 1
      continue
    }
    replayed++
    // Where the settings are those of then, the answer is that of then.
    const then = before && before(now.root).version !== record.policy ? await first?.(record) : undefined
    const outcome = then?.kind === 'decided' ? then.decision.outcome : record.outcome
    if (now.decision.outcome === outcome) continue
    const key = canonicalJson([record.tool, record.input, record.cwd, outcome, now.decision.outcome])
    const known = changed.get(key)
    changed.set(key, {
      id: record.id,
      machine,
      call: callText(record),
      before: outcome,
      after: now.decision.outcome,
      why: now.decision.message,
      count: (known?.count ?? 0) + 1,
    })
  }
  return { replayed, skipped, changed: [...changed.values()].sort((one, other) => other.count - one.count) }
}
