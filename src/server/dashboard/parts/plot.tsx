import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { useCell } from '../core/cell.ts'
import { colourOf, colours } from '../core/theme.ts'
import { Scroll } from './text.tsx'

export interface Series {
  readonly label: string
  /** The name of a colour of the style sheet. */
  readonly colour: string
  readonly values: readonly number[]
}

export interface PlotProps {
  readonly title: string
  /** What the plot shows, in a sentence: for those who do not see it, and for those in a hurry. */
  readonly summary: string
  /** Milliseconds, one for each value. */
  readonly times: readonly number[]
  readonly series: readonly Series[]
  /** Bars on top of each other, or lines. */
  readonly kind: 'bars' | 'lines'
  /** Calls, of which there are no halves. */
  readonly whole?: boolean
  readonly shown: (value: number) => string
}

const HEIGHT = 190

export function Plot(props: PlotProps) {
  const { title, summary, times, series, shown } = props
  const at = useRef<HTMLDivElement>(null)
  const painted = useCell(colours)
  useEffect(() => {
    const place = at.current
    if (place === null) return undefined
    const plot = new uPlot(optionsOf(props, place.clientWidth), dataOf(props), place)
    const observer = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: HEIGHT }))
    observer.observe(place)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [times, series, painted])
  return (
    <figure class="plot card">
      <figcaption>
        <h2>{title}</h2>
        <p class="quiet">{summary}</p>
      </figcaption>
      <div ref={at} class="plot-area" aria-hidden="true" />
      <details class="figures">
        <summary>Figures as a table</summary>
        <Scroll label={`${title}: figures`}>
          <table>
            <thead>
              <tr>
                <th scope="col">From</th>
                {series.map(({ label }) => (
                  <th scope="col" class="number">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((time, index) => (
                <tr>
                  <th scope="row">{new Date(time).toLocaleString()}</th>
                  {series.map(({ values }) => (
                    <td class="number">{shown(values[index] ?? 0)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </details>
    </figure>
  )
}

const FONT = '11px system-ui'
const WHOLE = [1, 2, 5]
  .flatMap((step) => [1, 10, 100, 1e3, 1e4, 1e5, 1e6].map((ten) => step * ten))
  .sort((a, b) => a - b)

/** Of a scale of powers, one line for each. */
function onlyTens(_plot: uPlot, splits: readonly number[]): (number | null)[] {
  return splits.map((split) => (Number.isInteger(Math.round(Math.log10(split) * 1e6) / 1e6) ? split : null))
}

/** A tick of the time: the day at midnight, else the hour; in the viewer's zone and language. */
function moment(seconds: number): string {
  const date = new Date(seconds * 1000)
  if (date.getHours() === 0 && date.getMinutes() === 0)
    return date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
  return date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

/** Stacked bars are drawn from the back: each series with all that lie below it. */
function dataOf({ times, series, kind }: PlotProps): uPlot.AlignedData {
  const seconds = times.map((time) => time / 1000)
  // Lines are drawn over a scale of powers, which knows no nought: no call, no point.
  if (kind === 'lines')
    return [seconds, ...series.map(({ values }) => values.map((value) => (value > 0 ? value : null)))]
  let below: number[] = times.map(() => 0)
  const stacked = series.map(({ values }) => {
    below = below.map((sum, index) => sum + (values[index] ?? 0))
    return below
  })
  return [seconds, ...stacked.reverse()]
}

function optionsOf({ times, series, kind, shown, whole }: PlotProps, width: number): uPlot.Options {
  const drawn = kind === 'bars' ? series.toReversed() : series
  const bars = uPlot.paths.bars?.({ size: [0.82, 40], align: 1 })
  const axis = { stroke: colourOf('quiet'), grid: { stroke: colourOf('line'), width: 1 }, ticks: { show: false } }
  return {
    width: Math.max(200, width),
    height: HEIGHT,
    padding: [8, 4, 0, 0],
    legend: { markers: { width: 0, fill: (_plot, index) => colourOf(drawn[index - 1]?.colour ?? 'line') } },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: kind === 'lines' } },
    scales: {
      y: kind === 'lines' ? { distr: 3, log: 10 } : { range: (_plot, _least, most) => [0, most > 0 ? most * 1.08 : 1] },
    },
    axes: [
      { ...axis, grid: { show: false }, font: FONT, size: 26, space: 64, values: (_plot, ticks) => ticks.map(moment) },
      {
        ...axis,
        ...(kind === 'lines' && { grid: { ...axis.grid, filter: onlyTens } }),
        font: FONT,
        size: 58,
        ...(whole && { incrs: WHOLE }),
        values: (_plot, ticks) => ticks.map((tick) => (tick === null ? '' : shown(tick))),
      },
    ],
    series: [
      {
        label: 'From',
        value: (_plot, seconds) => (seconds === null ? '–' : new Date(seconds * 1000).toLocaleString()),
      },
      ...drawn.map(
        ({ label, colour, values }): uPlot.Series => ({
          label,
          stroke: colourOf(colour),
          width: kind === 'bars' ? 0 : 1.5,
          points: { show: kind === 'lines' && times.length < 60, size: 4 },
          spanGaps: true,
          ...(kind === 'bars' && { fill: colourOf(colour), ...(bars && { paths: bars }) }),
          // The value itself, not the height that it is drawn at.
          value: (_plot, _drawn, _series, index) => (index === null ? '–' : shown(values[index] ?? 0)),
        }),
      ),
    ],
  }
}
