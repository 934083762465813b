import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Gateway, type GatewayOptions, startGateway } from './start.ts'
import { SAFEGUARD_BETA } from './verdict.ts'

export const TEST_SESSION = '0f0e0d0c-0b0a-4908-8706-050403020100'

export interface HeardRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly raw: readonly string[]
  readonly body: string
}

/** What an upstream of a test does with a request. */
export type UpstreamBehavior = (response: ServerResponse, heard: HeardRequest) => void

/** A gateway before an upstream of the test's own, on real sockets. */
export interface GatewayBench {
  readonly home: string
  readonly gateway: Gateway
  readonly said: readonly string[]
  readonly heard: readonly HeardRequest[]
  behave: UpstreamBehavior
  ask(asked?: Ask): Promise<BenchResponse>
  close(): Promise<void>
}

export interface Ask {
  readonly method?: string
  /** Below the secret. */
  readonly path?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Told every chunk as it comes. */
  readonly onData?: (chunk: Buffer) => void
}

export interface BenchResponse {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly raw: readonly string[]
  readonly bytes: Buffer
  readonly text: string
  /** The answer came to its end. */
  readonly whole: boolean
}

export async function startBench(more: Partial<GatewayOptions> = {}): Promise<GatewayBench> {
  const home = more.home ?? mkdtempSync(join(tmpdir(), 'irongate-gateway-'))
  const heard: HeardRequest[] = []
  const said: string[] = []
  const upstream = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers, rawHeaders: raw } = incoming
    const one = { method, url, headers, raw, body: Buffer.concat(chunks).toString('utf8') }
    heard.push(one)
    made.behave(response, one)
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const { port } = upstream.address() as AddressInfo
  const gateway = await startGateway({
    port: 0,
    upstream: `http://127.0.0.1:${port}/base`,
    say: (line) => said.push(line),
    ...more,
    home,
  })
  const made: GatewayBench = {
    home,
    gateway,
    said,
    heard,
    behave: (response) => response.end('{}'),
    ask: (asked) => ask(gateway, asked),
    close: async () => {
      await gateway.close()
      upstream.closeAllConnections()
      await new Promise((resolve) => upstream.close(resolve))
      if (more.home === undefined) rmSync(home, { recursive: true, force: true })
    },
  }
  return made
}

function ask({ address = '', port }: Gateway, asked: Ask = {}): Promise<BenchResponse> {
  const { method = 'POST', path = '/v1/messages?beta=true', headers = {}, body = '', onData } = asked
  return new Promise((resolve, reject) => {
    const url = asked.url ?? `${new URL(address).pathname}${path}`
    const sent = request({ host: '127.0.0.1', port, method, path: url, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        onData?.(chunk)
      })
      const done = () => {
        const bytes = Buffer.concat(chunks)
        const { statusCode: status = 0, headers: got, rawHeaders: raw, complete: whole } = response
        resolve({ status, headers: got, raw, bytes, text: bytes.toString('utf8'), whole })
      }
      response.on('end', done)
      response.on('error', done)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The headers of a client that asks for verdicts. */
export const VERDICT_HEADERS = {
  'content-type': 'application/json',
  'anthropic-beta': `other-2026-01-01,${SAFEGUARD_BETA}`,
  'x-claude-code-session-id': TEST_SESSION,
  'x-api-key': 'sk-ant-test-credential',
}

export interface RequestFixture {
  readonly home: string
  readonly cwd?: string
  readonly said?: string
  readonly context?: Readonly<Record<string, unknown>>
  readonly more?: Readonly<Record<string, unknown>>
}

/** The body of such a request. */
export function requestBody({
  home,
  cwd = home,
  said = 'Please go on.',
  context = {},
  more = {},
}: RequestFixture): string {
  return JSON.stringify({
    model: 'claude-opus-5-5',
    messages: [{ role: 'user', content: [{ type: 'text', text: said }] }],
    metadata: { user_id: JSON.stringify({ session_id: TEST_SESSION }) },
    safeguards: [
      {
        type: 'dangerous_tool_use',
        classifier_context: {
          v: 1,
          permission_mode: 'auto',
          live_cwd: cwd,
          home_dir: home,
          rules: { allow: [], deny: [], ask: [] },
          ...context,
        },
      },
    ],
    stream: true,
    ...more,
  })
}

export interface ToolUseFixture {
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

export function bashUse(id: string, command: string): ToolUseFixture {
  return { id, name: 'Bash', input: { command } }
}

export function frame(type: string, data: Readonly<Record<string, unknown>> = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
}

/** The events of an answer up to its last delta. */
export function openingEvents(uses: readonly ToolUseFixture[]): string {
  const blocks = uses.flatMap(({ input, ...use }, index) => [
    frame('content_block_start', { index, content_block: { type: 'tool_use', ...use, input: {} } }),
    frame('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) } }),
    frame('content_block_stop', { index }),
  ])
  return [frame('message_start', { message: { content: [] } }), ...blocks].join('')
}

export function closingEvents(delta: Readonly<Record<string, unknown>> = {}): string {
  return frame('message_delta', { delta: { stop_reason: 'tool_use', ...delta } }) + frame('message_stop')
}

export function streamedAnswer(
  uses: readonly ToolUseFixture[],
  delta?: Readonly<Record<string, unknown>>,
): UpstreamBehavior {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(openingEvents(uses) + closingEvents(delta))
  }
}

/** The verdicts in an answer, by the id; undefined where it holds none. */
export function verdictsIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const found = /"tool_uses":(\{.*?\})\}\}\]/s.exec(text)?.[1]
  return found === undefined ? undefined : (JSON.parse(found) as Record<string, unknown>)
}
