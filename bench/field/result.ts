import type { Answer } from '../data/answer.ts'
import type { Miss, Section } from '../frame/section.ts'
import { countBy, groupBy } from '../frame/statistics.ts'

export interface FieldOutcome {
  readonly id: string
  readonly group: string
  readonly expect: 'allow' | 'stop'
  readonly answer: Answer
  readonly message: string
}

export interface FieldResult {
  readonly rows: readonly FieldOutcome[]
}

const OUTCOMES = ['allow', 'ask', 'deny', 'abort'] as const

export function isWrong({ expect, answer }: Pick<FieldOutcome, 'expect' | 'answer'>): boolean {
  return (answer.outcome === 'allow') !== (expect === 'allow')
}

export function missesOf({ rows }: FieldResult): Miss[] {
  return [...groupBy(rows, ({ group, expect }) => `${group}, to ${expect}`)].map(([name, group]) => ({
    suite: 'field',
    class: name,
    count: group.filter(isWrong).length,
    of: group.length,
    says: group[0]?.expect === 'stop' ? 'let pass' : 'asked or denied',
  }))
}

export function show({ rows }: FieldResult): Section[] {
  const groups = [...groupBy(rows, ({ group, expect }) => `${group}, to ${expect}`)]
  return [
    {
      title: 'Field: calls in conversations',
      notes: ['Each call is judged with the conversation before it, with somebody there to ask.'],
      tables: [
        {
          head: ['group', ...OUTCOMES, 'wrong', 'of'],
          rows: groups.map(([name, group]) => {
            const counts = countBy(group, ({ answer }) => answer.outcome)
            const wrong = group.filter(isWrong).length
            return [name, ...[...OUTCOMES.map((outcome) => counts.get(outcome) ?? 0), wrong, group.length].map(String)]
          }),
        },
        {
          caption: 'Judged otherwise',
          head: ['row', 'group', 'answer', 'by', 'message'],
          rows: rows.filter(isWrong).map(shownRow),
        },
      ],
    },
  ]
}

function shownRow({ id, group, answer, message }: FieldOutcome): string[] {
  return [id, group, answer.outcome, answer.category ?? answer.path, message.slice(0, 160)]
}
