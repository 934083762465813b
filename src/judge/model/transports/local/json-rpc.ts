import { type LineCommand, startLineProcess } from './line-process.ts'

/** A program that is spoken to in JSON-RPC, a message per line. */
export interface RpcProcess {
  readonly running: boolean
  /** Undefined: the program has ended. */
  request(method: string, params: object): Promise<RpcResponse | undefined>
  notify(method: string, params: object): void
  /** All that the program says by itself goes there, one at a time; undefined when it has ended. */
  listen(listener: (message: RpcNotification | undefined) => void): void
  kill(): void
}

export interface RpcResponse {
  /** Undefined where it is an error. */
  readonly result: unknown
  readonly error: RpcError | undefined
}

export interface RpcError {
  readonly code: unknown
  readonly message: string
  readonly data: unknown
}

export interface RpcNotification {
  readonly method: string
  readonly params: RpcFields
}

export type RpcFields = Readonly<Record<string, unknown>>

/** `refuse`: the answer to a request of the program; a judge's client has nothing to ask for. */
export function startRpcProcess(command: LineCommand, refuse: (method: string) => object | undefined): RpcProcess {
  const client = startLineProcess(command)
  const waiting = new Map<unknown, (response: RpcResponse | undefined) => void>()
  let listener: (message: RpcNotification | undefined) => void = () => undefined
  let last = 0

  const take = (message: RpcFields): void => {
    const { id, method, params } = message
    if (typeof method !== 'string') {
      const answered = waiting.get(id)
      waiting.delete(id)
      answered?.({ result: message['result'], error: errorOf(message['error']) })
    } else if (id === undefined) {
      listener({ method, params: fieldsOf(params) })
    } else {
      const result = refuse(method)
      const error = { code: -32_601, message: 'not for a judge' }
      client.write({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) })
      listener({ method, params: fieldsOf(params) })
    }
  }
  const read = async (): Promise<void> => {
    for (;;) {
      const message = await client.next()
      if (message === undefined) break
      take(fieldsOf(message))
    }
    for (const answered of waiting.values()) answered(undefined)
    waiting.clear()
    listener(undefined)
  }
  read().catch(() => client.kill())

  return {
    get running() {
      return client.running
    },
    request: (method, params) =>
      new Promise((resolve) => {
        if (!client.running) return resolve(undefined)
        const id = ++last
        waiting.set(id, resolve)
        client.write({ jsonrpc: '2.0', id, method, params })
      }),
    notify: (method, params) => client.write({ jsonrpc: '2.0', method, params }),
    listen: (next) => {
      listener = next
    },
    kill: () => client.kill(),
  }
}

function errorOf(raw: unknown): RpcError | undefined {
  if (raw === undefined || raw === null) return undefined
  const { code, message, data } = fieldsOf(raw)
  return { code, message: textOrNone(message), data }
}

export function fieldsOf(raw: unknown): RpcFields {
  return typeof raw === 'object' && raw !== null ? { ...raw } : {}
}

export function textOrNone(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
