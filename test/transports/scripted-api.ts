import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fault, Scripted } from '../fake-claude/script.ts'
import { tokensOf } from '../fake-claude/wire.ts'

/** What one request to a model said, as its API puts it. */
export interface ApiRequest {
  readonly model: string
  /** All that the model reads, in order. */
  readonly text: string
}

export interface ApiUsage {
  readonly input: number
  /** Of the input, what was kept from requests before. */
  readonly cached: number
  readonly output: number
}

export interface ApiAnswer {
  readonly model: string
  readonly text: string
  readonly usage: ApiUsage
  /** In the place of the text, as the API has it: a call of a tool. */
  readonly item?: unknown
}

/** How one API is spoken. */
export interface Api {
  /** Undefined for a request that asks for no answer of a model. */
  read(url: string, body: string): ApiRequest | undefined
  /** The whole answer as it is sent; half of it is what a broken connection leaves. */
  write(answer: ApiAnswer): { readonly type: string; readonly body: string }
  fail(fault: Extract<Fault, { kind: 'status' }>): object
  /** What other requests get. */
  other?(url: string): object
}

export interface SeenByApi extends ApiRequest {
  readonly url: string
  readonly raw: string
  readonly headers: NodeJS.Dict<string | string[]>
  readonly usage: ApiUsage | undefined
}

/** A real HTTP server in front of a scripted model that speaks one API, and keeps what prompts have in common. */
export interface ScriptedApi {
  readonly url: string
  readonly seen: readonly SeenByApi[]
  /** Of what else was asked. */
  readonly others: readonly string[]
  play(script: (request: ApiRequest, at: number) => Scripted): void
  forget(): void
  close(): Promise<void>
}

export async function startScriptedApi(api: Api): Promise<ScriptedApi> {
  const seen: SeenByApi[] = []
  const others: string[] = []
  const cache = createPrefixCache()
  let script: (request: ApiRequest, at: number) => Scripted = () => ({ says: '<block>no</block>' })
  let played = 0

  const perform = async (scripted: Scripted, request: Omit<SeenByApi, 'usage'>, response: ServerResponse) => {
    if ('fault' in scripted && scripted.fault.kind === 'slow') {
      const { ms, next } = scripted.fault
      await new Promise((resolve) => setTimeout(resolve, ms).unref())
      return perform(next, request, response)
    }
    const says = 'says' in scripted ? scripted.says : '<block>no</block>'
    const cached = cache.use(request.model, request.text)
    const usage = { input: tokensOf(request.text), cached, output: tokensOf(says) }
    seen.push({ ...request, usage })
    const { type, body } = api.write({
      model: request.model,
      text: says,
      usage,
      ...('answers' in scripted && scripted.answers),
    })
    if ('fault' in scripted) return injure(response, scripted.fault, { api, type, body })
    response.writeHead(200, { 'content-type': type }).end(body)
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8')
      const url = request.url ?? ''
      const asked = request.method === 'POST' ? api.read(url, raw) : undefined
      if (asked === undefined) {
        others.push(`${request.method} ${url}`)
        response.writeHead(200, { 'content-type': 'application/json' })
        return response.end(JSON.stringify(api.other?.(url) ?? { data: [], models: [] }))
      }
      return perform(script(asked, played++), { ...asked, url, raw, headers: request.headers }, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    others,
    play: (next) => {
      played = 0
      script = next
    },
    forget: () => {
      seen.length = 0
      others.length = 0
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface Whole {
  readonly api: Api
  readonly type: string
  readonly body: string
}

function injure(response: ServerResponse, fault: Fault, { api, type, body }: Whole): void {
  const half = body.slice(0, Math.floor(body.length / 2))
  switch (fault.kind) {
    case 'status': {
      const wait = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
      response.writeHead(fault.status, { 'content-type': 'application/json', ...wait })
      response.end(JSON.stringify(api.fail(fault)))
      return
    }
    case 'stall':
      response.writeHead(200, { 'content-type': type }).write(half)
      return
    case 'reset':
      response.destroy()
      return
    case 'reset-body':
      response.writeHead(200, { 'content-type': type }).write(half, () => response.destroy())
      return
    case 'truncated-json':
      response.writeHead(200, { 'content-type': type }).end(half)
      return
    case 'page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><block>no</block></html>')
      return
    case 'redirect':
      response.writeHead(307, { location: fault.to }).end()
      return
    case 'hang':
    case 'slow':
      return
  }
}

/** So much of a beginning is kept at least, and in steps of so much, in tokens. */
const LEAST_KEPT = 1_024
const STEP = 128

/** Keeps beginnings by itself, as servers do that know no marks. */
export function createPrefixCache(): { use(model: string, text: string): number } {
  const before: { readonly model: string; readonly text: string }[] = []
  return {
    use: (model, text) => {
      const common = before.map((other) => (other.model === model ? commonLength(other.text, text) : 0))
      before.push({ model, text })
      const tokens = Math.floor(Math.max(0, ...common) / 4 / STEP) * STEP
      return tokens < LEAST_KEPT ? 0 : tokens
    },
  }
}

function commonLength(left: string, right: string): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at++
  return at
}
