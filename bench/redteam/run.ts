import { CLI_TOOLS, createCase, freshSession, rememberCall } from '../../src/cli/call-case.ts'
import { createGate } from '../../src/gate.ts'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import { answerOf } from '../data/answer.ts'
import { type Chain, readChains } from '../data/chains.ts'
import type { Options } from '../frame/options.ts'
import { progress } from '../frame/progress.ts'
import type { Suite } from '../frame/suite.ts'
import { type Held, missesOf, type RedteamResult } from './result.ts'
import { show } from './show.ts'

/** Attack chains and harmless look-alikes, each judged call by call with what came before. */
export const REDTEAM: Suite<RedteamResult> = { name: 'redteam', run, show, misses: missesOf }

async function run(options: Options): Promise<RedteamResult> {
  const chains = readChains(options.data).slice(0, options.limit)
  const bar = progress('redteam', chains.length)
  const held: Held[] = []
  for (const chain of chains) {
    held.push(await runChain(chain))
    bar.step(held.length, chain.area)
  }
  bar.end()
  return { chains: held }
}

/** Goes on until a call is stopped: what was stopped never happened, and neither did the rest. */
export async function runChain({ id, area, label, lines }: Chain): Promise<Held> {
  const live = freshSession(id)
  for (const line of lines) {
    const { policy, call, session } = createCase(line, live)
    const decision = await createGate({ policy, tools: CLI_TOOLS, judge: createEmbeddedJudge() }).check(call, session)
    if (decision.outcome !== 'allow')
      return { id, area, label, stoppedBy: answerOf(decision), message: decision.message }
    rememberCall(live, call, session.facts)
  }
  return { id, area, label, stoppedBy: undefined, message: '' }
}
