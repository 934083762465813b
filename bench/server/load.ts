import { connect, type Socket } from 'node:net'
import { percentile } from '../frame/statistics.ts'

/** What is sent over and over: a body for each number, no two alike. */
export interface Load {
  readonly port: number
  readonly token: string
  readonly bodyOf: (index: number) => string
  readonly connections: number
}

export interface Measured {
  /** Answers per second, over the whole stretch. */
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly worst: number
  /** Answers that were no decision. */
  readonly failed: number
  readonly recorded: number
}

interface Answer {
  readonly status: number
  readonly body: string
}

/** A connection that is kept; one request at a time. */
class Connection {
  readonly #socket: Socket
  #rest: Buffer = Buffer.alloc(0)
  #done: ((answer: Answer) => void) | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', (error) => this.#done?.({ status: 0, body: error.message }))
    socket.on('close', () => this.#done?.({ status: 0, body: 'closed' }))
  }

  ask(head: string, body: string): Promise<Answer> {
    return new Promise((resolve) => {
      this.#done = resolve
      this.#socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    })
  }

  end(): void {
    this.#done = undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const end = this.#rest.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#rest.toString('latin1', 0, end)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (this.#rest.length < end + 4 + length) return
    const body = this.#rest.toString('utf8', end + 4, end + 4 + length)
    this.#rest = this.#rest.subarray(end + 4 + length)
    this.#done?.({ status: Number(head.slice(9, 12)), body })
  }
}

async function connections({ port, connections: count }: Load): Promise<Connection[]> {
  return Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<Connection>((resolve, reject) => {
          const socket = connect(port, '127.0.0.1', () => resolve(new Connection(socket)))
          socket.once('error', reject)
        }),
    ),
  )
}

/**
 * Sends at a fixed rate, whether or not answers come (an open loop): a request that has to wait because others are slow counts from when
 * it should have been sent. Without a rate as fast as the connections allow.
 */
export async function measured(load: Load, seconds: number, rate?: number, first = 0): Promise<Measured> {
  const head = `POST /api/v1/check HTTP/1.1\r\nHost: 127.0.0.1:${load.port}\r\nAuthorization: Bearer ${load.token}\r\nContent-Type: application/json\r\n`
  const free = await connections(load)
  const all = [...free]
  const times: number[] = []
  let failed = 0
  let recorded = 0
  let sent = 0
  const start = performance.now()
  const until = start + seconds * 1000
  const dueNow = () => (rate === undefined ? Number.POSITIVE_INFINITY : ((performance.now() - start) * rate) / 1000)
  const most = rate === undefined ? Number.POSITIVE_INFINITY : seconds * rate
  // A server that cannot keep up is not waited for: what was not sent in twice the time is not sent.
  const last = start + seconds * 2000
  let inFlight = 0
  await new Promise<void>((resolve) => {
    const pump = () => {
      const now = performance.now()
      while (free.length > 0 && sent < Math.min(most, dueNow()) && now < (rate === undefined ? until : last)) {
        const connection = free.pop()
        const index = sent++
        const due = rate === undefined ? performance.now() : start + (index * 1000) / rate
        inFlight++
        void connection?.ask(head, load.bodyOf(first + index)).then(({ status, body }) => {
          times.push(performance.now() - due)
          if (status !== 200) failed++
          if (body.includes('"record":"')) recorded++
          inFlight--
          free.push(connection)
          if (rate === undefined) pump()
          else if (free.length === 1) pump()
          if (inFlight === 0 && isOver()) resolve()
        })
      }
      if (inFlight === 0 && isOver()) resolve()
    }
    const isOver = () => (rate === undefined ? performance.now() >= until : sent >= most || performance.now() >= last)
    const timer = setInterval(() => {
      pump()
      if (inFlight === 0 && isOver()) {
        clearInterval(timer)
        resolve()
      }
    }, 1)
    pump()
  })
  const took = (performance.now() - start) / 1000
  for (const connection of all) connection.end()
  return {
    perSecond: times.length / took,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    worst: percentile(times, 1),
    failed,
    recorded,
  }
}
