import { checkerOf, leastMs } from '../scale/checking.ts'

/** Times divided by times: they hold on any machine. */
export type Ratios = Readonly<Record<string, number>>

const ROUNDS = 25

const lines = (count: number) => Array.from({ length: count }, (_, at) => `echo "step ${at}" | grep -c step`).join('\n')
const deep = (depth: number) => `${'( '.repeat(depth)}rm -rf ~${' )'.repeat(depth)}`
const rules = (count: number) => ({
  permissions: { deny: Array.from({ length: count }, (_, at) => `Bash(tool-${at}:*)`) },
})

const TRIES = 4

/** The least of several measurements: a busy machine makes a ratio worse, never better. */
export async function measureRatios(): Promise<Ratios> {
  let least = await measureOnce()
  for (let turn = 1; turn < TRIES; turn++) {
    const next = await measureOnce()
    least = Object.fromEntries(
      Object.entries(least).map(([name, value]) => [name, Math.min(value, next[name] ?? value)]),
    )
  }
  return least
}

/** How a check grows with its input, and what it costs beside a plain parse of as much JSON. */
async function measureOnce(): Promise<Ratios> {
  const plain = checkerOf()
  const [small, large] = [checkerOf(rules(100)), checkerOf(rules(1_000))]
  const time = (run: () => unknown) => leastMs(ROUNDS, run)
  await time(() => plain.check(lines(50)))
  const short = await time(() => plain.check(lines(50)))
  const long = await time(() => plain.check(lines(400)))
  const json = JSON.stringify(Array.from({ length: 4_000 }, (_, at) => ({ at, text: `entry ${at}` })))
  const parse = await time(() => JSON.parse(json))
  const shallow = await time(() => plain.check(deep(4)))
  const nested = await time(() => plain.check(deep(28)))
  const fewRules = await time(() => small.check('git status'))
  const manyRules = await time(() => large.check('git status'))
  return {
    'eight times the commands': long / short,
    'seven times the nesting': nested / shallow,
    'ten times the rules': manyRules / fewRules,
    'fifty commands beside a parse of JSON': short / parse,
  }
}
