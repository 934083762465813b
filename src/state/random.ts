import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'

/** Random bytes as text. The system's own source is asked first: loading `node:crypto` costs a short process more than a decision. */
export function randomText(length: number): string {
  return (systemRandomBytes(length) ?? randomBytes(length)).toString('base64url')
}

function systemRandomBytes(length: number): Buffer | undefined {
  let source: number | undefined
  try {
    source = openSync('/dev/urandom', 'r')
    const bytes = Buffer.alloc(length)
    return readSync(source, bytes, 0, length, null) === length ? bytes : undefined
  } catch {
    return undefined
  } finally {
    if (source !== undefined) closeSync(source)
  }
}
