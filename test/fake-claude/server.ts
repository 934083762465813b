import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPromptCache } from './cache.ts'
import { type Fault, messageFor, type Script, type Scripted } from './script.ts'
import { streamMessage } from './stream.ts'
import { problemOf } from './validate.ts'
import { blocksOf, tokensOf, type WireRequest, type WireUsage } from './wire.ts'

export interface FakeClaudeOptions {
  /** What to answer, request by request; allows everything by default. */
  readonly script?: Script
  /** The only key that is accepted; any by default. */
  readonly key?: string
  /** Any field of any request is taken, as the real server takes those of its own clients. */
  readonly anyFields?: boolean
  /** What it says it has, as servers on a person's own machine do. */
  readonly models?: readonly string[]
  readonly now?: () => number
  readonly port?: number
  readonly log?: (line: string) => void
}

/** A request as it came, and what it cost. */
export interface Seen {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly raw: string
  readonly body: WireRequest
  readonly usage: WireUsage | undefined
}

export interface FakeClaude {
  readonly url: string
  readonly seen: readonly Seen[]
  /** How many requests were only to be counted. */
  readonly counted: number
  /** Replaces the script from now on. */
  play(script: Script | readonly Scripted[]): void
  forget(): void
  close(): Promise<void>
}

/** A real HTTP server that speaks the Messages API as documented, strictly. */
export async function startFakeClaude(options: FakeClaudeOptions = {}): Promise<FakeClaude> {
  const { key, anyFields = false, models = [], now = () => performance.now(), log } = options
  const cache = createPromptCache(now)
  const seen: Seen[] = []
  let played = 0
  let counted = 0
  let script: Script = options.script ?? (() => ({ says: '<block>no</block>' }))

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await bodyOf(request)
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (request.method === 'GET' && path === '/v1/models' && models.length > 0)
      return send(response, { data: models.map((id) => ({ id, type: 'model' })), has_more: false })
    const counting = path === '/v1/messages/count_tokens'
    if (request.method !== 'POST' || !(counting || path === '/v1/messages'))
      return fail(response, 404, 'not_found_error', 'Not Found')
    if (key !== undefined && request.headers['x-api-key'] !== key)
      return fail(response, 401, 'authentication_error', 'invalid x-api-key')
    if (request.headers['anthropic-version'] === undefined)
      return fail(response, 400, 'invalid_request_error', 'anthropic-version: header is required')
    const body = jsonOf(raw)
    const problem =
      body === undefined ? 'The request body is not valid JSON' : anyFields ? undefined : problemOf(body, counting)
    if (problem !== undefined) {
      seen.push({ path, headers: request.headers, raw, body: body as WireRequest, usage: undefined })
      log?.(`400 ${problem}`)
      return fail(response, 400, 'invalid_request_error', problem)
    }
    const asked = body as WireRequest
    if (counting) {
      counted++
      return send(response, { input_tokens: blocksOf(asked).reduce((sum, { text }) => sum + tokensOf(text), 0) })
    }
    await perform(script(asked, played++), asked, { path, headers: request.headers, raw, response })
  }

  const perform = async (scripted: Scripted, body: WireRequest, to: Target): Promise<void> => {
    if ('fault' in scripted) {
      if (scripted.fault.kind !== 'slow') {
        seen.push({ ...to, body, usage: undefined })
        return injure(to.response, scripted.fault)
      }
      const { ms, next } = scripted.fault
      await new Promise((resolve) => setTimeout(resolve, ms).unref())
      return perform(next, body, to)
    }
    const message = messageFor(scripted, body)
    const usage = { ...cache.use(body), output_tokens: tokensOf(JSON.stringify(message['content'])) }
    seen.push({ path: to.path, headers: to.headers, raw: to.raw, body, usage })
    log?.(`${body.model} ${JSON.stringify(usage)} ${JSON.stringify(message['content'])}`)
    if (body.stream === true) streamMessage(to.response, { ...message, usage })
    else send(to.response, { ...message, usage })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => fail(response, 500, 'api_error', String(error)))
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    get counted() {
      return counted
    },
    play: (next) => {
      played = 0
      script = typeof next === 'function' ? next : (_request, at) => next[Math.min(at, next.length - 1)] ?? { says: '' }
    },
    forget: () => {
      seen.length = 0
      counted = 0
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface Target {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly raw: string
  readonly response: ServerResponse
}

function injure(response: ServerResponse, fault: Exclude<Fault, { kind: 'slow' }>): void {
  switch (fault.kind) {
    case 'status':
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', String(fault.retryAfter))
      fail(response, fault.status, fault.type ?? 'api_error', fault.message ?? 'injected')
      return
    case 'hang':
      return
    case 'stall':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' })
      response.write('{"type":"message",')
      return
    case 'reset':
      response.destroy()
      return
    case 'reset-body':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' })
      response.write('{"type":"message",', () => response.destroy())
      return
    case 'truncated-json':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"type":"message","content":[{"type":"text","text":"<block>no</block>"}],"stop_rea')
      return
    case 'page':
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<html><block>no</block></html>')
      return
    case 'redirect':
      response.writeHead(307, { location: fault.to })
      response.end()
      return
  }
}

function fail(response: ServerResponse, status: number, type: string, message: string): void {
  if (response.headersSent) return
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ type: 'error', error: { type, message } }))
}

function send(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json', 'request-id': 'req_test' })
  response.end(JSON.stringify(value))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function jsonOf(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}
