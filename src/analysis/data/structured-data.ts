import { parse as parseTomlText } from 'smol-toml'
import { type ParseError, parse as parseJsonc } from './jsonc.bundled.ts'
import { yamlDocuments } from './yaml.ts'

export type DataSyntax = 'json' | 'yaml' | 'toml'

/** A text as data, or why it is none. What is broken was not read: it never counts as empty. */
type DataReading = { readonly kind: 'data'; readonly data: unknown } | { readonly kind: 'broken'; readonly why: string }

const MAX_LENGTH = 1024 * 1024

/** Parses a text by its syntax. Never throws; YAML gives the list of its documents. */
export function parseData(syntax: DataSyntax, text: string): DataReading {
  if (text.length > MAX_LENGTH) return { kind: 'broken', why: 'too long' }
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  try {
    return parseBySyntax(syntax, source)
  } catch (error) {
    return { kind: 'broken', why: String(error).split('\n', 1)[0]?.slice(0, 120) ?? '' }
  }
}

function parseBySyntax(syntax: DataSyntax, text: string): DataReading {
  switch (syntax) {
    case 'json':
      return readJson(text)
    case 'yaml':
      return { kind: 'data', data: yamlDocuments(text) }
    case 'toml':
      return { kind: 'data', data: parseTomlText(text, { maxDepth: 200 }) }
  }
}

function readJson(text: string): DataReading {
  try {
    return { kind: 'data', data: JSON.parse(text) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  if (!/\/[/*]|,\s{0,200}[}\]]/.test(text)) return { kind: 'broken', why: 'not JSON' }
  const errors: ParseError[] = []
  const data: unknown = parseJsonc(text, errors, { allowTrailingComma: true })
  return errors.length > 0 ? { kind: 'broken', why: 'not JSON' } : { kind: 'data', data }
}

/** The data of a text, the first document of several; undefined when it is broken. */
export function parseFirstDocument(syntax: DataSyntax, text: string): unknown {
  const reading = parseData(syntax, text)
  if (reading.kind === 'broken') return undefined
  return syntax === 'yaml' && Array.isArray(reading.data) ? reading.data[0] : reading.data
}

export function memberOf(data: unknown, ...path: readonly string[]): unknown {
  let at: unknown = data
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = Reflect.get(at, key)
  }
  return at
}

export function entriesOf(data: unknown): [string, unknown][] {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? Object.entries(data) : []
}

/** The items of a list; a single value is a list of one, nothing is none. */
export function itemsOf(data: unknown): readonly unknown[] {
  if (data === undefined || data === null) return []
  return Array.isArray(data) ? data : [data]
}

export function textItemsOf(data: unknown): string[] {
  return itemsOf(data).filter((each) => typeof each === 'string')
}

export function joinShellWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
}
