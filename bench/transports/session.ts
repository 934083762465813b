import { addUsage, NO_USAGE } from '../../src/judge/model/cost.ts'
import { pricesOf } from '../../src/judge/model/prices.ts'
import { realisticSession } from '../../src/judge/model/session-profile.ts'
import { action, judgeRequest } from '../../src/judge/model/testing.ts'
import type { Entry } from '../../src/transcript/entries.ts'
import { openWay, WAYS, type Way } from './ways.ts'

/**
 * What a session costs by each transport, against servers that cache as the real ones do: `node bench/transports/session.ts
 * [sessions] [transport]`. The session is made up, with the sizes of real ones: 178 calls, 47 of them judged, a quarter of those twice.
 */
const sessions = Number(process.argv[2] ?? 1)
const only = process.argv[3]

/** Between two calls, by the server's clock. */
const GAP_MS = 8_000
const UNKNOWN_PRICE = pricesOf('nobody-knows')

async function cost(way: Way): Promise<void> {
  let clock = 0
  const { judge, policy, server, close } = await openWay(way, () => clock)
  server.play((_request, at) => ({ says: at % 4 === 0 ? '<block>yes</block>' : '<block>no</block>' }))
  let usage = NO_USAGE
  let [calls, dollars, failed] = [0, 0, 0]
  let model = ''
  for (let session = 0; session < sessions; session++) {
    const transcript: Entry[] = []
    for (const { entry, before, effects } of realisticSession(178, 11 + session)) {
      calls++
      transcript.push(...before)
      if (entry.judged === true) {
        const command = String(entry.input['command'])
        const call = { tool: entry.tool, input: entry.input, cwd: '/p', sessionId: `s${session}`, callId: `c${calls}` }
        const asked = { action: action(command, { call, effects }), transcript: [...transcript], policy }
        const claudeMd = 'Run the tests before you commit. '.repeat(60)
        const judged = await judge.judge(judgeRequest(command, { ...asked, claudeMd }))
        if (judged.verdict.type !== 'allow' && judged.verdict.type !== 'block') failed++
        usage = addUsage(usage, judged.usage ?? NO_USAGE)
        dollars += judged.cost ?? 0
        model = judged.model ?? model
      }
      transcript.push(entry)
      clock += GAP_MS
    }
  }
  const read = cachedByServer(server.seen) ?? usage.cacheReadTokens
  await close()
  const input = usage.inputTokens + usage.cacheWriteTokens + usage.cacheReadTokens
  const perThousand = (amount: number) => (amount / calls) * 1_000
  const tokens = Math.round(perThousand(input + usage.outputTokens)).toLocaleString('en-US')
  const uncached = Math.round(perThousand(input - read)).toLocaleString('en-US')
  const share = `${((read / Math.max(1, input)) * 100).toFixed(1)}%`
  const price = pricesOf(model) === UNKNOWN_PRICE ? 'no list price' : `$${perThousand(dollars).toFixed(2)}`
  const cells = [way.name, model, usage.calls, share, tokens, uncached, price, failed]
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}

/** Not every client hands on what its server says of the cache. */
function cachedByServer(seen: readonly { readonly usage?: object | undefined }[]): number | undefined {
  const told = seen.flatMap(({ usage }) => (usage && 'cached' in usage ? Number(usage.cached) : []))
  return told.length === 0 ? undefined : told.reduce((sum, one) => sum + one, 0)
}

process.stdout.write(
  '| Transport | Model | Requests | Input from cache | Tokens per 1,000 calls | Of these, input not from cache | Cost per 1,000 calls | Failed |\n',
)
process.stdout.write('|---|---|---|---|---|---|---|---|\n')
for (const way of WAYS.filter(({ name }) => only === undefined || name.startsWith(only))) await cost(way)
process.exit(0)
