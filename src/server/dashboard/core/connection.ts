import type { AuditRecord } from '../../../audit/record.ts'
import type { PendingAsk, StreamEvent, Whoami } from '../../api/shapes.ts'
import type { StoredRecord } from '../../store/store.ts'
import { ask, request, ServerRefusal } from './api.ts'
import { addAsk, clearAsks, markAnswered } from './asks.ts'
import { cell } from './cell.ts'
import { linesOf } from './lines.ts'

export type ConnectionState =
  | { readonly state: 'connecting' }
  /** `round` grows with every connection: what was shown before may have gaps. */
  | { readonly state: 'live'; readonly round: number }
  | { readonly state: 'lost'; readonly why: string; readonly retryAt: number }
  /** The key is wrong, or no longer valid. */
  | { readonly state: 'refused' }

export const connection = cell<ConnectionState>({ state: 'connecting' })
export const whoami = cell<Whoami | undefined>(undefined)

const FIRST_WAIT = 1000
const LONGEST_WAIT = 15_000
/** The server says something every 15 seconds. */
const SILENCE = 40_000

const listeners = new Set<(record: StoredRecord) => void>()
let round = 0
let retryNow: () => void = () => undefined

/** New Records as they arrive. */
export function onRecord(listener: (record: StoredRecord) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function retry(): void {
  retryNow()
}

/** Keeps the stream open until the key is refused. */
export async function connect(): Promise<void> {
  let wait = FIRST_WAIT
  for (;;) {
    const before = round
    const why = await follow().catch((error: unknown) => {
      if (error instanceof ServerRefusal && error.status === 401) return undefined
      return error instanceof Error ? error.message : String(error)
    })
    if (why === undefined) {
      connection.set({ state: 'refused' })
      return
    }
    wait = round > before ? FIRST_WAIT : Math.min(wait * 2, LONGEST_WAIT)
    connection.set({ state: 'lost', why, retryAt: Date.now() + wait })
    await paused(wait)
  }
}

/** One connection, from who we are to why it ended. */
async function follow(): Promise<string> {
  whoami.set(await ask<Whoami>('/whoami'))
  const control = new AbortController()
  try {
    const { body } = await request('/events', { signal: control.signal })
    if (body === null) return 'the stream is empty'
    // Asked after the stream is open, so that nothing falls between the two.
    const { asks } = await ask<{ readonly asks: readonly PendingAsk[] }>('/pending')
    clearAsks(asks)
    announce()
    return await read(body, control)
  } finally {
    control.abort()
  }
}

function announce(): void {
  round += 1
  connection.set({ state: 'live', round })
}

async function read(body: ReadableStream<Uint8Array>, control: AbortController): Promise<string> {
  let silent = false
  const stop = () => {
    silent = true
    control.abort()
  }
  let timer = setTimeout(stop, SILENCE)
  try {
    for await (const line of linesOf(body)) {
      clearTimeout(timer)
      timer = setTimeout(stop, SILENCE)
      take(line)
    }
    return 'the server closed the connection'
  } catch (error) {
    if (silent) return 'the server fell silent'
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function take(line: string): void {
  const event = JSON.parse(line) as StreamEvent
  if (event.type === 'record') {
    const record: StoredRecord = { machine: event.machine, record: event.record as AuditRecord }
    for (const listener of [...listeners]) listener(record)
  } else if (event.type === 'pending') addAsk(event.ask)
  else if (event.type === 'answered') markAnswered(event.id, event.answer, event.by)
  // Some were dropped on the way: what is listed is loaded again.
  else if (event.type === 'missed') announce()
}

function paused(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    retryNow = () => {
      clearTimeout(timer)
      connection.set({ state: 'connecting' })
      resolve()
    }
  })
}
