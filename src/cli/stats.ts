import { resolve } from 'node:path'
import { hostFacts } from '../facts/host.ts'
import { readPolicy } from '../integrations/policy.ts'
import type { Rule } from '../rules/rule.ts'
import { readFigures } from '../server/overview-figures.ts'
import type { Overview, Percentiles } from '../server/store/store.ts'
import { ruleName } from '../server/store/tally.ts'
import { stateFolder } from '../state/state-folder.ts'
import { databaseFrom, PLACE_OPTIONS, readArgs, refusePositionals } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { type Io, paint, showInvisible, UsageError } from './io.ts'
import { shadowsAmong } from './rule-shadows.ts'
import { formatOrigin } from './settings-output.ts'
import { TIMES_HELP, timeFrom } from './time-arguments.ts'
import { directoryOr } from './working-directory.ts'

export const HELP = `Usage: irongate stats [options]

Figures of what the gate decided: where the answers came from, denials by category, how long checks took, calls to a model and what
they cost by day, rules that never decided a call, and rules that never can because another goes before them. They come from the
server's store where there is one (\`irongate serve\`), and else from the records themselves; both give the same.

  --since TIME   from then on (default 7d): ${TIMES_HELP}
  --until TIME   up to then (default now)
  --cwd DIR      the project whose rules are looked at (default: here)
  --database URL the PostgreSQL of a server, of which the figures of this machine are taken
  --json         all figures as JSON

Examples:
  irongate stats
  irongate stats --since 30d --json
`

/** What is printed, and given to programs. */
export interface Stats {
  readonly overview: Overview
  readonly days: readonly Day[]
  readonly neverHit: readonly RuleLine[]
  readonly shadowed: readonly (RuleLine & { readonly by: RuleLine })[]
}

interface Day {
  readonly day: string
  readonly total: number
  readonly judged: number
  readonly outages: number
  readonly dollars: number
}

interface RuleLine {
  readonly behavior: string
  readonly rule: string
  readonly source: Rule['source']
}

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readArgs(args, {
    ...PLACE_OPTIONS,
    since: { type: 'string', default: '7d' },
    until: { type: 'string', default: 'now' },
    database: { type: 'string' },
  })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  refusePositionals(positionals, 'stats')
  const range = { since: timeFrom(values.since, 'start'), until: timeFrom(values.until, 'end') }
  if (range.until < range.since) throw new UsageError('--until lies before --since.')
  const home = values.home === undefined ? agentHomeDirectory() : resolve(values.home)
  const overview = await readFigures(stateFolder(home), range, databaseFrom(values.database))
  const stats = { overview, days: daysOf(overview), ...rulesOf(overview, home, directoryOr(home, values.cwd)) }
  io.out(values.json ? `${JSON.stringify(stats)}\n` : formatStats(stats, io))
  return 0
}

function rulesOf({ rules: hits }: Overview, home: string, cwd: string): Pick<Stats, 'neverHit' | 'shadowed'> {
  const facts = hostFacts({ cwd, home })
  const { rules } = readPolicy({ home, cwd: facts.projectRoot })
  const own = rules.filter(({ source }) => source.scope !== 'builtin')
  return {
    neverHit: own.filter(({ behavior, text }) => !Object.hasOwn(hits, ruleName(behavior, text))).map(lineOf),
    shadowed: shadowsAmong(own, facts)
      .filter(({ whole }) => whole)
      .map(({ by, over }) => ({ ...lineOf(over), by: lineOf(by) })),
  }
}

function lineOf({ behavior, text, source }: Rule): RuleLine {
  return { behavior, rule: text, source }
}

/** The buckets day by day, in UTC as the files are. */
function daysOf({ buckets }: Overview): readonly Day[] {
  const days = new Map<string, Day>()
  for (const { at, outcomes, judged, outages, dollars } of buckets) {
    const day = new Date(at).toISOString().slice(0, 10)
    const before = days.get(day) ?? { day, total: 0, judged: 0, outages: 0, dollars: 0 }
    const total = outcomes.allow + outcomes.ask + outcomes.deny + outcomes.abort
    days.set(day, {
      day,
      total: before.total + total,
      judged: before.judged + judged,
      outages: before.outages + outages,
      dollars: before.dollars + dollars,
    })
  }
  return [...days.values()]
}

function formatStats({ overview, days, neverHit, shadowed }: Stats, io: Io): string {
  const { total, outcomes, shadow, paths, categories, latency, spent } = overview
  const share = (count: number) => (total === 0 ? '' : `${((100 * count) / total).toFixed(1)} %`.padStart(8))
  const width = Math.max(
    24,
    ...[outcomes, paths, categories].flatMap(Object.keys).map((name) => showInvisible(name).length),
  )
  const counted = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${showInvisible(name).padEnd(width)} ${String(count).padStart(9)}${share(count)}`)
  const cached =
    spent.inputTokens === 0 ? '' : `, ${Math.round((100 * spent.cachedTokens) / spent.inputTokens)} % from the cache`
  const sections: readonly (readonly [string, readonly string[]])[] = [
    [`${total} calls`, counted(outcomes)],
    [
      'In shadow mode, where nothing is stopped: what it would have said',
      counted(Object.fromEntries(Object.entries(shadow).map(([name, count]) => [`(${name})`, count]))),
    ],
    ['Where answers came from', counted(paths)],
    ['Stopped, by category', counted(categories)],
    [
      'Time of a check, in milliseconds',
      [formatPercentiles('without a model', latency.alone), formatPercentiles('with a model', latency.judged)],
    ],
    [
      `Calls to a model: ${spent.calls}, $${spent.dollars.toFixed(4)}, ${spent.inputTokens} tokens in${cached}, ${spent.outputTokens} out`,
      days.filter(({ total: calls }) => calls > 0).map(dayLine),
    ],
    ['Rules that decided no call', neverHit.map(ruleLine)],
    [
      'Rules that never can: another goes before them',
      shadowed.map((line) => `${ruleLine(line)}\n      behind ${ruleLine(line.by)}`),
    ],
  ]
  return sections
    .filter(([, lines], index) => index === 0 || lines.length > 0)
    .map(([title, lines]) => `${paint(io, 'bold', title)}\n${lines.map((line) => `  ${line}\n`).join('')}`)
    .join('\n')
}

function formatPercentiles(name: string, { count, p50, p95, p99 }: Percentiles): string {
  return `${name.padEnd(16)} ${String(count).padStart(9)} checks   p50 ${p50}   p95 ${p95}   p99 ${p99}`
}

function dayLine({ day, total, judged, outages, dollars }: Day): string {
  const failed = outages === 0 ? '' : `, ${outages} without an answer`
  return `${day}  ${String(total).padStart(7)} calls, ${judged} judged by a model${failed}, $${dollars.toFixed(4)}`
}

function ruleLine({ behavior, rule, source }: RuleLine): string {
  return showInvisible(`${behavior.padEnd(5)} ${rule}  [${formatOrigin(source)}]`)
}
