import type { TokenUsage } from '../../../judge.ts'
import { NO_USAGE } from '../../cost.ts'
import type { ModelFailure } from '../../failure.ts'
import { cleanReason } from '../../parse.ts'
import type { ModelAnswer, ReplyEnd } from '../../transport.ts'
import { fieldsOf, type RpcFields, type RpcNotification, textOrNone } from '../local/json-rpc.ts'
import { NO_ANSWER } from '../local/question-queue.ts'

/** Hears what the client says of one turn until it is over. Every message is hostile, as far as a model's words are in it. */
export interface TurnReader {
  read(message: RpcNotification): HeardTurn | undefined
}

export interface HeardTurn {
  readonly answer: ModelAnswer
  /** The turn is over, as it should be. */
  readonly over: boolean
}

export interface ExpectedTurn {
  readonly thread: string
  readonly model: string
  /** Nothing stops an answer but us: so many characters are the longest that a verdict may be. */
  readonly longest: number
}

export function turnReader({ thread, model, longest }: ExpectedTurn): TurnReader {
  const texts: string[] = []
  let length = 0
  let named = model
  let usage = NO_USAGE
  const reply = (end: ReplyEnd, over: boolean, raw?: unknown): HeardTurn => {
    const [text, ...more] = texts
    return { answer: { reply: { text: more.length === 0 ? text : undefined, end, model: named, usage, raw } }, over }
  }
  const cut = (): HeardTurn => reply('limit', false)
  return {
    read: ({ method, params }) => {
      if (params['threadId'] !== thread) return undefined
      switch (method) {
        case 'item/agentMessage/delta':
          length += textOrNone(params['delta']).length
          return length > longest ? cut() : undefined
        case 'item/started':
        case 'item/completed': {
          const { type, text } = fieldsOf(params['item'])
          if (type === 'userMessage' || type === 'reasoning') return undefined
          // Whatever else it does, it was not asked to.
          if (type !== 'agentMessage') return { answer: NO_ANSWER, over: false }
          if (method === 'item/completed') texts.push(textOrNone(text))
          return textOrNone(text).length > longest ? cut() : undefined
        }
        case 'thread/tokenUsage/updated':
          // It asked once more: the model had called something.
          if (usage.calls > 0) return { answer: NO_ANSWER, over: false }
          usage = usageOf(fieldsOf(fieldsOf(params['tokenUsage'])['total']))
          return undefined
        case 'model/rerouted':
          named = textOrNone(params['toModel'])
          return undefined
        case 'error':
          // It would try again for longer than anybody waits.
          return { answer: { failure: turnFailureOf(fieldsOf(params['error'])) }, over: false }
        case 'turn/completed': {
          const turn = fieldsOf(params['turn'])
          if (turn['status'] === 'completed' && (turn['error'] ?? null) === null) return reply('complete', true, turn)
          return { answer: { failure: turnFailureOf(fieldsOf(turn['error'])) }, over: false }
        }
        default:
          return undefined
      }
    },
  }
}

function usageOf(total: RpcFields): TokenUsage {
  const count = (name: string): number => {
    const value = total[name]
    return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0
  }
  const cacheReadTokens = count('cachedInputTokens')
  const cacheWriteTokens = count('cacheWriteInputTokens')
  const inputTokens = Math.max(0, count('inputTokens') - cacheReadTokens - cacheWriteTokens)
  return { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens: count('outputTokens'), calls: 1 }
}

/** What the client calls an error; its words are for people. */
const KINDS = new Map<unknown, ModelFailure['kind']>([
  ['contextWindowExceeded', 'too-long'],
  ['sessionBudgetExceeded', 'plan-limit'],
  ['usageLimitExceeded', 'plan-limit'],
  ['rateLimitExceeded', 'rate-limit'],
  ['serverOverloaded', 'server-error'],
  ['policyCapacityUnavailable', 'server-error'],
  ['flexUnavailable', 'server-error'],
  ['internalServerError', 'server-error'],
  ['unauthorized', 'logged-out'],
  ['modelNotFound', 'misconfigured'],
  ['badRequest', 'misconfigured'],
  ['cyberPolicy', 'refused'],
  ['misalignmentPolicyViolation', 'refused'],
])

export function turnFailureOf(error: RpcFields): ModelFailure {
  const info = error['codexErrorInfo']
  const told = textOrNone(error['additionalDetails']) || textOrNone(error['message'])
  const detail = cleanReason(told.replace(/, url: \S+$/, '')).slice(0, 160)
  const kind = KINDS.get(info)
  if (kind !== undefined) return { kind, detail }
  const statuses = Object.values(fieldsOf(info)).map((about) => fieldsOf(about)['httpStatusCode'])
  const status = statuses.find((value) => typeof value === 'number')
  return { kind: typeof status === 'number' ? kindByStatus(status) : 'server-error', detail }
}

function kindByStatus(status: number): ModelFailure['kind'] {
  if (status === 401 || status === 403) return 'logged-out'
  if (status === 413) return 'too-long'
  if (status === 429) return 'rate-limit'
  return status >= 500 || status === 408 ? 'server-error' : 'misconfigured'
}
