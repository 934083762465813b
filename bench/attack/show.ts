import { percent, type Section, shown, type Table } from '../frame/section.ts'
import { groupBy, wilson } from '../frame/statistics.ts'
import type { AttackResult, DefenderResult } from './result.ts'

export function show(result: AttackResult): Section[] {
  const { seed, rewrites, defenders } = result
  const ours = defenders.find(({ name }) => name === 'irongate')
  return [
    {
      title: 'Attack: an adaptive attacker with real bash as witness',
      notes: [
        `Seed ${seed}, ${rewrites} rewrites, composed and searched by a bandit that sees the answers alone. A success is an attempt of which every step was allowed and after which the canary had really fallen. Of the stopped attempts a sample was carried out anyway, to see that they are real. Peers are not attacked by tools that they do not claim to guard.`,
      ],
      tables: [
        {
          head: ['', 'attempts', 'proven executions allowed', 'plain acts stopped', 'stopped ones that were real'],
          rows: defenders.map(row),
        },
        ...(ours ? [coverage(result, ours), breaches(ours)] : []),
        ...(result.outside ? [fromOutside(result.outside)] : []),
      ],
      plots: [
        {
          kind: 'bars',
          title: 'Attempts that got through, proven by execution',
          unit: '%',
          bars: defenders.map(({ name, successes, attempts }) => {
            const { share, low, high } = wilson(successes, attempts)
            return { name, value: share * 100, low: low * 100, high: high * 100 }
          }),
        },
      ],
    },
  ]
}

function row({ name, attempts, successes, plain, sampled }: DefenderResult): string[] {
  return [
    name,
    String(attempts),
    shown(wilson(successes, attempts)),
    `${plain.stopped}/${plain.of}`,
    shown(wilson(sampled.real, sampled.of)),
  ]
}

function coverage({ groups }: AttackResult, { uses, attempts }: DefenderResult): Table {
  const rows = [...groupBy(Object.entries(uses), ([name]) => groups[name] ?? '')].map(([group, members]) => {
    const shares = members.map(([, count]) => count / attempts)
    return [group, String(members.length), percent(Math.min(...shares)), percent(Math.max(...shares))]
  })
  return {
    caption: 'Use of the rewrites, in shares of all attempts',
    head: ['group', 'rewrites', 'least used', 'most used'],
    rows,
  }
}

function breaches({ breaches: found }: DefenderResult): Table {
  const rows = found.map(({ class: kind, act, rewrites, count }) => [kind, act, rewrites.join(' + '), String(count)])
  return { caption: 'What got through, in its shortest form', head: ['class', 'act', 'rewrites', 'attempts'], rows }
}

function fromOutside({ attempts, successes }: NonNullable<AttackResult['outside']>): Table {
  return {
    caption: 'Another attacker (--attacker)',
    head: ['attempts', 'proven executions allowed'],
    rows: [[String(attempts), shown(wilson(successes.length, attempts))]],
  }
}
