import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import type { Options } from '../frame/options.ts'
import type { Section } from '../frame/section.ts'
import type { Suite } from '../frame/suite.ts'
import { decideWith } from '../judges/choose.ts'
import { compare, type GuardBaseline } from './compare.ts'
import { measureRatios, type Ratios } from './ratios.ts'
import { guardRows } from './subset.ts'

export interface GuardResult {
  readonly rows: number
  readonly ratios: Ratios
  readonly baseline: Ratios
  readonly problems: readonly string[]
}

/** For every change: no block may be lost, no false stop may come, no ratio may get much worse. */
export const GUARD: Suite<GuardResult> = {
  name: 'guard',
  run,
  show,
  misses: () => [],
  failures: ({ problems }) => problems,
}

const TRIES = 3

async function run(options: Options): Promise<GuardResult> {
  const file = join(import.meta.dirname, 'baseline.json')
  const decide = decideWith(
    (
      (judge) => () =>
        judge
    )(createEmbeddedJudge()),
  )
  const outcomes: Record<string, { label: 'block' | 'allow'; outcome: string }> = {}
  for (const { id, label, line } of guardRows(join(options.root, 'corpus'))) {
    const { outcome } = await decide(line)
    outcomes[id] = { label, outcome: outcome === 'allow' ? 'allow' : 'stop' }
  }
  const rows = Object.keys(outcomes).length
  const keeping = options.accept || !existsSync(file)
  const ratios = await bestRatios(keeping ? 2 * TRIES : 1)
  if (keeping) {
    writeFileSync(file, `${JSON.stringify({ outcomes, ratios }, undefined, 1)}\n`)
    return { rows, ratios, baseline: ratios, problems: [] }
  }
  const baseline = JSON.parse(readFileSync(file, 'utf8')) as GuardBaseline
  let now = ratios
  // A busy machine can spoil a ratio; a real loss shows every time.
  for (let tries = 1; tries < TRIES && compare(baseline, { outcomes: {}, ratios: now }).length > 0; tries++)
    now = bestOf(now, await measureRatios())
  return { rows, ratios: now, baseline: baseline.ratios, problems: compare(baseline, { outcomes, ratios: now }) }
}

async function bestRatios(times: number): Promise<Ratios> {
  let best = await measureRatios()
  for (let at = 1; at < times; at++) best = bestOf(best, await measureRatios())
  return best
}

function bestOf(left: Ratios, right: Ratios): Ratios {
  return Object.fromEntries(Object.entries(left).map(([name, value]) => [name, Math.min(value, right[name] ?? value)]))
}

function show({ rows, ratios, baseline, problems }: GuardResult): Section[] {
  return [
    {
      title: 'Guard',
      notes: [
        `${rows} rows of the corpus; ${problems.length === 0 ? 'nothing was lost' : `${problems.length} problems`}.`,
        ...problems,
      ],
      tables: [
        {
          head: ['ratio', 'now', 'kept'],
          rows: Object.entries(ratios).map(([name, value]) => [
            name,
            value.toFixed(2),
            (baseline[name] ?? Number.NaN).toFixed(2),
          ]),
        },
      ],
    },
  ]
}
