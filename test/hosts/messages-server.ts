import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One thing the scripted model says: text, or a call of a tool. */
export type Said = string | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }

/** Scripts by the mark `[[name]]` in a conversation's first prompt: one list of things said per turn. */
export type Scripts = Readonly<Record<string, readonly (readonly Said[])[]>>

export interface MessagesServer {
  readonly url: string
  /** Every tool result the client sent back, as text, in order. */
  readonly results: readonly string[]
  close(): Promise<void>
}

interface Message {
  readonly role: string
  readonly content: string | readonly Record<string, unknown>[]
}

/** A local stand-in for the Messages API: says what its script says, whatever it is asked. */
export async function startMessagesServer(scripts: Scripts): Promise<MessagesServer> {
  const results: string[] = []
  const server = createServer((request, response) => {
    answer(request, response, scripts, results).catch((error) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    results,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, scripts: Scripts, results: string[]) {
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
  const { messages = [], stream } = JSON.parse(text) as { messages?: readonly Message[]; stream?: boolean }
  const said = nextTurn(messages, scripts, results)
  const blocks = said.map((thing, index) => blockOf(thing, `${results.length}_${index}`))
  const stop = said.some((thing) => typeof thing !== 'string') ? 'tool_use' : 'end_turn'
  if (stream) sendStream(response, blocks, stop)
  else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(whole(blocks, stop)))
}

/** The turn the script has for this conversation; a conversation without a script gets a plain word. */
function nextTurn(messages: readonly Message[], scripts: Scripts, results: string[]): readonly Said[] {
  const mark = messages.map(({ content }) => /\[\[([\w-]+)\]\]/.exec(JSON.stringify(content))?.[1]).find(Boolean)
  const script = mark !== undefined && Object.hasOwn(scripts, mark) ? scripts[mark] : undefined
  if (!script) return ['ok']
  const answered = messages.filter(({ content }) => isAnswer(content))
  const last = messages.findLast(({ role }) => role === 'user')
  if (last && typeof last.content !== 'string')
    results.push(...last.content.filter(isResult).map((block) => JSON.stringify(block['content'])))
  return script[answered.length] ?? ['done']
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

function whole(content: readonly Record<string, unknown>[], stop_reason: string | null) {
  return {
    id: `msg_${++calls}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-6',
    content,
    stop_reason,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  }
}

function sendStream(response: ServerResponse, blocks: readonly Record<string, unknown>[], stop_reason: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = (type: string, data: Record<string, unknown>) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  event('message_start', { message: whole([], null) })
  for (const [index, block] of blocks.entries()) {
    const isText = block['type'] === 'text'
    event('content_block_start', { index, content_block: isText ? { ...block, text: '' } : { ...block, input: {} } })
    const delta = isText
      ? { type: 'text_delta', text: block['text'] }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }
    event('content_block_delta', { index, delta })
    event('content_block_stop', { index })
  }
  event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 10 } })
  event('message_stop', {})
  response.end()
}
