import type { TokenUsage } from '../../../judge.ts'
import { cleanReason } from '../../parse.ts'
import type { ModelAnswer, ReplyEnd } from '../../transport.ts'
import { failureByStatus } from '../http/failures.ts'

/** Reads a completion; every field of it is hostile. */
export function readCompletion(raw: unknown, secrets: readonly string[]): ModelAnswer {
  const { choices, error, model, usage, id } = fieldsOf(raw)
  if (!Array.isArray(choices)) return notACompletion(fieldsOf(error), secrets)
  const choice = fieldsOf(choices[0])
  const message = fieldsOf(choice['message'])
  return {
    reply: {
      text: choices.length === 1 ? onlyText(message) : undefined,
      end: isSaid(message['refusal']) ? 'refusal' : endOf(choice['finish_reason']),
      model,
      usage: readChatUsage(usage),
      requestId: typeof id === 'string' ? id : undefined,
      raw: { choices, usage },
    },
  }
}

/** Some gateways send an error as if all were well. */
function notACompletion({ code, message }: Record<string, unknown>, secrets: readonly string[]): ModelAnswer {
  const detail = cleanReason(typeof message === 'string' ? message : '', secrets).slice(0, 160)
  if (typeof code === 'number') return { failure: failureByStatus(code, undefined, detail) }
  return { failure: { kind: 'server-error', detail: detail || 'the answer is not a completion' } }
}

/** Servers say `stop` at a stop sequence, too. */
function endOf(reason: unknown): ReplyEnd {
  switch (reason) {
    case 'stop':
      return 'complete'
    case 'length':
      return 'limit'
    case 'content_filter':
      return 'refusal'
    default:
      return 'other'
  }
}

/** A call of a tool beside it makes it none. */
function onlyText({ role, content, tool_calls, function_call }: Record<string, unknown>): string | undefined {
  const calls = (Array.isArray(tool_calls) ? tool_calls.length > 0 : isSaid(tool_calls)) || isSaid(function_call)
  const own = role === undefined || role === 'assistant'
  return typeof content === 'string' && own && !calls ? content : undefined
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** `prompt_tokens` counts what was read from the cache, too; keeping costs nothing. */
export function readChatUsage(raw: unknown): TokenUsage {
  const usage = fieldsOf(raw)
  const input = count(usage['prompt_tokens'])
  const cached = Math.min(input, count(fieldsOf(usage['prompt_tokens_details'])['cached_tokens']))
  return {
    inputTokens: input - cached,
    cacheWriteTokens: 0,
    cacheReadTokens: cached,
    outputTokens: count(usage['completion_tokens']),
    calls: 1,
  }
}

function fieldsOf(raw: unknown): Record<string, unknown> {
  return typeof raw === 'object' && raw !== null ? { ...raw } : {}
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}
