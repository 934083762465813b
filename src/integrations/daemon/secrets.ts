import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/**
 * Two secrets in a file that only this account can read: who asks shows the first, who answers the second. One that only sees
 * questions cannot answer them. No hash binds them to the event, since a shell has none at hand: the connection does, which
 * carries one question and one answer. A process that can read the file is this account itself, and needs no socket to do harm.
 */
export interface DaemonSecrets {
  readonly asks: string
  readonly answers: string
}

export function secretsFile(socket: string): string {
  return socket.replace(/\.sock$/, '.key')
}

export function secretsText({ asks, answers }: DaemonSecrets): string {
  return `${asks}\n${answers}\n`
}

/** Undefined where there are none that only this account could have written and read. */
export function readSecrets(socket: string): DaemonSecrets | undefined {
  let handle: number | undefined
  try {
    handle = openSync(secretsFile(socket), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { uid, mode, size } = fstatSync(handle)
    if (uid !== process.getuid?.() || (mode & 0o077) !== 0 || size > 1000) return undefined
    const found = /^([0-9a-f]{64})\n([0-9a-f]{64})\n$/.exec(readFileSync(handle, 'utf8'))
    return found ? { asks: found[1] ?? '', answers: found[2] ?? '' } : undefined
  } catch {
    return undefined
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
