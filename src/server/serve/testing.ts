import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestPlace, testPlace } from '../store/testing.ts'
import type { ServeOptions } from './service.ts'
import { type Running, startServer } from './start.ts'

/** For tests: a real server in a home of its own. */
export interface TestServer extends Running {
  readonly home: string
  readonly token: string
  /** The key of a person. */
  readonly key: string
  readonly said: readonly string[]
  readonly store: TestPlace
  end(): Promise<void>
}

export async function startTestServer(more: Partial<ServeOptions> = {}): Promise<TestServer> {
  const home = more.home ?? mkdtempSync(join(tmpdir(), 'irongate-serve-'))
  mkdirSync(join(home, '.irongate/state'), { recursive: true, mode: 0o700 })
  const dashboard = join(home, 'dashboard')
  mkdirSync(dashboard, { recursive: true })
  writeFileSync(join(dashboard, 'index.html'), '<!doctype html><title>Irongate</title>')
  writeFileSync(join(dashboard, 'app.js'), 'export {}')
  const said: string[] = []
  const store = await testPlace()
  const server = await startServer({
    home,
    place: { address: '127.0.0.1', port: 0, tls: undefined, behindProxy: false },
    record: false,
    say: (line) => said.push(line),
    dashboard,
    threads: 0,
    database: store.database,
    ...more,
  })
  const key = server.pair('ada').split('#key=')[1] ?? ''
  const end = async () => {
    await server.close()
    await store.remove()
    rmSync(home, { recursive: true, force: true })
  }
  const token = readFileSync(server.tokenFile, 'utf8').trim()
  return { ...server, home, token, key, said, store, end }
}

export interface ServedRequest {
  readonly method?: string
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON unless it is a text. */
  readonly body?: unknown
  readonly socket?: string | undefined
}

export interface ServedAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  readonly json: any
}

/** One request over a real connection of its own. */
export function requestTestServer(
  { port }: Pick<TestServer, 'port'>,
  path: string,
  sent: ServedRequest = {},
): Promise<ServedAnswer> {
  const { method = sent.body === undefined ? 'GET' : 'POST', key, headers = {}, body, socket } = sent
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const to = socket === undefined ? { host: '127.0.0.1', port } : { socketPath: socket }
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        ...to,
        path,
        method,
        agent: false,
        headers: {
          ...(key !== undefined && { Authorization: `Bearer ${key}` }),
          ...(text !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const whole = Buffer.concat(chunks).toString('utf8')
          const isJson = response.headers['content-type']?.startsWith('application/json') === true
          const { statusCode: status = 0, headers: got } = response
          resolve({ status, headers: got, text: whole, json: isJson ? JSON.parse(whole) : undefined })
        })
      },
    )
    asked.on('error', reject)
    asked.end(text)
  })
}

/** Bytes as they are, and what comes back until the connection ends. */
export function sendRaw({ port }: Pick<TestServer, 'port'>, text: string, ms = 5000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    const chunks: Buffer[] = []
    socket.setTimeout(ms, () => socket.destroy())
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
}
