import type { TokenUsage } from '../../src/judge/judge.ts'
import { percent, type Section, type Table } from '../frame/section.ts'
import { type CostResult, inputOf, readingsOf, total, type VariantCost } from './result.ts'

export function show({ model, prompt, variants, lives }: CostResult): Section[] {
  return [
    {
      title: 'Cost: real sessions against a server that caches',
      notes: [
        `Model ${model} at list prices; a token is four bytes; time passes between calls as in real sessions (median 6.2 s). The data has no times, so three things are assumed: 75 s to a person's next turn and ten minutes to their next session (medians), in working days of eight hours; and one person, one organisation, one policy, so that the system prompt of one session can still be cached in the next. The model's answers are made up (it stops what the embedded judge stops, and then has a second look). "At most possible" is the share if the cache never forgot and knew the system prompt from the start: what a session says for the first time is new to any cache, and so is what follows the last action. The fewer of its calls need a model, the larger that part is. "For words alone": a fast path would take the call, but somebody said what may be a boundary in words too free to be read offline, so the judge weighs them.`,
        `With readings, every turn of a person is read once by a request of its own when it's said. Here no turn states anything (the data doesn't tell what people meant), so these figures hold no call that a limit stops without the judge, and none that goes to it because code can't check all of a limit. ${promptNote(model, prompt)}`,
      ],
      tables: [overview(variants), readings(variants), tokens(variants), growth(variants), livesTable(lives)],
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

/** Of claude-haiku-4-5, claude-opus-4-5 and claude-opus-4-6. */
const LARGEST_MINIMUM = 4_096

function promptNote(model: string, { tokens, minimum }: CostResult['prompt']): string {
  const size = `Readings begin with ${tokens} tokens that are always the same`
  if (tokens < minimum)
    return `${size}; ${model} keeps nothing under ${minimum}, so all of their input is paid for in full.`
  const others = `Models that keep nothing under ${LARGEST_MINIMUM} (claude-haiku-4-5, claude-opus-4-6) are paid for all of it, each time.`
  return `${size}; ${model} keeps what has at least ${minimum}.${tokens < LARGEST_MINIMUM ? ` ${others}` : ''}`
}

function overview(variants: readonly VariantCost[]): Table {
  return {
    head: [
      '',
      'calls that reach the judge',
      'of all calls, for words alone',
      'readings per human turn',
      'judge requests per session',
      'input from cache',
      'at most possible',
      'after the first request',
      '$ per session',
      'of it for readings',
      '$ per 1,000 calls',
    ],
    rows: variants.map(({ name, says, sessions }) => {
      const all = total(sessions)
      const read = readingsOf(sessions)
      return [
        `${name}: ${says}`,
        percent(all.judged / all.calls),
        percent(all.worded / all.calls),
        read === undefined ? '–' : (read.readings / Math.max(1, read.turns)).toFixed(2),
        (all.requests / sessions.length).toFixed(1),
        percent(all.cached),
        percent(all.possible),
        percent(all.cachedLater),
        (all.dollars / sessions.length).toFixed(4),
        ((all.dollars - all.judgeDollars) / sessions.length).toFixed(4),
        ((all.dollars / all.calls) * 1_000).toFixed(3),
      ]
    }),
  }
}

function readings(variants: readonly VariantCost[]): Table {
  return {
    caption: 'Readings of what people say',
    head: [
      '',
      'human turns per session',
      'readings per human turn',
      'turns left unread',
      'input tokens per reading',
      'of it from cache',
      'output tokens per reading',
      '$ per 1,000 readings',
    ],
    rows: variants.flatMap(({ name, sessions }) => {
      const read = readingsOf(sessions)
      if (read === undefined) return []
      const each = (count: number) => count / Math.max(1, read.usage.calls)
      return [
        [
          name,
          (read.turns / sessions.length).toFixed(1),
          (read.readings / Math.max(1, read.turns)).toFixed(2),
          percent(read.unread / Math.max(1, read.turns)),
          each(inputOf(read.usage)).toFixed(0),
          percent(read.cached),
          each(read.usage.outputTokens).toFixed(0),
          (each(read.dollars) * 1_000).toFixed(2),
        ],
      ]
    }),
  }
}

function tokens(variants: readonly VariantCost[]): Table {
  const row = (name: string, counts: readonly number[], sessions: number) => [
    name,
    ...counts.map((count) => `${(count / sessions / 1_000).toFixed(1)} k`),
  ]
  return {
    caption: 'Tokens per session',
    head: ['', 'uncached input', 'written to the cache', 'read from the cache', 'output'],
    rows: variants.flatMap(({ name, sessions }) => {
      const { input, written, read, output } = total(sessions)
      const usage = readingsOf(sessions)?.usage
      const { length } = sessions
      return [
        row(`${name}: judge`, [input, written, read, output], length),
        ...(usage === undefined ? [] : [row(`${name}: readings`, countsOf(usage), length)]),
      ]
    }),
  }
}

function countsOf({ inputTokens, cacheWriteTokens, cacheReadTokens, outputTokens }: TokenUsage): readonly number[] {
  return [inputTokens, cacheWriteTokens, cacheReadTokens, outputTokens]
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
