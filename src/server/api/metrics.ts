/** Counts what the server does, in the text that Prometheus reads. */
export interface Metrics {
  count(name: CounterName, labels?: Labels, by?: number): void
  observe(name: HistogramName, seconds: number, labels?: Labels): void
  /** A figure that is asked for when somebody looks. */
  gauge(name: string, help: string, value: () => number): void
  text(): string
}

export type Labels = Readonly<Record<string, string>>

const COUNTERS = {
  irongate_requests_total: 'Requests by route and status.',
  irongate_decisions_total: 'Decisions of /check by outcome.',
  irongate_refused_keys_total: 'Requests with a key that nobody has.',
  irongate_records_written_total: 'Records of decisions that were asked for here.',
  irongate_records_lost_total: 'Records of such decisions that could not be written.',
  irongate_records_ingested_total: 'Records taken into the store.',
  irongate_events_dropped_total: 'Events that a listener was too slow for.',
  irongate_answers_total: 'Answers to pending asks.',
} as const
type CounterName = keyof typeof COUNTERS

const HISTOGRAMS = {
  irongate_check_seconds: 'How long a check took.',
  irongate_request_seconds: 'How long a request took until its answer began.',
} as const
type HistogramName = keyof typeof HISTOGRAMS

const DURATION_STEPS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30] as const

interface Histogram {
  readonly counts: number[]
  sum: number
  count: number
}

const NO_LABELS: Labels = {}

/** More kinds of labels than this are counted as one: nothing that a caller writes makes this grow. */
const MOST_SERIES = 1000

export function createMetrics(): Metrics {
  const counters = new Map<string, Map<string, number>>()
  const histograms = new Map<string, Map<string, Histogram>>()
  const gauges = new Map<string, { readonly help: string; readonly value: () => number }>()
  return {
    count: (name, labels = NO_LABELS, by = 1) => {
      const series = seriesOf(counters, name)
      const key = keyOf(labels, series)
      series.set(key, (series.get(key) ?? 0) + by)
    },
    observe: (name, seconds, labels = NO_LABELS) => {
      const series = seriesOf(histograms, name)
      const key = keyOf(labels, series)
      const found = series.get(key) ?? { counts: DURATION_STEPS.map(() => 0), sum: 0, count: 0 }
      series.set(key, found)
      const step = DURATION_STEPS.findIndex((most) => seconds <= most)
      if (step >= 0) found.counts[step] = (found.counts[step] ?? 0) + 1
      found.sum += seconds
      found.count++
    },
    gauge: (name, help, value) => {
      gauges.set(name, { help, value })
    },
    text: () =>
      [
        ...Object.entries(COUNTERS).map(([name, help]) => counterText(name, help, counters.get(name))),
        ...Object.entries(HISTOGRAMS).map(([name, help]) => histogramText(name, help, histograms.get(name))),
        ...[...gauges].map(([name, { help, value }]) => `${metricHeader(name, help, 'gauge')}${name} ${value()}\n`),
      ].join(''),
  }
}

function seriesOf<T>(all: Map<string, Map<string, T>>, name: string): Map<string, T> {
  const found = all.get(name) ?? new Map<string, T>()
  all.set(name, found)
  return found
}

/** Labels that are counted thousands of times in a second are the same object each time. */
const LABEL_TEXTS = new WeakMap<Labels, string>()

function keyOf(labels: Labels, series: ReadonlyMap<string, unknown>): string {
  const key = LABEL_TEXTS.get(labels) ?? labelsText(labels)
  LABEL_TEXTS.set(labels, key)
  return series.has(key) || series.size < MOST_SERIES ? key : 'other="true"'
}

function labelsText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',')
}

function escaped(text: string): string {
  return text.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))
}

function metricHeader(name: string, help: string, type: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`
}

function counterText(name: string, help: string, series: ReadonlyMap<string, number> = new Map()): string {
  const lines = [...series].map(([key, value]) => `${name}${key === '' ? '' : `{${key}}`} ${value}\n`)
  return `${metricHeader(name, help, 'counter')}${lines.length === 0 ? `${name} 0\n` : lines.join('')}`
}

function histogramText(name: string, help: string, series: ReadonlyMap<string, Histogram> = new Map()): string {
  const lines = [...series].flatMap(([key, { counts, sum, count }]) => {
    const also = key === '' ? '' : `${key},`
    const own = key === '' ? '' : `{${key}}`
    const below = (step: number) => counts.slice(0, step + 1).reduce((all, here) => all + here, 0)
    return [
      ...DURATION_STEPS.map((most, step) => `${name}_bucket{${also}le="${most}"} ${below(step)}\n`),
      `${name}_bucket{${also}le="+Inf"} ${count}\n${name}_sum${own} ${sum}\n${name}_count${own} ${count}\n`,
    ]
  })
  return `${metricHeader(name, help, 'histogram')}${lines.join('')}`
}
