import { read } from 'node:fs'

/** The most that a hook reads of an event. */
export const MAX_INPUT = 64 * 1024 * 1024

const CHUNK = 64 * 1024
let isReading = false

/** Reads standard input to its end, without a stream: opening one costs a short process more than all else it does. */
export async function readStandardInput(limit: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const take = (chunk: Buffer) => {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
  }
  for (;;) {
    const chunk = await nextChunk()
    if (chunk === 'would-block') for await (const rest of process.stdin) take(rest as Buffer)
    else take(chunk)
    if (chunk.length === 0 || chunk === 'would-block') break
  }
  if (size > limit) throw new Error(`the input is larger than ${limit / 1024 / 1024} MB`)
  return Buffer.concat(chunks).toString('utf8')
}

function nextChunk(): Promise<Buffer | 'would-block'> {
  const buffer = Buffer.allocUnsafe(CHUNK)
  isReading = true
  return new Promise((resolve, reject) => {
    read(0, buffer, 0, CHUNK, null, (error, length) => {
      isReading = false
      if (!error) resolve(buffer.subarray(0, length))
      else if (error.code === 'EOF') resolve(buffer.subarray(0, 0))
      else if (error.code === 'EAGAIN') resolve('would-block')
      else reject(error)
    })
  })
}

/**
 * Ends the process when it still waits for input that never ends. Neither an exit status nor `process.exit` would:
 * both wait for the read. Becoming another program does not.
 */
export function leaveUnreadInput(status: number): void {
  if (!isReading) return
  if (process.platform === 'win32') process.exit(status)
  process.execve?.('/bin/sh', ['sh', '-c', `exit ${status}`], {})
}
