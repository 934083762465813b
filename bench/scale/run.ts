import type { Options } from '../frame/options.ts'
import { progress } from '../frame/progress.ts'
import type { Miss, Section } from '../frame/section.ts'
import type { Suite } from '../frame/suite.ts'
import { AXES, type Point } from './axes.ts'
import { SHAPES, type Worst, worstCases } from './worst.ts'

export interface AxisResult {
  readonly name: string
  readonly unit: string
  readonly dangerous: boolean
  readonly points: readonly Point[]
  /** How the time grows with the size between the last two steps: 1 is in proportion, 2 is with its square. */
  readonly exponent: number
}

export interface ScaleResult {
  readonly axes: readonly AxisResult[]
  readonly worst: readonly Worst[]
}

/** What happens when everything gets larger. */
export const SCALE: Suite<ScaleResult> = { name: 'scale', run, show, misses, failures }

const MOST_MS = 100
/** In a process that has compiled nothing yet. */
const MOST_COLD_MS = 250

async function run(_options: Options): Promise<ScaleResult> {
  const bar = progress('scale', AXES.length + SHAPES.size)
  const axes: AxisResult[] = []
  for (const axis of AXES) {
    const points: Point[] = []
    for (const size of axis.sizes) points.push(await axis.at(size))
    axes.push({
      name: axis.name,
      unit: axis.unit,
      dangerous: axis.dangerous === true,
      points,
      exponent: exponentOf(points),
    })
    bar.step(axes.length, axis.name)
  }
  let done = axes.length
  const worst = await worstCases((name) => bar.step(++done, name))
  bar.end()
  return { axes, worst }
}

function exponentOf(points: readonly Point[]): number {
  const [before, last] = points.slice(-2)
  if (before === undefined || last === undefined) return Number.NaN
  return Math.log(last.ms / before.ms) / Math.log(last.size / before.size)
}

function show({ axes, worst = [] }: ScaleResult): Section[] {
  return [
    {
      title: 'Scale: rules, transcripts, sessions, length and nesting',
      notes: [
        'Milliseconds that the thread of the check was busy, the least of several runs after one to warm up, embedded judge, no host behind it. The exponent tells how time grows at the end: 1 is in proportion to the size.',
      ],
      tables: axes.map(({ name, unit, points, exponent }) => ({
        caption: name,
        head: [unit, ...points.map(({ size }) => size.toLocaleString('en')), 'exponent'],
        rows: [
          ['ms', ...points.map(({ ms }) => ms.toPrecision(3)), exponent.toFixed(2)],
          ...(points.some(({ outcome }) => outcome !== '')
            ? [['answer', ...points.map(({ outcome }) => outcome), '']]
            : []),
        ],
      })),
      plots: axes.map(({ name, unit, points }) => ({
        kind: 'lines' as const,
        title: name,
        x: unit,
        y: 'ms',
        logX: true,
        lines: [{ name: 'one check', points: points.map(({ size, ms }) => [size, ms] as const) }],
      })),
    },
    worstSection(worst),
  ]
}

function worstSection(worst: readonly Worst[]): Section {
  return {
    title: 'Scale: inputs made to be slow',
    notes: [
      'One check of as much of one thing as fits into 256 kB, in milliseconds: the least that its thread was busy in several runs, and for what is not fast the time on the clock of the first run in a fresh process, which has nothing compiled yet, the quicker of two.',
    ],
    tables: [
      {
        head: ['input', 'bytes', 'ms', 'ms, first run', 'answer'],
        rows: worst
          .toSorted((a, b) => b.warm - a.warm)
          .map(({ name, bytes, warm, cold, outcome }) => [
            name,
            bytes.toLocaleString('en'),
            warm.toPrecision(3),
            cold?.toPrecision(3) ?? '–',
            outcome,
          ]),
      },
    ],
  }
}

/** Slow enough to be noticed, or growing faster than the input. */
function misses({ axes, worst = [] }: ScaleResult): Miss[] {
  return [...hidden(axes), ...slow(axes), ...slowest(worst)]
}

function slowest(worst: readonly Worst[]): Miss[] {
  return worst
    .filter(({ warm, cold = 0 }) => warm > MOST_MS || cold > MOST_COLD_MS)
    .map(({ name, warm, cold = 0 }) => ({
      suite: 'scale',
      class: `256 kB of ${name}`,
      count: 1,
      of: 1,
      says: `${warm.toFixed(0)} ms, ${cold.toFixed(0)} ms in a fresh process`,
    }))
}

/** Danger that was let through because of its size. */
function hidden(axes: readonly AxisResult[]): Miss[] {
  return axes.flatMap(({ name, points, dangerous }) => {
    const through = dangerous ? points.filter(({ outcome }) => outcome === 'allow') : []
    const [first] = through
    return first === undefined
      ? []
      : [
          {
            suite: 'scale',
            class: name,
            count: through.length,
            of: points.length,
            says: `danger let through from ${first.size.toLocaleString('en')}`,
          },
        ]
  })
}

function failures({ axes }: ScaleResult): string[] {
  return hidden(axes).map((miss) => `${miss.class}: ${miss.says}`)
}

function slow(axes: readonly AxisResult[]): Miss[] {
  return axes.flatMap(({ name, points }) => {
    const slow = points.filter(({ ms }) => ms > MOST_MS)
    const [first] = slow
    return first === undefined
      ? []
      : [
          {
            suite: 'scale',
            class: name,
            count: slow.length,
            of: points.length,
            says: `more than ${MOST_MS} ms from ${first.size.toLocaleString('en')}`,
          },
        ]
  })
}
