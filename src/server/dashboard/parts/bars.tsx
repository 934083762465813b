import { shownCount, shownShare } from '../core/format.ts'
import { Shown } from './text.tsx'

interface BarsProps {
  readonly title: string
  readonly unit: string
  readonly counts: Readonly<Record<string, number>>
  readonly words?: (name: string) => string
  readonly link?: (name: string) => string
}

/** Counts by name as a table whose rows are bars: a plot that can be read aloud. */
export function Bars({ title, unit, counts, words = (name) => name, link }: BarsProps) {
  const rows = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([, left], [, right]) => right - left)
  const total = rows.reduce((sum, [, count]) => sum + count, 0)
  const most = rows[0]?.[1] ?? 1
  return (
    <section class="card">
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p class="empty">None in this time.</p>
      ) : (
        <table class="bars">
          <thead class="away">
            <tr>
              <th scope="col">{title}</th>
              <th scope="col">{unit}</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, count]) => (
              <tr>
                <th scope="row">
                  {link ? (
                    <a href={link(name)}>
                      <Shown text={words(name)} />
                    </a>
                  ) : (
                    <Shown text={words(name)} />
                  )}
                  <span class="bar" aria-hidden="true">
                    <span style={{ width: `${Math.max(0.5, (100 * count) / most)}%` }} />
                  </span>
                </th>
                <td class="number">{shownCount(count)}</td>
                <td class="number quiet">{shownShare(count, total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
