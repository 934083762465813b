import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../analysis/text/sha256.ts'
import { BrokenStateError, privateFolder } from './private-folder.ts'
import { randomText } from './random.ts'

const SECRET_BYTES = 32
const SECRET_TEXT = /^[\w-]{43}$/

/**
 * What an approval is bound to, as it leaves this folder. The digest of a call stands beside the call in its Record, with placeholders for
 * secrets: without a key whoever reads the Record could try secrets until the digest fits.
 */
export function keyedDigest(folder: string, digest: string): string {
  return hmac(Buffer.from(readOrCreateSecret(folder), 'base64url'), digest)
}

/** HMAC-SHA-256 (RFC 2104) with a key of no more than one block; loading `node:crypto` costs a hook more than a decision. */
export function hmac(key: Uint8Array, text: string): string {
  const block = Buffer.alloc(64)
  block.set(key)
  const inner = sha256(Buffer.concat([block.map((byte) => byte ^ 0x36), Buffer.from(text)]))
  return sha256(Buffer.concat([block.map((byte) => byte ^ 0x5c), Buffer.from(inner, 'hex')]))
}

/** Made on first use; of two processes that make it at once the first one counts. One that is damaged closes the call. */
function readOrCreateSecret(folder: string): string {
  const file = join(privateFolder(folder), 'approval-secret')
  const known = readSecretIfThere(file)
  if (known !== undefined) return known
  const draft = `${file}.${randomText(6)}`
  try {
    writeFileSync(draft, randomText(SECRET_BYTES), { mode: 0o600, flag: 'wx' })
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new BrokenStateError(`${file} cannot be made: ${String(error)}`)
  } finally {
    rmSync(draft, { force: true })
  }
  const made = readSecretIfThere(file)
  if (made === undefined) throw new BrokenStateError(`${file} cannot be made`)
  return made
}

function readSecretIfThere(file: string): string | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new BrokenStateError(`${file} cannot be read: ${String(error)}`)
  }
  if (!SECRET_TEXT.test(text))
    throw new BrokenStateError(`${file} is damaged; remove it, and approvals that were given are void`)
  return text
}
