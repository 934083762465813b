import type { Facts } from '../facts.ts'
import { isSecretOrigin } from '../text/secrets.ts'
import type { Alternatives, DataSource, Span, Value, Word } from '../words.ts'
import { LIMITS } from './limits.ts'

export const EMPTY_VALUE: Value = { text: '', sources: [] }
/** What a builtin comes to that does nothing to anything outside the shell. */
export const NEUTRAL_OUTCOME = { grade: 'proven', output: EMPTY_VALUE } as const
const UNKNOWN_SOURCE: DataSource = { kind: 'unknown' }
export const UNKNOWN_VALUE: Value = { text: undefined, sources: [UNKNOWN_SOURCE] }
export const EMPTY_SPAN: Span = { start: 0, end: 0 }

export function joinText(left: string | undefined, right: string | undefined): string | undefined {
  if (left === undefined || right === undefined) return undefined
  return left.length + right.length > LIMITS.text ? undefined : left + right
}

/** Sources of both, each once, the revealing ones first when there are too many. */
export function joinSources(left: readonly DataSource[], right: readonly DataSource[]): readonly DataSource[] {
  if (right.length === 0 || left === right) return left
  if (left.length === 0) return right
  const [only] = left
  const [other] = right
  if (left.length === 1 && right.length === 1 && only && other) return joinTwoSources(only, other, left)
  const known = sourcesByKey(left)
  if (addsNothing(right, left, known)) return left
  const seen = new Map(known)
  for (const source of right) seen.set(sourceKey(source), source)
  const all = [...seen.values()]
  if (all.length <= LIMITS.sources) return all
  const first = all.toSorted((a, b) => sourceWeight(b) - sourceWeight(a)).slice(0, LIMITS.sources)
  FULL_SOURCE_LISTS.add(first)
  return first
}

function joinTwoSources(left: DataSource, right: DataSource, list: readonly DataSource[]): readonly DataSource[] {
  if (left === right) return list
  return left.kind === right.kind && sourceKey(left) === sourceKey(right) ? [right] : [left, right]
}

const KEYS_BY_SOURCES = new WeakMap<readonly DataSource[], ReadonlyMap<string, DataSource>>()
const FULL_SOURCE_LISTS = new WeakSet<readonly DataSource[]>()

function sourcesByKey(sources: readonly DataSource[]): ReadonlyMap<string, DataSource> {
  const known = KEYS_BY_SOURCES.get(sources)
  if (known) return known
  const keys = new Map(sources.map((source) => [sourceKey(source), source]))
  KEYS_BY_SOURCES.set(sources, keys)
  return keys
}

/** A long text joins one output after the other to the same sources: most are there already, or find no room. */
function addsNothing(
  right: readonly DataSource[],
  left: readonly DataSource[],
  known: ReadonlyMap<string, DataSource>,
): boolean {
  if (left.length > LIMITS.sources) return false
  const last = FULL_SOURCE_LISTS.has(left) ? left.at(-1) : undefined
  const least = last === undefined ? -1 : sourceWeight(last)
  return right.every((source) => {
    const same = known.get(sourceKey(source))
    return same === source || (same === undefined && sourceWeight(source) <= least)
  })
}

export function joinValues(left: Value, right: Value): Value {
  if (left === EMPTY_VALUE) return right
  if (right === EMPTY_VALUE) return left
  const paths = left.paths || right.paths ? [...(left.paths ?? []), ...(right.paths ?? [])] : undefined
  const joined = { text: joinText(left.text, right.text), sources: joinSources(left.sources, right.sources) }
  return paths ? { ...joined, paths: paths.slice(0, LIMITS.loop) } : joined
}

