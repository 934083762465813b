import type { Alternatives, DataSource, Span, Value, Word } from '../words.ts'
import { LIMITS } from './limits.ts'
import { joinSources } from './values.ts'

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

const GLOB = /[*?[]/

export function constantPiece(text: string, quoted: boolean): Piece {
  return { known: text, quoted, glob: false, splits: false, mayBeEmpty: false, sources: [] }
}

export function globPiece(text: string): Piece {
  return { known: text, quoted: false, glob: true, splits: false, mayBeEmpty: false, sources: [] }
}

export function textPiece(text: string, quoted: boolean, sources: readonly DataSource[] = []): Piece {
  const glob = !quoted && GLOB.test(text)
  return { known: text, quoted, glob, splits: !quoted, mayBeEmpty: text === '', sources }
}

export function unknownPiece(quoted: boolean, sources: readonly DataSource[], mayBeEmpty: boolean): Piece {
  return { known: '\0', quoted, glob: false, splits: !quoted, mayBeEmpty, sources }
}

export function wordPiece(word: Word, quoted: boolean): Piece {
  return {
    known: word.known,
    quoted,
    glob: word.glob || (!quoted && GLOB.test(word.known)),
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
export function wordsFrom(pieces: readonly Piece[], raw: string, span: Span, separators: string): Word[] {
  if (pieces.length === 1 && pieces[0] && !pieces[0].splits && !pieces[0].nothing) return [wordOf(pieces, raw, span)]
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
  return fields.map((field) => wordOf(field.pieces, raw, span))
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

export function wordOf(pieces: readonly Piece[], raw: string, span: Span): Word {
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
  const alternatives = dynamic ? combine(pieces) : undefined
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

function combine(pieces: readonly Piece[]): Alternatives | undefined {
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
