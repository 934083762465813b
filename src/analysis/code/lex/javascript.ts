import { wordSet } from '../syntax.ts'
import {
  MAX_TEMPLATE_DEPTH,
  matchAt,
  type TemplatePart,
  TOO_DEEP_TOKENS,
  type Token,
  TokenList,
  UNTERMINATED,
  unescapeText,
} from './token.ts'

const SPACE = /[^\S\n]+/y
const COMMENT = /\/\/[^\n]*|#![^\n]*/y
const NAME =
  /#?(?:[\p{L}\p{Nl}_$]|\\u[\da-fA-F]{4}|\\u\{[\da-fA-F]+\})(?:[\p{L}\p{N}\p{M}_$]|\\u[\da-fA-F]{4}|\\u\{[\da-fA-F]+\})*/uy
const NUMBER = /0[xXoObB][\da-fA-F_]+n?|(?:\d[\d_]*)?\.?\d[\d_]*(?:[eE][+-]?\d+)?n?\.?/y
const OPERATOR =
  />>>=|\*\*=|<<=|>>=|&&=|\|\|=|\?\?=|\.\.\.|===|!==|>>>|=>|\?\.(?!\d)|\?\?|\+\+|--|&&|\|\||==|!=|<=|>=|\*\*|<<|>>|[-+*/%&|^]=|[\s\S]/y
const FLAGS = /[a-z]*/y
const MAX_LOOKUPS = 4

const BEFORE_REGEX = wordSet('return typeof case in of delete void throw new else do await yield')

export function lexJavaScript(text: string): Token[] {
  wastedLookups = 0
  return lexUntilBrace(text, 0, 0)[0]
}

function lexUntilBrace(text: string, from: number, depth: number): [Token[], number] {
  const list = new TokenList()
  const brackets = new Brackets()
  let braces = 0
  let at = from
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === '\n') {
      list.line()
      at++
      continue
    }
    const space = matchAt(SPACE, text, at) ?? (char === '#' && at > 0 ? undefined : matchAt(COMMENT, text, at))
    if (space) {
      list.space()
      at += space.length
      continue
    }
    if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2)
      if (text.slice(at, end < 0 ? text.length : end).includes('\n')) list.line()
      else list.space()
      at = end < 0 ? text.length : end + 2
      continue
    }
    if (char === '"' || char === "'") {
      const end = quotedEnd(text, at + 1, char)
      list.add('text', unescapeText(text.slice(at + 1, end)))
      if (text[end] !== char) list.add('operator', UNTERMINATED)
      at = end + 1
      continue
    }
    if (char === '`') {
      at = readTemplate(text, at + 1, list, depth)
      continue
    }
    const regex = char === '/' && regexMayStart(list.last(), brackets) ? patternAt(text, at) : undefined
    if (regex) {
      list.add('regex', regex)
      at += regex.length
      continue
    }
    const name = matchAt(NAME, text, at)
    if (name) {
      list.add('name', name.includes('\\') ? unescapeText(name) : name)
      at += name.length
      continue
    }
    const number =
      /\d/.test(char) || (char === '.' && /\d/.test(text[at + 1] ?? '')) ? matchAt(NUMBER, text, at) : undefined
    if (number) {
      list.add('number', number)
      at += number.length
      continue
    }
    const operator = matchAt(OPERATOR, text, at) ?? char
    brackets.sees(operator, list.last())
    if (operator === '{') braces++
    if (operator === '}') {
      if (braces === 0 && depth > 0) return [list.tokens, at + 1]
      braces--
    }
    list.add('operator', operator)
    at += operator.length
  }
  return [list.tokens, text.length]
}

function quotedEnd(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote || text[at] === '\n') return at
  }
  return text.length
}

function readTemplate(text: string, from: number, list: TokenList, depth: number): number {
  const parts: TemplatePart[] = []
  let start = from
  let at = from
  const flush = () => {
    if (at > start) parts.push(unescapeText(text.slice(start, at)))
  }
  while (at < text.length && text[at] !== '`') {
    if (text[at] === '\\') at += 2
    else if (text.startsWith('${', at)) {
      flush()
      const deep = depth >= MAX_TEMPLATE_DEPTH
      const [tokens, end] = deep ? [TOO_DEEP_TOKENS, at + 2] : lexUntilBrace(text, at + 2, depth + 1)
      parts.push(tokens)
      at = end
      start = end
    } else at++
  }
  if (at >= text.length) list.add('operator', UNTERMINATED)
  at = Math.min(at, text.length)
  flush()
  list.add('template', '', parts)
  return at + 1
}

const CONDITION_HEADS = new Set(['if', 'while', 'for', 'with'])
const BEFORE_BLOCK = wordSet(') ; { } => else do try finally')

/** Remembers what the last closed bracket was: behind a condition or a block a slash starts a pattern, behind a value it divides. */
class Brackets {
  private readonly open: boolean[] = []
  value = true

  sees(operator: string, last: Token | undefined): void {
    if (operator === '(') this.open.push(!(last?.kind === 'name' && CONDITION_HEADS.has(last.text)))
    else if (operator === '{') this.open.push(last !== undefined && !BEFORE_BLOCK.has(last.text))
    else if (operator === '[') this.open.push(true)
    else if (operator === ')' || operator === '}' || operator === ']') this.value = this.open.pop() ?? true
  }
}

let wastedLookups = 0

function patternAt(text: string, from: number): string | undefined {
  if (text[from + 1] === '*' || text[from + 1] === '/' || wastedLookups > text.length * MAX_LOOKUPS) return undefined
  let inClass = false
  let at = from + 1
  for (; at < text.length && text[at] !== '\n'; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === '[') inClass = true
    else if (char === ']') inClass = false
    else if (char === '/' && !inClass) return text.slice(from, at + 1) + (matchAt(FLAGS, text, at + 1) ?? '')
  }
  wastedLookups += at - from
  return undefined
}

function regexMayStart(last: Token | undefined, brackets: Brackets): boolean {
  if (!last) return true
  if (last.kind === 'operator' && /^[)\]}]$/.test(last.text)) return !brackets.value
  if (last.kind === 'name') return BEFORE_REGEX.has(last.text)
  if (last.kind === 'operator') return !/^(?:[)\]}]|\+\+|--)$/.test(last.text)
  return false
}
