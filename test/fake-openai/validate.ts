import { textOf, tokensOf, traitsOf, type WireRequest } from './wire.ts'

/** What is wrong with a request, as the server says it. */
export interface Problem {
  readonly message: string
  readonly code: string | null
  readonly param?: string
}

const FIELDS = new Set([
  'model',
  'messages',
  'max_tokens',
  'max_completion_tokens',
  'stop',
  'temperature',
  'reasoning_effort',
  'prompt_cache_key',
])

const ROLES = new Set(['system', 'developer', 'user', 'assistant'])

const invalid = (param: string, message: string, code: string | null = null): Problem => ({ message, code, param })

export function problemOf(raw: unknown): Problem | undefined {
  if (!isObject(raw)) return invalid('body', 'the request body must be an object')
  const extra = Object.keys(raw).find((key) => !FIELDS.has(key))
  if (extra !== undefined)
    return invalid(extra, `Unrecognized request argument supplied: ${extra}`, 'unknown_parameter')
  if (typeof raw['model'] !== 'string' || raw['model'] === '') return invalid('model', 'you must provide a model')
  return messagesProblem(raw['messages']) ?? valuesProblem(raw) ?? modelProblem(raw as unknown as WireRequest)
}

function messagesProblem(messages: unknown): Problem | undefined {
  if (!Array.isArray(messages) || messages.length === 0) return invalid('messages', 'messages: too short')
  for (const [at, message] of messages.entries()) {
    const where = `messages[${at}]`
    if (!isObject(message)) return invalid(where, 'not an object')
    const extra = Object.keys(message).find((key) => key !== 'role' && key !== 'content')
    if (extra !== undefined) return invalid(`${where}.${extra}`, 'Unknown parameter', 'unknown_parameter')
    if (!ROLES.has(String(message['role']))) return invalid(`${where}.role`, 'Invalid value', 'invalid_value')
    if (typeof message['content'] !== 'string') return invalid(`${where}.content`, 'Invalid type')
    if (!message['content'].isWellFormed()) return invalid(`${where}.content`, 'not valid JSON')
  }
  return undefined
}

function valuesProblem(raw: Record<string, unknown>): Problem | undefined {
  for (const field of ['max_tokens', 'max_completion_tokens']) {
    const limit = raw[field]
    if (limit !== undefined && !(Number.isInteger(limit) && (limit as number) > 0))
      return invalid(field, 'Invalid value', 'integer_below_min_value')
  }
  if (raw['max_tokens'] !== undefined && raw['max_completion_tokens'] !== undefined)
    return invalid('max_tokens', 'Setting both limits is not supported', 'invalid_parameter_combination')
  const stops = typeof raw['stop'] === 'string' ? [raw['stop']] : (raw['stop'] ?? [])
  if (!Array.isArray(stops) || stops.length > 4 || stops.some((stop) => typeof stop !== 'string' || stop === ''))
    return invalid('stop', 'Invalid value')
  const key = raw['prompt_cache_key']
  if (key !== undefined && !(typeof key === 'string' && key.length <= 64))
    return invalid('prompt_cache_key', 'Invalid value', 'string_above_max_length')
  return undefined
}

function modelProblem(request: WireRequest): Problem | undefined {
  const traits = traitsOf(request.model)
  const unsupported = (param: string): Problem =>
    invalid(param, `Unsupported parameter: '${param}' is not supported with this model.`, 'unsupported_parameter')
  for (const field of ['stop', 'max_tokens', 'temperature'] as const)
    if (traits.reasoning && request[field] !== undefined) return unsupported(field)
  const { reasoning_effort: effort } = request
  if (effort !== undefined && traits.efforts.length === 0) return unsupported('reasoning_effort')
  if (effort !== undefined && !traits.efforts.includes(effort))
    return invalid('reasoning_effort', `Unsupported value: '${effort}'`, 'unsupported_value')
  const limit = request.max_tokens ?? request.max_completion_tokens ?? 0
  const tokens = tokensOf(textOf(request)) + limit
  if (tokens <= traits.context) return undefined
  const message = `This model's maximum context length is ${traits.context} tokens; you requested ${tokens} tokens.`
  return invalid('messages', message, 'context_length_exceeded')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
