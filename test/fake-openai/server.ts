import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fault, Scripted } from '../fake-claude/script.ts'
import { createPrefixCache } from './cache.ts'
import { problemOf } from './validate.ts'
import { textOf, tokensOf, traitsOf, type WireRequest, type WireUsage } from './wire.ts'

export type Script = (request: WireRequest, at: number) => Scripted

export interface FakeOpenAiOptions {
  readonly script?: Script
  /** The only key that is accepted; any by default. */
  readonly key?: string
  /** Its window: what is longer loses its beginning, and nobody is told. */
  readonly drops?: number
  /** Under this name every model answers. */
  readonly names?: string
}

export interface Seen {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly raw: string
  readonly body: WireRequest
  readonly usage: WireUsage | undefined
}

export interface FakeOpenAi {
  /** With the version, as people name it. */
  readonly url: string
  readonly seen: readonly Seen[]
  play(script: Script): void
  forget(): void
  close(): Promise<void>
}

/** A real HTTP server that speaks Chat Completions as documented, strictly. */
export async function startFakeOpenAi({ key, drops, names, ...given }: FakeOpenAiOptions = {}): Promise<FakeOpenAi> {
  const cache = createPrefixCache()
  const seen: Seen[] = []
  let played = 0
  let script: Script = given.script ?? (() => ({ says: '<block>no</block>' }))

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await bodyOf(request)
    const path = request.url ?? '/'
    if (request.method !== 'POST' || path !== '/v1/chat/completions')
      return fail(response, 404, { message: `Invalid URL (${request.method} ${path})`, code: null })
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`)
      return fail(response, 401, { message: 'Incorrect API key provided.', code: 'invalid_api_key' })
    const body = jsonOf(raw) as WireRequest
    const problem = problemOf(body)
    if (problem !== undefined) {
      seen.push({ path, headers: request.headers, raw, body, usage: undefined })
      return fail(response, 400, problem)
    }
    await perform(script(body, played++), { path, headers: request.headers, raw, body }, response)
  }

  const perform = async (scripted: Scripted, asked: Omit<Seen, 'usage'>, response: ServerResponse): Promise<void> => {
    if ('fault' in scripted) {
      if (scripted.fault.kind === 'slow') {
        const { ms, next } = scripted.fault
        await new Promise((resolve) => setTimeout(resolve, ms).unref())
        return perform(next, asked, response)
      }
      seen.push({ ...asked, usage: undefined })
      return injure(response, scripted.fault)
    }
    const { body } = asked
    const completion = completionOf(scripted, body)
    const prompt = Math.min(tokensOf(textOf(body)), drops ?? Number.POSITIVE_INFINITY)
    const said = tokensOf(JSON.stringify(completion['choices'] ?? null))
    const usage = {
      prompt_tokens: prompt,
      completion_tokens: said,
      total_tokens: prompt + said,
      prompt_tokens_details: cache.use(body),
    }
    seen.push({ ...asked, usage })
    send(response, 200, { usage, ...completion, ...(names !== undefined && { model: names }) })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => fail(response, 500, { message: String(error), code: null }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    seen,
    play: (next) => {
      played = 0
      script = next
    },
    forget: () => {
      seen.length = 0
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** The completion a scripted text becomes: stop sequences and the limit cut it as they would, and neither says which it was. */
function completionOf(scripted: Exclude<Scripted, { fault: Fault }>, request: WireRequest): Record<string, unknown> {
  const base = { id: 'chatcmpl-test', object: 'chat.completion', created: 1, model: datedName(request.model) }
  if ('answers' in scripted) return { ...base, ...scripted.answers }
  const stops = typeof request.stop === 'string' ? [request.stop] : (request.stop ?? [])
  const ends = stops.map((stop) => scripted.says.indexOf(stop)).filter((at) => at >= 0)
  const said = scripted.says.slice(0, Math.min(scripted.says.length, ...ends))
  const limit = request.max_completion_tokens ?? request.max_tokens ?? Number.POSITIVE_INFINITY
  const room = Math.max(0, (limit - tokensOf(scripted.thinks ?? '')) * 4)
  const fits = Buffer.byteLength(said) <= room
  const message = { role: 'assistant', content: fits ? said : said.slice(0, room), refusal: null }
  return { ...base, choices: [{ index: 0, message, logprobs: null, finish_reason: fits ? 'stop' : 'length' }] }
}

/** OpenAI's own models answer by the name of the day they were made. */
function datedName(model: string): string {
  return traitsOf(model).reasoning && !/(?:\d{4}-\d\d-\d\d|-latest)$/.test(model) ? `${model}-2026-03-17` : model
}

function injure(response: ServerResponse, fault: Exclude<Fault, { kind: 'slow' }>): void {
  const partial = { 'content-type': 'application/json', 'content-length': '400' }
  switch (fault.kind) {
    case 'status':
      if (fault.retryAfter !== undefined) response.setHeader('retry-after', String(fault.retryAfter))
      fail(response, fault.status, { message: fault.message ?? 'injected', code: fault.type ?? null })
      return
    case 'hang':
      return
    case 'stall':
      response.writeHead(200, partial)
      response.write('{"object":"chat.completion",')
      return
    case 'reset':
      response.destroy()
      return
    case 'reset-body':
      response.writeHead(200, partial)
      response.write('{"object":"chat.completion",', () => response.destroy())
      return
    case 'truncated-json':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"choices":[{"message":{"role":"assistant","content":"<block>no</block>"},"finish_rea')
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

function fail(response: ServerResponse, status: number, error: object): void {
  if (!response.headersSent) send(response, status, { error: { type: 'invalid_request_error', ...error } })
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_test' })
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
