import { blocksOf, tokensOf, traitsOf, type WireRequest } from './wire.ts'

const FIELDS = new Set([
  'model',
  'max_tokens',
  'messages',
  'system',
  'stop_sequences',
  'temperature',
  'top_p',
  'top_k',
  'thinking',
  'stream',
  'metadata',
  'service_tier',
])

const BLOCK_FIELDS = new Set(['type', 'text', 'cache_control'])

/** What is wrong with a request, in the server's words; undefined when it is right. */
export function problemOf(raw: unknown, counting: boolean): string | undefined {
  if (!isObject(raw)) return 'request body must be an object'
  const extra = Object.keys(raw).find((key) => !FIELDS.has(key) || (counting && key === 'max_tokens'))
  if (extra !== undefined) return `${extra}: Extra inputs are not permitted`
  if (typeof raw['model'] !== 'string' || raw['model'] === '') return 'model: Field required'
  const shape =
    (counting ? undefined : limitProblem(raw)) ?? systemProblem(raw['system']) ?? messagesProblem(raw['messages'])
  return shape ?? modelProblem(raw as unknown as WireRequest)
}

function limitProblem(raw: Record<string, unknown>): string | undefined {
  const limit = raw['max_tokens']
  if (!Number.isInteger(limit) || (limit as number) < 1) return 'max_tokens: Input should be a valid positive integer'
  const stops = raw['stop_sequences']
  if (
    stops !== undefined &&
    !(Array.isArray(stops) && stops.every((stop) => typeof stop === 'string' && stop.trim() !== ''))
  ) {
    return 'stop_sequences: each stop sequence must contain non-whitespace'
  }
  return undefined
}

function systemProblem(system: unknown): string | undefined {
  if (system === undefined || typeof system === 'string') return undefined
  return blocksProblem('system', system)
}

function messagesProblem(messages: unknown): string | undefined {
  if (!Array.isArray(messages) || messages.length === 0) return 'messages: at least one message is required'
  for (const [at, message] of messages.entries()) {
    if (!isObject(message)) return `messages.${at}: Input should be an object`
    const extra = Object.keys(message).find((key) => key !== 'role' && key !== 'content')
    if (extra !== undefined) return `messages.${at}.${extra}: Extra inputs are not permitted`
    if (message['role'] !== 'user' && message['role'] !== 'assistant')
      return `messages.${at}.role: Input should be 'user' or 'assistant'`
    if (at === 0 && message['role'] !== 'user') return 'messages: first message must use the "user" role'
    const wrong =
      typeof message['content'] === 'string' ? undefined : blocksProblem(`messages.${at}.content`, message['content'])
    if (wrong !== undefined) return wrong
  }
  return undefined
}

function blocksProblem(where: string, blocks: unknown): string | undefined {
  if (!Array.isArray(blocks)) return `${where}: Input should be a valid list`
  for (const [at, block] of blocks.entries()) {
    if (!isObject(block) || block['type'] !== 'text') return `${where}.${at}: Input tag is not one this server knows`
    const extra = Object.keys(block).find((key) => !BLOCK_FIELDS.has(key))
    if (extra !== undefined) return `${where}.${at}.${extra}: Extra inputs are not permitted`
    if (typeof block['text'] !== 'string') return `${where}.${at}.text: Field required`
    if (block['text'].trim() === '') return `${where}: text content blocks must be non-empty`
    if (!block['text'].isWellFormed()) return 'The request body is not valid JSON: no low surrogate in string'
    const control = block['cache_control']
    const wrong = control === undefined ? undefined : controlProblem(control)
    if (wrong !== undefined) return `${where}.${at}.cache_control.${wrong}`
  }
  return undefined
}

function controlProblem(control: unknown): string | undefined {
  if (!isObject(control) || control['type'] !== 'ephemeral') return "type: Input should be 'ephemeral'"
  const extra = Object.keys(control).find((key) => key !== 'type' && key !== 'ttl')
  if (extra !== undefined) return `${extra}: Extra inputs are not permitted`
  const ttl = control['ttl']
  return ttl === undefined || ttl === '5m' || ttl === '1h' ? undefined : "ttl: Input should be '5m' or '1h'"
}

function modelProblem(request: WireRequest): string | undefined {
  const marked = blocksOf(request).filter(({ cache_control }) => cache_control !== undefined).length
  if (marked > 4) return `A maximum of 4 blocks with cache_control may be provided. Found ${marked}.`
  const lives = blocksOf(request).flatMap(({ cache_control }) => (cache_control ? [cache_control.ttl ?? '5m'] : []))
  if (lives.lastIndexOf('1h') > lives.indexOf('5m') && lives.includes('5m'))
    return "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block"
  const traits = traitsOf(request.model)
  if (request.temperature !== undefined && !traits.temperature)
    return 'temperature: this model does not support sampling parameters'
  const thinking = request.thinking?.type
  if (thinking !== undefined && !traits.thinking.includes(thinking)) {
    return `"thinking.type.${thinking}" is not supported for this model.`
  }
  const tokens = blocksOf(request).reduce((sum, { text }) => sum + tokensOf(text), 0)
  return tokens > traits.context ? `prompt is too long: ${tokens} tokens > ${traits.context} maximum` : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
