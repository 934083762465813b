import type { TokenUsage } from '../../../judge.ts'
import type { CacheLifetime } from '../../cache-life.ts'
import type { ModelReply, ModelRequest, ReplyEnd } from '../../transport.ts'

/** A message as the server gave it; every field is hostile. */
export interface RawMessage {
  readonly content: unknown
  readonly stop_reason: unknown
  readonly stop_sequence: unknown
  readonly model: unknown
  readonly usage: unknown
}

export function readMessage(
  message: RawMessage,
  { stop, cacheLife }: Pick<ModelRequest, 'stop' | 'cacheLife'>,
): ModelReply {
  const { content, stop_reason, stop_sequence, model, usage } = message
  return {
    text: onlyText(content),
    end: endOf(stop_reason, stop_sequence, stop),
    model,
    usage: readUsage(usage, cacheLife ?? '5m'),
    raw: { content, stop_reason, stop_sequence, usage },
  }
}

function endOf(reason: unknown, sequence: unknown, asked: string | undefined): ReplyEnd {
  switch (reason) {
    case 'end_turn':
      return 'complete'
    case 'stop_sequence':
      return asked !== undefined && sequence === asked ? 'stop' : 'other'
    case 'max_tokens':
      return 'limit'
    case 'refusal':
      return 'refusal'
    case 'model_context_window_exceeded':
      return 'too-long'
    default:
      return 'other'
  }
}

/** The reply's one text; thinking blocks of the API are not part of it, any other block makes it none. */
function onlyText(content: unknown): string | undefined {
  if (!Array.isArray(content)) return undefined
  let found: string | undefined
  for (const block of content as readonly unknown[]) {
    if (typeof block !== 'object' || block === null || !('type' in block)) return undefined
    if (block.type === 'thinking' || block.type === 'redacted_thinking') continue
    if (block.type !== 'text' || !('text' in block) || typeof block.text !== 'string' || found !== undefined)
      return undefined
    found = block.text
  }
  return found
}

/**
 * The usage a reply reports, as numbers that can be trusted to be numbers. A server that does not tell lives apart wrote what
 * it was asked to.
 */
export function readUsage(raw: unknown, asked: CacheLifetime): TokenUsage {
  const usage = fieldsOf(raw)
  const written = count(usage['cache_creation_input_tokens'])
  const told = fieldsOf(usage['cache_creation'])['ephemeral_1h_input_tokens']
  const hour = Math.min(written, count(told ?? (asked === '1h' ? written : 0)))
  return {
    inputTokens: count(usage['input_tokens']),
    cacheWriteTokens: written,
    cacheReadTokens: count(usage['cache_read_input_tokens']),
    outputTokens: count(usage['output_tokens']),
    calls: 1,
    ...(hour > 0 && { cacheHourTokens: hour }),
  }
}

function fieldsOf(raw: unknown): Record<string, unknown> {
  return typeof raw === 'object' && raw !== null ? { ...raw } : {}
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0
}
