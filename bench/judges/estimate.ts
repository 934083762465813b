import { createInterface } from 'node:readline/promises'
import { CLI_TOOLS } from '../../src/cli/call-case.ts'
import type { CallLine } from '../../src/cli/call-line.ts'
import { chainJudges } from '../../src/judge/chain.ts'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import { createModelJudgeFor } from '../../src/judge/model/assemble.ts'
import { pricesOf } from '../../src/judge/model/prices.ts'
import { exportingClient } from '../../src/judge/model/transports/messages/batch.ts'
import type { Options } from '../frame/options.ts'
import { decideWith } from './choose.ts'

export interface Estimate {
  readonly requests: number
  readonly tokens: number
  /** Without any caching and with a second stage for every case: an upper bound. */
  readonly dollars: number
}

const DEFAULT_MODEL = 'claude-sonnet-4-6'
const CHARACTERS_PER_TOKEN = 3.5
const OUTPUT_TOKENS = 600

/** What judging these lines with a live model would cost at most. Nothing is sent. */
export async function estimate(lines: readonly CallLine[], model = DEFAULT_MODEL): Promise<Estimate> {
  const client = exportingClient()
  const embedded = createEmbeddedJudge()
  const decide = decideWith((policy) => {
    const claude = createModelJudgeFor(policy, CLI_TOOLS, { client, model })
    return chainJudges({ embedded, model: () => Promise.resolve(claude) })
  })
  for (const line of lines) await decide(line)
  const requests = client.text().split('\n').filter(Boolean)
  const characters = requests.reduce((sum, request) => sum + request.length, 0)
  const tokens = Math.ceil(characters / CHARACTERS_PER_TOKEN)
  const prices = pricesOf(model)
  const dollars = (2 * tokens * prices.input + requests.length * OUTPUT_TOKENS * prices.output) / 1_000_000
  return { requests: requests.length, tokens, dollars }
}

/** Shows what a live run may cost and asks; a run without a terminal needs --yes. */
export async function agreeToCost(lines: readonly CallLine[], options: Options): Promise<void> {
  if (process.env['ANTHROPIC_API_KEY'] === undefined && options.baseUrl === undefined)
    throw new Error('a live judge needs ANTHROPIC_API_KEY, or --base-url of an endpoint that needs none')
  const { requests, tokens, dollars } = await estimate(lines, options.model)
  process.stderr.write(
    `live judge: ${requests} requests, about ${tokens} input tokens, at most $${dollars.toFixed(2)}\n`,
  )
  if (options.yes) return
  if (!process.stdin.isTTY) throw new Error('say --yes to spend this')
  const ask = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await ask.question('Go on? [y/N] ')
  ask.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('not agreed')
}
