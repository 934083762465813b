import type { ToolLookup } from '../../analysis/tool.ts'
import { CATEGORIES } from '../../categories/index.ts'
import { EXCEPTIONS } from '../../exceptions/index.ts'
import type { StatementReader } from '../../intent/statements/reader.ts'
import type { Policy } from '../../settings/policy.ts'
import { isOwnTool } from '../../tools/registry.ts'
import type { Judge } from '../judge.ts'
import type { CheckSources } from './check.ts'
import { memoryLedger, type SpendLedger } from './cost.ts'
import { diagnosticFiles } from './diagnostic-files.ts'
import { judgeInOrder } from './in-order.ts'
import { createModelJudge, MODEL_JUDGE } from './judge.ts'
import { cleanReason } from './parse.ts'
import type { TokenCounter } from './print-prompt.ts'
import type { RefusedKeyLatch } from './refused-key-latch.ts'
import { readModelSettings } from './settings.ts'
import { createModelStatementReader } from './statements/reader.ts'
import type { ShowCall } from './statements/request.ts'
import type { TokenCounts } from './token-count.ts'
import type { ModelClient, Transport } from './transport.ts'
import type { TransportId } from './transport-id.ts'
import { acpTransport } from './transports/acp/acp.ts'
import { claudeCliTransport } from './transports/claude-cli/claude-cli.ts'
import { codexCliTransport } from './transports/codex-cli/codex-cli.ts'
import { type ApiKey, createKeyFinder } from './transports/messages/key.ts'
import { messagesTransport } from './transports/messages/messages.ts'
import { openaiTransport } from './transports/openai/openai.ts'

/** What the edge may hand to the judge. Everything is optional; hooks hand over less than the command line. */
export interface ModelEdge {
  /** `IRONGATE_MODEL`: read by the command line and the server, not by hooks. */
  readonly model?: string | undefined
  /** `ANTHROPIC_API_KEY`, where the edge may read it; goes to the default endpoint only. */
  readonly environmentKey?: string | undefined
  /** Where the person's own clients keep their logins. */
  readonly home?: string
  /** Diagnostics are written below it. */
  readonly stateFolder?: string
  /** Every request leaves a dump there, as `judge.dump` says for all. */
  readonly dump?: boolean
  readonly ledger?: SpendLedger
  readonly latch?: RefusedKeyLatch
  readonly counts?: TokenCounts
  /** Stands in for the network: an export, or recorded results. Needs no key. */
  readonly client?: ModelClient
}

/** What the prompt is made of. */
export function promptSources(tools: ToolLookup): CheckSources {
  return {
    encodeCall: (tool, input) => tools.find(tool, input).encode(input),
    categories: CATEGORIES,
    exceptions: EXCEPTIONS,
  }
}

/** What everything that asks a model has from the edge. */
function askingOptions({ model, dump, ledger = memoryLedger(), latch, stateFolder }: ModelEdge) {
  return {
    now: () => performance.now(),
    model,
    dump,
    ledger,
    ...(latch && { latch }),
    ...(stateFolder !== undefined && { diagnostics: diagnosticFiles(stateFolder) }),
  }
}

/** The judge of a policy that asks a model, by the ways that a person chose. */
export function createModelJudgeFor(policy: Policy, tools: ToolLookup, edge: ModelEdge = {}): Judge {
  const options = { ...promptSources(tools), ...askingOptions(edge), ...(edge.counts && { counts: edge.counts }) }
  const judges = transportsFor(policy, edge).map((transport) => createModelJudge({ ...options, transport }))
  return judgeInOrder(MODEL_JUDGE, judges, options.now)
}

/** The reader of people's turns, by the same ways. */
export function createStatementReaderFor(policy: Policy, tools: ToolLookup, edge: ModelEdge = {}): StatementReader {
  return createModelStatementReader({
    policy,
    transports: transportsFor(policy, edge),
    showCall: callsShownBy(tools),
    ...askingOptions(edge),
  })
}

/** What an agent asks a person is never shown: it would speak for them. */
export function callsShownBy(tools: ToolLookup): ShowCall {
  return (name, input) => {
    const tool = tools.find(name, input)
    return { known: isOwnTool(tool.name), text: tool.asksPerson ? '' : tool.encode(input) }
  }
}

/** The first way to the model that a policy names. */
export function transportFor(policy: Policy, edge: ModelEdge = {}): Transport {
  return transportsFor(policy, edge)[0]
}

function transportsFor(policy: Policy, edge: ModelEdge): readonly [Transport, ...Transport[]] {
  const { client } = edge
  if (client) return [messagesTransport({ key: () => Promise.resolve(UNUSED_KEY), client: () => client })]
  const read = readModelSettings(policy.judge)
  // What is wrong with the settings the judge says itself.
  const [first = 'messages', ...others] = 'problem' in read ? [] : read.settings.transports
  const made = (id: TransportId) => madeTransport(id, policy, edge)
  return [made(first), ...others.map(made)]
}

function madeTransport(id: TransportId, { judge }: Policy, edge: ModelEdge): Transport {
  switch (id) {
    case 'messages':
      return messagesTransport({ key: createKeyFinder(judge, edge.environmentKey) })
    case 'claude-cli':
      return claudeCliTransport(edge)
    case 'openai':
      return openaiTransport()
    case 'codex-cli':
      return codexCliTransport(edge)
    case 'acp':
      return acpTransport(edge)
  }
}

const UNUSED_KEY: ApiKey = { value: 'not-sent', from: 'settings' }

const COUNT_MS = 10_000

/** Counts by the endpoint that the judge would ask. Without a key nothing is sent, except to a server that needs none. */
export function createTokenCounter(policy: Policy, edge: ModelEdge): TokenCounter {
  return async (request, settings) => {
    const connection = await transportFor(policy, edge).connect(settings)
    if ('cause' in connection) return { none: connection.reason }
    const { client, secrets } = connection
    if (client.count === undefined) return { none: 'the server does not count' }
    try {
      const count = await client.count(request, AbortSignal.timeout(COUNT_MS))
      return Number.isFinite(count)
        ? { count, by: new URL(settings.baseUrl).origin }
        : { none: 'the server gave no number' }
    } catch (error) {
      return { none: `the server did not count: ${cleanReason(String(error), secrets)}` }
    }
  }
}
