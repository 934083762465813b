import { describe, expect, it } from 'vitest'
import { htmlOf } from './html.ts'

describe('the report page', () => {
  const hostile = '<script>alert("1")</script>'
  const page = htmlOf(
    hostile,
    [hostile],
    [
      {
        title: hostile,
        notes: [hostile],
        tables: [{ caption: hostile, head: [hostile], rows: [[hostile]] }],
        plots: [
          { kind: 'bars', title: hostile, unit: hostile, bars: [{ name: hostile, value: 3, low: 1, high: 5 }] },
          {
            kind: 'lines',
            title: hostile,
            x: hostile,
            y: hostile,
            logX: true,
            lines: [
              {
                name: hostile,
                points: [
                  [1, 0],
                  [10, 2],
                ],
              },
            ],
          },
        ],
      },
    ],
  )

  it('takes names from outside as text', () => {
    expect(page).not.toContain('<script')
    expect(page).toContain('&lt;script&gt;')
  })

  it('fetches nothing', () => {
    expect(page).not.toMatch(/\b(?:src|href)="(?!#)/)
  })

  it('draws numbers only', () => {
    expect(page).not.toMatch(/NaN|Infinity|undefined/)
  })
})
