import type { Plot } from '../frame/section.ts'
import { escaped } from './escape.ts'

const WIDTH = 640
const LEFT = 210
const COLOURS = ['#2563eb', '#d97706', '#059669', '#db2777', '#7c3aed', '#475569']

/** A plot as inline SVG: no script, no font, nothing to fetch. */
export function svgOf(plot: Plot): string {
  return plot.kind === 'bars' ? bars(plot) : lines(plot)
}

function frame(height: number, title: string, body: string): string {
  return `<figure><figcaption>${escaped(title)}</figcaption><svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">${body}</svg></figure>`
}

function bars({ title, unit, bars: given }: Extract<Plot, { kind: 'bars' }>): string {
  const most = Math.max(1e-9, ...given.map(({ value, high }) => high ?? value))
  const scale = (value: number) => LEFT + (value / most) * (WIDTH - LEFT - 80)
  const body = given.map(({ name, value, low, high }, at) => {
    const y = 8 + at * 26
    const whisker =
      low === undefined || high === undefined
        ? ''
        : `<line x1="${scale(low)}" x2="${scale(high)}" y1="${y + 9}" y2="${y + 9}" stroke="currentColor"/>`
    const label = `<text x="${LEFT - 8}" y="${y + 13}" text-anchor="end">${escaped(name)}</text>`
    const figure = `<text x="${scale(high ?? value) + 6}" y="${y + 13}">${short(value)} ${escaped(unit)}</text>`
    return `${label}<rect x="${LEFT}" y="${y}" width="${Math.max(1, scale(value) - LEFT)}" height="18" fill="${COLOURS[0]}" opacity="0.75"/>${whisker}${figure}`
  })
  return frame(given.length * 26 + 16, title, body.join(''))
}

function lines({ title, x, y, logX = false, lines: given }: Extract<Plot, { kind: 'lines' }>): string {
  const points = given.flatMap((line) => line.points)
  const across = (value: number) => (logX ? Math.log10(Math.max(1e-9, value)) : value)
  const [left, right] = range(points.map(([value]) => across(value)))
  const top = Math.max(1e-9, ...points.map(([, value]) => value))
  const height = 220
  const px = (value: number) => 60 + ((across(value) - left) / (right - left || 1)) * (WIDTH - 240)
  const py = (value: number) => height - 40 - (value / top) * (height - 60)
  const axes = `<path d="M60 20V${height - 40}H${WIDTH - 170}" fill="none" stroke="currentColor" opacity="0.4"/>`
  const ends = `<text x="56" y="26" text-anchor="end">${short(top)}</text><text x="56" y="${height - 36}" text-anchor="end">0 ${escaped(y)}</text><text x="${(WIDTH - 110) / 2}" y="${height - 6}" text-anchor="middle">${escaped(x)}</text>`
  const ticks = [...new Set(points.map(([value]) => value))]
    .slice(0, 12)
    .map(
      (value) => `<text x="${px(value)}" y="${height - 24}" text-anchor="middle" font-size="9">${short(value)}</text>`,
    )
  const drawn = given.map(({ name, points: own }, at) => {
    const colour = COLOURS[at % COLOURS.length]
    const path = own
      .map(([value, height_], index) => `${index === 0 ? 'M' : 'L'}${px(value).toFixed(1)} ${py(height_).toFixed(1)}`)
      .join('')
    const dots = own
      .map(([value, height_]) => `<circle cx="${px(value)}" cy="${py(height_)}" r="3" fill="${colour}"/>`)
      .join('')
    return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots}<text x="${WIDTH - 162}" y="${30 + at * 18}" fill="${colour}">${escaped(name)}</text>`
  })
  return frame(height, title, axes + ends + ticks.join('') + drawn.join(''))
}

function range(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)]
}

function short(value: number): string {
  if (value >= 1_000_000) return `${+(value / 1_000_000).toPrecision(3)}M`
  if (value >= 10_000) return `${+(value / 1_000).toPrecision(3)}k`
  return String(+value.toPrecision(3))
}