function sourceKey(source: DataSource): string {
  switch (source.kind) {
    case 'literal':
      return `literal:${source.text.length}:${source.text.slice(0, 64)}`
    case 'file':
      return `file:${source.path}`
    case 'environment':
      return `environment:${source.name}`
    case 'command':
      return `command:${source.program}:${source.secret}:${source.printed ?? ''}:${source.about ?? ''}`
    case 'network':
      return `network:${source.url}`
    case 'secret-store':
      return `secret-store:${source.store}`
    case 'clipboard':
    case 'screen':
    case 'argument':
    case 'unknown':
      return source.kind
  }
}

function sourceWeight(source: DataSource): number {
  if (isSecretOrigin(source)) return 3
  if (source.kind === 'network' || source.kind === 'clipboard' || source.kind === 'screen') return 2
  return source.kind === 'literal' ? 0 : 1
}

export function literalWord(text: string, span: Span = EMPTY_SPAN): Word {
  return {
    raw: text,
    text,
    known: text,
    span,
    glob: false,
    dynamic: false,
    mayBeEmpty: false,
    quoted: false,
    sources: [],
  }
}

export function dynamicWord(raw: string, sources: readonly DataSource[], span: Span = EMPTY_SPAN): Word {
  return {
    raw,
    text: undefined,
    known: '\0',
    span,
    glob: false,
    dynamic: true,
    mayBeEmpty: false,
    quoted: false,
    sources,
  }
}

/** The sources as what they hold: a file that an earlier call made of a secret is one. */
export function withCarriedSecrets(sources: readonly DataSource[], { session }: Facts): readonly DataSource[] {
  const { carriers } = session
  if (carriers === undefined || carriers.size === 0) return sources
  return sources.map((source) =>
    source.kind === 'file' && !source.secret && carriers.has(source.path) ? { ...source, secret: true } : source,
  )
}

export function hasSecretSource(sources: readonly DataSource[], facts: Facts): boolean {
  return withCarriedSecrets(sources, facts).some(isSecretOrigin)
}

export interface Piece {
  /** Its text with `\0` where something is not known. */
  readonly known: string
  readonly quoted: boolean
  readonly glob: boolean
  /** An unquoted expansion: blanks in it end the word. */
  readonly splits: boolean
  readonly mayBeEmpty: boolean
  readonly sources: readonly DataSource[]
  readonly alternatives?: Alternatives
  readonly paths?: readonly Word[]
  /** This piece begins a new field: the second and later ones of `"$@"`. */
  readonly begins?: boolean
  /** Nothing at all, not even an empty word: `"$@"` without parameters. */
  readonly nothing?: boolean
}

const GLOB_CHARACTERS = /[*?[]/

export function constantPiece(text: string, quoted: boolean): Piece {
  return { known: text, quoted, glob: false, splits: false, mayBeEmpty: false, sources: [] }
}

export function globPiece(text: string): Piece {
  return { known: text, quoted: false, glob: true, splits: false, mayBeEmpty: false, sources: [] }
}

export function textPiece(text: string, quoted: boolean, sources: readonly DataSource[] = []): Piece {
  const glob = !quoted && GLOB_CHARACTERS.test(text)
  return { known: text, quoted, glob, splits: !quoted, mayBeEmpty: text === '', sources }
}

export function unknownPiece(quoted: boolean, sources: readonly DataSource[], mayBeEmpty: boolean): Piece {
  return { known: '\0', quoted, glob: false, splits: !quoted, mayBeEmpty, sources }
}

/** A number that is not known: never empty, never an option. */
export function numberPiece(quoted: boolean): Piece {
  return { ...unknownPiece(quoted, [], false), splits: false }
}

export function wordPiece(word: Word, quoted: boolean): Piece {
  return {
    known: word.known,
    quoted,
    glob: word.glob || (!quoted && GLOB_CHARACTERS.test(word.known)),
    splits: !quoted && !word.glob,
    mayBeEmpty: word.mayBeEmpty,
    sources: word.sources,
    ...(word.alternatives && { alternatives: word.alternatives }),
    ...(word.paths && { paths: word.paths }),
  }
}

export function valuePiece(value: Value, quoted: boolean): Piece {
  const text = value.text === undefined ? undefined : withoutLastNewlines(value.text)
  if (text !== undefined)
    return { ...textPiece(text, quoted, value.sources), ...(value.paths && { paths: value.paths }) }
  return { ...unknownPiece(quoted, value.sources, false), ...(value.paths && { paths: value.paths }) }
}

export function withoutLastNewlines(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 10) end--
  return end === text.length ? text : text.slice(0, end)
}

