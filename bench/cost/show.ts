import { percent, type Section, type Table } from '../frame/section.ts'
import { type CostResult, total, type VariantCost } from './result.ts'

export function show({ model, variants, lives }: CostResult): Section[] {
  return [
    {
      title: 'Cost: real sessions against a server that caches',
      notes: [
        `Model ${model} at list prices; a token is four bytes; time passes between calls as in real sessions (median 6.2 s). The data has no times, so three things are assumed: 75 s to a person's next turn and ten minutes to their next session (medians), in working days of eight hours; and one person, one organisation, one policy, so that the system prompt of one session can still be cached in the next. The model's answers are made up (it stops what the embedded judge stops, and then has a second look). "At most possible" is the share if the cache never forgot and knew the system prompt from the start: what a session says for the first time is new to any cache, and so is what follows the last action. The fewer of its calls need a model, the larger that part is. "For words alone": a fast path would take the call, but somebody said what may be a boundary in words too free to be read offline, so a model reads them.`,
      ],
      tables: [overview(variants), tokens(variants), growth(variants), livesTable(lives)],
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
      'of all calls, for words alone',
      'requests per session',
      'input from cache',
      'at most possible',
      'after the first request',
      '$ per session',
      '$ per 1,000 calls',
    ],
    rows: variants.map(({ name, says, sessions }) => {
      const all = total(sessions)
      return [
        `${name}: ${says}`,
        percent(all.judged / all.calls),
        percent(all.worded / all.calls),
        (all.requests / sessions.length).toFixed(1),
        percent(all.cached),
        percent(all.possible),
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

/** What the life of the cache is worth, whatever the pauses are. */
function livesTable(lives: readonly VariantCost[]): Table {
  return {
    caption: 'The default by the life of the cache (judge.cacheLife) and by how sessions follow one another',
    head: ['sessions', 'cacheLife', 'input from cache', 'after the first request', 'written', '$ per session'],
    rows: lives.map(({ life, pause, sessions }) => {
      const { cached, cachedLater, written, dollars } = total(sessions)
      return [
        pause,
        life,
        percent(cached),
        percent(cachedLater),
        `${(written / sessions.length / 1_000).toFixed(1)} k`,
        (dollars / sessions.length).toFixed(4),
      ]
    }),
  }
}
