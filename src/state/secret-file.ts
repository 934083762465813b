import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const MOST_BYTES = 200

/** Keeps a secret for this account alone: nobody ever reads half of it. */
export function saveSecret(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, file)
}

/** Undefined where there is none that only this account could have written and read: a new one is made then. */
export function readSecret(file: string, shape: RegExp, most = MOST_BYTES): string | undefined {
  let handle: number | undefined
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { uid, mode, size } = fstatSync(handle)
    if (uid !== process.getuid?.() || (mode & 0o077) !== 0 || size > most) return undefined
    return shape.exec(readFileSync(handle, 'utf8'))?.[1]
  } catch {
    return undefined
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
