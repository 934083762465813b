import type { Input } from '../tool.ts'
import { wordsOf } from '../verbs.ts'
import type { Verb } from './verbs.ts'

export type Texts = readonly (readonly [key: string, text: string])[]

export interface ForeignCall {
  readonly server: string
  readonly tool: string
  readonly verb: Verb
  readonly input: Input
  readonly texts: Texts
}

export function says(tool: string, words: ReadonlySet<string>): boolean {
  return wordsOf(tool).some((word) => words.has(word))
}

export function textAt(
  input: Input,
  keys: readonly string[],
  fits: (text: string) => boolean = () => true,
): string | undefined {
  return keys.map((key) => input[key]).find((value): value is string => typeof value === 'string' && fits(value))
}

/** One spelling for the names of arguments: `filePath`, `file-path` and `file_path` are the same. */
export function keyOf(name: string): string {
  return wordsOf(name).join('_')
}

/** Where two names meet, the first stays: `texts` reads all of them. */
export function withPlainKeys(input: Input): Input {
  const plain: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [name, value] of Object.entries(input)) {
    const key = keyOf(name) || name
    plain[Object.hasOwn(plain, key) ? name : key] = value
  }
  return plain
}

const PATH =
  /(?:^|_)(?:path|paths|file|files|filename|filenames|filepath|filepaths|uri|uris|dir|directory|folder|destination|dest|attachment|attachments)$/
const OUTPUT = /^(?:output|out|dest|destination|target|save|export|to)(?:_|$)|_(?:output|destination|dest)$/

export function isPathKey(key: string): boolean {
  return PATH.test(key)
}

export function isOutputKey(key: string): boolean {
  return OUTPUT.test(key) && isPathKey(key)
}

export function isLocalPath(text: string): boolean {
  return /^(?:[/~.]|[A-Za-z]:[\\/]|file:)/.test(text) && text.length < 2_000 && !text.includes('\n')
}
