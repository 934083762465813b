import type { ModelFailure } from '../../failure.ts'
import { cleanReason } from '../../parse.ts'
import type { ModelAnswer, ModelReply, ReplyEnd } from '../../transport.ts'
import { readUsage } from '../messages/reply.ts'

/** Reads what the client says of one question until it has answered. Every message is hostile, as far as a model's words are in it. */
export interface AnswerReader {
  read(message: unknown): HeardAnswer | undefined
}

export interface HeardAnswer {
  readonly answer: ModelAnswer
  /** The client continues by itself, and nobody asked it to. */
  readonly goesOn: boolean
}

export function answerReader(): AnswerReader {
  const texts: string[] = []
  let model: unknown
  let last = ''
  let failure: ModelFailure | undefined
  const done = (answer: ModelAnswer): HeardAnswer => ({ answer, goesOn: false })
  return {
    read: (raw) => {
      const message = fieldsOf(raw)
      const before = last
      last = `${String(message['type'])} ${String(message['subtype'])}`
      switch (message['type']) {
        case 'assistant': {
          const said = fieldsOf(message['message'])
          if (said['model'] === SYNTHETIC) failure = failureOf(message, textsOf(said['content']).join(' '))
          else texts.push(...textsOf(said['content']))
          model ??= said['model']
          return undefined
        }
        case 'user':
          // After an answer that was declined or cut it tells the model to continue.
          return { answer: before === 'system informational' ? DECLINED : cutOff(texts, model), goesOn: true }
        case 'result':
          if (message['stop_reason'] === 'refusal') return done(DECLINED)
          if (message['is_error'] !== false)
            return done({ failure: failure ?? failureOf(message, wordsOf(message['result'])) })
          return done({ reply: replyOf(texts, { message, model }) })
        default:
          return undefined
      }
    },
  }
}

const DECLINED: ModelAnswer = { failure: { kind: 'refused', detail: '' } }

function cutOff(texts: readonly string[], model: unknown): ModelAnswer {
  return { reply: { text: onlyOne(texts), end: 'limit', model, usage: readUsage(undefined, '5m'), raw: texts } }
}

function replyOf(
  texts: readonly string[],
  { message, model }: { message: Record<string, unknown>; model: unknown },
): ModelReply {
  const usage = readUsage(message['usage'], '5m')
  return { text: onlyOne(texts), end: endOf(message['stop_reason']), model, usage, raw: message }
}

function onlyOne([text, ...more]: readonly string[]): string | undefined {
  return more.length === 0 ? text : undefined
}

/** The client's own words in the place of a model's. */
const SYNTHETIC = '<synthetic>'

/** It was started with one stop sequence and does not say which one ended an answer. */
function endOf(reason: unknown): ReplyEnd {
  switch (reason) {
    case 'end_turn':
      return 'complete'
    case 'stop_sequence':
      return 'stop'
    case 'max_tokens':
      return 'limit'
    default:
      return 'other'
  }
}

/** Thinking is not part of what it says; any other block makes it no text. */
function textsOf(content: unknown): string[] {
  if (!Array.isArray(content)) return ['', '']
  return (content as readonly unknown[]).flatMap((block) => {
    const { type, text } = fieldsOf(block)
    if (type === 'thinking' || type === 'redacted_thinking') return []
    return type === 'text' && typeof text === 'string' ? [text] : ['', '']
  })
}

/** What the client calls an error; its words are for people and change with its versions. */
const KINDS = new Map<unknown, ModelFailure['kind']>([
  ['authentication_failed', 'logged-out'],
  ['rate_limit', 'plan-limit'],
  ['server_error', 'server-error'],
  ['max_output_tokens', 'truncated'],
  ['model_not_found', 'misconfigured'],
])

function failureOf(message: Record<string, unknown>, words: string): ModelFailure {
  const detail = cleanReason(words).slice(0, 160)
  const status = message['api_error_status']
  if (/^prompt is too long/i.test(detail)) return { kind: 'too-long', detail }
  const kind = KINDS.get(message['error']) ?? (typeof status === 'number' ? kindByStatus(status) : 'server-error')
  return { kind, detail }
}

function kindByStatus(status: number): ModelFailure['kind'] {
  if (status === 401 || status === 403) return 'logged-out'
  if (status === 429) return 'plan-limit'
  return status >= 500 ? 'server-error' : 'misconfigured'
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function fieldsOf(raw: unknown): Record<string, unknown> {
  return typeof raw === 'object' && raw !== null ? { ...raw } : {}
}
