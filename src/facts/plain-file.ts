import { closeSync, constants, existsSync, fstatSync, lstatSync, openSync, readSync, statSync } from 'node:fs'

/** The file is there, but can't be read: a pipe, a device, a folder, or larger than anybody writes. */
export class NotPlainFileError extends Error {}

/** What stands in the message of a file that is a link to nothing. */
export const DANGLING_LINK_MESSAGE = 'it is a link to nothing; fix or remove it'

/** Somebody put a link there, and what it leads to is gone: something was meant to be there. */
export function isDanglingLink(path: string): boolean {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink && statSync(path, { throwIfNoEntry: false }) === undefined
}

/**
 * The bytes of a plain file. A repository can put a pipe or a device where a file is expected: opening one must not wait,
 * and reading one never ends.
 */
export function readPlainFile(file: string, most: number): Buffer {
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(handle)
    if (!stat.isFile()) throw new NotPlainFileError('not a plain file')
    if (stat.size > most) throw new NotPlainFileError(`larger than ${Math.round(most / 1_048_576)} MB`)
    const buffer = Buffer.alloc(stat.size)
    let length = 0
    while (length < stat.size) {
      const read = readSync(handle, buffer, length, stat.size - length, length)
      if (read === 0) break
      length += read
    }
    return buffer.subarray(0, length)
  } finally {
    closeSync(handle)
  }
}

export function readPlainText(file: string, most: number): string {
  return readPlainFile(file, most).toString('utf8')
}

/** The same, empty where there is none or it cannot be read. Asked first: a thrown error costs far more than the question. */
export function readTextIfExists(file: string, most: number): string {
  try {
    return existsSync(file) ? readPlainText(file, most) : ''
  } catch {
    return ''
  }
}
