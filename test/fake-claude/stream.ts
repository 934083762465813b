import type { ServerResponse } from 'node:http'

/** Sends a message as the server-sent events of the streaming API. */
export function streamMessage(response: ServerResponse, message: Record<string, unknown>): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': 'req_test' })
  const event = (type: string, data: Record<string, unknown>): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  }
  const { content, stop_reason, stop_sequence, usage, ...start } = message
  event('message_start', { message: { ...start, content: [], stop_reason: null, stop_sequence: null, usage } })
  for (const [index, block] of (content as readonly Record<string, string>[]).entries()) {
    const field = block['type'] === 'thinking' ? 'thinking' : 'text'
    event('content_block_start', { index, content_block: { ...block, [field]: '' } })
    event('content_block_delta', { index, delta: { type: `${field}_delta`, [field]: block[field] } })
    event('content_block_stop', { index })
  }
  event('message_delta', { delta: { stop_reason, stop_sequence }, usage })
  event('message_stop', {})
  response.end()
}