interface Field {
  readonly pieces: Piece[]
}

/** Splits pieces into the words they become. `separators` is IFS. */
export function splitIntoWords(pieces: readonly Piece[], raw: string, span: Span, separators: string): Word[] {
  if (pieces.length === 1 && pieces[0] && !pieces[0].splits && !pieces[0].nothing)
    return [joinPieces(pieces, raw, span)]
  const fields: Field[] = []
  let current: Field | undefined
  const append = (piece: Piece) => {
    if (!current) {
      current = { pieces: [] }
      fields.push(current)
    }
    current.pieces.push(piece)
  }
  for (const piece of pieces) {
    if (piece.nothing) continue
    if (piece.begins) current = undefined
    if (!piece.splits) {
      append(piece)
      continue
    }
    const parts = splitText(piece.known, separators)
    parts.forEach((part, index) => {
      if (index > 0) current = undefined
      const field = part !== '' || (separators !== ' \t\n' && index < parts.length - 1)
      if (field) append(parts.length === 1 ? piece : { ...piece, known: part })
    })
    if (fields.length > LIMITS.arguments) break
  }
  return fields.map((field) => joinPieces(field.pieces, raw, span))
}

/** Splits as the shell does; a leading or trailing empty part says that a blank stood there. */
function splitText(text: string, separators: string): string[] {
  if (separators === '') return [text]
  if (separators === ' \t\n') return /[ \t\n]/.test(text) ? text.split(/[ \t\n]+/) : [text]
  const parts: string[] = []
  let part = ''
  for (const character of text) {
    if (separators.includes(character)) {
      parts.push(part)
      part = ''
    } else part += character
  }
  parts.push(part)
  return parts
}

export function joinPieces(pieces: readonly Piece[], raw: string, span: Span): Word {
  let known = ''
  let sources: readonly DataSource[] = []
  let glob = false
  let mayBeEmpty = false
  let quoted = false
  let paths: readonly Word[] | undefined
  for (const piece of pieces) {
    known = known.length + piece.known.length > LIMITS.text ? '\0' : known + piece.known
    sources = joinSources(sources, piece.sources)
    glob ||= piece.glob
    mayBeEmpty ||= piece.mayBeEmpty
    quoted ||= piece.quoted
    paths ??= pieces.length === 1 ? piece.paths : undefined
  }
  const dynamic = known.includes('\0')
  const alternatives = dynamic ? combineAlternatives(pieces) : undefined
  return {
    raw,
    span,
    text: dynamic ? undefined : known,
    known,
    glob,
    dynamic,
    mayBeEmpty,
    quoted,
    sources,
    ...(alternatives && { alternatives }),
    ...(paths && { paths }),
  }
}

function combineAlternatives(pieces: readonly Piece[]): Alternatives | undefined {
  if (!pieces.some((piece) => piece.alternatives)) return undefined
  let texts: string[] = ['']
  let open = false
  for (const piece of pieces) {
    const choices = piece.alternatives?.texts ?? [piece.known]
    open ||= piece.alternatives?.open ?? false
    const made = texts.flatMap((text) => choices.map((next) => text + next))
    if (made.length > LIMITS.alternatives) open = true
    texts = made.slice(0, LIMITS.alternatives)
  }
  if (texts.some((text) => text.includes('\0') || text.length > LIMITS.text)) return undefined
  return { texts, open }
}

/** Every environment variable at once. */
export const WHOLE_ENVIRONMENT: DataSource = { kind: 'environment', name: '*', secret: true }
