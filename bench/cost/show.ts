import { percent, type Section, type Table } from '../frame/section.ts'
import { type CostResult, total, type VariantCost } from './result.ts'

export function show({ model, variants }: CostResult): Section[] {
  return [
    {
      title: 'Cost: real sessions against a server that caches',
      notes: [
        `Model ${model} at list prices; a token is four bytes; a cache entry lives five minutes from its last use, and time passes as in real sessions. The model's answers are made up (it stops what the embedded judge stops, and then has a second look). A session starts with nothing cached.`,
      ],
      tables: [overview(variants), tokens(variants), growth(variants)],
      plots: [
        {
          kind: 'lines',
          title: 'Dollars by length of session',
          x: 'calls',
          y: '$',
          lines: variants.map(({ name, sessions }) => ({
            name,
            points: byLength(sessions).map((group) => {
              const { calls, dollars } = total(group)
              return [calls / group.length, dollars / group.length] as const
            }),
          })),
        },
      ],
    },
  ]
}

function overview(variants: readonly VariantCost[]): Table {
  return {
    head: [
      '',
      'calls that reach the model',
      'requests per session',
      'input from cache',
      'after the first request',
      '$ per session',
      '$ per 1,000 calls',
    ],
    rows: variants.map(({ name, says, sessions }) => {
      const all = total(sessions)
      return [
        `${name}: ${says}`,
        percent(all.judged / all.calls),
        (all.requests / sessions.length).toFixed(1),
        percent(all.cached),
        percent(all.cachedLater),
        (all.dollars / sessions.length).toFixed(4),
        ((all.dollars / all.calls) * 1_000).toFixed(3),
      ]
    }),
  }
}

function tokens(variants: readonly VariantCost[]): Table {
  const thousands = (count: number, sessions: number) => `${(count / sessions / 1_000).toFixed(1)} k`
  return {
    caption: 'Tokens per session',
    head: ['', 'uncached input', 'written to the cache', 'read from the cache', 'output'],
    rows: variants.map(({ name, sessions }) => {
      const { input, written, read, output } = total(sessions)
      return [name, ...[input, written, read, output].map((count) => thousands(count, sessions.length))]
    }),
  }
}

/** Sessions in four groups of equal number, shortest first. */
function byLength(sessions: VariantCost['sessions']): VariantCost['sessions'][] {
  const sorted = sessions.toSorted((left, right) => left.calls - right.calls)
  const size = Math.ceil(sorted.length / 4)
  return [0, 1, 2, 3].map((at) => sorted.slice(at * size, (at + 1) * size)).filter((group) => group.length > 0)
}

function growth(variants: readonly VariantCost[]): Table {
  return {
    caption: 'Growth with the length of the session: dollars per session',
    head: ['sessions', ...variants.map(({ name }) => name)],
    rows: byLength(variants[0]?.sessions ?? []).map((group, at) => {
      const calls = Math.round(total(group).calls / group.length)
      return [
        `about ${calls} calls`,
        ...variants.map(({ sessions }) => {
          const own = byLength(sessions)[at] ?? []
          return (total(own).dollars / Math.max(1, own.length)).toFixed(4)
        }),
      ]
    }),
  }
}
