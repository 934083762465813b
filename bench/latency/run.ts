import type { Options } from '../frame/options.ts'
import type { Section } from '../frame/section.ts'
import type { Quantile } from '../frame/statistics.ts'
import type { Suite } from '../frame/suite.ts'
import { type CallTiming, inProcess } from './in-process.ts'
import { hookProcesses } from './processes.ts'
import type { Timing } from './timing.ts'

export interface LatencyResult {
  readonly calls: readonly CallTiming[]
  /** Or why they could not be measured. */
  readonly processes: readonly Timing[] | string
}

/** How long an answer takes: in this process, and as a hook that a host starts for every call. */
export const LATENCY: Suite<LatencyResult> = {
  name: 'latency',
  run: async (options: Options) => ({
    calls: await inProcess(options.results, options.peers),
    processes: hookProcesses(options.root),
  }),
  show,
  misses: () => [],
}

const ms = ({ value, low, high }: Quantile) => `${digits(value)} (${digits(low)}–${digits(high)})`
const digits = (value: number) => value.toFixed(value < 10 ? 2 : 1)

function show({ calls, processes }: LatencyResult): Section[] {
  const bare = typeof processes === 'string' ? undefined : processes.find(({ name }) => name === 'bare node')
  const row = ({ name, p50, p95, p99 }: Timing) => [
    name,
    ms(p50),
    ms(p95),
    ms(p99),
    bare && name !== bare.name ? `+${digits(p50.value - bare.p50.value)}` : '',
  ]
  return [
    {
      title: 'Latency: whole hook processes',
      notes: [
        typeof processes === 'string'
          ? processes
          : 'One process per call, JSON in, answer out; taken in turn, milliseconds, with 95 % intervals. Compare rows, not machines.',
      ],
      tables:
        typeof processes === 'string'
          ? []
          : [{ head: ['', 'p50', 'p95', 'p99', 'p50 over bare node'], rows: processes.map(row) }],
      plots:
        typeof processes === 'string'
          ? []
          : [
              {
                kind: 'bars',
                title: 'A hook process, median',
                unit: 'ms',
                bars: processes.map(({ name, p50 }) => ({ name, value: p50.value, low: p50.low, high: p50.high })),
              },
            ],
    },
    {
      title: 'Latency: in the process, by path and size',
      notes: [
        'Milliseconds for a whole check, a fresh look at the host included. The peer is cc-safety-net, standard, on the same command.',
      ],
      tables: [
        {
          head: ['call', 'answered by', 'bytes', 'p50', 'p95', 'p99', 'peer p50', 'peer p95'],
          rows: calls.map(({ call, path, bytes, ours, peer }) => [
            call,
            path,
            String(bytes),
            ms(ours.p50),
            ms(ours.p95),
            ms(ours.p99),
            peer ? ms(peer.p50) : '–',
            peer ? ms(peer.p95) : '–',
          ]),
        },
      ],
    },
  ]
}
