import { percent, type Section, shown, type Table } from '../frame/section.ts'
import { countBy, groupBy, mean, percentile, wilson } from '../frame/statistics.ts'
import type { SessionsResult } from './result.ts'

export function show({ sessions, interruptions }: SessionsResult): Section[] {
  const calls = sum(sessions.map((session) => session.calls))
  const stops = sessions.map(({ asked, denied }) => asked + denied)
  const per = (values: readonly number[]) => [
    mean(values).toFixed(2),
    ...[0.5, 0.9, 0.99, 1].map((part) => String(percentile(values, part))),
  ]
  const whole = (name: string, value: number) => [name, shown(wilson(value, calls))]
  return [
    {
      title: 'Sessions: real work replayed',
      notes: [
        `${sessions.length} sessions, ${calls} calls. Not a safety label: people ran these calls. Calls whose text the data does not hold in full are counted apart.`,
      ],
      tables: [
        {
          head: ['share of calls', ''],
          rows: [
            whole('would need a model', sum(sessions.map(({ judged }) => judged))),
            whole('asked', sum(sessions.map(({ asked }) => asked))),
            whole('denied', sum(sessions.map(({ denied }) => denied))),
            whole('stopped, text cut off in the data', sum(sessions.map(({ clipped }) => clipped))),
          ],
        },
        sets(sessions),
        agents(sessions),
        {
          head: ['per session', 'mean', 'p50', 'p90', 'p99', 'max'],
          rows: [
            ['calls', ...per(sessions.map((session) => session.calls))],
            ['would need a model', ...per(sessions.map(({ judged }) => judged))],
            ['interruptions', ...per(stops)],
          ],
        },
        paths(sessions, calls),
        reasons(interruptions),
      ],
      plots: [
        {
          kind: 'bars',
          title: 'Calls by the part of the gate that answered',
          unit: '%',
          bars: pathCounts(sessions).map(([name, count]) => ({ name, value: (count / calls) * 100 })),
        },
      ],
    },
  ]
}

/** Each set of data apart: what is known of one says little of another. */
function sets(sessions: SessionsResult['sessions']): Table {
  const rows = [...groupBy(sessions, ({ set }) => set)].map(([set, group]) => {
    const calls = sum(group.map((session) => session.calls))
    const plain = calls - sum(group.map(({ powershell }) => powershell.calls))
    const stops = sum(group.map(({ asked, denied, powershell }) => asked + denied - powershell.stopped))
    return [
      set,
      String(calls),
      shown(wilson(stops, plain)),
      shown(wilson(sum(group.map(({ judged }) => judged)), calls)),
    ]
  })
  return { head: ['set', 'calls', 'interrupted without PowerShell', 'would need a model'], rows }
}

/** Each agent apart, its calls under the names that it has for them. */
function agents(sessions: SessionsResult['sessions']): Table {
  const rows = [...groupBy(sessions, ({ agent }) => agent)].map(([agent, group]) => {
    const calls = sum(group.map((session) => session.calls))
    return [
      agent,
      String(group.length),
      String(calls),
      String(sum(group.map(({ renamed }) => renamed))),
      String(sum(group.map(({ unknownNames }) => unknownNames))),
      shown(wilson(sum(group.map(({ asked }) => asked)), calls)),
      shown(wilson(sum(group.map(({ denied }) => denied)), calls)),
    ]
  })
  return {
    caption: 'By agent: calls as the agent itself names them, looked up as its host does',
    head: ['agent', 'sessions', 'calls', 'under another name than in the data', 'names not known', 'asked', 'denied'],
    rows,
  }
}

function pathCounts(sessions: SessionsResult['sessions']): [string, number][] {
  const counts = new Map<string, number>()
  for (const session of sessions)
    for (const [name, count] of Object.entries(session.paths)) counts.set(name, (counts.get(name) ?? 0) + count)
  return [...counts].toSorted((left, right) => right[1] - left[1])
}

function paths(sessions: SessionsResult['sessions'], calls: number): Table {
  const rows = pathCounts(sessions).map(([name, count]) => [name, String(count), percent(count / calls)])
  return { caption: 'Which part of the gate answered', head: ['', 'calls', 'share'], rows }
}

function reasons(interruptions: SessionsResult['interruptions']): Table {
  const shownOnes = interruptions.filter(({ clipped }) => !clipped)
  const counts = countBy(shownOnes, ({ outcome, path, category }) => `${outcome}\0${category === '' ? path : category}`)
  const rows = [...counts]
    .toSorted((left, right) => right[1] - left[1])
    .map(([name, count]) => [...name.split('\0'), String(count)])
  return { caption: 'Why real work was stopped', head: ['outcome', 'category or path', 'calls'], rows }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
