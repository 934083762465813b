import type { Command as CommandNode, ParsedScript, Redirection, Word as ShellWord, WordPart } from 'unbash'
import type { UnknownKind } from '../action.ts'
import type { Facts } from '../facts.ts'
import { LIMITS } from '../interpret/limits.ts'
import {
  constantPiece,
  dynamicWord,
  EMPTY_SPAN,
  globPiece,
  joinPieces,
  literalWord,
  numberPiece,
  type Piece,
  splitIntoWords,
  textPiece,
  unknownPiece,
  valuePiece,
  withoutLastNewlines,
} from '../interpret/values.ts'
import { hasControlCharacter, hasInvisibleCharacter } from '../text/hidden-characters.ts'
import { expandBraces } from '../text/pattern.ts'
import type { Span, Value, Word } from '../words.ts'
import { type ArithmeticContext, evaluateArithmetic } from './arithmetic.ts'
import { tildePrefix } from './environment.ts'
import { expandParameter, variablePieces } from './parameter.ts'
import { parseShell } from './parse.ts'
import { getVariable, type Scope, separators, setVariable } from './scope.ts'

export interface ExpandHost {
  readonly scope: Scope
  readonly facts: Facts
  /** What a word gives that stands inside an expansion. */
  pieces(word: ShellWord, quoted?: boolean): Piece[]
  substitute(script: ParsedScript | undefined): Value
  process(part: Extract<WordPart, { type: 'ProcessSubstitution' }>): string
  /** A value that the shell expands once more: `${x@P}`, array subscripts in arithmetic. */
  hidden(text: Value): Value
  arithmetic(): ArithmeticContext
  /** May this much more text be read? Once it is too much, the rest counts as not read. */
  affords(text: string): boolean
  spend(work: number, span: Span): boolean
  unknown(why: string, span: Span, kind?: UnknownKind): void
  /** A text that this very shell runs in the course of the expansion. */
  runs(text: Value): void
  unread(why: string): void
}

export function expandWord(word: ShellWord, host: ExpandHost): Word[] {
  const parts = word.parts
  if (!parts) return [plainWord(word, host)]
  if (parts.some((part) => part.type === 'BraceExpansion')) {
    const expanded = bracedWords(word, host)
    if (expanded) return expanded
  }
  return wordsOfPieces(piecesOf(word, host, false), word, host)
}

function wordsOfPieces(pieces: readonly Piece[], word: ShellWord, host: ExpandHost): Word[] {
  const words = splitIntoWords(pieces, word.text, spanOf(word), separators(host.scope))
  if (words.length > LIMITS.arguments) host.unread('too many words')
  return words
}

/** One word without splitting: assignments, redirect targets, `case` subjects, here-strings. */
export function expandSingle(word: ShellWord, host: ExpandHost, assignment = false): Word {
  if (!word.parts && !assignment) return plainWord(word, host)
  const pieces = piecesOf(word, host, assignment).filter((piece) => !piece.nothing)
  return { ...joinPieces(pieces, word.text, spanOf(word)), ...(assignment && { glob: false }) }
}

function spanOf(node: { pos: number; end: number }): Span {
  return { start: node.pos, end: node.end }
}

function plainWord(word: ShellWord, host: ExpandHost): Word {
  checkLiteral(word.value, word, host)
  if (word.text.startsWith('~')) return joinPieces([tildePiece(word.value, host)], word.text, spanOf(word))
  if (word.value === word.text) return literalWord(word.value, spanOf(word))
  return { ...literalWord(word.value, spanOf(word)), raw: word.text, quoted: word.text.includes("'") }
}

const PART_COST = 2

