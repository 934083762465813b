import type { ServerResponse } from 'node:http'
import type { Said, Scripts } from './messages-server.ts'
import { type Asked, type Dialect, type ScriptedServer, startScripted } from './scripted.ts'

/** The Responses API, as far as one client needs it. */
const RESPONSES: Dialect = {
  read: (url, body) => (url.endsWith('/responses') ? askedIn(JSON.parse(body)) : undefined),
  write,
}

export const startResponsesServer = (scripts: Scripts): Promise<ScriptedServer> => startScripted(RESPONSES, scripts)

interface Item {
  readonly type: string
  readonly role?: string
  readonly call_id?: string
  readonly output?: unknown
}

function askedIn({ input }: { readonly input: readonly Item[] }): Asked {
  const isAnswer = ({ type }: Item) => type.endsWith('_output')
  const prompts = input.flatMap((item, at) =>
    item.type === 'message' && item.role === 'user'
      ? [{ text: JSON.stringify(item), answered: input.slice(at).filter(isAnswer).length }]
      : [],
  )
  const results = new Map(input.filter(isAnswer).map(({ call_id, output }) => [call_id ?? '', JSON.stringify(output)]))
  return { conversation: JSON.stringify(input), prompts, results }
}

let made = 0

/** A name with a dot is a group's; a tool whose input is one text is called with it. */
function itemOf(thing: Said): Record<string, unknown> {
  const id = ++made
  if (typeof thing === 'string')
    return { type: 'message', id: `msg_${id}`, role: 'assistant', content: [{ type: 'output_text', text: thing }] }
  const { tool, input } = thing
  const whole = input['freeform']
  if (typeof whole === 'string') return { type: 'custom_tool_call', call_id: `call_${id}`, name: tool, input: whole }
  const [name = '', namespace] = tool.split('.').reverse()
  const call = { type: 'function_call', id: `fc_${id}`, call_id: `call_${id}`, name, arguments: JSON.stringify(input) }
  return namespace === undefined ? call : { ...call, namespace }
}

function write(response: ServerResponse, says: readonly Said[]): void {
  const id = `resp_${++made}`
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = (type: string, data: Record<string, unknown>) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  event('response.created', { response: { id } })
  for (const [output_index, item] of says.map(itemOf).entries()) {
    event('response.output_item.added', { output_index, item })
    event('response.output_item.done', { output_index, item })
  }
  const usage = { input_tokens: 10, input_tokens_details: null, output_tokens: 10, output_tokens_details: null }
  event('response.completed', { response: { id, usage: { ...usage, total_tokens: 20 } } })
  response.end()
}
