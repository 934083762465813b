import type { AuditRecord } from '../../../audit/record.ts'
import { shownDuration } from '../core/format.ts'
import { Card } from './card.tsx'
import { Inline, Shown } from './text.tsx'

/** What the answer was made of, and where the Record stands in its chain. */
export function EvidenceCard({ machine, record }: { readonly machine: string; readonly record: AuditRecord }) {
  const { ms, judgeMs, policy, gate, mode, agentId, callId, sessionId, seq, hash, unchained, reads = [] } = record
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Took', ms === undefined ? undefined : shownDuration(ms)],
    ['… of it the model', judgeMs === undefined ? undefined : shownDuration(judgeMs)],
    ['Mode', mode === '' ? undefined : mode],
    ['Machine', machine],
    ['Session', sessionId],
    ['Sub-agent', agentId],
    ['Call', callId],
    ['Policy', policy?.slice(0, 16)],
    ['Version', gate],
    ['In the chain', seq === undefined ? (unchained ?? 'no') : `number ${seq}, ${hash?.slice(0, 16) ?? ''}`],
  ]
  return (
    <Card id="the-evidence" title="Evidence">
      <dl class="facts">
        {rows.flatMap(([name, text]) =>
          text === undefined
            ? []
            : [
                <div>
                  <dt>{name}</dt>
                  <dd class="wrap">
                    <Shown text={String(text)} />
                  </dd>
                </div>,
              ],
        )}
      </dl>
      {reads.length > 0 && (
        <>
          <h3>Files that were read to understand it</h3>
          <ul class="reads">
            {reads.map(({ path, hash: read }) => (
              <li>
                <Inline text={path} /> <span class="quiet mono">sha256 {String(read).slice(0, 16)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