export function piecesOf(word: ShellWord, host: ExpandHost, assignment: boolean, quoted = false): Piece[] {
  const { parts } = word
  if (!parts) {
    checkLiteral(word.value, word, host)
    if (quoted) return [constantPiece(word.value, true)]
    return [literalPiece(word.text, word.value, host, assignment)]
  }
  if (!host.spend(parts.length * PART_COST, spanOf(word))) return [unknownPiece(quoted, [], false)]
  const pieces: Piece[] = []
  parts.forEach((part, index) => {
    if (part.type === 'Literal' && !quoted && (index === 0 || assignment)) {
      checkLiteral(part.value, part, host)
      const last = index === parts.length - 1
      pieces.push(literalPiece(index === 0 ? part.text : `=${part.text}`, part.value, host, assignment, last))
    } else pieces.push(...expandPart(part, host, quoted))
  })
  return pieces
}

function literalPiece(text: string, value: string, host: ExpandHost, assignment: boolean, last = true): Piece {
  if (text.startsWith('~') && (last || value.includes('/'))) return tildePiece(value, host)
  if (assignment && value.includes(':~')) {
    const parts = value.split(':').map((part) => (part.startsWith('~') ? tildeText(part, host) : part))
    return constantPiece(parts.join(':'), false)
  }
  return constantPiece(value, false)
}

function tildeText(text: string, host: ExpandHost): string {
  return tildePrefix(text, host.scope, host.facts) ?? '\0'
}

function tildePiece(text: string, host: ExpandHost): Piece {
  return constantPiece(tildeText(text, host), false)
}

function checkLiteral(value: string, node: { pos: number; end: number }, host: ExpandHost): void {
  if (hasInvisibleCharacter(value) || (value.length > 0 && hasControlCharacter(value)))
    host.unknown('an invisible character outside quotes', spanOf(node), 'person')
}

function expandPart(part: WordPart, host: ExpandHost, quoted: boolean): Piece[] {
  switch (part.type) {
    case 'Literal':
      if (!quoted) checkLiteral(part.value, part, host)
      return [constantPiece(part.value, quoted)]
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [constantPiece(part.value, true)]
    case 'Glob':
      return quoted ? [constantPiece(part.text, true)] : bracketPieces(part, host)
    case 'ExtendedGlob':
      for (const inner of part.parts ?? []) expandPart(inner, host, true)
      host.unknown('an extended glob, or a zsh qualifier', spanOf(part), 'ambiguous')
      runQualifier(part.pattern, host)
      return [globPiece('*')]
    case 'DoubleQuoted':
    case 'LocaleString':
      return doubleQuoted(part.parts, host)
    case 'SimpleExpansion':
      return variablePieces(part.text.slice(1), host, quoted)
    case 'ParameterExpansion':
      return expandParameter(part, host, quoted)
    case 'CommandExpansion':
      return [valuePiece(host.substitute(part.script), quoted)]
    case 'ArithmeticExpansion': {
      const value = part.expression
        ? evaluateArithmetic(part.expression, arithmeticContext(host))
        : recordUnreadArithmetic(part, host)
      return [value === undefined ? numberPiece(quoted) : textPiece(String(value), quoted)]
    }
    case 'ProcessSubstitution':
      return [constantPiece(host.process(part), true)]
    case 'BraceExpansion': {
      for (const inner of part.parts ?? []) expandPart(inner, host, quoted)
      return [quoted ? constantPiece(part.text, true) : { ...unknownPiece(false, [], false), splits: false }]
    }
  }
}

/** Arithmetic that could not be parsed may still run substitutions. */
function recordUnreadArithmetic(part: { text: string; pos: number; end: number }, host: ExpandHost): undefined {
  if (part.text.length <= 6) return undefined
  host.unknown('arithmetic that is not understood', spanOf(part))
  host.hidden({ text: part.text.slice(3, -2), sources: [] })
}

/** `[…]` may hold expansions; what they give is part of the pattern. */
function bracketPieces(part: Extract<WordPart, { type: 'Glob' }>, host: ExpandHost): Piece[] {
  if (!part.parts?.some((inner) => inner.type !== 'Literal')) return [globPiece(part.text)]
  return [globPiece('['), ...part.parts.flatMap((inner) => expandPart(inner, host, false)), globPiece(']')]
}

