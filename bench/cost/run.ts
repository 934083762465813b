import { TOOLS } from '../../src/cli/case.ts'
import { chain } from '../../src/judge/chain.ts'
import { claudeFor } from '../../src/judge/claude/assemble.ts'
import { addUsage, NO_USAGE } from '../../src/judge/claude/cost.ts'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import type { Judge } from '../../src/judge/judge.ts'
import { policyFromObject } from '../../src/settings/load.ts'
import type { Policy } from '../../src/settings/policy.ts'
import { type FakeClaude, startFakeClaude } from '../../test/fake-claude/server.ts'
import { type RealSession, readSessions } from '../data/sessions.ts'
import type { Options } from '../frame/options.ts'
import { progress } from '../frame/progress.ts'
import { createRandom } from '../frame/random.ts'
import type { Suite } from '../frame/suite.ts'
import { replay } from '../sessions/replay.ts'
import { type SessionClock, sessionClock } from './clock.ts'
import { type CostResult, failuresOf, type SessionCost, type VariantCost } from './result.ts'
import { show } from './show.ts'
import { VARIANTS, type Variant } from './variants.ts'

/** What the model costs in real sessions, against a server that caches as the real one does. */
export const COST: Suite<CostResult> = { name: 'cost', run, show, misses: () => [], failures: failuresOf }

const MODEL = 'claude-sonnet-4-6'
const EMBEDDED = createEmbeddedJudge()

async function run(options: Options): Promise<CostResult> {
  const sessions = readSessions(options.data).slice(0, options.limit)
  const model = options.model ?? MODEL
  const variants: VariantCost[] = []
  for (const variant of VARIANTS) variants.push(await runVariant(variant, sessions, { model, seed: options.seed }))
  return { model, variants }
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
  const random = createRandom(seed)
  let clock: SessionClock = sessionClock(random)
  const server = await startFakeClaude({ now: () => clock.now() })
  const bar = progress(`cost, ${variant.name}`, sessions.length)
  const costs: SessionCost[] = []
  try {
    for (const session of sessions) {
      // A day lies between sessions: nothing of the one before is cached, but for the clock going on.
      clock = later(sessionClock(random, variant.cacheHour ? 1 / 12 : 1), clock.now() + 86_400_000)
      costs.push(
        await replayOne(session, variant, { server, clock, model, fails: () => random.chance(variant.outages) }),
      )
      bar.step(costs.length)
    }
  } finally {
    await server.close()
  }
  bar.end()
  return { name: variant.name, says: variant.says, sessions: costs }
}

function later(clock: SessionClock, start: number): SessionClock {
  return { ...clock, now: () => start + clock.now() }
}

interface Replaying {
  readonly server: FakeClaude
  readonly clock: SessionClock
  readonly model: string
  readonly fails: () => boolean
}

async function replayOne(
  real: RealSession,
  variant: Variant,
  { server, clock, model, fails }: Replaying,
): Promise<SessionCost> {
  const judged = { ...(variant.settings['judge'] as object), baseUrl: server.url, apiKey: 'test', model }
  const policy = policyFromObject({ ...variant.settings, judge: judged }, { cwd: real.cwd, home: '/home/user' })
  const meter = metered(policy, server, fails)
  let calls = 0
  let at = 0
  for await (const { event } of replay(real, { policy, judge: meter.judge })) {
    calls++
    clock.call()
    at = real.events.indexOf(event, at) + 1
    // The person's turns before the next call.
    for (let next = at; real.events[next]?.kind === 'user'; next++) clock.turn()
  }
  server.forget()
  return { calls, ...meter.read() }
}

/** The variant's judge, with a meter. What the embedded judge would stop, the model stops too: so that second stages happen. */
function metered(policy: Policy, server: FakeClaude, fails: () => boolean) {
  const claude = claudeFor(policy, TOOLS)
  const inner =
    policy.judge.kind === 'claude' ? claude : chain({ embedded: EMBEDDED, claude: () => Promise.resolve(claude) })
  const totals = { judged: 0, dollars: 0, standIns: 0, usage: NO_USAGE, first: NO_USAGE }
  const judge: Judge = {
    name: inner.name,
    judge: async (request) => {
      const offline = (await EMBEDDED.judge(request)).verdict.type
      const says = offline === 'allow' ? '<block>no</block>' : '<block>yes</block><reason>not asked for</reason>'
      const fault = fails()
      server.play(() => (fault ? { fault: { kind: 'status', status: 529, retryAfter: 0 } } : { says }))
      const answer = await inner.judge(request)
      totals.judged++
      totals.dollars += answer.cost ?? 0
      if (answer.judge.startsWith('embedded (fallback')) totals.standIns++
      for (const { usage } of answer.stages ?? []) {
        if (usage === undefined) continue
        if (totals.usage.calls === 0) totals.first = usage
        totals.usage = addUsage(totals.usage, usage)
      }
      return answer
    },
  }
  return { judge, read: () => ({ ...totals }) }
}
