import { createHash } from 'node:crypto'
import type { ModelFailure } from '../../failure.ts'
import type { ModelAnswer, ModelCall, ModelClient, ModelRequest } from '../../transport.ts'
import { messagesBody } from './body.ts'
import { readMessage } from './reply.ts'

/** A client that sends nothing and keeps what it was to send. */
export interface ExportingClient extends ModelClient {
  /** The requests in the format of the Message Batches API, one JSON object per line. */
  text(): string
}

/** A client that answers from a file of results; what is not in it is kept for another export. */
export interface RecordedClient extends ExportingClient {
  readonly problems: readonly string[]
}

/**
 * Names a request by its case and stage. The body is part of it: a result of another prompt, policy or transcript is not
 * taken for this one. Its fence is not, because an import runs in other sessions than the export did.
 */
export function customId({ label, stage, request }: Pick<ModelCall, 'label' | 'stage' | 'request'>): string {
  const slug = label.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 36)
  const text = JSON.stringify(messagesBody(request)).replace(/fence=\\"[A-Za-z0-9_-]{8,64}\\"/g, 'fence')
  const hash = createHash('sha256').update(JSON.stringify([label, text]))
  return `${slug}-${hash.digest('hex').slice(0, 16)}-${stage}`
}

export function exportingClient(): ExportingClient {
  const lines = new Map<string, string>()
  return {
    send: (call) => {
      const id = customId(call)
      lines.set(id, JSON.stringify({ custom_id: id, params: messagesBody(call.request) }))
      return Promise.resolve({ failure: { kind: 'crashed', detail: 'exported, not sent' } })
    },
    text: () => [...lines.values()].map((line) => `${line}\n`).join(''),
  }
}

export function recordedClient(results: string): RecordedClient {
  const { answers, problems } = readResults(results)
  const missing = exportingClient()
  return {
    send: (call) => {
      const answer = answers.get(customId(call))
      return answer === undefined ? missing.send(call) : Promise.resolve(answer(call))
    },
    text: missing.text,
    problems,
  }
}

/** Some answers say nothing of the model: they are of whoever was asked. */
type AnswerFactory = (call: ModelCall) => ModelAnswer

interface Results {
  readonly answers: ReadonlyMap<string, AnswerFactory>
  readonly problems: readonly string[]
}

/** Reads a results file. A line that cannot be read, or comes twice, is a problem; the first of two stands. */
function readResults(text: string): Results {
  const answers = new Map<string, AnswerFactory>()
  const problems: string[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const read = readLine(line)
    if (read === undefined) problems.push(`line ${at + 1}: not a result`)
    else if (answers.has(read.id)) problems.push(`line ${at + 1}: a second result for ${read.id}`)
    else answers.set(read.id, read.answer)
  }
  return { answers, problems }
}

function readLine(line: string): { readonly id: string; readonly answer: AnswerFactory } | undefined {
  const parsed = asRecord(parseJson(line))
  const id = parsed?.['custom_id']
  const result = asRecord(parsed?.['result'])
  const text = parsed?.['text']
  if (typeof id !== 'string') return undefined
  if (result !== undefined) return { id, answer: ({ request }) => answerOf(result, request) }
  return typeof text === 'string' ? { id, answer: ({ request }) => writtenAnswer(text, request) } : undefined
}

/** The answer of a reader, as if the model had given it. */
function writtenAnswer(text: string, request: ModelRequest): ModelAnswer {
  const content = [{ type: 'text', text }]
  const message = { content, stop_reason: 'end_turn', stop_sequence: null, model: request.model, usage: undefined }
  return { reply: readMessage(message, request) }
}

function answerOf(result: Record<string, unknown>, request: ModelRequest): ModelAnswer {
  const message = asRecord(result['message'])
  if (result['type'] === 'succeeded' && message !== undefined) {
    const { content, stop_reason, stop_sequence, model, usage } = message
    return { reply: readMessage({ content, stop_reason, stop_sequence, model, usage }, request) }
  }
  if (result['type'] !== 'errored')
    return { failure: { kind: 'server-error', detail: `batch: ${String(result['type'])}` } }
  const outer = asRecord(result['error'])
  return { failure: batchFailure(asRecord(outer?.['error']) ?? outer ?? {}) }
}

const FAILURE_KINDS = new Map<unknown, ModelFailure['kind']>([
  ['rate_limit_error', 'rate-limit'],
  ['overloaded_error', 'server-error'],
  ['api_error', 'server-error'],
  ['timeout_error', 'server-error'],
  ['authentication_error', 'refused-key'],
  ['permission_error', 'refused-key'],
  ['request_too_large', 'too-long'],
])

function batchFailure({ type, message }: Record<string, unknown>): ModelFailure {
  const detail = typeof message === 'string' ? message.slice(0, 160) : ''
  if (/prompt is too long/i.test(detail)) return { kind: 'too-long', detail }
  return { kind: FAILURE_KINDS.get(type) ?? 'misconfigured', detail }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