function doubleQuoted(parts: readonly WordPart[], host: ExpandHost): Piece[] {
  if (parts.length === 0) return [constantPiece('', true)]
  if (!host.spend(parts.length * PART_COST, EMPTY_SPAN)) return [unknownPiece(true, [], false)]
  return parts.flatMap((part) => expandPart(part, host, true))
}

/** Brace expansion is textual: each result is read as a word of its own. */
function bracedWords(word: ShellWord, host: ExpandHost): Word[] | undefined {
  const texts = expandBraces(word.text)
  if (!texts || (texts.length === 1 && texts[0] === word.text)) return undefined
  const words: Word[] = []
  for (const text of texts) {
    if (text === '') continue
    const [statement] = parseShell(`: ${text}`)?.commands ?? []
    const command = statement?.command
    const inner = command?.type === 'Command' ? command.args[0] : undefined
    if (inner?.type !== 'Word') return undefined
    const pieces = piecesOf(inner, host, false)
    for (const result of wordsOfPieces(pieces, word, host)) words.push(result)
  }
  return words
}

export function expandBody(parts: readonly WordPart[], host: ExpandHost): Word {
  if (!host.spend(parts.length * PART_COST, EMPTY_SPAN)) return dynamicWord('', [])
  const pieces = parts.flatMap((part) => expandPart(part, host, true))
  return joinPieces(
    pieces.filter((piece) => !piece.nothing),
    '',
    { start: 0, end: 0 },
  )
}

const MAX_EXPRESSIONS = 8

