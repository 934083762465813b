import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BrokenState, privateFolder } from './folder.ts'

/** Shorter texts stand in the session's log itself. */
const INLINE = 1024
let made = 0

/** A text that a call writes: as it is, in a file of ours, or unknown. */
export type StoredText = string | null | { readonly file: string }

/** Puts a long text into a file of its own: every later call reads the session's log, few of them this text. */
export function storeText(folder: string, text: string | null): StoredText {
  if (text === null || text.length <= INLINE) return text
  const file = `${Date.now().toString(36)}-${process.pid}-${++made}`
  try {
    writeFileSync(join(privateFolder(join(folder, 'contents')), file), text, { mode: 0o600, flag: 'wx' })
    return { file }
  } catch (error) {
    throw new BrokenState(`a text cannot be kept: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** What a session wrote, by path; a long text is read when it is asked for, and unknown when it is gone. */
export class WrittenTexts extends Map<string, string | undefined> {
  readonly #folder: string
  readonly #stored = new Map<string, string>()

  constructor(folder: string) {
    super()
    this.#folder = folder
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
      this.set(path, this.#read(file))
    }
    return super.get(path)
  }

  override *entries(): MapIterator<[string, string | undefined]> {
    for (const path of this.keys()) yield [path, this.get(path)]
  }

  override [Symbol.iterator](): MapIterator<[string, string | undefined]> {
    return this.entries()
  }

  #read(file: string): string | undefined {
    if (!/^[a-z0-9-]+$/.test(file)) return undefined
    try {
      return readFileSync(join(this.#folder, 'contents', file), 'utf8')
    } catch {
      return undefined
    }
  }
}
