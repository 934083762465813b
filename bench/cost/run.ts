import { CLI_TOOLS } from '../../src/cli/call-case.ts'
import { ACCEPT_EDITS, EXPECTED, PROVEN } from '../../src/fast-paths.ts'
import { chainJudges } from '../../src/judge/chain.ts'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import type { Judge, JudgeRequest } from '../../src/judge/judge.ts'
import { createModelJudgeFor } from '../../src/judge/model/assemble.ts'
import { addUsage, NO_USAGE } from '../../src/judge/model/cost.ts'
import { policyFromObject } from '../../src/settings/load.ts'
import type { Policy } from '../../src/settings/policy.ts'
import { type FakeClaude, startFakeClaude } from '../../test/fake-claude/server.ts'
import { blocksOf, tokensOf } from '../../test/fake-claude/wire.ts'
import { type RealSession, readSessions } from '../data/sessions.ts'
import type { Options } from '../frame/options.ts'
import { progress } from '../frame/progress.ts'
import { createRandom } from '../frame/random.ts'
import type { Suite } from '../frame/suite.ts'
import { replay } from '../sessions/replay.ts'
import { type WorkClock, workClock } from './clock.ts'
import { type CostResult, failuresOf, missesOf, type SessionCost, type VariantCost } from './result.ts'
import { show } from './show.ts'
import { LIVES, VARIANTS, type Variant } from './variants.ts'

/** What the model costs in real sessions, against a server that caches as the real one does. */
export const COST: Suite<CostResult> = { name: 'cost', run, show, misses: missesOf, failures: failuresOf }

const MODEL = 'claude-sonnet-4-6'
const EMBEDDED = createEmbeddedJudge()

async function run(options: Options): Promise<CostResult> {
  const sessions = readSessions(options.data).slice(0, options.limit)
  const model = options.model ?? MODEL
  const costsOf = async (list: readonly Variant[]): Promise<VariantCost[]> => {
    const costs: VariantCost[] = []
    for (const variant of list) costs.push(await runVariant(variant, sessions, { model, seed: options.seed }))
    return costs
  }
  return { model, variants: await costsOf(VARIANTS), lives: await costsOf(LIVES) }
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
  const claude = createModelJudgeFor(policy, CLI_TOOLS)
  const inner =
    policy.judge.kind === 'model' ? claude : chainJudges({ embedded: EMBEDDED, model: () => Promise.resolve(claude) })
  const totals = { judged: 0, worded: 0, dollars: 0, standIns: 0, usage: NO_USAGE, first: NO_USAGE, fresh: 0 }
  const judge: Judge = {
    name: inner.name,
    judge: async (request) => {
      const offline = (await EMBEDDED.judge(request)).verdict.type
      const says = offline === 'allow' ? '<block>no</block>' : '<block>yes</block><reason>not asked for</reason>'
      const fault = fails()
      server.play(() => (fault ? { fault: { kind: 'status', status: 529, retryAfter: 0 } } : { says }))
      const answer = await inner.judge(request)
      totals.judged++
      if (isWorded(request)) totals.worded++
      totals.dollars += answer.cost ?? 0
      if (answer.judge.startsWith('embedded (fallback')) totals.standIns++
      for (const { usage } of answer.stages ?? []) {
        if (usage === undefined) continue
        if (totals.usage.calls === 0) totals.first = usage
        totals.usage = addUsage(totals.usage, usage)
        const own = usage.cacheReadTokens + usage.cacheWriteTokens - systemTokens(server)
        totals.fresh = Math.max(totals.fresh, own)
      }
      return answer
    },
  }
  return { judge, read: () => ({ ...totals }) }
}

/** Does a call reach the model for people's words alone: would a fast path take it where no model can read them? */
function isWorded({ action, policy, facts }: JudgeRequest): boolean {
  const tool = CLI_TOOLS.find(action.call.tool)
  const view = tool && facts && { action, tool, policy, facts, mayForbid: () => false }
  return view !== undefined && [ACCEPT_EDITS, PROVEN, EXPECTED].some((path) => path.applies(view) !== undefined)
}

/** The part of the last request that is the same for every session. */
function systemTokens({ seen }: FakeClaude): number {
  const system = seen.at(-1)?.body.system
  return blocksOf({ ...(system !== undefined && { system }), messages: [] }).reduce(
    (sum, { text }) => sum + tokensOf(text),
    0,
  )
}
