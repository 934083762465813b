import { connect } from 'node:net'
import type { HostAnswer } from '../integration.ts'
import {
  ANSWER_STATUS,
  decodeAnswer,
  encodeRequest,
  type HookRequest,
  isOwnSocket,
  WHOLE_ANSWER_PATH,
} from './protocol.ts'
import { readSecrets } from './secrets.ts'

/** A daemon that does not take the question in this time is busy or stopped; the hook is quicker alone. */
export const DAEMON_TIMEOUT_MS = 250

const CONTINUE_STATUS = 'HTTP/1.1 100 '
const PROCESSING_STATUS = 'HTTP/1.1 102 '
const MAX_ANSWER = 16 * 1024 * 1024

export interface DaemonCall {
  /** How long it may take to take the question. */
  readonly patienceMs?: number
  /** Told while the daemon is at it. */
  readonly onAlive?: () => void
}

/**
 * Asks the daemon. Undefined when there is none, or it broke off: the hook then finds the answer itself.
 * Once it has said that it takes the question, it is waited for: the caller's deadline blocks the call.
 */
export function askDaemon(
  socket: string,
  question: HookRequest,
  { patienceMs = DAEMON_TIMEOUT_MS, onAlive = () => undefined }: DaemonCall = {},
): Promise<HostAnswer | undefined> {
  const secrets = isOwnSocket(socket) ? readSecrets(socket) : undefined
  if (!secrets) return Promise.resolve(undefined)
  const body = Buffer.from(encodeRequest({ ...question, proof: secrets.asks }))
  return exchange(socket, patienceMs, { body, onAlive }).then((text) => {
    if (text === undefined) return undefined
    const said = bodyOf(text)
    const start = `${secrets.answers}\n`
    return said?.startsWith(start) ? decodeAnswer(said.slice(start.length)) : undefined
  })
}

/** Whether a daemon listens there and is awake. */
export async function isDaemonListening(socket: string): Promise<boolean> {
  return isOwnSocket(socket) && (await exchange(socket, DAEMON_TIMEOUT_MS)) !== undefined
}

interface OutgoingQuestion {
  readonly body: Buffer
  readonly onAlive: () => void
}

/** Where a sign of life at the start of an answer ends; 0 for none. */
function keepAliveEnd(text: string): number {
  const end = text.startsWith(PROCESSING_STATUS) ? text.indexOf('\r\n\r\n') : -1
  return end < 0 ? 0 : end + 4
}

/** What comes after the other side took the question, up to its end; without a question, whether it would take one. */
function exchange(socket: string, patienceMs: number, asks?: OutgoingQuestion): Promise<string | undefined> {
  const body = asks?.body
  return new Promise((resolve) => {
    const connection = connect(socket)
    let text = ''
    let taken = false
    const leave = (found: string | undefined) => {
      clearTimeout(patience)
      connection.destroy()
      resolve(found)
    }
    const patience = setTimeout(() => leave(undefined), patienceMs)
    connection.setEncoding('utf8')
    connection.on('data', (chunk: string) => {
      text += chunk
      if (text.length > MAX_ANSWER) return leave(undefined)
      if (taken) {
        for (let end = keepAliveEnd(text); end > 0; end = keepAliveEnd(text)) {
          text = text.slice(end)
          asks?.onAlive()
        }
        return
      }
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!text.startsWith(CONTINUE_STATUS) || !body) return leave(text.startsWith(CONTINUE_STATUS) ? '' : undefined)
      taken = true
      clearTimeout(patience)
      text = text.slice(end + 4)
      connection.write(body)
    })
    connection.on('end', () => leave(taken ? text : undefined))
    connection.on('error', () => leave(undefined))
    connection.write(
      `POST ${WHOLE_ANSWER_PATH} HTTP/1.1\r\nHost: irongate\r\nExpect: 100-continue\r\nContent-Length: ${body?.length ?? 1}\r\nConnection: close\r\n\r\n`,
    )
  })
}

/** The body of a whole response of the one status, by its own count; undefined for anything else. */
function bodyOf(text: string): string | undefined {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0 || !text.startsWith(`HTTP/1.1 ${ANSWER_STATUS.says} `)) return undefined
  const length = /\r\ncontent-length: (\d+)(?:\r\n|$)/i.exec(text.slice(0, end))?.[1]
  const body = text.slice(end + 4)
  return length !== undefined && Buffer.byteLength(body) === Number(length) ? body : undefined
}
