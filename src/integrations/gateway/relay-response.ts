import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { ReadBody } from './bodies.ts'
import { forwardedHeaders } from './headers.ts'

/** An answer, and its body where that was read already. */
export interface UpstreamReply {
  readonly answer: IncomingMessage
  readonly body?: ReadBody
}

/** The head of an answer, as the upstream gave it. */
export function startResponse(
  answer: IncomingMessage,
  response: ServerResponse,
  without: readonly string[] = [],
  more: readonly string[] = [],
): void {
  response.sendDate = false
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? '', [
    ...forwardedHeaders(answer.rawHeaders, without),
    ...more,
  ])
}

export async function relayResponse({ answer, body }: UpstreamReply, response: ServerResponse): Promise<void> {
  startResponse(answer, response)
  if (body === undefined) await pipeline(answer, response)
  else if ('long' in body) await pipeline(body.long, response)
  else response.end(body.whole)
}
