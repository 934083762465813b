import type { TokenUsage } from '../../../judge.ts'
import { NO_USAGE } from '../../cost.ts'
import type { ModelFailure } from '../../failure.ts'
import { cleanReason } from '../../parse.ts'
import type { ModelAnswer, ReplyEnd } from '../../transport.ts'
import { fieldsOf, type RpcFields, type RpcNotification, type RpcResponse, textOrNone } from '../local/json-rpc.ts'
import { NO_ANSWER } from '../local/question-queue.ts'

/** Hears what the client says in one session until it has answered. Every message is hostile, as far as a model's words are in it. */
export interface PromptReader {
  /** An answer where it is clear before the end. */
  hear(message: RpcNotification): ModelAnswer | undefined
  end(response: RpcResponse): ModelAnswer
}

export interface ExpectedPrompt {
  readonly session: string
  readonly model: string
  /** Nothing stops an answer but us: so many characters are the longest that a verdict may be. */
  readonly longest: number
}

export function promptReader({ session, model, longest }: ExpectedPrompt): PromptReader {
  let text = ''
  let usage = NO_USAGE
  const reply = (end: ReplyEnd, named: unknown, raw?: unknown): ModelAnswer => ({
    reply: { text, end, model: named, usage, raw },
  })
  return {
    hear: ({ method, params }) => {
      // An answer needs no file, terminal or permission of ours.
      if (method !== 'session/update') return /^(?:session|fs|terminal)\//.test(method) ? NO_ANSWER : undefined
      if (params['sessionId'] !== session) return undefined
      const update = fieldsOf(params['update'])
      switch (update['sessionUpdate']) {
        case 'agent_message_chunk': {
          const content = fieldsOf(update['content'])
          if (content['type'] !== 'text') return NO_ANSWER
          text += textOrNone(content['text'])
          usage = usageOf(fieldsOf(fieldsOf(update['_meta'])['usage']), usage)
          return text.length > longest ? reply('limit', model) : undefined
        }
        // Whatever it wants to do, it was not asked to.
        case 'tool_call':
        case 'tool_call_update':
        case 'plan':
          return NO_ANSWER
        default:
          return undefined
      }
    },
    end: ({ result, error }) => {
      if (error) return { failure: promptFailureOf(error.message, fieldsOf(error.data), error.code) }
      const { stopReason, _meta } = fieldsOf(result)
      const quota = fieldsOf(fieldsOf(_meta)['quota'])
      const count = fieldsOf(quota['token_count'])
      usage = usageOf({ inputTokens: count['input_tokens'], outputTokens: count['output_tokens'] }, usage)
      // A client that asked nobody, or whose server broke off, ends as if all were well.
      if (usage.outputTokens === 0) return { failure: { kind: 'server-error', detail: 'the answer was not whole' } }
      // It may have turned to a smaller model on its way.
      const used = Array.isArray(quota['model_usage']) ? (quota['model_usage'] as readonly unknown[]) : []
      const other = used.map((one) => fieldsOf(one)['model']).find((name) => name !== model)
      return reply(endOf(stopReason), other ?? model, result)
    },
  }
}

function endOf(reason: unknown): ReplyEnd {
  switch (reason) {
    case 'end_turn':
      return 'complete'
    case 'max_tokens':
      return 'limit'
    case 'refusal':
      return 'refusal'
    default:
      return 'other'
  }
}

function usageOf(told: RpcFields, before: TokenUsage): TokenUsage {
  const count = (name: string): number => {
    const value = told[name]
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0
  }
  if (count('inputTokens') === 0) return before
  const cacheReadTokens = count('cachedReadTokens')
  const inputTokens = Math.max(0, count('inputTokens') - cacheReadTokens)
  return { inputTokens, cacheReadTokens, cacheWriteTokens: 0, outputTokens: count('outputTokens'), calls: 1 }
}

/** Both clients hand on the server's own status in the code or in their words. */
export function promptFailureOf(message: string, data: RpcFields, code: unknown): ModelFailure {
  const words = [message, textOrNone(data['details'])].filter((part) => part !== '').join(' ')
  const detail = cleanReason(words).slice(0, 160)
  if (/context (?:window|length)|too many tokens|token count/i.test(words)) return { kind: 'too-long', detail }
  const status = statusIn(code) ?? statusIn(/\b([45]\d\d)\b/.exec(words)?.[1])
  if (status !== undefined) return { kind: kindByStatus(status), detail }
  return { kind: /\bauth|api key|log ?in/i.test(words) ? 'logged-out' : 'server-error', detail }
}

function statusIn(value: unknown): number | undefined {
  const status = Number(value)
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : undefined
}

/** A plan's limit and a key's have the same number. */
function kindByStatus(status: number): ModelFailure['kind'] {
  if (status === 401 || status === 403) return 'logged-out'
  if (status === 413) return 'too-long'
  if (status === 429) return 'plan-limit'
  return status >= 500 || status === 408 ? 'server-error' : 'misconfigured'
}
