import { randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { gateFolder } from '../../state/gate-folder.ts'
import { privateFolder } from '../../state/private-folder.ts'
import { readSecret, saveSecret } from '../../state/secret-file.ts'

export interface Secret {
  readonly value: string
  /** It was made just now, and nobody has seen it. */
  readonly isNew: boolean
}

const SECRET_FILE = /^([0-9a-f]{64})\n$/

function folderOf(home: string): string {
  privateFolder(gateFolder(home))
  return privateFolder(join(gateFolder(home), 'run'))
}

/** The first part of every path: who does not know it is not served. It stays, so that an address in somebody's settings holds. */
export function pathSecret(home: string): Secret {
  const file = join(folderOf(home), 'gateway.secret')
  const known = readSecret(file, SECRET_FILE)
  if (known !== undefined) return { value: known, isNew: false }
  const value = randomBytes(32).toString('hex')
  saveSecret(file, `${value}\n`)
  return { value, isNew: true }
}

/** The whole address, for people and scripts of this account. */
export function saveGatewayAddress(home: string, address: string): string {
  const file = join(folderOf(home), 'gateway.address')
  saveSecret(file, `${address}\n`)
  return file
}

export function isSameSecret(given: string, secret: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(secret)]
  return left.length === right.length && timingSafeEqual(left, right)
}
