import type { MessagePort, Worker } from 'node:worker_threads'
import { type RefusedStatus, RequestRefusedError } from '../api/problem.ts'
import { InvalidCursorError } from '../store/cursor.ts'

/** What a thread can be asked for, by name. */
export type ThreadMethods = Readonly<Record<string, (...given: never[]) => unknown>>

type Port = Pick<MessagePort | Worker, 'postMessage' | 'on'>

interface ThreadCall {
  readonly id: number
  readonly name: string
  readonly given: readonly unknown[]
}

type ThreadReply =
  | { readonly id: number; readonly value: unknown }
  | {
      readonly id: number
      readonly error: string
      readonly status?: RefusedStatus
      readonly more?: RequestRefusedError['more']
    }

/** What is sent until then goes over in one message: each costs more than what is in it. */
function batched<T>(send: (batch: readonly T[]) => void, then: (run: () => void) => void): (item: T) => void {
  let waiting: T[] = []
  return (item) => {
    waiting.push(item)
    if (waiting.length > 1) return
    then(() => {
      const batch = waiting
      waiting = []
      send(batch)
    })
  }
}

/** What is begun together is answered together: nobody waits longer than this for those beside them. */
const TURN_BUDGET_MS = 2

/** Answers calls that come over a port, the first that came first. */
export function answerCalls(port: Port, methods: ThreadMethods, turnMs = TURN_BUDGET_MS): void {
  // At the end of a turn and not in the next: answers that are ready wait for no other call.
  const reply = batched<ThreadReply>((replies) => port.postMessage({ replies }), process.nextTick)
  const waiting: ThreadCall[] = []
  const turn = () => {
    const until = performance.now() + turnMs
    let begun = 0
    for (const call of waiting) {
      runMethod(methods, call).then(
        (value) => reply({ id: call.id, value }),
        (error: unknown) => reply({ id: call.id, ...errorReply(error) }),
      )
      begun++
      if (performance.now() > until) break
    }
    waiting.splice(0, begun)
    if (waiting.length > 0) setImmediate(turn)
  }
  port.on('message', ({ calls = [] }: { readonly calls?: readonly ThreadCall[] }) => {
    if (waiting.length === 0 && calls.length > 0) setImmediate(turn)
    for (const call of calls) waiting.push(call)
  })
}

async function runMethod(methods: ThreadMethods, { name, given }: ThreadCall): Promise<unknown> {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined
  if (method === undefined) throw new Error(`there is no ${name}`)
  return method(...(given as never[]))
}

function errorReply(error: unknown) {
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof InvalidCursorError) return { error: text, status: 400 as const }
  return error instanceof RequestRefusedError
    ? { error: text, status: error.status, more: error.more }
    : { error: text }
}

export interface ThreadClient {
  call(name: string, ...given: readonly unknown[]): Promise<unknown>
  /** How many have no answer yet, and since when the oldest waits. */
  readonly waiting: number
  /** Whoever waits is told that there will be no answer. */
  fail(why: string): void
}

interface PendingCaller {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** Calls over a port. */
export function createThreadClient(port: Port): ThreadClient {
  const callers = new Map<number, PendingCaller>()
  const send = batched<ThreadCall>((calls) => port.postMessage({ calls }), setImmediate)
  let last = 0
  port.on('message', ({ replies = [] }: { readonly replies?: readonly ThreadReply[] }) => {
    for (const reply of replies) {
      const caller = callers.get(reply.id)
      callers.delete(reply.id)
      if ('value' in reply) caller?.resolve(reply.value)
      else if ('error' in reply)
        caller?.reject(
          reply.status === undefined
            ? new Error(reply.error)
            : new RequestRefusedError(reply.status, reply.error, reply.more),
        )
    }
  })
  return {
    call: (name, ...given) =>
      new Promise((resolve, reject) => {
        const id = ++last
        callers.set(id, { resolve, reject })
        send({ id, name, given })
      }),
    get waiting() {
      return callers.size
    },
    fail: (why) => {
      for (const { reject } of callers.values()) reject(new RequestRefusedError(503, why))
      callers.clear()
    },
  }
}
