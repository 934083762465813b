import { randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { privateFolder } from '../../state/private-folder.ts'
import type { HostAnswer } from '../integration.ts'
import { isDaemonListening } from './client.ts'
import { createHookRuns, type HookRuns, type RequestHandler } from './hook-runs.ts'
import {
  ANSWER_STATUS,
  type AuthenticatedRequest,
  claimKeptEvent,
  decodeRequest,
  SHORT_ANSWER_PATH,
  toShortAnswer,
  WHOLE_ANSWER_PATH,
} from './protocol.ts'
import { type DaemonSecrets, secretsFile, secretsText } from './secrets.ts'

export interface Daemon {
  readonly socket: string
  /** Answers one event; never throws. */
  readonly answer: RequestHandler
  readonly maxInput: number
  readonly idleMs: number
  /** How often it looks whether it should leave. */
  readonly pulseMs: number
  /** Processor time after which it leaves; the next prompt starts a fresh one. */
  readonly maxCpuMs: number
  /** After this a shell is told to come back with Node; below the shell's own patience. */
  readonly shortMs?: number
  /** How often a hook that waits is told that its question is not forgotten; far below the hook's own patience. */
  readonly aliveMs?: number
}

export interface RunningDaemon {
  /** Takes no more questions; those it has are answered. */
  readonly stop: () => void
  readonly ended: Promise<void>
}

const SHORT_MS = 200
const KEEP_ALIVE_MS = 15_000

/** Serves until it is idle, has worked long enough, or its socket is somebody else's. Undefined when another one is awake. */
export async function serveDaemon(daemon: Daemon): Promise<RunningDaemon | undefined> {
  const { socket, idleMs, pulseMs, maxCpuMs } = daemon
  privateFolder(dirname(socket))
  if (await isDaemonListening(socket)) return undefined
  const secrets: DaemonSecrets = { asks: randomBytes(32).toString('hex'), answers: randomBytes(32).toString('hex') }
  const turns = createHookRuns(daemon.answer)
  let asked = Date.now()
  const converse = (request: IncomingMessage, response: ServerResponse) => {
    asked = Date.now()
    handleRequest(request, response, { ...daemon, turns, secrets })
  }
  const server = createServer(converse)
  server.on('checkContinue', (request, response) => {
    response.writeContinue()
    converse(request, response)
  })
  // Bound under a name of its own and moved: nobody ever finds a socket that does not listen.
  const passing = `${socket}.${process.pid}`
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(passing, resolve)
  })
  chmodSync(passing, 0o600)
  const own = lstatSync(passing).ino
  removeStaleEvents(dirname(socket))
  // The secrets first: who reads them before the socket is there asks the one before, and is refused.
  writeFileSync(`${passing}.key`, secretsText(secrets), { mode: 0o600, flag: 'wx' })
  renameSync(`${passing}.key`, secretsFile(socket))
  renameSync(passing, socket)
  const ended = new Promise<void>((resolve) => server.once('close', resolve))
  const stop = () => {
    clearInterval(pulse)
    if (inode(socket) === own) for (const file of [socket, secretsFile(socket)]) rmSync(file, { force: true })
    server.close()
  }
  const pulse = setInterval(() => {
    const { user, system } = process.cpuUsage()
    if (inode(socket) !== own || Date.now() - asked > idleMs || (user + system) / 1000 > maxCpuMs) stop()
  }, pulseMs)
  return { stop, ended }
}

function inode(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.ino
}

const KEPT_EVENT_MAX_AGE_MS = 10 * 60 * 1000

/** What hooks kept that were ended before they were answered. */
function removeStaleEvents(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/^\d+\.event$|\.key$/.test(name)) continue
    const file = join(folder, name)
    const since = lstatSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > KEPT_EVENT_MAX_AGE_MS) rmSync(file, { force: true })
  }
}

interface ConnectionContext extends Daemon {
  readonly secrets: DaemonSecrets
  readonly turns: HookRuns
}

/** One question, one answer. Whatever is wrong ends the connection without one, and the hook answers itself. */
function handleRequest(request: IncomingMessage, response: ServerResponse, talk: ConnectionContext): void {
  const chunks: Buffer[] = []
  let size = 0
  request.on('error', () => request.socket.destroy())
  response.on('error', () => response.socket?.destroy())
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > talk.maxInput) request.socket.destroy()
    else chunks.push(chunk)
  })
  request.on('end', () => {
    const question = decodeRequest(Buffer.concat(chunks).toString('utf8'))
    const { secrets, socket } = talk
    if (!question || !isEqualSecret(question.proof, secrets.asks)) return request.socket.destroy()
    if (request.url === WHOLE_ANSWER_PATH) return answerWhole(question, response, talk)
    if (request.url === SHORT_ANSWER_PATH && claimKeptEvent(socket, question.turn))
      return answerShort(question, response, talk)
    request.socket.destroy()
  })
}

function answerWhole(
  { proof: _, ...question }: AuthenticatedRequest,
  response: ServerResponse,
  talk: ConnectionContext,
): void {
  const { turns, secrets, aliveMs = KEEP_ALIVE_MS } = talk
  const gone = new AbortController()
  // A hook that was ended needs no answer: what waits for a person waits no more.
  response.on('close', () => response.writableFinished || gone.abort())
  // What waits for a person takes longer than its hook would believe that anybody is there.
  const pulse = setInterval(() => response.writeProcessing(), aliveMs)
  response.on('close', () => clearInterval(pulse))
  turns.join(question, gone.signal).then(
    (found) => reply(response, ANSWER_STATUS.says, `${secrets.answers}\n${JSON.stringify(found)}`),
    () => response.socket?.destroy(),
  )
}

function answerShort(
  { proof: _, ...question }: AuthenticatedRequest,
  response: ServerResponse,
  talk: ConnectionContext,
): void {
  const { turns, secrets, shortMs = SHORT_MS } = talk
  let said = false
  const say = ({ status, text }: ReturnType<typeof toShortAnswer>) => {
    if (!said) reply(response, status, `${secrets.answers}\n${text}`)
    said = true
    clearTimeout(patience)
  }
  const patience = setTimeout(() => say({ status: ANSWER_STATUS.later, text: '' }), shortMs)
  turns.begin(question).then(
    (found: HostAnswer) => say(toShortAnswer(found)),
    () => {
      clearTimeout(patience)
      response.socket?.destroy()
    },
  )
}

function reply(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'Content-Length': Buffer.byteLength(body), Connection: 'close' })
  response.end(body)
}

function isEqualSecret(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
