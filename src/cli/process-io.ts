import { fstatSync, writeSync } from 'node:fs'
import type { Io, LauncherHandover } from './io.ts'

/** Of a terminal that does not know its own. */
const DEFAULT_COLUMNS = 80

/** The process's own streams, opened only when they are needed: a short answer is written without one. */
export function processIo(handedOver?: LauncherHandover): Io {
  return {
    handedOver,
    out: writer(1, () => process.stdout),
    error: ignoringBrokenPipe(writer(2, () => process.stderr)),
    get colour() {
      return isTerminal(1) && !('NO_COLOR' in process.env)
    },
    get columns() {
      return isTerminal(1) ? process.stdout.columns || DEFAULT_COLUMNS : undefined
    },
    get errorColumns() {
      return isTerminal(2) ? process.stderr.columns || DEFAULT_COLUMNS : undefined
    },
  }
}

/** Opening the stream is dear, asking the descriptor is not. */
function isTerminal(descriptor: 1 | 2): boolean {
  try {
    const stream = () => (descriptor === 1 ? process.stdout : process.stderr)
    return fstatSync(descriptor).isCharacterDevice() && stream().isTTY === true
  } catch {
    return false
  }
}

/** Writes at once; when the reader cannot keep up, the stream takes over with what is left, and stays. */
function writer(descriptor: number, stream: () => NodeJS.WriteStream): (text: string) => void {
  let open = false
  return (text) => {
    let rest = Buffer.from(text)
    try {
      while (!open && rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      open = true
    }
    if (rest.length > 0) {
      const taking = stream()
      if (taking.listenerCount('error') === 0) taking.on('error', exitOnBrokenPipe)
      taking.write(rest)
    }
  }
}

/** A reader that went away while the stream still held something: there is nobody left to tell. */
function exitOnBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(process.exitCode ?? 141)
}

/** Complaints that nobody takes are no fault of their own. */
function ignoringBrokenPipe(write: (text: string) => void): (text: string) => void {
  return (text) => {
    try {
      write(text)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
    }
  }
}
