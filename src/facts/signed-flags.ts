import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { join } from 'node:path'
import type { JudgeSettings } from '../settings/policy.ts'
import { stateFolder } from '../state/state-folder.ts'
import { DANGLING_LINK_MESSAGE, isDanglingLink, readPlainText } from './plain-file.ts'

/** Where signed flags come from, and the public half of the key that signs them. */
export interface FlagsAddress {
  readonly url: string
  readonly key: string
}

export interface SignedFlags {
  /** The flags as the file of flags would have them. */
  readonly flags: string
  readonly version: number
  /** Milliseconds; from then on they are none. */
  readonly expires: number
}

export type SignedFlagsResult = SignedFlags | { readonly problem: string }

export const MAX_SIGNED = 64 * 1024

/** Whoever signs must look again at least so often. */
const MAX_VALIDITY_MS = 31 * 24 * 60 * 60 * 1000

/** The last flags that were fetched and accepted, as they were signed. */
export function signedFlagsFile(home: string): string {
  return join(stateFolder(home), 'flags-signed.json')
}

/** The address that the settings name, or what is wrong with it. */
export function flagsAddress({ extra }: JudgeSettings): FlagsAddress | { readonly problem: string } | undefined {
  const given = Object.hasOwn(extra, 'flags') ? extra['flags'] : undefined
  if (given === undefined) return undefined
  if (typeof given !== 'object' || given === null) return { problem: 'judge.flags is not an object' }
  const { url, key } = given as Record<string, unknown>
  if (typeof url !== 'string' || !URL.canParse(url)) return { problem: 'judge.flags.url is not a URL' }
  const { protocol, hostname } = new URL(url)
  const here = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && here)) return { problem: 'judge.flags.url must be https' }
  if (typeof key !== 'string' || keyOf(key) === undefined)
    return { problem: 'judge.flags.key is no public ed25519 key (base64 of its DER form)' }
  return { url, key }
}

function keyOf(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

/** Reads what an address answered. INVARIANT: nothing of it counts but what the key signed, for this address, for a time that has not passed. */
export function readSigned(text: string, { url, key }: FlagsAddress, now: number | 'any time'): SignedFlagsResult {
  const publicKey = keyOf(key)
  if (publicKey === undefined) return { problem: 'the key is no public key' }
  const outer = text.length > MAX_SIGNED ? undefined : fieldsOf(text)
  const { payload, signature } = outer ?? {}
  if (typeof payload !== 'string' || typeof signature !== 'string') return { problem: 'it is not a signed answer' }
  const bytes = Buffer.from(payload, 'base64')
  if (!verify(null, bytes, publicKey, Buffer.from(signature, 'base64')))
    return { problem: 'its signature does not fit' }
  const inner = fieldsOf(bytes.toString('utf8'))
  if (inner === undefined) return { problem: 'what is signed is no object' }
  if (inner['url'] !== url) return { problem: 'it was signed for another address' }
  const { version, expires, flags } = inner
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1)
    return { problem: 'it has no version' }
  const until = typeof expires === 'string' ? Date.parse(expires) : Number.NaN
  if (!Number.isFinite(until)) return { problem: 'it does not say when it expires' }
  if (now !== 'any time' && until <= now) return { problem: 'it has expired' }
  if (now !== 'any time' && until - now > MAX_VALIDITY_MS) return { problem: 'it is meant to last longer than a month' }
  if (typeof flags !== 'object' || flags === null || Array.isArray(flags)) return { problem: 'it holds no flags' }
  return { flags: JSON.stringify(flags), version, expires: until }
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** The flags in force that were fetched before; undefined where settings name no address, or nothing came from it yet. */
export function storedFlags(judge: JudgeSettings, home: string, now: number): SignedFlagsResult | undefined {
  const address = flagsAddress(judge)
  if (address === undefined || 'problem' in address) return address
  try {
    return readSigned(readPlainText(signedFlagsFile(home), MAX_SIGNED), address, now)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ENOTDIR') return { problem: String(error) }
    return code === 'ENOENT' && isDanglingLink(signedFlagsFile(home)) ? { problem: DANGLING_LINK_MESSAGE } : undefined
  }
}
