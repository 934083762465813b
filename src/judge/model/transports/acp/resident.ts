import { rmSync } from 'node:fs'
import type { ModelFailure } from '../../failure.ts'
import { cleanReason } from '../../parse.ts'
import type { ModelAnswer, ModelRequest } from '../../transport.ts'
import { fieldsOf, type RpcProcess, type RpcResponse, startRpcProcess, textOrNone } from '../local/json-rpc.ts'
import type { LineCommand } from '../local/line-process.ts'
import { type AnsweringClient, GONE, questionQueue } from '../local/question-queue.ts'
import { promptFailureOf, promptReader } from './answer.ts'

/** It keeps every session for as long as it lives, and none can be closed. */
const MOST_SESSIONS = 50

/** Nobody is there to be asked. */
const REFUSED = { outcome: { outcome: 'cancelled' } }

/** A session of its own for each question, made before it is asked. `kept`: where the client writes conversations down. */
export function startAcpClient(command: LineCommand, kept: string | undefined): AnsweringClient<ModelRequest> {
  const client = startRpcProcess(command, (method) => (method === 'session/request_permission' ? REFUSED : undefined))
  let sessions = 0
  const open = (): Promise<AcpSession | Failed> => {
    sessions++
    return openSession(client, command.cwd)
  }
  let next: Promise<AcpSession | Failed> | undefined = initialize(client).then((problem) => problem ?? open())
  return questionQueue(client, {
    answer: async (request) => {
      const opened = next ?? open()
      // Whatever becomes of this question, no other is asked in its session.
      next = undefined
      const session = await opened
      const answered = 'failure' in session ? session : await answerIn(client, session, request)
      // Who has no login now may have one at the next check, and what recovers by itself is not waited for.
      if (!('whole' in answered && answered.whole)) client.kill()
      return 'answer' in answered ? answered.answer : { failure: answered.failure }
    },
    tidy: async () => {
      if (kept !== undefined) rmSync(kept, { recursive: true, force: true })
      if (sessions >= MOST_SESSIONS) client.kill()
      if (client.running) next = open()
    },
  })
}

interface AcpSession {
  readonly id: string
}

interface Failed {
  readonly failure: ModelFailure
}

async function initialize(client: RpcProcess): Promise<Failed | undefined> {
  return problemOf(await client.request('initialize', { protocolVersion: 1, clientCapabilities: {} }))
}

async function openSession(client: RpcProcess, cwd: string): Promise<AcpSession | Failed> {
  const response = await client.request('session/new', { cwd, mcpServers: [] })
  const id = textOrNone(fieldsOf(response?.result)['sessionId'])
  return problemOf(response) ?? (id === '' ? GONE : { id })
}

/** The protocol's own number for whoever has no login. */
const AUTH_REQUIRED = -32_000

function problemOf(response: RpcResponse | undefined): Failed | undefined {
  if (response === undefined) return GONE
  const { error } = response
  if (error === undefined) return undefined
  const detail = cleanReason(error.message).slice(0, 160)
  if (error.code === AUTH_REQUIRED) return { failure: { kind: 'logged-out', detail } }
  return { failure: promptFailureOf(error.message, fieldsOf(error.data), error.code) }
}

async function answerIn(
  client: RpcProcess,
  { id }: AcpSession,
  request: ModelRequest,
): Promise<Failed | { readonly answer: ModelAnswer; readonly whole: boolean }> {
  // Four characters are a token; the room for reasoning is not for what is said.
  const longest = (request.limit - request.capabilities.padding) * 4
  const reader = promptReader({ session: id, model: request.model, longest })
  const early = new Promise<ModelAnswer>((resolve) => {
    client.listen((message) => {
      const heard = message && reader.hear(message)
      if (heard) resolve(heard)
    })
  })
  const prompt = request.blocks().map(({ text }) => ({ type: 'text', text }))
  const ended = client.request('session/prompt', { sessionId: id, prompt })
  return Promise.race([
    early.then((answer) => ({ answer, whole: false })),
    ended.then((response) =>
      response === undefined ? GONE : { answer: reader.end(response), whole: response.error === undefined },
    ),
  ])
}
