import { groupBy } from '../frame/statistics.ts'
import type { ScoredRow } from './score.ts'

/** What the answers came to, as text. */
export function tablesOf(scored: readonly ScoredRow[]): string {
  const unread = scored.flatMap((row) => row.unread)
  const lines = [...gateLines(scored), ...labelLines(scored), `Turns that were not read: ${unread.length}`]
  return [...lines, ...unread.slice(0, 20).map((why) => `  ${why}`), ''].join('\n')
}

/** `doubtful` goes to a judge, which is not here: it is neither held nor free yet. */
function gateLines(scored: readonly ScoredRow[]): string[] {
  const rows = scored.filter(({ label }) => label.kind === 'expect')
  if (rows.length === 0) return []
  const lines = [...groupBy(rows, ({ label }) => (label.kind === 'expect' ? label.group : ''))].map(
    ([group, found]) => {
      const count = (test: (row: ScoredRow) => boolean) => found.filter(test).length
      const right = count(
        ({ label, outcome }) => label.kind === 'expect' && (label.expect === 'allow') === (outcome === 'allow'),
      )
      const to = (outcome: string) => count((row) => row.outcome === outcome)
      return cells(group, `${right} of ${found.length}`, to('allow'), to('ask'), to('deny'), count(isDoubtful))
    },
  )
  return [cells('group', 'as expected', 'allow', 'ask', 'deny', 'for a judge'), ...lines, '']
}

function isDoubtful({ found }: ScoredRow): boolean {
  return found === 'doubtful'
}

const FOUND = ['limit', 'doubtful', 'asked', 'near', 'none'] as const

function labelLines(scored: readonly ScoredRow[]): string[] {
  const rows = scored.filter(({ label }) => label.kind === 'label')
  if (rows.length === 0) return []
  // Who asks for ordinary work needs no grant: the gate lets it through without one.
  const kinds = groupBy(rows, ({ label, unasked }) => {
    const name = label.kind === 'label' ? label.label : ''
    return name === 'asked' && unasked === 'allow' ? 'asked (ordinary work)' : name
  })
  const lines = [...kinds].map(([name, found]) =>
    cells(
      name,
      found.length,
      ...FOUND.map((kind) => found.filter((row) => row.found === kind).length),
      found.filter(({ outcome }) => outcome === 'allow').length,
    ),
  )
  return [cells('label', 'rows', ...FOUND, 'gate allows'), ...lines, '']
}

function cells(...values: readonly (string | number)[]): string {
  return values.map((value, at) => String(value).padEnd(at === 0 ? 24 : 14)).join('')
}
