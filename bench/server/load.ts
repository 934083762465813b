import { connect, type Socket } from 'node:net'
import { percentile } from '../frame/statistics.ts'

export interface Target {
  readonly port: number
  readonly connections: number
}

export interface Measured {
  /** Answers per second, over the whole stretch. */
  readonly perSecond: number
  readonly answers: number
  readonly p50: number
  readonly p99: number
  readonly worst: number
  /** Answers that were no decision. */
  readonly failed: number
  readonly recorded: number
}

/** A request as it goes over the wire. Made before it is measured: the sender shares its processors with the server. */
export function requestOf({ port, token }: { readonly port: number; readonly token: string }, body: string): Buffer {
  const head = `POST /api/v1/check HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`
  return Buffer.from(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
}

type Answered = (connection: Connection, answer: Buffer) => void

const NOTHING = Buffer.alloc(0)
const FINE = Buffer.from('HTTP/1.1 200')

/** A connection that is kept; one request at a time. */
class Connection {
  readonly #socket: Socket
  readonly #answered: Answered
  #parts: Buffer[] = []
  #size = 0
  /** How long the answer is, once its head is there. */
  #whole: number | undefined
  #isWaiting = false
  /** When the request should have been sent. */
  due = 0

  constructor(socket: Socket, answered: Answered) {
    this.#socket = socket
    this.#answered = answered
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', () => this.#done(NOTHING))
    socket.on('close', () => this.#done(NOTHING))
  }

  ask(request: Buffer, due: number): void {
    this.due = due
    this.#isWaiting = true
    this.#socket.write(request)
  }

  end(): void {
    this.#isWaiting = false
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#parts.push(chunk)
    this.#size += chunk.length
    if (this.#whole === undefined) {
      const all = this.#parts.length === 1 ? chunk : Buffer.concat(this.#parts)
      const end = all.indexOf('\r\n\r\n')
      if (end < 0) return
      // Lengths are those that the head tells.
      const length = Number(/content-length: (\d+)/i.exec(all.toString('latin1', 0, end))?.[1] ?? 0)
      this.#whole = end + 4 + length
    }
    if (this.#size >= this.#whole) this.#done(this.#parts.length === 1 ? chunk : Buffer.concat(this.#parts))
  }

  #done(answer: Buffer): void {
    this.#parts = []
    this.#size = 0
    this.#whole = undefined
    if (!this.#isWaiting) return
    this.#isWaiting = false
    this.#answered(this, answer)
  }
}

/**
 * Sends at a fixed rate, whether or not answers come (an open loop): a request that has to wait because others are slow counts from when
 * it should have been sent. Without a rate as fast as the connections allow.
 */
export async function measured(target: Target, requests: readonly Buffer[], rate?: number): Promise<Measured> {
  const times: number[] = []
  const free: Connection[] = []
  let failed = 0
  let recorded = 0
  let sent = 0
  let finish: () => void = () => undefined
  const over = new Promise<void>((resolve) => {
    finish = resolve
  })
  const answered = (connection: Connection, answer: Buffer) => {
    times.push(performance.now() - connection.due)
    if (!answer.subarray(0, FINE.length).equals(FINE)) failed++
    if (answer.includes('"record":"')) recorded++
    free.push(connection)
    pump()
  }
  const all = await Promise.all(Array.from({ length: target.connections }, () => connected(target.port, answered)))
  free.push(...all)
  const start = performance.now()
  // A server that cannot keep up is not waited for: what was not sent in twice the time is not sent.
  const last = rate === undefined ? Number.POSITIVE_INFINITY : start + (requests.length * 2000) / rate
  const pump = () => {
    const now = performance.now()
    const due = rate === undefined ? requests.length : Math.min(requests.length, ((now - start) * rate) / 1000)
    while (sent < due && now < last) {
      const connection = free.pop()
      if (connection === undefined) return
      const index = sent++
      connection.ask(requests[index] as Buffer, rate === undefined ? now : start + (index * 1000) / rate)
    }
    if ((sent >= requests.length || now >= last) && times.length === sent) finish()
  }
  const timer = setInterval(pump, 1)
  pump()
  await over
  clearInterval(timer)
  const took = (performance.now() - start) / 1000
  for (const connection of all) connection.end()
  return {
    perSecond: times.length / took,
    answers: times.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    worst: percentile(times, 1),
    failed,
    recorded,
  }
}

function connected(port: number, answered: Answered): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket, answered)))
    socket.once('error', reject)
  })
}
