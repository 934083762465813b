import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One thing the scripted model says: text, or a call of a tool. */
export type Said = string | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }

/** What is said in one turn; some things depend on what the client told, such as where a plan is to be written. */
export type ScriptTurn = readonly Said[] | LongTurn | ((conversation: string) => readonly Said[])

/** A turn that claims a length of the conversation, so that the client compacts it. */
export interface LongTurn {
  readonly says: readonly Said[]
  readonly tokens: number
}

/**
 * Scripts by the mark `[[name]]` in a conversation's latest marked prompt: one list of things said per turn.
 * `summary` is what is said when the client compacts.
 */
export type Scripts = Readonly<Record<string, readonly ScriptTurn[]>>

/** What it does with a request for verdicts: nothing, like most servers; refuse it; or say the same of every call. */
export interface ServerOptions {
  readonly safeguards?: 'ignored' | 'refused' | Readonly<Record<string, unknown>>
}

export interface MessagesServer {
  readonly url: string
  /** The requests for messages, as they came. */
  readonly requests: readonly Readonly<Record<string, unknown>>[]
  /** Every tool result the client sent back, as text, in order. */
  readonly results: readonly string[]
  close(): Promise<void>
}

interface Message {
  readonly role: string
  readonly content: string | readonly Record<string, unknown>[]
}

/** A local stand-in for the Messages API: says what its script says, whatever it is asked. */
export async function startMessagesServer(scripts: Scripts, options: ServerOptions = {}): Promise<MessagesServer> {
  const results = new Map<string, string>()
  const requests: Readonly<Record<string, unknown>>[] = []
  const server = createServer((request, response) => {
    answer(request, response, { scripts, results, requests, options }).catch((error) =>
      response.destroy(error as Error),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    get results() {
      return [...results.values()]
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Served {
  readonly scripts: Scripts
  readonly results: Results
  readonly requests: Readonly<Record<string, unknown>>[]
  readonly options: ServerOptions
}

async function answer(request: IncomingMessage, response: ServerResponse, served: Served) {
  const { scripts, results, requests, options } = served
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  if (request.method !== 'POST' || !request.url?.startsWith('/v1/messages')) {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    return
  }
  if (request.url.includes('count_tokens')) {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens":100}')
    return
  }
  const body = JSON.parse(text) as {
    messages?: readonly Message[]
    stream?: boolean
    model?: string
    safeguards?: unknown
  }
  const { messages = [], stream, model = 'claude-sonnet-4-6', safeguards } = body
  requests.push(body)
  if (safeguards !== undefined && options.safeguards === 'refused') {
    const error = { type: 'invalid_request_error', message: 'safeguards: Extra inputs are not permitted' }
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ type: 'error', error }))
    return
  }
  const { says, tokens } = nextTurn(messages, scripts, results)
  const blocks = says.map((thing, index) => blockOf(thing, `${results.size}_${index}`))
  const stop = says.some((thing) => typeof thing !== 'string') ? 'tool_use' : 'end_turn'
  const message = { ...whole(blocks, stop, tokens), model, ...(safeguards !== undefined && verdicts(blocks, options)) }
  if (stream) sendStream(response, message)
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message))
}

function verdicts(blocks: readonly Record<string, unknown>[], { safeguards }: ServerOptions) {
  if (typeof safeguards !== 'object') return {}
  const uses = blocks.flatMap((block) => (block['type'] === 'tool_use' ? [[String(block['id']), safeguards]] : []))
  const status = { type: 'available', tool_uses: Object.fromEntries(uses) }
  return { safeguard_results: [{ type: 'dangerous_tool_use', status }] }
}

/** What the client sent back, by the call's id: a conversation is sent again and again. */
type Results = Map<string, string>

const SHORT = 10

/** The turn the script has for this conversation; a conversation without a script gets a plain word. */
function nextTurn(messages: readonly Message[], scripts: Scripts, results: Results): LongTurn {
  const start = messages.findLastIndex((message) => markIn(message) !== undefined)
  const mark = messages[start] && markIn(messages[start])
  const script = mark !== undefined && Object.hasOwn(scripts, mark) ? scripts[mark] : undefined
  if (!script) return { says: ['ok'], tokens: SHORT }
  const answered = messages.slice(start + 1).filter(({ content }) => isAnswer(content))
  const last = messages.findLast(({ role }) => role === 'user')
  if (last && typeof last.content !== 'string')
    for (const block of last.content.filter(isResult))
      results.set(String(block['tool_use_id']), JSON.stringify(block['content']))
  const turn = (last && isCompaction(last) ? scripts['summary']?.[0] : script[answered.length]) ?? ['done']
  if ('says' in turn) return turn
  return { says: typeof turn === 'function' ? turn(JSON.stringify(messages)) : turn, tokens: SHORT }
}

function isCompaction({ content }: Message): boolean {
  return /create a detailed summary/.test(JSON.stringify(content))
}

/** The mark in a person's words; what tools gave back marks nothing. */
function markIn({ role, content }: Message): string | undefined {
  if (role !== 'user') return undefined
  const said = typeof content === 'string' ? content : JSON.stringify(content.filter((block) => !isResult(block)))
  return [...said.matchAll(/\[\[([\w-]+)\]\]/g)].at(-1)?.[1]
}

/** A tool's result, or the news that a sub-agent is done: the script goes on. */
function isAnswer(content: Message['content']): boolean {
  if (typeof content === 'string') return content.includes('<task-notification>')
  return content.some((block) => isResult(block) || JSON.stringify(block).includes('<task-notification>'))
}

function isResult(block: Record<string, unknown>): boolean {
  return block['type'] === 'tool_result'
}

let calls = 0

function blockOf(thing: Said, id: string): Record<string, unknown> {
  return typeof thing === 'string'
    ? { type: 'text', text: thing }
    : { type: 'tool_use', id: `toolu_${++calls}_${id}`, name: thing.tool, input: thing.input }
}

interface Whole {
  readonly content: readonly Record<string, unknown>[]
  readonly stop_reason: string
  readonly [field: string]: unknown
}

function whole(content: Whole['content'], stop_reason: string, input_tokens: number): Whole {
  return {
    id: `msg_${++calls}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-6',
    content,
    stop_reason,
    stop_sequence: null,
    usage: { input_tokens, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  }
}

function sendStream(response: ServerResponse, message: Whole): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = (type: string, data: Record<string, unknown>) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  const { safeguard_results: _, ...head } = message
  event('message_start', { message: { ...head, content: [], stop_reason: null } })
  for (const [index, block] of message.content.entries()) {
    const isText = block['type'] === 'text'
    event('content_block_start', { index, content_block: isText ? { ...block, text: '' } : { ...block, input: {} } })
    const delta = isText
      ? { type: 'text_delta', text: block['text'] }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }
    event('content_block_delta', { index, delta })
    event('content_block_stop', { index })
  }
  const { stop_reason, safeguard_results } = message
  const delta = { stop_reason, stop_sequence: null, ...(safeguard_results !== undefined && { safeguard_results }) }
  event('message_delta', { delta, usage: { output_tokens: 10 } })
  event('message_stop', {})
  response.end()
}
