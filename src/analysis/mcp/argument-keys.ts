import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { ToolInput } from '../tool.ts'
import type { ToolVerb } from './tool-verbs.ts'

export type ArgumentTexts = readonly (readonly [key: string, text: string])[]

export interface McpCall {
  readonly server: string
  readonly tool: string
  readonly verb: ToolVerb
  readonly input: ToolInput
  readonly texts: ArgumentTexts
}

export function hasToolWord(tool: string, words: ReadonlySet<string>): boolean {
  return wordsOf(tool).some((word) => words.has(word))
}

export function findTextArgument(
  input: ToolInput,
  keys: readonly string[],
  fits: (text: string) => boolean = () => true,
): string | undefined {
  return keys.map((key) => input[key]).find((value): value is string => typeof value === 'string' && fits(value))
}

/** One spelling for the names of arguments: `filePath`, `file-path` and `file_path` are the same. */
export function normalizeKey(name: string): string {
  return wordsOf(name).join('_')
}

/** Where two names meet, the first stays: `texts` reads all of them. */
export function normalizeKeys(input: ToolInput): ToolInput {
  const plain: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [name, value] of Object.entries(input)) {
    const key = normalizeKey(name) || name
    plain[Object.hasOwn(plain, key) ? name : key] = value
  }
  return plain
}

const PATH_KEY =
  /(?:^|_)(?:path|paths|file|files|filename|filenames|filepath|filepaths|uri|uris|dir|directory|folder|destination|dest|attachment|attachments)$/
const OUTPUT_KEY = /^(?:output|out|dest|destination|target|save|export|to)(?:_|$)|_(?:output|destination|dest)$/

export function isPathKey(key: string): boolean {
  return PATH_KEY.test(key)
}

export function isOutputKey(key: string): boolean {
  return OUTPUT_KEY.test(key) && isPathKey(key)
}

export function isLocalPath(text: string): boolean {
  return /^(?:[/~.]|[A-Za-z]:[\\/]|file:)/.test(text) && text.length < 2_000 && !text.includes('\n')
}