export function arithmeticContext(host: ExpandHost, followed: readonly string[] = []): ArithmeticContext {
  const { scope } = host
  const expression = (text: string, name: string): number | undefined => {
    // A name that stands for itself ends in an error.
    if (followed.includes(name)) return undefined
    const isTooDeep = followed.length >= MAX_EXPRESSIONS
    if (isTooDeep) host.unread('nested too deep')
    const node = !isTooDeep && host.affords(text) ? parseShell(`((${text}))`)?.commands[0] : undefined
    const inner = node?.command.type === 'ArithmeticCommand' ? node.command.expression : undefined
    return evaluateArithmetic(inner, arithmeticContext(host, [...followed, name]))
  }
  const numberIn = (text: string, name: string, sources: Word['sources']): number | undefined => {
    if (/^-?\d{1,15}$/.test(text)) return Number(text)
    if (!/[$`]/.test(text)) return expression(text, name)
    host.hidden({ text, sources })
    return undefined
  }
  /** Each text that it may have is an expression of its own; only a sure one gives a number. */
  const meant = ({ text, alternatives, sources }: Word, name: string): number | undefined => {
    if (text !== undefined) return numberIn(text, name, sources)
    for (const each of alternatives?.texts ?? []) numberIn(each, name, sources)
    return undefined
  }
  const number = (name: string): number | undefined => {
    const word = getVariable(scope, name)?.word
    return word && meant(word, name)
  }
  return {
    word: (node) => {
      if (node.type === 'ArithmeticCommandExpansion') {
        const { text } = host.substitute(node.script)
        return text === undefined ? undefined : withoutLastNewlines(text)
      }
      const name = node.parts ? undefined : /^\$(\w+|[@*#?$!-])$/.exec(node.value)?.[1]
      if (!node.parts && name === undefined) return node.value
      const pieces = node.parts
        ? node.parts.flatMap((part) => expandPart(part, host, true))
        : variablePieces(name ?? '', host, true)
      const word = joinPieces(pieces, node.value, spanOf(node))
      if (word.text === undefined) meant(word, node.value)
      return word.text
    },
    tooDeep: () => host.unread('nested too deep'),
    variable: number,
    element: (name, subscript) => {
      const index = expression(subscript, `${name}[${subscript}]`)
      const word = index === undefined ? undefined : getVariable(scope, name)?.elements?.at(index)
      return word && meant(word, `${name}[${index}]`)
    },
    assign: (name, value) =>
      setVariable(scope, name, value === undefined ? dynamicWord(`$${name}`, []) : literalWord(String(value))),
  }
}

/** The shell a host starts is not known: what zsh alone reads otherwise is read its way beside bash's. */

/** Glob qualifiers that run something for every file: `*(e:'cmd':)`, `*(.e{cmd})`, `*(+function)`. */
const GLOB_CODE = /^(?:#q)?[^\s|'"]*?e([:;,{[<'"@%!~#=])([\s\S]+)$/
const GLOB_FUNCTION = /^(?:#q)?[-^@=./*%\w[\],]*\+([A-Za-z_][\w-]*)/

function runQualifier(pattern: string, host: ExpandHost): void {
  const [, delimiter = '', rest = ''] = GLOB_CODE.exec(pattern) ?? []
  const inner = delimiter === '' ? GLOB_FUNCTION.exec(pattern)?.[1] : rest.slice(0, -1)
  if (inner === undefined || inner === '') return
  const [, , quoted] = /^(['"])([\s\S]*)\1$/.exec(inner) ?? []
  host.runs({ text: quoted ?? inner, sources: [] })
}

/** `>! file` and `>>! file` write to the file, where bash writes to one called `!`: nobody means that. */
export function withZshClobbers(node: CommandNode): readonly Redirection[] {
  if (!node.redirects.some(isClobber)) return node.redirects
  const words = [node.name, ...node.args].filter((item): item is ShellWord => item?.type === 'Word')
  return node.redirects.map((item) => {
    const target = isClobber(item) ? words.find((word) => word.pos >= item.end) : undefined
    return target ? { ...item, target } : item
  })
}

function isClobber(item: Redirection): boolean {
  return item.type === 'Redirect' && item.target?.text === '!' && /^(?:&?>>?|>&)$/.test(item.operator)
}

/** `=name` is the path of that program; `zf_name` the shell's own copy of it. */
export function zshProgramName(name: string | undefined): string | undefined {
  if (name?.startsWith('=')) return /^=[A-Za-z_][\w.-]*$/.test(name) ? name.slice(1) : name
  return name?.startsWith('zf_') ? name.replace(/^zf_(?=[a-z]+$)/, '') : name
}

/** Functions that the shell calls by itself: before and after commands, on signals, when a name is not found. */
export function isShellHook(name: string): boolean {
  return /^(?:command_not_found_handler?|preexec|precmd|chpwd|periodic|zshaddhistory|zshexit|TRAP[A-Z]+\d*)$/.test(name)
}

const MAX_ROUNDS = 8
const MAX_TEXT_LENGTH = 32_000
/** Qualifiers that only choose and sort: `*.rs(N)`, `*(.om[1,5])`. */
const CHOOSING_QUALIFIERS = /^\((?:#q)?[-^@=./*%rwxRWXAIEsStFUGNDTMnYofmacLkMGhdOul,0-9[\]+]{1,24}(?::[a-zA-Z]{1,4})*\)/

/** The tree of a text in which qualifiers stand behind globs that bash knows nothing of; undefined when that does not help. */
export function parseQualified(text: string, script: ParsedScript): ParsedScript | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined
  let now = text
  let tree: ParsedScript | undefined = script
  for (let round = 0; round < MAX_ROUNDS && tree?.errors; round++) {
    const [error] = tree.errors
    const group = error && CHOOSING_QUALIFIERS.exec(now.slice(error.pos))?.[0]
    if (!error || group === undefined || !/[\w*?\]}/.]/.test(now.charAt(error.pos - 1))) return undefined
    now = now.slice(0, error.pos) + ' '.repeat(group.length) + now.slice(error.pos + group.length)
    tree = parseShell(now)
  }
  return tree?.errors ? undefined : tree
}
