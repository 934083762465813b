import type { AuditRecord } from '../../../audit/record.ts'
import { shownCount, shownDollars, shownDuration, shownShare } from '../core/format.ts'
import { Card } from './card.tsx'
import { Code, OutcomeBadge, Shown } from './text.tsx'

/** What the judge's model was asked and said, stage by stage, and what it took. */
export function JudgedCard({ record }: { readonly record: AuditRecord }) {
  const { judge, model, stages = [], spent } = record
  if (judge === undefined) return null
  return (
    <Card id="the-judge" title="The judge">
      <p>
        <Shown text={judge} />
        {model !== undefined && (
          <>
            {', '}
            <Shown text={model} />
          </>
        )}
      </p>
      {stages.length > 0 && (
        <ol class="stages">
          {stages.map((stage) => (
            <li>
              <p class="stage-head">
                <strong>
                  <Shown text={stage.stage} />
                </strong>
                <OutcomeBadge outcome={stage.outcome} />
                <span class="quiet">{shownDuration(stage.ms)}</span>
                {stage.requestId !== undefined && (
                  <span class="quiet mono wrap">
                    <Shown text={stage.requestId} />
                  </span>
                )}
              </p>
              {stage.detail !== undefined && <Code text={stage.detail} label={`what ${stage.stage} said`} />}
            </li>
          ))}
        </ol>
      )}
      {spent && <SpentTable spent={spent} />}
    </Card>
  )
}

function SpentTable({ spent }: { readonly spent: NonNullable<AuditRecord['spent']> }) {
  const read = spent.inputTokens + spent.cacheReadTokens + spent.cacheWriteTokens
  const rows: readonly (readonly [string, string])[] = [
    ['Tokens in', shownCount(read)],
    ['… from the cache', `${shownCount(spent.cacheReadTokens)} (${shownShare(spent.cacheReadTokens, read)})`],
    ['… written to the cache', shownCount(spent.cacheWriteTokens)],
    ['Tokens out', shownCount(spent.outputTokens)],
    ['Model calls', shownCount(spent.calls)],
    ...(spent.dollars === undefined ? [] : [['Cost', shownDollars(spent.dollars)] as const]),
  ]
  return (
    <table class="spent" aria-label="Tokens and cost">
      <tbody>
        {rows.map(([name, value]) => (
          <tr>
            <th scope="row">{name}</th>
            <td class="number">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
