import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../analysis/text/sha256.ts'
import { readPlainText } from '../facts/plain-file.ts'
import { hasSecretText } from '../redaction/redact.ts'
import { listFolderSafely } from './folder-names.ts'
import { BrokenStateError, privateFolder } from './private-folder.ts'

/** Shorter texts stand in the session's log itself. */
const MAX_INLINE_CHARS = 1024
let fileCount = 0

/** A text that a call writes: as it is, in a file of ours, or unknown. */
export type StoredText = string | null | { readonly file: string }

/** Where a text belongs: the call, and the file that the call writes it to. */
export interface TextOrigin {
  readonly callId?: string | undefined
  readonly path: string
}

/**
 * Puts a long text into a file of its own: every later call reads the session's log, few of them this text. So with one that holds a
 * secret, whatever its length: the log stays for days, such a file only until its text lies where it was written to, or for a day.
 */
export function storeText(folder: string, text: string | null, { callId, path }: TextOrigin): StoredText {
  if (text === null) return text
  const isSecret = hasSecretText(path, text)
  if (!isSecret && text.length <= MAX_INLINE_CHARS) return text
  const name = `${Date.now().toString(36)}-${process.pid}-${++fileCount}`
  const file = isSecret ? `${secretFilePrefix(callId)}${name}` : name
  try {
    const kept = isSecret ? JSON.stringify({ path, text }) : text
    writeFileSync(join(privateFolder(join(folder, 'contents')), file), kept, { mode: 0o600, flag: 'wx' })
    return { file }
  } catch (error) {
    throw new BrokenStateError(`a text cannot be kept: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** How the names of files begin that hold a secret. */
export const SECRET_FILE_PREFIX = 's-'

function secretFilePrefix(callId: string | undefined): string {
  return `${SECRET_FILE_PREFIX}${callId === undefined ? 'none' : sha256(callId).slice(0, 24)}-`
}

/** Longer than any text that is kept. */
const MAX_SIZE = 4 * 1024 * 1024

/** What lies there; undefined where that is unknown. */
function textAt(path: string): string | undefined {
  try {
    return readPlainText(path, MAX_SIZE)
  } catch {
    return undefined
  }
}

function readSecretText(kept: string): { readonly path: string; readonly text: string } | undefined {
  const { path, text } = JSON.parse(kept) as { path?: unknown; text?: unknown }
  return typeof text === 'string' && typeof path === 'string' ? { path, text } : undefined
}

/** Forgets the secret texts of a call that ran, as far as they lie where they were written to. Gives back those places. */
export function removeWrittenSecrets(folder: string, callId: string): readonly string[] {
  const start = secretFilePrefix(callId)
  return listFolderSafely(join(folder, 'contents'))
    .filter((name) => name.startsWith(start))
    .flatMap((name) => removeSecretFile(join(folder, 'contents', name)) ?? [])
}

function removeSecretFile(file: string): string | undefined {
  try {
    const kept = readSecretText(readFileSync(file, 'utf8'))
    if (kept === undefined || textAt(kept.path) !== kept.text) return undefined
    rmSync(file, { force: true })
    return kept.path
  } catch {
    // It goes after a day.
    return undefined
  }
}

/**
 * What a session wrote, by path; a text in a file is read when it is asked for, and unknown when it is gone. One with a secret that is
 * gone lies where it was written to, or what came after it does.
 */
export class WrittenTexts extends Map<string, string | undefined> {
  readonly #folder: string
  readonly #onGone: ((path: string) => void) | undefined
  readonly #stored = new Map<string, string>()

  constructor(folder: string, onGone?: (path: string) => void) {
    super()
    this.#folder = folder
    this.#onGone = onGone
  }

  put(path: string, text: StoredText): void {
    this.#stored.delete(path)
    if (typeof text === 'object' && text !== null) this.#stored.set(path, text.file)
    this.set(path, typeof text === 'string' ? text : undefined)
  }

  override get(path: string): string | undefined {
    const file = this.#stored.get(path)
    if (file !== undefined) {
      this.#stored.delete(path)
      this.set(path, this.#read(file, path))
    }
    return super.get(path)
  }

  override *entries(): MapIterator<[string, string | undefined]> {
    for (const path of this.keys()) yield [path, this.get(path)]
  }

  override [Symbol.iterator](): MapIterator<[string, string | undefined]> {
    return this.entries()
  }

  #read(file: string, path: string): string | undefined {
    if (!/^[a-z0-9-]+$/.test(file)) return undefined
    const isSecret = file.startsWith(SECRET_FILE_PREFIX)
    try {
      const kept = readFileSync(join(this.#folder, 'contents', file), 'utf8')
      return isSecret ? readSecretText(kept)?.text : kept
    } catch {
      this.#onGone?.(path)
      return isSecret ? textAt(path) : undefined
    }
  }
}
