import { statementReaderFor } from '../../src/assemble.ts'
import { CLI_TOOLS } from '../../src/cli/call-case.ts'
import { ACCEPT_EDITS, EXPECTED, PROVEN } from '../../src/fast-paths.ts'
import type { StatementReader } from '../../src/intent/statements/reader.ts'
import { chainJudges } from '../../src/judge/chain.ts'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import type { Judge, JudgeRequest } from '../../src/judge/judge.ts'
import { createModelJudgeFor } from '../../src/judge/model/assemble.ts'
import { DEFAULT_CACHE_LIFETIME } from '../../src/judge/model/cache-life.ts'
import { addUsage, memoryLedger, NO_USAGE } from '../../src/judge/model/cost.ts'
import { readUsage } from '../../src/judge/model/transports/messages/reply.ts'
import type { Policy } from '../../src/settings/policy.ts'
import type { FakeClaude } from '../../test/fake-claude/server.ts'
import { blocksOf, tokensOf } from '../../test/fake-claude/wire.ts'

const EMBEDDED = createEmbeddedJudge()

interface Metered {
  readonly server: FakeClaude
  /** Is the model away at this request? */
  readonly fails: () => boolean
}

/** The variant's judge, with a meter. What the embedded judge would stop, the model stops too: so that second stages happen. */
export function meteredJudge(policy: Policy, { server, fails }: Metered) {
  const claude = createModelJudgeFor(policy, CLI_TOOLS)
  const inner =
    policy.judge.kind === 'model' ? claude : chainJudges({ embedded: EMBEDDED, model: () => Promise.resolve(claude) })
  const totals = { judged: 0, worded: 0, dollars: 0, standIns: 0, usage: NO_USAGE, first: NO_USAGE, fresh: 0 }
  const judge: Judge = {
    name: inner.name,
    judge: async (request) => {
      const offline = (await EMBEDDED.judge(request)).verdict.type
      const says = offline === 'allow' ? '<block>no</block>' : '<block>yes</block><reason>not asked for</reason>'
      play(says, { server, fails })
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
  return { judge, spent: () => ({ ...totals }) }
}

/** The server's answer to what comes next, retries too. */
function play(says: string, { server, fails }: Metered): void {
  const isAway = fails()
  server.play(() => (isAway ? { fault: { kind: 'status', status: 529, retryAfter: 0 } } : { says }))
}

/** The variant's reader of turns, with a meter; undefined where it has none. No turn states anything: what people meant isn't known here. */
export function meteredReader(policy: Policy, { server, fails }: Metered) {
  const ledger = memoryLedger()
  const inner = statementReaderFor(policy, CLI_TOOLS, { ledger })
  if (inner === undefined) return undefined
  let usage = NO_USAGE
  const reader: StatementReader = {
    read: async (turn, signal) => {
      play('<statements>{}</statements>', { server, fails })
      const before = server.seen.length
      const result = await inner.read(turn, signal)
      for (const seen of server.seen.slice(before))
        if (seen.usage !== undefined) usage = addUsage(usage, readUsage(seen.usage, DEFAULT_CACHE_LIFETIME))
      return result
    },
  }
  return { reader, spent: () => ({ usage, dollars: ledger.spent('').day.dollars }) }
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
