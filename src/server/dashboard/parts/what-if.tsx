import type { WhatIfResponse } from '../../api/shapes.ts'
import { counted, shownCount } from '../core/format.ts'
import { linkTo } from '../core/router.ts'
import { Columns } from './card.tsx'
import { Inline, OutcomeBadge, Shown } from './text.tsx'

interface WhatIfProps {
  readonly found: WhatIfResponse
  /** The text was edited since. */
  readonly stale: boolean
}

/** Which decisions of the past would be others under the edited policy. */
export function WhatIfPanel({ found: { replayed, skipped, changed }, stale }: WhatIfProps) {
  const calls = changed.reduce((sum, { count }) => sum + count, 0)
  const left = Object.entries(skipped)
  return (
    <section class="what-if" aria-live="polite" data-stale={stale} aria-label="What would change">
      <h3>
        {changed.length === 0
          ? `None of ${counted(replayed, 'call')} would be decided otherwise`
          : `${shownCount(calls)} of ${counted(replayed, 'call')} would be decided otherwise`}
      </h3>
      {left.length > 0 && (
        <p class="quiet">
          Not replayed:{' '}
          {left.map(([reason, count], index) => (
            <>
              {index > 0 && ', '}
              {shownCount(count)} <Shown text={reason} />
            </>
          ))}
        </p>
      )}
      {changed.length > 0 && (
        <table class="changes">
          <Columns names={['Was', 'Would be', 'Call', 'Times']} numbers={['Times']} />
          <tbody>
            {changed.map(({ id, machine, call, before, after, why, count }) => (
              <tr>
                <td>
                  <OutcomeBadge outcome={before} />
                </td>
                <td>
                  <OutcomeBadge outcome={after} />
                </td>
                <td>
                  <a href={linkTo('decision', machine, id)}>
                    <Inline text={call} />
                  </a>
                  <span class="quiet detail wrap">
                    <Shown text={why} />
                  </span>
                </td>
                <td class="number">{shownCount(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
