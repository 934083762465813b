import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readSecret, saveSecret } from '../../state/secret-file.ts'

const TOKEN_FILE = /^(igt_[A-Za-z0-9_-]{43})\n$/

export function tokenFile(folder: string): string {
  return join(folder, 'token')
}

/** Reads and submits, and nothing more: whatever runs under this account can read it. It stays, so that scripts can use it. */
export function serverToken(folder: string): string {
  const file = tokenFile(folder)
  const known = readSecret(file, TOKEN_FILE)
  if (known !== undefined) return known
  const made = `igt_${randomBytes(32).toString('base64url')}`
  saveSecret(file, `${made}\n`)
  return made
}
