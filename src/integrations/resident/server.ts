import { chmodSync, lstatSync, renameSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { privateFolder } from '../../state/folder.ts'
import type { HostAnswer } from '../integration.ts'
import { isAwake } from './client.ts'
import { decodeQuestion, HELLO, type Question } from './protocol.ts'

export interface Resident {
  readonly socket: string
  /** Answers one event; never throws. */
  readonly answer: (question: Question) => Promise<HostAnswer>
  readonly maxInput: number
  readonly idleMs: number
  /** How often it looks whether it should leave. */
  readonly pulseMs: number
  /** Processor time after which it leaves; the next prompt starts a fresh one. */
  readonly maxCpuMs: number
}

export interface Serving {
  /** Takes no more questions; those it has are answered. */
  readonly stop: () => void
  readonly ended: Promise<void>
}

/** Serves until it is idle, has worked long enough, or its socket is somebody else's. Undefined when another one is awake. */
export async function serve(resident: Resident): Promise<Serving | undefined> {
  const { socket, idleMs, pulseMs, maxCpuMs } = resident
  privateFolder(dirname(socket))
  if (await isAwake(socket)) return undefined
  let asked = Date.now()
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    asked = Date.now()
    converse(connection, resident)
  })
  // Bound under a name of its own and moved: nobody ever finds a socket that does not listen.
  const passing = `${socket}.${process.pid}`
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(passing, resolve)
  })
  chmodSync(passing, 0o600)
  const own = lstatSync(passing).ino
  renameSync(passing, socket)
  const ended = new Promise<void>((resolve) => server.once('close', resolve))
  const stop = () => {
    clearInterval(pulse)
    if (inode(socket) === own) rmSync(socket, { force: true })
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

/** One question, one answer. Whatever is wrong ends the connection without one, and the hook answers itself. */
function converse(connection: Socket, { answer, maxInput }: Resident): void {
  const chunks: Buffer[] = []
  let size = 0
  connection.on('error', () => connection.destroy())
  connection.on('data', (chunk) => {
    size += chunk.length
    if (size > maxInput) connection.destroy()
    else chunks.push(chunk)
  })
  connection.on('end', () => {
    const question = decodeQuestion(Buffer.concat(chunks).toString('utf8'))
    if (!question) return connection.destroy()
    answer(question).then(
      (found) => connection.end(JSON.stringify(found)),
      () => connection.destroy(),
    )
  })
  connection.write(HELLO)
}
