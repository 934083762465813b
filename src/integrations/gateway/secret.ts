import { randomBytes, timingSafeEqual } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateFolder } from '../../state/folder.ts'
import { gateFolder } from '../../state/gate-folder.ts'

export interface Secret {
  readonly value: string
  /** It was made just now, and nobody has seen it. */
  readonly isNew: boolean
}

function folderOf(home: string): string {
  privateFolder(gateFolder(home))
  return privateFolder(join(gateFolder(home), 'run'))
}

/** The first part of every path: who does not know it is not served. It stays, so that an address in somebody's settings holds. */
export function pathSecret(home: string): Secret {
  const file = join(folderOf(home), 'gateway.secret')
  const known = readSecret(file)
  if (known !== undefined) return { value: known, isNew: false }
  const value = randomBytes(32).toString('hex')
  kept(file, `${value}\n`)
  return { value, isNew: true }
}

/** The whole address, for people and scripts of this account. */
export function keepAddress(home: string, address: string): string {
  const file = join(folderOf(home), 'gateway.address')
  kept(file, `${address}\n`)
  return file
}

function kept(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text, { mode: 0o600 })
  renameSync(draft, file)
}

/** Undefined where there is none that only this account could have written and read: a new one is made then. */
function readSecret(file: string): string | undefined {
  let handle: number | undefined
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { uid, mode, size } = fstatSync(handle)
    if (uid !== process.getuid?.() || (mode & 0o077) !== 0 || size > 200) return undefined
    return /^([0-9a-f]{64})\n$/.exec(readFileSync(handle, 'utf8'))?.[1]
  } catch {
    return undefined
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

export function isSameSecret(given: string, secret: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(secret)]
  return left.length === right.length && timingSafeEqual(left, right)
}
