import type { StageName } from '../../../judge.ts'
import type { ModelFailure } from '../../failure.ts'
import { cleanReason } from '../../parse.ts'
import type { ModelAnswer, ModelRequest } from '../../transport.ts'
import { fieldsOf, type RpcProcess, startRpcProcess, textOrNone } from '../local/json-rpc.ts'
import type { LineCommand } from '../local/line-process.ts'
import { type AnsweringClient, GONE, questionQueue } from '../local/question-queue.ts'
import { turnReader } from './answer.ts'

export interface CodexQuestion {
  readonly request: ModelRequest
  readonly stage: StageName
}

/** Starts it at once; what it finds out then it says at the first question. */
export function startResidentCodex(command: LineCommand): AnsweringClient<CodexQuestion> {
  const client = startRpcProcess(command, () => undefined)
  const ready = setUp(client)
  return questionQueue(client, {
    answer: async (question) => {
      const account = await ready
      const answered = 'failure' in account ? account : await inThread(client, account, { question, command })
      // Who has no login now may have one at the next check, and what recovers by itself is not waited for.
      if (!('over' in answered && answered.over)) client.kill()
      return 'answer' in answered ? answered.answer : { failure: answered.failure }
    },
  })
}

interface ReadyAccount {
  /** Servers of tools that the person has set up, by name. */
  readonly servers: readonly string[]
}

interface Failed {
  readonly failure: ModelFailure
}

async function setUp(client: RpcProcess): Promise<ReadyAccount | Failed> {
  const clientInfo = { name: 'irongate', version: '1' }
  const started = await client.request('initialize', { clientInfo, capabilities: { experimentalApi: true } })
  if (started?.error) return refusedBy(started.error.message)
  client.notify('initialized', {})
  const account = await client.request('account/read', { refreshToken: false })
  const { account: who, requiresOpenaiAuth } = fieldsOf(account?.result)
  if (requiresOpenaiAuth === true && (who ?? null) === null)
    return { failure: { kind: 'logged-out', detail: 'run `codex login`' } }
  const config = await client.request('config/read', { includeLayers: false })
  if (started === undefined || account === undefined || config === undefined) return GONE
  const wrong = account.error ?? config.error
  if (wrong) return refusedBy(wrong.message)
  return { servers: Object.keys(fieldsOf(fieldsOf(fieldsOf(config.result)['config'])['mcp_servers'])) }
}

/** A thread of its own for each question: the next one knows nothing of it. */
async function inThread(
  client: RpcProcess,
  { servers }: ReadyAccount,
  { question: { request, stage }, command }: { readonly question: CodexQuestion; readonly command: LineCommand },
): Promise<Failed | { readonly answer: ModelAnswer; readonly over: boolean }> {
  const started = await client.request('thread/start', {
    ephemeral: true,
    baseInstructions: request.system,
    developerInstructions: '',
    model: request.model,
    cwd: command.cwd,
    approvalPolicy: 'never',
    sandbox: 'read-only',
    environments: [],
    config: { mcp_servers: Object.fromEntries(servers.map((name) => [name, { enabled: false }])) },
  })
  if (started === undefined) return GONE
  if (started.error) return refusedBy(started.error.message)
  const { thread, model, instructionSources } = fieldsOf(started.result)
  const id = textOrNone(fieldsOf(thread)['id'])
  const foreign = Array.isArray(instructionSources) ? (instructionSources as readonly unknown[]) : ['?']
  if (foreign.length > 0)
    return misconfigured(`Codex puts ${textOrNone(foreign[0])} before every question; move it away`)
  // Four characters are a token; the room for reasoning is not for what is said.
  const longest = (request.limit - request.capabilities.padding) * 4
  const reader = turnReader({ thread: id, model: textOrNone(model), longest })
  const answered = new Promise<Failed | { readonly answer: ModelAnswer; readonly over: boolean }>((resolve) => {
    client.listen((message) => {
      const heard = message === undefined ? GONE : reader.read(message)
      if (heard) resolve(heard)
    })
  })
  const turn = await client.request('turn/start', {
    threadId: id,
    input: request.blocks().map(({ text }) => ({ type: 'text', text })),
    effort: EFFORTS[stage],
    summary: 'none',
  })
  if (turn?.error) return refusedBy(turn.error.message)
  const heard = await answered
  await client.request('thread/unsubscribe', { threadId: id })
  return heard
}

const EFFORTS: Readonly<Record<StageName, string>> = { fast: 'low', thinking: 'medium' }

function refusedBy(message: string): Failed {
  return misconfigured(`Codex: ${message}`)
}

function misconfigured(why: string): Failed {
  return { failure: { kind: 'misconfigured', detail: cleanReason(why).slice(0, 160) } }
}
