import { hash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateFolder } from '../../state/private-folder.ts'

/** A browser that a person paired on a terminal. Its key is with the person; only the hash of it is kept, as the name of this file. */
export interface Pairing {
  readonly v: 1
  /** The run of the server that it counts for: it ends with it. */
  readonly run: string
  readonly name: string
  readonly at: number
}

function folderOf(folder: string): string {
  return privateFolder(join(folder, 'pairings'))
}

export function hashOf(key: string): string {
  return hash('sha256', key)
}

const KEY = /^igk_[A-Za-z0-9_-]{43}$/

/** A new key for a person, and its hash on disk. */
export function addPairing(folder: string, pairing: Omit<Pairing, 'v'>): string {
  const key = `igk_${randomBytes(32).toString('base64url')}`
  const file = join(folderOf(folder), `${hashOf(key)}.json`)
  writeFileSync(file, JSON.stringify({ v: 1, ...pairing }), { mode: 0o600, flag: 'wx' })
  return key
}

/** The pairing of a hash, if it is one of this run. What cannot be read pairs nobody. */
export function pairingOf(folder: string, keyHash: string, run: string): Pairing | undefined {
  try {
    const found = JSON.parse(
      readFileSync(join(folder, 'pairings', `${keyHash}.json`), 'utf8'),
    ) as Partial<Pairing> | null
    if (found?.v !== 1 || found.run !== run || typeof found.name !== 'string' || typeof found.at !== 'number')
      return undefined
    return found as Pairing
  } catch {
    return undefined
  }
}

export function isKey(text: string): boolean {
  return KEY.test(text)
}

/** Takes away the pairings of one run, or of every run but one: whoever was killed could not do it. */
export function forgetPairings(folder: string, which: { readonly of: string } | { readonly except: string }): void {
  const place = folderOf(folder)
  for (const name of readdirSync(place)) {
    const keyHash = /^([0-9a-f]{64})\.json$/.exec(name)?.[1]
    if (keyHash === undefined) continue
    const isGone =
      'of' in which
        ? pairingOf(folder, keyHash, which.of) !== undefined
        : pairingOf(folder, keyHash, which.except) === undefined
    if (isGone) rmSync(join(place, name), { force: true })
  }
}
