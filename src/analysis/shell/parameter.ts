import type { ParameterOperation, Word as ShellWord, WordPart } from 'unbash'
import { isSecretName } from '../../knowledge/lexicon/secret-names.ts'
import {
  constantPiece,
  dynamicWord,
  EMPTY_SPAN,
  joinPieces,
  literalWord,
  numberPiece,
  type Piece,
  textPiece,
  unknownPiece,
  wordPiece,
} from '../interpret/values.ts'
import { removePattern, replacePattern } from '../text/pattern.ts'
import type { Word } from '../words.ts'
import { evaluateArithmetic, evaluateSubscript, evaluateWord } from './arithmetic.ts'
import { isAlwaysSet, isHarmlessVariable, wellKnownVariable } from './environment.ts'
import type { ExpandHost } from './expand.ts'
import { parseShell } from './parse.ts'
import { getVariable, isAssigned, type Scope, separators, setVariable } from './scope.ts'

type ParameterExpansion = Extract<WordPart, { type: 'ParameterExpansion' }>

const EMPTY_PIECE: Piece = { ...constantPiece('', false), nothing: true }

/** `$name` without any operation. */
export function variablePieces(name: string, host: ExpandHost, quoted: boolean): Piece[] {
  const { scope } = host
  if (name === '@' || name === '*')
    return fieldPieces(scope.positional, quoted, name === '*' && quoted ? fieldSeparator(host) : undefined)
  if (/^[#?$!-]$/.test(name)) {
    if (name === '#' && scope.positional) return [textPiece(String(scope.positional.length), quoted)]
    return [numberPiece(quoted)]
  }
  if (/^\d+$/.test(name)) return [positionalPiece(Number(name), host, quoted)]
  const variable = getVariable(scope, name)
  if (variable) return [wordPiece(variable.word, quoted)]
  if (isAssigned(scope, name)) return [{ ...textPiece('', quoted), mayBeEmpty: true }]
  return [inheritedPiece(name, host, quoted)]
}

function inheritedPiece(name: string, host: ExpandHost, quoted: boolean): Piece {
  const text = wellKnownVariable(name, host.scope, host.facts)
  if (text !== undefined) return textPiece(text, quoted)
  if (isHarmlessVariable(name)) return numberPiece(quoted)
  if (name === '_') return unknownPiece(quoted, [{ kind: 'unknown' }], false)
  const source = { kind: 'environment', name, secret: isSecretName(name) } as const
  const piece = unknownPiece(quoted, [source], !isAlwaysSet(name) && name !== 'PWD' && name !== 'OLDPWD')
  // Set by an earlier call: it is still there if that shell is.
  const earlier = host.facts.session.shell?.variables.get(name)
  return earlier === undefined ? piece : { ...piece, alternatives: { texts: [earlier], open: true } }
}

function positionalPiece(index: number, host: ExpandHost, quoted: boolean): Piece {
  const { scope } = host
  if (index === 0) {
    const renamed = getVariable(scope, 'BASH_ARGV0')
    return renamed ? wordPiece(renamed.word, quoted) : textPiece(scope.shell.script ?? 'bash', quoted)
  }
  if (!scope.positional) return unknownPiece(quoted, [{ kind: 'argument' }], true)
  const word = scope.positional[index - 1]
  return word ? wordPiece(word, quoted) : { ...textPiece('', quoted), mayBeEmpty: true }
}

/** What stands between the words of `"$*"`: the first separator. */
function fieldSeparator(host: ExpandHost): string {
  return separators(host.scope).slice(0, 1)
}

/** `$@`, `${a[@]}`: one field each; `"$*"` is one word. */
function fieldPieces(words: readonly Word[] | undefined, quoted: boolean, joined: string | undefined): Piece[] {
  if (!words) return [unknownPiece(quoted, [{ kind: 'argument' }], true)]
  if (words.length === 0) return [joined === undefined ? EMPTY_PIECE : constantPiece('', true)]
  return words.flatMap((word, index): Piece[] => {
    const piece = wordPiece(word, quoted)
    if (joined !== undefined) return index > 0 ? [constantPiece(joined, true), piece] : [piece]
    return [index > 0 ? { ...piece, begins: true } : piece]
  })
}

/** `${…}` with everything that may stand in it. */
export function expandParameter(part: ParameterExpansion, host: ExpandHost, quoted: boolean): Piece[] {
  const { operation, parameter } = part
  const index = part.index ? joinPieces(host.pieces(part.index, true), part.index.text, EMPTY_SPAN) : undefined
  if (part.prefix === '#') return [lengthPiece(part, index, host, quoted)]
  if (operation?.type === 'Names') return [unknownPiece(quoted, [], false)]
  if (part.prefix === '!') return indirectPieces(part, index, host, quoted)
  const subject = index ? elementPieces(parameter, index, host, quoted) : variablePieces(parameter, host, quoted)
  return operation ? applyOperation(operation, { part, subject, host, quoted }) : subject
}

function lengthPiece(part: ParameterExpansion, index: Word | undefined, host: ExpandHost, quoted: boolean): Piece {
  const variable = getVariable(host.scope, part.parameter)
  if (index && (index.text === '@' || index.text === '*')) {
    return variable?.elements ? textPiece(String(variable.elements.length), quoted) : numberPiece(quoted)
  }
  if (index) evaluateWord(index, host)
  const text = variable?.word.text
  return text === undefined || index ? numberPiece(quoted) : textPiece(String([...text].length), quoted)
}

function indirectPieces(part: ParameterExpansion, index: Word | undefined, host: ExpandHost, quoted: boolean): Piece[] {
  const word = getVariable(host.scope, part.parameter)?.word
  if (word) evaluateSubscript(word, host)
  const name = word?.text
  if (index || name === undefined) return [unknownPiece(quoted, [{ kind: 'unknown' }], true)]
  if (!/^(?:[A-Za-z_]\w*|\d+|[@*#])$/.test(name)) return [unknownPiece(quoted, [{ kind: 'unknown' }], true)]
  const subject = variablePieces(name, host, quoted)
  return part.operation ? applyOperation(part.operation, { part, subject, host, quoted }) : subject
}

function elementPieces(name: string, index: Word, host: ExpandHost, quoted: boolean): Piece[] {
  const variable = getVariable(host.scope, name)
  if (index.text === '@' || index.text === '*') {
    if (variable?.elements)
      return fieldPieces(variable.elements, quoted, index.text === '*' && quoted ? fieldSeparator(host) : undefined)
    return variable ? [wordPiece(variable.word, quoted)] : [unknownPiece(quoted, [{ kind: 'unknown' }], true)]
  }
  const number = evaluateWord(index, host)
  const found = number === undefined ? undefined : variable?.elements?.at(number)
  if (found) return [wordPiece(found, quoted)]
  if (variable && !variable.elements && index.text === '0') return [wordPiece(variable.word, quoted)]
  return [unknownPiece(quoted, variable?.word.sources ?? [{ kind: 'unknown' }], true)]
}

interface OperationContext {
  readonly part: ParameterExpansion
  readonly subject: readonly Piece[]
  readonly host: ExpandHost
  readonly quoted: boolean
}

function applyOperation(operation: ParameterOperation, operand: OperationContext): Piece[] {
  const { host, quoted, subject, part } = operand
  switch (operation.type) {
    case 'Default':
      return withDefault(operation, operand)
    case 'Transform':
      return transformPieces(operation.operand.value, operand)
    case 'Slice':
      if (part.parameter === '@' || part.parameter === '*' || part.index) return slicedFields(operation, operand)
      return changeText(operation, operand)
    case 'Remove':
    case 'Replace':
    case 'CaseModification':
      return changeText(operation, operand)
    case 'Names':
      return [unknownPiece(quoted, [], false)]
    case 'Unknown':
      readZshFlags(operation.operator, host)
      host.unknown('an expansion that is not understood', { start: part.pos, end: part.end })
      return [unknownPiece(quoted, subject[0]?.sources ?? [], true)]
  }
}

/** `${(e)name}` expands the value once more; other flags change its looks. False when it is none of zsh's. */
function readZshFlags(operator: string, host: ExpandHost): boolean {
  const [, flags, name] = /^\(([^()]*)\)(\w*)/.exec(operator) ?? []
  if (flags === undefined || name === undefined) return false
  if (!flags.includes('e')) return true
  const word = getVariable(host.scope, name)?.word
  if (word?.text === undefined) host.unread('a value that is expanded once more')
  else host.hidden({ text: word.text, sources: word.sources })
  return true
}

function parameterState(operand: OperationContext): 'unset' | 'empty' | 'set' | 'unknown' {
  const { part, subject, host } = operand
  const known = subject.map((piece) => piece.known).join('')
  const { scope, facts } = host
  if (/^\d+$/.test(part.parameter) && part.parameter !== '0') {
    if (!scope.positional) return 'unknown'
    if (Number(part.parameter) > scope.positional.length) return 'unset'
  }
  if (/^[A-Za-z_]\w*$/.test(part.parameter)) {
    if (isAssigned(scope, part.parameter) && !getVariable(scope, part.parameter)) return 'unset'
    if (!isAssigned(scope, part.parameter) && wellKnownVariable(part.parameter, scope, facts) === undefined)
      return 'unknown'
  }
  if (known === '') return 'empty'
  if (known.includes('\0')) return subject.some((piece) => piece.mayBeEmpty) ? 'unknown' : 'set'
  return 'set'
}

function withDefault(operation: Extract<ParameterOperation, { type: 'Default' }>, operand: OperationContext): Piece[] {
  const { host, quoted, part, subject } = operand
  const now = parameterState(operand)
  const colon = operation.operator.startsWith(':')
  const kind = operation.operator.at(-1)
  const missing = now === 'unset' || (now === 'empty' && colon)
  const given = now === 'set' || (now === 'empty' && !colon)
  const other = () =>
    host
      .pieces(operation.operand, quoted)
      .map((piece) => (quoted ? piece : { ...piece, splits: piece.splits || !piece.quoted }))
  if (kind === '+') {
    const word = other()
    if (missing) return [textPiece('', quoted)]
    return given ? word : [choicePiece(word, [''], { ...operand, subject: [] })]
  }
  if (kind === '?') {
    other()
    return subject.map((piece) => ({ ...piece, mayBeEmpty: false }))
  }
  const word = other()
  if (given) return [...subject]
  if (kind === '=') assignDefault(part.parameter, word, host.scope, missing)
  if (missing) return word
  return [choicePiece(word, [], operand)]
}

function assignDefault(name: string, word: readonly Piece[], scope: Scope, certain: boolean): void {
  const value = joinPieces(word, '', EMPTY_SPAN)
  if (certain) setVariable(scope, name, value)
  else if (value.text !== undefined)
    setVariable(scope, name, {
      ...dynamicWord(`$${name}`, [{ kind: 'environment', name, secret: isSecretName(name) }]),
      alternatives: { texts: [value.text], open: true },
    })
}

function choicePiece(word: readonly Piece[], more: readonly string[], operand: OperationContext): Piece {
  const value = joinPieces(word, '', EMPTY_SPAN)
  const [first] = operand.subject
  const base = unknownPiece(operand.quoted, first?.sources ?? [], value.text === '' || more.includes(''))
  const texts = value.text === undefined ? more : [...more, value.text]
  const sources = [...base.sources, ...value.sources]
  return texts.length === 0
    ? { ...base, sources }
    : { ...base, sources, alternatives: { texts, open: more.length === 0 } }
}

/** `${x@P}` expands its value once more; the others only change its looks. */
function transformPieces(letter: string, operand: OperationContext): Piece[] {
  const { host, quoted, subject, part } = operand
  const [first] = subject
  if (!first) return []
  if (letter === 'P') {
    host.unknown('a value that is expanded as a prompt', { start: part.pos, end: part.end }, 'ambiguous')
    const text = first.known.includes('\0') ? undefined : first.known
    for (const each of text === undefined ? (first.alternatives?.texts ?? []) : [])
      host.hidden({ text: each, sources: first.sources })
    const value = host.hidden({ text, sources: first.sources })
    return [value.text === undefined ? unknownPiece(quoted, value.sources, true) : textPiece(value.text, quoted)]
  }
  if (letter === 'U' || letter === 'L' || letter === 'u') {
    const change = (text: string) =>
      letter === 'U'
        ? text.toUpperCase()
        : letter === 'L'
          ? text.toLowerCase()
          : text.slice(0, 1).toUpperCase() + text.slice(1)
    return subject.map((piece) => ({ ...piece, known: change(piece.known) }))
  }
  return [unknownPiece(quoted, first.sources, first.mayBeEmpty)]
}

function slicedFields(operation: Extract<ParameterOperation, { type: 'Slice' }>, operand: OperationContext): Piece[] {
  const { host, quoted, part } = operand
  const words = part.index ? getVariable(host.scope, part.parameter)?.elements : host.scope.positional
  const offset = joinPieces(host.pieces(operation.offset, true), '', EMPTY_SPAN).text?.trim()
  const count = operation.length ? joinPieces(host.pieces(operation.length, true), '', EMPTY_SPAN).text : ''
  if (!words || !/^\d+$/.test(offset ?? '') || (count !== '' && !/^\d+$/.test(count ?? ''))) {
    return [unknownPiece(quoted, [{ kind: 'argument' }], true)]
  }
  const all = part.index ? words : [literalWord(host.scope.shell.script ?? 'bash'), ...words]
  const from = Number(offset)
  return fieldPieces(all.slice(from, count === '' ? undefined : from + Number(count)), quoted, undefined)
}

type TextOperation = Extract<ParameterOperation, { type: 'Remove' | 'Replace' | 'Slice' | 'CaseModification' }>

interface TextOperationContext {
  readonly part: Extract<WordPart, { type: 'ParameterExpansion' }>
  readonly subject: readonly Piece[]
  readonly host: ExpandHost
  readonly quoted: boolean
}

function changeText(operation: TextOperation, operand: TextOperationContext): Piece[] {
  const change = textChanger(operation, operand.host)
  return operand.subject.map((piece) => changedPiece(piece, change, operand.quoted))
}

type ChangeText = (text: string) => string | undefined

function changedPiece(piece: Piece, change: ChangeText, quoted: boolean): Piece {
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

function textChanger(operation: TextOperation, host: ExpandHost): ChangeText {
  switch (operation.type) {
    case 'Remove': {
      const pattern = patternText(operation.operand, host)
      return (text) => (pattern === undefined ? undefined : removePattern(text, operation.operator, pattern))
    }
    case 'Replace': {
      const whole = `${operation.pattern.text}/${operation.replacement.text}`
      if (/\$\(|`/.test(whole)) return recordPatternSubstitution(whole, operation, host)
      const pattern = patternText(operation.pattern, host)
      const replacement = constantText(operation.replacement, host)
      return (text) =>
        pattern === undefined || replacement === undefined
          ? undefined
          : replacePattern(text, operation.operator, pattern, replacement)
    }
    case 'Slice': {
      const offset = numberOperand(operation.offset, host)
      const length = operation.length ? numberOperand(operation.length, host) : null
      return (text) => (offset === undefined || length === undefined ? undefined : sliceText(text, offset, length))
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
function recordPatternSubstitution(
  whole: string,
  operation: { pos: number; end: number },
  host: ExpandHost,
): ChangeText {
  host.unknown('a substitution inside a replacement', { start: operation.pos, end: operation.end })
  host.hidden({ text: whole, sources: [] })
  return () => undefined
}

function patternText(word: ShellWord, host: ExpandHost): string | undefined {
  if (!word.parts) return word.text
  let out = ''
  for (const piece of host.pieces(word)) {
    if (piece.known.includes('\0')) return undefined
    out += piece.quoted ? piece.known.replace(/[\\*?[\]]/g, '\\$&') : piece.known
  }
  return out
}

function constantText(word: ShellWord, host: ExpandHost): string | undefined {
  return joinPieces(host.pieces(word), '', EMPTY_SPAN).text
}

function numberOperand(word: ShellWord, host: ExpandHost): number | undefined {
  const text = constantText(word, host)?.trim()
  if (text === undefined) return undefined
  if (/^-?\d{1,9}$/.test(text)) return Number(text)
  if (text === '') return 0
  const command = parseShell(`: $((${text}))`)?.commands[0]?.command
  const argument = command?.type === 'Command' ? command.args[0] : undefined
  const part = argument?.type === 'Word' ? argument.parts?.[0] : undefined
  return part?.type === 'ArithmeticExpansion' ? evaluateArithmetic(part.expression, host.arithmetic()) : undefined
}

function sliceText(text: string, offset: number, length: number | null): string {
  const start = offset < 0 ? Math.max(0, text.length + offset) : offset
  if (length === null) return text.slice(start)
  return text.slice(start, length < 0 ? text.length + length : start + length)
}
