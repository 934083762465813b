import type { Word as ShellWord, WordPart } from 'unbash'
import type { DataSource, Value, Word } from '../words.ts'
import type { Scope } from './scope.ts'

/** Runs a substitution and tells what it would print. */
export type Substitute = (part: WordPart, scope: Scope) => Value

interface Piece {
  readonly text: string | undefined
  readonly quoted: boolean
  readonly glob: boolean
  readonly mayBeEmpty: boolean
  readonly sources: readonly DataSource[]
}

const UNKNOWN: DataSource = { kind: 'unknown' }

/** The words that one written word becomes after expansion. */
export function expandWord(word: ShellWord, scope: Scope, substitute: Substitute): Word[] {
  const parts = word.parts ?? [
    { type: 'Literal', value: word.value, text: word.text, pos: word.pos, end: word.end } as const,
  ]
  const pieces = parts.flatMap((part) => expandPart(part, scope, false, substitute))
  return [build(word, pieces)]
}

function expandPart(part: WordPart, scope: Scope, quoted: boolean, substitute: Substitute): Piece[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [constant(part.value, quoted || part.type !== 'Literal')]
    case 'Glob':
      return [{ ...constant(part.text, quoted), glob: !quoted }]
    case 'ExtendedGlob':
      return [{ ...constant(part.text, quoted), glob: true }]
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.flatMap((child) => expandPart(child, scope, true, substitute)).concat(constant('', true))
    case 'SimpleExpansion':
      return [variable(part.text.slice(1), scope, quoted)]
    case 'ParameterExpansion':
      return [
        part.operation || part.prefix || part.index
          ? dynamic(quoted, [UNKNOWN], true)
          : variable(part.parameter, scope, quoted),
      ]
    case 'CommandExpansion':
    case 'ArithmeticExpansion':
    case 'ProcessSubstitution': {
      const value = substitute(part, scope)
      const text = value.text?.replace(/\n+$/, '')
      return [{ text, quoted, glob: false, mayBeEmpty: text === undefined || text === '', sources: value.sources }]
    }
    case 'BraceExpansion':
      return [dynamic(quoted, [], false)]
  }
}

function variable(name: string, scope: Scope, quoted: boolean): Piece {
  const value = scope.variables.get(name)
  if (value?.text !== undefined)
    return { text: value.text, quoted, glob: false, mayBeEmpty: value.text === '', sources: value.sources }
  return dynamic(
    quoted,
    value?.sources ?? [{ kind: 'environment', name, secret: /key|token|secret|passw/i.test(name) }],
    true,
  )
}

function constant(text: string, quoted: boolean): Piece {
  return { text, quoted, glob: false, mayBeEmpty: false, sources: [] }
}

function dynamic(quoted: boolean, sources: readonly DataSource[], mayBeEmpty: boolean): Piece {
  return { text: undefined, quoted, glob: false, mayBeEmpty, sources }
}

function build(word: ShellWord, pieces: readonly Piece[]): Word {
  const isDynamic = pieces.some((piece) => piece.text === undefined)
  const known = pieces.map((piece) => piece.text ?? '\0').join('')
  return {
    raw: word.text,
    span: { start: word.pos, end: word.end },
    text: isDynamic ? undefined : known,
    known,
    glob: pieces.some((piece) => piece.glob),
    dynamic: isDynamic,
    mayBeEmpty: pieces.some((piece) => piece.mayBeEmpty),
    quoted: pieces.some((piece) => piece.quoted),
    sources: pieces.flatMap((piece) => piece.sources),
  }
}
