import { rmSync } from 'node:fs'
import { CLI_TOOLS } from '../../src/cli/call-case.ts'
import { hostFacts } from '../../src/facts/host.ts'
import { createGate } from '../../src/gate.ts'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import { memoryState, type Session } from '../../src/session.ts'
import { policyFromObject } from '../../src/settings/load.ts'
import { answerOf } from '../data/answer.ts'
import { peerPlace, safetyNets } from '../peers/safety-net.ts'
import { CALLS, SETTINGS, type TimedCall } from './calls.ts'
import { interleaved, type Timed, type Timing } from './timing.ts'

export interface CallTiming {
  readonly call: string
  readonly path: string
  readonly bytes: number
  readonly ours: Timing
  readonly peer: Timing | undefined
}

const ROUNDS = 250
const WARM_UP = 25

/** Times whole checks in this process, a fresh look at the host included, beside the peer's. */
export async function inProcess(results: string, peers: boolean): Promise<CallTiming[]> {
  const place = peerPlace(results)
  const [net] = safetyNets(place)
  const check = checker(place)
  const timings: CallTiming[] = []
  for (const call of CALLS) {
    const { tool, input } = call
    const ours: Timed = { name: 'ours', run: () => check(call) }
    const theirs: Timed[] =
      peers && net && tool === 'Bash' ? [{ name: 'peer', run: () => net.check({ tool, input }) }] : []
    const big = JSON.stringify(input).length > 5_000
    const measured = await interleaved([ours, ...theirs], big ? ROUNDS / 5 : ROUNDS, big ? 5 : WARM_UP)
    const [own, peer] = measured
    if (own === undefined) continue
    const { path } = answerOf(await check(call))
    timings.push({ call: call.name, path, bytes: JSON.stringify(input).length, ours: own, peer })
  }
  rmSync(place.home, { recursive: true, force: true })
  return timings
}

function checker(place: { home: string; cwd: string }) {
  const policy = policyFromObject(SETTINGS, place)
  const gate = createGate({ policy, tools: CLI_TOOLS, judge: createEmbeddedJudge() })
  return ({ tool, input }: TimedCall) => {
    const facts = hostFacts({ ...place, platform: 'linux' })
    const session: Session = {
      id: 'latency',
      mode: 'auto',
      headless: false,
      fence: 'latencylatencyla',
      transcript: [],
      facts,
      state: memoryState(),
    }
    return gate.check({ tool, input, cwd: place.cwd, sessionId: 'latency' }, session)
  }
}
