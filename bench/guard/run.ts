import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import type { Options } from '../frame/options.ts'
import type { Section } from '../frame/section.ts'
import type { Suite } from '../frame/suite.ts'
import { decideWith } from '../judges/choose.ts'
import { compare, type GuardBaseline } from './compare.ts'
import { leastOf, leastTimes, type Ratios, ratiosOf } from './ratios.ts'
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

const ROUNDS = 60
const TRIES = 4

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
  let times = await leastTimes(keeping ? 4 * ROUNDS : ROUNDS)
  if (keeping) {
    const ratios = ratiosOf(times)
    writeFileSync(file, `${JSON.stringify({ outcomes, ratios }, undefined, 2)}\n`)
    return { rows, ratios, baseline: ratios, problems: [] }
  }
  const baseline = JSON.parse(readFileSync(file, 'utf8')) as GuardBaseline
  const isWorse = () => compare(baseline, { outcomes: {}, ratios: ratiosOf(times) }).length > 0
  // A machine that was busy all the while gets another chance; a real loss shows every time.
  for (let tries = 1; tries < TRIES && isWorse(); tries++) times = leastOf(times, await leastTimes(2 * ROUNDS))
  const ratios = ratiosOf(times)
  return { rows, ratios, baseline: baseline.ratios, problems: compare(baseline, { outcomes, ratios }) }
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
