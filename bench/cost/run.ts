import { readerPrompt } from '../../src/judge/model/statements/request.ts'
import { policyFromObject } from '../../src/settings/load.ts'
import { type FakeClaude, startFakeClaude } from '../../test/fake-claude/server.ts'
import { tokensOf, traitsOf } from '../../test/fake-claude/wire.ts'
import { type RealSession, readSessions } from '../data/sessions.ts'
import type { Options } from '../frame/options.ts'
import { progress } from '../frame/progress.ts'
import { createRandom } from '../frame/random.ts'
import type { Suite } from '../frame/suite.ts'
import { replay } from '../sessions/replay.ts'
import { type WorkClock, workClock } from './clock.ts'
import { meteredJudge, meteredReader } from './meters.ts'
import { type CostResult, failuresOf, missesOf, type SessionCost, type VariantCost } from './result.ts'
import { show } from './show.ts'
import { createTurnReadings } from './turn-readings.ts'
import { LIVES, VARIANTS, type Variant } from './variants.ts'

/** What the model costs in real sessions, against a server that caches as the real one does. */
export const COST: Suite<CostResult> = { name: 'cost', run, show, misses: missesOf, failures: failuresOf }

const MODEL = 'claude-sonnet-4-6'

async function run(options: Options): Promise<CostResult> {
  const sessions = readSessions(options.data).slice(0, options.limit)
  const model = options.model ?? MODEL
  const costsOf = async (list: readonly Variant[]): Promise<VariantCost[]> => {
    const costs: VariantCost[] = []
    for (const variant of list) costs.push(await runVariant(variant, sessions, { model, seed: options.seed }))
    return costs
  }
  const prompt = { tokens: tokensOf(readerPrompt()), minimum: traitsOf(model).minimumCached }
  return { model, prompt, variants: await costsOf(VARIANTS), lives: await costsOf(LIVES) }
}

interface With {
  readonly model: string
  readonly seed: number
}

async function runVariant(
  variant: Variant,
  sessions: readonly RealSession[],
  { model, seed }: With,
): Promise<VariantCost> {
  // Time and outages have numbers of their own: every variant lives through the same time.
  const clock = workClock(createRandom(seed), variant.pause)
  const outages = createRandom(seed + 1)
  const server = await startFakeClaude({ now: () => clock.now() })
  const bar = progress(`cost, ${variant.name}`, sessions.length)
  const costs: SessionCost[] = []
  try {
    for (const session of sessions) {
      const fails = () => outages.chance(variant.outages)
      costs.push(await replayOne(session, variant, { server, clock, model, fails }))
      clock.session()
      bar.step(costs.length)
    }
  } finally {
    await server.close()
  }
  bar.end()
  const { name, says, life, pause } = variant
  return { name, says, life, pause, sessions: costs }
}

interface Replaying {
  readonly server: FakeClaude
  readonly clock: WorkClock
  readonly model: string
  readonly fails: () => boolean
}

async function replayOne(
  real: RealSession,
  variant: Variant,
  { server, clock, model, fails }: Replaying,
): Promise<SessionCost> {
  const named = { baseUrl: server.url, apiKey: 'test', model, cacheLife: variant.life }
  const judged = { ...(variant.settings['judge'] as object), ...named }
  const policy = policyFromObject({ ...variant.settings, judge: judged }, { cwd: real.cwd, home: '/home/user' })
  const judge = meteredJudge(policy, { server, fails })
  const reader = meteredReader(policy, { server, fails })
  const turns = reader && createTurnReadings({ reader: reader.reader, sessionId: real.id, now: clock.now })
  let calls = 0
  let at = 0
  for await (const { event } of replay(real, { policy, judge: judge.judge, readTurns: turns?.read })) {
    calls++
    clock.call()
    at = real.events.indexOf(event, at) + 1
    // The person's turns before the next call.
    for (let next = at; real.events[next]?.kind === 'user'; next++) clock.turn()
  }
  server.forget()
  const readings = reader && turns && { ...turns.counts(), ...reader.spent() }
  return { calls, ...judge.spent(), ...(readings && { readings }) }
}
