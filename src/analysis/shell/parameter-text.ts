import type { ParameterOperation, Word as ShellWord, WordPart } from 'unbash'
import { evaluate } from './arithmetic.ts'
import { type ExpandHost, piecesOf } from './expand.ts'
import { parseShell } from './parse.ts'
import { removePattern, replacePattern } from './pattern.ts'
import { type Piece, unknownPiece, wordOf } from './pieces.ts'
import { NOWHERE } from './values.ts'

type TextOperation = Extract<ParameterOperation, { type: 'Remove' | 'Replace' | 'Slice' | 'CaseModification' }>

export interface TextOperand {
  readonly part: Extract<WordPart, { type: 'ParameterExpansion' }>
  readonly subject: readonly Piece[]
  readonly host: ExpandHost
  readonly quoted: boolean
}

/** Operations that change the text of a value; done when everything in them is constant. */
export function changeText(operation: TextOperation, operand: TextOperand): Piece[] {
  const change = changer(operation, operand.host)
  return operand.subject.map((piece) => changed(piece, change, operand.quoted))
}

type Change = (text: string) => string | undefined

function changed(piece: Piece, change: Change, quoted: boolean): Piece {
  if (piece.nothing) return piece
  if (!piece.known.includes('\0')) {
    const text = change(piece.known)
    if (text !== undefined) return { ...piece, known: text, mayBeEmpty: text === '' }
  }
  const texts = piece.alternatives?.texts.map(change).filter((text) => text !== undefined)
  const base = unknownPiece(quoted, piece.sources, piece.mayBeEmpty)
  if (!texts || texts.length === 0) return base
  return { ...base, alternatives: { texts, open: piece.alternatives?.open ?? true } }
}

function changer(operation: TextOperation, host: ExpandHost): Change {
  switch (operation.type) {
    case 'Remove': {
      const pattern = patternText(operation.operand, host)
      return (text) => (pattern === undefined ? undefined : removePattern(text, operation.operator, pattern))
    }
    case 'Replace': {
      const whole = `${operation.pattern.text}/${operation.replacement.text}`
      if (/\$\(|`/.test(whole)) return runsInPattern(whole, operation, host)
      const pattern = patternText(operation.pattern, host)
      const replacement = constant(operation.replacement, host)
      return (text) =>
        pattern === undefined || replacement === undefined
          ? undefined
          : replacePattern(text, operation.operator, pattern, replacement)
    }
    case 'Slice': {
      const offset = number(operation.offset, host)
      const length = operation.length ? number(operation.length, host) : null
      return (text) => (offset === undefined || length === undefined ? undefined : slice(text, offset, length))
    }
    case 'CaseModification': {
      if (operation.operand) return () => undefined
      const all = operation.operator.length === 2
      const upper = operation.operator.startsWith('^')
      const turn = (text: string) => (upper ? text.toUpperCase() : text.toLowerCase())
      return (text) => (all ? turn(text) : turn(text.slice(0, 1)) + text.slice(1))
    }
  }
}

/** Substitutions in a replacement: a slash in them is no border, so both sides are read as one. */
function runsInPattern(whole: string, operation: { pos: number; end: number }, host: ExpandHost): Change {
  host.unknown('a substitution inside a replacement', { start: operation.pos, end: operation.end })
  host.hidden({ text: whole, sources: [] })
  return () => undefined
}

function patternText(word: ShellWord, host: ExpandHost): string | undefined {
  if (!word.parts) return word.text
  let out = ''
  for (const piece of piecesOf(word, host, false)) {
    if (piece.known.includes('\0')) return undefined
    out += piece.quoted ? piece.known.replace(/[\\*?[\]]/g, '\\$&') : piece.known
  }
  return out
}

function constant(word: ShellWord, host: ExpandHost): string | undefined {
  return wordOf(piecesOf(word, host, false), '', NOWHERE).text
}

function number(word: ShellWord, host: ExpandHost): number | undefined {
  const text = constant(word, host)?.trim()
  if (text === undefined) return undefined
  if (/^-?\d{1,9}$/.test(text)) return Number(text)
  if (text === '') return 0
  const command = parseShell(`: $((${text}))`)?.commands[0]?.command
  const argument = command?.type === 'Command' ? command.args[0] : undefined
  const part = argument?.type === 'Word' ? argument.parts?.[0] : undefined
  return part?.type === 'ArithmeticExpansion' ? evaluate(part.expression, host.arithmetic()) : undefined
}

function slice(text: string, offset: number, length: number | null): string {
  const start = offset < 0 ? Math.max(0, text.length + offset) : offset
  if (length === null) return text.slice(start)
  return text.slice(start, length < 0 ? text.length + length : start + length)
}
