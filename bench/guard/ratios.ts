import { checkerOf } from '../scale/checking.ts'

/** Times divided by times: they hold on any machine. */
export type Ratios = Readonly<Record<string, number>>

/** The least time that each piece of work ever took, in milliseconds. */
export type Times = Readonly<Record<Work, number>>

type Work = 'short' | 'long' | 'parse' | 'shallow' | 'nested' | 'few rules' | 'many rules'

const lines = (count: number) => Array.from({ length: count }, (_, at) => `echo "step ${at}" | grep -c step`).join('\n')
const deep = (depth: number) =>
  Array(40)
    .fill(`${'( '.repeat(depth)}ls -la${' )'.repeat(depth)}`)
    .join('\n')
const rules = (count: number) => ({
  permissions: { deny: Array.from({ length: count }, (_, at) => `Bash(tool-${at}:*)`) },
})
const JSON_TEXT = JSON.stringify(Array.from({ length: 4_000 }, (_, at) => ({ at, text: `entry ${at}` })))

/**
 * All work takes turns, and of each its least time counts: a busy machine only ever adds to a time, so the least of many is
 * what the work itself costs, above and below the line of a ratio alike.
 */
export async function leastTimes(rounds: number): Promise<Times> {
  const plain = checkerOf()
  const [few, many] = [checkerOf(rules(100)), checkerOf(rules(1_000))]
  const works: Readonly<Record<Work, () => unknown>> = {
    short: () => plain.check(lines(50)),
    long: () => plain.check(lines(400)),
    parse: () => JSON.parse(JSON_TEXT),
    shallow: () => plain.check(deep(4)),
    nested: () => plain.check(deep(28)),
    'few rules': () => few.check('git status'),
    'many rules': () => many.check('git status'),
  }
  const least = Object.fromEntries(Object.keys(works).map((name) => [name, Number.POSITIVE_INFINITY])) as Record<
    Work,
    number
  >
  for (let round = 0; round < rounds; round++)
    for (const [name, work] of Object.entries(works) as [Work, () => unknown][]) {
      // Once untimed: else the work before it decides what lies in the caches, and the second of a pair looks faster than the first.
      await work()
      const started = performance.now()
      await work()
      least[name] = Math.min(least[name], performance.now() - started)
    }
  return least
}

export function leastOf(left: Times, right: Times): Times {
  return Object.fromEntries(
    Object.entries(left).map(([name, ms]) => [name, Math.min(ms, right[name as Work])]),
  ) as unknown as Times
}

/** How a check grows with its input, and what it costs beside a plain parse of as much JSON. */
export function ratiosOf(times: Times): Ratios {
  return {
    'eight times the commands': times.long / times.short,
    'seven times the nesting': times.nested / times.shallow,
    'ten times the rules': times['many rules'] / times['few rules'],
    'fifty commands beside a parse of JSON': times.short / times.parse,
  }
}
