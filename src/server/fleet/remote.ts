import { Readable } from 'node:stream'
import type { HandedAsk } from '../api/shapes.ts'
import type { Position, Store } from '../store/store.ts'
import type { SignedAnswer } from './signing.ts'

/** The server as its machines know it. */
export interface Remote extends Pick<Store, 'append' | 'positions'> {
  handOver(asks: readonly HandedAsk[]): Promise<readonly SignedAnswer[]>
}

/** The server said no, or nothing of use. */
export class RemoteServerError extends Error {
  readonly status: number
  constructor(status: number, problem: string) {
    super(problem)
    this.status = status
  }
}

export interface RemoteRequest {
  readonly method?: string
  readonly body?: string | ReadableStream
  readonly type?: string
  readonly key: string
}

const REQUEST_TIMEOUT_MS = 60_000
const MOST_ANSWER = 4 * 1024 * 1024

/** One request of the API; throws unless it was done. */
export async function sendRequest(
  server: string,
  path: string,
  { method, body, type, key }: RemoteRequest,
): Promise<unknown> {
  const response = await fetch(`${server}/api/v1${path}`, {
    method: method ?? 'GET',
    // The key goes to this server and nowhere else.
    redirect: 'error',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    headers: { authorization: `Bearer ${key}`, 'user-agent': 'irongate', ...(type && { 'content-type': type }) },
    ...(body !== undefined && { body }),
    ...(typeof body === 'object' && { duplex: 'half' }),
  })
  const text = await readBounded(response)
  if (!response.ok)
    throw new RemoteServerError(response.status, `the server answered ${response.status}: ${errorIn(text)}`)
  return JSON.parse(text)
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > MOST_ANSWER) throw new RemoteServerError(response.status, 'the server answered too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function errorIn(text: string): string {
  try {
    return String((JSON.parse(text) as { error?: unknown }).error).slice(0, 500)
  } catch {
    return 'nothing that could be read'
  }
}

export interface RemoteEdge {
  readonly server: string
  readonly credential: string
  readonly say: (line: string) => void
}

/** What the server takes of one Record. */
const MOST_LINE = 3_900_000

export function createRemoteServer({ server, credential: key, say }: RemoteEdge): Remote {
  return {
    positions: async () => {
      const { positions } = (await sendRequest(server, '/machine/positions', { key })) as { positions?: object }
      return new Map(Object.entries(positions ?? {}) as [string, Position][])
    },
    append: async ({ records, positions = new Map() }) => {
      const lines = records.map((record) => JSON.stringify(record)).filter(isShortEnough)
      if (lines.length < records.length) say('a record is too long for the server, and was left out')
      const [[file, position] = []] = positions
      const query =
        file && position ? `?${new URLSearchParams({ file, ...position, offset: `${position.offset}` })}` : ''
      // Line by line: what is sent is not in memory a second time.
      const body = Readable.toWeb(Readable.from(lines.map((line) => Buffer.from(`${line}\n`)))) as ReadableStream
      const sent = { method: 'POST', type: 'application/x-ndjson', body, key }
      const { taken = 0, known = 0 } = (await sendRequest(server, `/records${query}`, sent)) as Partial<AppendCounts>
      return { taken, known }
    },
    handOver: async (asks) => {
      const sent = { method: 'POST', type: 'application/json', body: JSON.stringify({ asks }), key }
      const { answers } = (await sendRequest(server, '/machine/asks', sent)) as { answers?: unknown }
      return Array.isArray(answers) ? answers.filter(isSigned) : []
    },
  }
}

interface AppendCounts {
  readonly taken: number
  readonly known: number
}

function isShortEnough(line: string): boolean {
  return Buffer.byteLength(line) <= MOST_LINE
}

function isSigned(value: unknown): value is SignedAnswer {
  const { text, signature } = (value ?? {}) as Partial<SignedAnswer>
  return typeof text === 'string' && typeof signature === 'string'
}
