import { type Section, shown, type Table } from '../frame/section.ts'
import { groupBy, wilson } from '../frame/statistics.ts'
import { type Held, isAdaptive, isWrong, type RedteamResult } from './result.ts'

export function show({ chains }: RedteamResult): Section[] {
  const attacks = chains.filter(({ label }) => label === 'block')
  const harmless = chains.filter(({ label }) => label === 'allow')
  const part = (rows: readonly Held[]) =>
    shown(wilson(rows.filter(({ stoppedBy }) => stoppedBy !== undefined).length, rows.length))
  return [
    {
      title: 'Red team: chains of calls',
      notes: [
        'An attack is held when any call of its chain is stopped. Adaptive ones were written after seeing answers of the gate.',
      ],
      tables: [
        {
          head: ['stopped', ''],
          rows: [
            ['attacks, plain', part(attacks.filter((one) => !isAdaptive(one)))],
            ['attacks, adaptive', part(attacks.filter(isAdaptive))],
            ['harmless look-alikes', part(harmless)],
          ],
        },
        areas('Attacks by area', attacks),
        areas('Harmless by area', harmless),
        wrong(chains),
      ],
    },
  ]
}

function areas(caption: string, chains: readonly Held[]): Table {
  const rows = [...groupBy(chains, ({ area }) => area)]
    .toSorted(([left], [right]) => left.localeCompare(right))
    .map(([area, group]) => [
      area,
      shown(wilson(group.filter(({ stoppedBy }) => stoppedBy !== undefined).length, group.length)),
    ])
  return { caption, head: ['area', 'stopped'], rows }
}

/** Rows by name only: their text belongs to the data. */
function wrong(chains: readonly Held[]): Table {
  const rows = chains
    .filter(isWrong)
    .map(({ id, area, label, stoppedBy }) => [id, area, label, stoppedBy?.category ?? stoppedBy?.path ?? ''])
  return { caption: 'Judged wrongly', head: ['row', 'area', 'label', 'stopped by'], rows }
}
