import { useEffect, useMemo, useState } from 'preact/hooks'
import type { Overview } from '../../store/store.ts'
import { queryString } from '../core/api.ts'
import { useCell } from '../core/cell.ts'
import { counted, shownCount, shownDollars, shownDuration, shownShare } from '../core/format.ts'
import { useLoad } from '../core/load.ts'
import { busiest, plotsOf, shareOfCache, stoppedMore, stoppedOf } from '../core/overview.ts'
import { linkTo, route, setQuery } from '../core/router.ts'
import { pathWords } from '../core/words.ts'
import { Bars } from '../parts/bars.tsx'
import { MachinePicker } from '../parts/machine-picker.tsx'
import { Plot, type PlotProps } from '../parts/plot.tsx'
import { LoadedView } from '../parts/problem.tsx'
import { Empty, PageHead } from '../parts/text.tsx'

const HOUR = 60 * 60 * 1000
const RANGES = [
  ['24 hours', 24 * HOUR],
  ['7 days', 7 * 24 * HOUR],
  ['30 days', 30 * 24 * HOUR],
  ['90 days', 90 * 24 * HOUR],
] as const

/** Figures and plots of a stretch of time. */
export function OverviewPage() {
  const { query } = useCell(route)
  const [length, setLength] = useState<number>(RANGES[1][1])
  const [machine, setMachine] = useState(() => query.get('machine') ?? '')
  // To the minute, so that drawing again does not ask again.
  const until = useMemo(() => Math.ceil(Date.now() / 60_000) * 60_000, [length])
  const loaded = useLoad<Overview>(
    `/overview${queryString({ since: until - length, until, ...(machine !== '' && { machine }) })}`,
  )
  useEffect(() => setQuery({ machine }), [machine])
  return (
    <>
      <PageHead title="Overview" about="What the gate decided, how fast, and what it cost.">
        <MachinePicker machine={machine} set={setMachine} />
        <fieldset class="segments">
          <legend class="away">Time</legend>
          {RANGES.map(([name, ms]) => (
            <button type="button" aria-pressed={ms === length} onClick={() => setLength(ms)}>
              {name}
            </button>
          ))}
        </fieldset>
      </PageHead>
      <LoadedView loaded={loaded}>
        {(overview) =>
          overview.total === 0 ? <Empty>No call was decided in this time.</Empty> : <Figures overview={overview} />
        }
      </LoadedView>
    </>
  )
}

function Figures({ overview }: { readonly overview: Overview }) {
  const { total, outcomes, shadow, latency, spent, machine } = overview
  const plots = useMemo(() => plotsOf(overview), [overview])
  const outages = outagesIn(overview)
  return (
    <>
      <dl class="tiles">
        <Tile name="Calls" value={shownCount(total)} more={`${shownShare(outcomes.allow, total)} allowed`} />
        <Tile name="Stopped" value={shownCount(stoppedOf(outcomes))} more={stoppedMore(outcomes.ask, shadow)} />
        <Tile
          name="Median time"
          value={shownDuration(latency.alone.p50)}
          more={`p99 ${shownDuration(latency.alone.p99)}, without a model`}
        />
        <Tile
          name="With a model"
          value={latency.judged.count === 0 ? '–' : shownDuration(latency.judged.p50)}
          more={`${shownShare(latency.judged.count, total)} of calls`}
        />
        <Tile
          name="Spent"
          value={shownDollars(spent.dollars)}
          more={`${shownShare(...shareOfCache(spent))} of tokens from cache`}
        />
        <Tile
          name="Judge outages"
          value={shownCount(outages)}
          more={outages === 0 ? 'none' : 'answers for want of a judge'}
        />
      </dl>
      <div class="plots">
        {plotted(overview, plots).map((each) => (
          <Plot times={plots.times} {...each} />
        ))}
        <Bars
          title="Stopped, by category"
          unit="Calls"
          counts={overview.categories}
          link={(category) => liveWith({ category, machine })}
        />
        <Bars title="Answers, by path" unit="Calls" counts={overview.paths} words={pathWords} />
        <Bars
          title="Calls, by agent"
          unit="Calls"
          counts={overview.hosts}
          link={(host) => liveWith({ host, machine })}
        />
      </div>
    </>
  )
}

function outagesIn({ buckets }: Overview): number {
  return buckets.reduce((sum, { outages }) => sum + outages, 0)
}

const COUNTS = { kind: 'bars', shown: shownCount, whole: true } as const

/** Every plot, and what it says in words. */
function plotted(overview: Overview, plots: ReturnType<typeof plotsOf>): readonly Omit<PlotProps, 'times'>[] {
  const { total, latency, spent } = overview
  const outages = outagesIn(overview)
  const most = plots.paths.slice(0, 2).map(({ label }) => label.toLowerCase())
  const cost = `${shownDollars(spent.dollars)} for ${counted(spent.calls, 'model call')}`
  const tokens = `${shownCount(spent.inputTokens)} tokens in and ${shownCount(spent.outputTokens)} out`
  return [
    {
      title: 'Calls by answer',
      summary: `${counted(total, 'call')}. ${busiest(overview)}`,
      series: plots.outcomes,
      ...COUNTS,
    },
    { title: 'Calls by path', summary: `Most came from: ${most.join(', ')}.`, series: plots.paths, ...COUNTS },
    {
      title: 'Time of a check',
      summary: `Without a model ${percentiles(latency.alone)}; with one ${percentiles(latency.judged)}.`,
      series: plots.latency,
      kind: 'lines',
      shown: shownDuration,
    },
    {
      title: 'Cost of the judge',
      summary: `${cost}, ${tokens}.`,
      series: plots.cost,
      kind: 'bars',
      shown: shownDollars,
    },
    {
      title: 'Outages of the judge',
      summary:
        outages === 0
          ? 'The judge always answered.'
          : `${counted(outages, 'call')} had no judge; they were denied or asked.`,
      series: plots.outages,
      ...COUNTS,
    },
  ]
}

/** The page Live with filters, of the machine that is looked at. */
function liveWith(filters: Readonly<Record<string, string | undefined>>): string {
  return `${linkTo('live')}${queryString(filters)}`
}

function percentiles({ count, p50, p95, p99 }: Overview['latency']['alone']): string {
  if (count === 0) return 'none'
  return `half within ${shownDuration(p50)}, 95 % within ${shownDuration(p95)}, 99 % within ${shownDuration(p99)}`
}

function Tile({ name, value, more }: { readonly name: string; readonly value: string; readonly more: string }) {
  return (
    <div class="tile">
      <dt>{name}</dt>
      <dd>
        <span class="tile-value">{value}</span>
        <span class="quiet">{more}</span>
      </dd>
    </div>
  )
}
