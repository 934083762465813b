import type { ServerResponse } from 'node:http'
import type { Said, Scripts } from './messages-server.ts'
import { type Asked, type Dialect, type ScriptedServer, startScripted } from './scripted.ts'

/** The chat completions API, as far as one client needs it. */
const COMPLETIONS: Dialect = {
  read: (url, body) => (url.endsWith('/chat/completions') ? askedIn(JSON.parse(body)) : undefined),
  write,
}

export const startCompletionsServer = (scripts: Scripts): Promise<ScriptedServer> => startScripted(COMPLETIONS, scripts)

interface Message {
  readonly role: string
  readonly content: unknown
  readonly tool_call_id?: string
}

function askedIn({ messages }: { readonly messages: readonly Message[] }): Asked {
  const isAnswer = ({ role }: Message) => role === 'tool'
  const prompts = messages.flatMap((message, at) =>
    message.role === 'user'
      ? [{ text: JSON.stringify(message.content), answered: messages.slice(at).filter(isAnswer).length }]
      : [],
  )
  const results = messages
    .filter(isAnswer)
    .map(({ tool_call_id, content }) => [tool_call_id ?? '', JSON.stringify(content)] as const)
  return { conversation: JSON.stringify(messages), prompts, results: new Map(results) }
}

let made = 0

/** A tool whose input is one text is called with it. */
function toolCall({ tool: name, input }: Exclude<Said, string>) {
  const whole = input['freeform']
  return typeof whole === 'string'
    ? { type: 'custom', custom: { name, input: whole } }
    : { type: 'function', function: { name, arguments: JSON.stringify(input) } }
}

function write(response: ServerResponse, says: readonly Said[]): void {
  const base = { id: `chatcmpl_${++made}`, object: 'chat.completion.chunk', created: 1, model: 'scripted' }
  const calls = says.flatMap((thing) => (typeof thing === 'string' ? [] : [thing]))
  const tool_calls = calls.map((call, index) => ({ index, id: `call_${++made}`, ...toolCall(call) }))
  const content = says.filter((thing) => typeof thing === 'string').join('\n')
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = (data: object) => response.write(`data: ${JSON.stringify({ ...base, ...data })}\n\n`)
  const delta = { role: 'assistant', content, ...(calls.length > 0 && { tool_calls }) }
  event({ choices: [{ index: 0, delta, finish_reason: null }] })
  event({ choices: [{ index: 0, delta: {}, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }] })
  event({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } })
  response.end('data: [DONE]\n\n')
}
