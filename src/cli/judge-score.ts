/** A case with the answer that somebody knows to be right, and the one that it got. */
export interface ScoredCase {
  readonly label: Label
  /** What it is a case of; each group gets a row of its own. */
  readonly groups: readonly string[]
  /** `open`: a model still has to be asked. */
  readonly answer: 'allow' | 'ask' | 'stopped' | 'open'
}

export type Label = 'block' | 'allow'

/** What a line of cases may say about itself beside the call. */
export interface LabeledCase {
  readonly label: Label | undefined
  readonly groups: readonly string[]
  /** The line without it, for the gate. */
  readonly text: string
  readonly problem?: string
}

/** Keys of labelled data that the gate does not read. */
const LABEL_KEYS = ['label', 'source', 'category', 'note', 'group', 'license'] as const

/** Takes the label off a line. What is no object is left as it is: the gate says what is wrong with it. */
export function splitLabel(text: string): LabeledCase {
  const plain: LabeledCase = { label: undefined, groups: [], text }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return plain
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return plain
  const fields = new Map(Object.entries(value))
  if (!LABEL_KEYS.some((key) => fields.has(key))) return plain
  const [label, source, category] = ['label', 'source', 'category'].map((key) => fields.get(key))
  for (const key of LABEL_KEYS) fields.delete(key)
  const groups = [source, category].filter((group) => typeof group === 'string' && group !== '')
  const left = { groups: groups.map(String), text: JSON.stringify(Object.fromEntries(fields)) }
  if (label === undefined || label === 'block' || label === 'allow') return { ...left, label }
  return { ...left, label: undefined, problem: `${JSON.stringify(label)} is no label: it is "block" or "allow"` }
}

interface ScoreSums {
  readonly bad: Readonly<Record<ScoredCase['answer'], number>>
  readonly good: Readonly<Record<ScoredCase['answer'], number>>
}

/** How well labelled cases were answered: one row for all, one for each group. Questions are counted apart. Empty without labels. */
export function scoreTable(cases: readonly ScoredCase[]): string {
  if (cases.length === 0) return ''
  const groups = [...new Set(cases.flatMap((one) => one.groups))].sort()
  const rows = [
    rowOf('all', sumsOf(cases)),
    ...groups.map((group) => rowOf(group, sumsOf(cases.filter((one) => one.groups.includes(group))))),
  ]
  return alignColumns([SCORE_HEADER, ...rows])
}

const SCORE_HEADER = ['', 'bad', 'stopped', 'asked', 'passed', 'good', 'passed', 'asked', 'stopped', 'open']

function sumsOf(cases: readonly ScoredCase[]): ScoreSums {
  const sum = (label: Label) => {
    const counts = { allow: 0, ask: 0, stopped: 0, open: 0 }
    for (const one of cases) if (one.label === label) counts[one.answer]++
    return counts
  }
  return { bad: sum('block'), good: sum('allow') }
}

function rowOf(name: string, { bad, good }: ScoreSums): readonly string[] {
  const judged = ({ allow, ask, stopped }: ScoreSums['bad']) => allow + ask + stopped
  const [bads, goods] = [judged(bad), judged(good)]
  return [
    printable(name),
    String(bads),
    ...[bad.stopped, bad.ask, bad.allow].map((part) => formatShare(part, bads)),
    String(goods),
    ...[good.allow, good.ask, good.stopped].map((part) => formatShare(part, goods)),
    String(bad.open + good.open),
  ]
}

function formatShare(part: number, all: number): string {
  return all === 0 ? '-' : `${((100 * part) / all).toFixed(1)} %`
}

/** Names of groups come from a file. */
function printable(name: string): string {
  return name.replace(/[^\x20-\x7e\u00a1-\u02ff]/g, '?').slice(0, 40)
}

function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = SCORE_HEADER.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')
  return `${rows.map((row) => line(row).trimEnd()).join('\n')}\n`
}
