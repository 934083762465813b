import {
  MAX_TEMPLATE_DEPTH,
  matchAt,
  type TemplatePart,
  TOO_DEEP_TOKENS,
  type Token,
  TokenList,
  TooManyTokens,
  UNTERMINATED,
  unescapeText,
} from './token.ts'

const STRING = /[rRbBuUfFtT]{0,2}(?:'''|"""|'|")/y
const NAME = /[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}_]*/uy
const NUMBER = /(?:0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*)?\.?\d[\d_]*(?:[eE][+-]?\d+)?[jJ]?\.?)/y
const OPERATOR = /\*\*=|\/\/=|>>=|<<=|\.\.\.|->|:=|==|!=|<=|>=|\*\*|\/\/|<<|>>|[-+*/%@&|^]=|[^\s\w]/y
const BLANK = /[ \t\f\r\u00a0]+/y
const COMMENT = /#[^\n]*/y

export function lexPython(text: string, depth = 0): Token[] {
  const list = new TokenList()
  const indents = [0]
  let brackets = 0
  let at = 0
  const lineEnd = () => {
    if (list.last() && list.last()?.kind !== 'newline') list.add('newline', '\n')
    list.line()
  }
  const indentation = () => {
    let width = 0
    for (; at < text.length; at++) {
      if (text[at] === ' ') width++
      else if (text[at] === '\t') width += 8 - (width % 8)
      else if (text[at] !== '\f' && text[at] !== '\r') break
    }
    if (at >= text.length || text[at] === '\n' || text[at] === '#') return
    const current = indents.at(-1) ?? 0
    if (width > current) {
      indents.push(width)
      if (list.tokens.length > 0) list.add('indent', '')
      list.line()
    }
    while (width < (indents.at(-1) ?? 0) && indents.length > 1) {
      indents.pop()
      list.add('dedent', '')
      list.line()
    }
  }
  indentation()
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char === '\n') {
      at++
      if (brackets === 0) {
        lineEnd()
        indentation()
      } else list.line()
      continue
    }
    if (char === '\\' && /^\r?\n/.test(text.slice(at + 1, at + 3))) {
      at += text[at + 1] === '\r' ? 3 : 2
      list.space()
      continue
    }
    const blank = matchAt(BLANK, text, at) ?? matchAt(COMMENT, text, at)
    if (blank) {
      at += blank.length
      list.space()
      continue
    }
    const opening = matchAt(STRING, text, at)
    if (opening) {
      at = readString(text, at, opening, list, depth)
      continue
    }
    const name = matchAt(NAME, text, at)
    if (name) {
      at += name.length
      list.add('name', name.normalize('NFKC'))
      continue
    }
    const number = /[\d.]/.test(char) ? matchAt(NUMBER, text, at) : undefined
    if (number) {
      at += number.length
      list.add('number', number)
      continue
    }
    const operator = matchAt(OPERATOR, text, at) ?? char
    at += operator.length
    if ('([{'.includes(operator)) brackets++
    else if (')]}'.includes(operator)) brackets = Math.max(0, brackets - 1)
    list.add('operator', operator)
  }
  lineEnd()
  for (let open = indents.length; open > 1; open--) list.add('dedent', '')
  return list.tokens
}

function readString(text: string, at: number, opening: string, list: TokenList, depth: number): number {
  const quote = opening.replace(/^[a-zA-Z]*/, '')
  const prefix = opening.slice(0, opening.length - quote.length).toLowerCase()
  const start = at + opening.length
  const formats = prefix.includes('f') || prefix.includes('t')
  const end = (formats ? formatEnd(text, start, quote, 0) : undefined) ?? stringEnd(text, start, quote)
  const body = text.slice(start, end)
  const raw = prefix.includes('r')
  if (formats) list.add('template', '', formatParts(body, raw, depth))
  else list.add('text', raw ? body : unescapeText(body))
  if (!text.startsWith(quote, end)) list.add('operator', UNTERMINATED)
  return Math.min(text.length, end + quote.length)
}

function stringEnd(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '\n' && quote.length === 1) return at
    else if (text.startsWith(quote, at)) return at
  }
  return text.length
}

const MAX_FIELD = 500

/** The end of an f-string: a quote inside a replacement field does not end it (since Python 3.12). Undefined: it has none. */
function formatEnd(text: string, from: number, quote: string, depth: number): number | undefined {
  let braces = 0
  let field = from
  for (let at = from; at < text.length; at++) {
    const char = text[at] ?? ''
    if (braces === 0 && depth === 0) field = at
    if (at - field > MAX_FIELD) return undefined
    if (char === '\\') at++
    else if (braces === 0) {
      if (text.startsWith(quote, at)) return at
      if (char === '\n' && quote.length === 1) return undefined
      if (char === '{' && text[at + 1] === '{') at++
      else if (char === '{') braces++
    } else if (char === '{') braces++
    else if (char === '}') braces--
    else if (char === '"' || char === "'") {
      const end = depth < MAX_TEMPLATE_DEPTH ? innerEnd(text, at, depth) : undefined
      if (end === undefined) return undefined
      at = end
    }
  }
  return undefined
}

function innerEnd(text: string, at: number, depth: number): number | undefined {
  const char = text[at] ?? ''
  const quote = text.startsWith(char.repeat(3), at) ? char.repeat(3) : char
  const start = at + quote.length
  const formats = /[fFtT][rR]?$/.test(text.slice(Math.max(0, at - 2), at))
  const end = formats ? formatEnd(text, start, quote, depth + 1) : stringEnd(text, start, quote)
  return end !== undefined && text.startsWith(quote, end) ? end + quote.length - 1 : undefined
}

const MAX_PARTS = 10_000

function formatParts(body: string, raw: boolean, depth: number): TemplatePart[] {
  const parts: TemplatePart[] = []
  let constant = ''
  const flush = () => {
    if (constant) parts.push(raw ? constant : unescapeText(constant))
    constant = ''
  }
  for (let at = 0; at < body.length; at++) {
    const char = body[at] ?? ''
    if ((char === '{' || char === '}') && body[at + 1] === char) {
      constant += char
      at++
    } else if (char === '{') {
      flush()
      if (parts.length > MAX_PARTS) throw new TooManyTokens()
      const [expression, end] = readReplacementField(body, at + 1)
      const deep = depth >= MAX_TEMPLATE_DEPTH
      parts.push(deep ? TOO_DEEP_TOKENS : lexPython(expression, depth + 1))
      const format = body.slice(at + 1 + expression.length, end)
      if (format.includes('{'))
        parts.push(
          ...(deep
            ? [TOO_DEEP_TOKENS]
            : formatParts(format, raw, depth + 1).filter((part) => typeof part !== 'string')),
        )
      at = end
    } else constant += char
  }
  flush()
  return parts
}

function readReplacementField(body: string, from: number): [string, number] {
  let nesting = 0
  let quote = ''
  let cut = -1
  for (let at = from; at < body.length; at++) {
    const char = body[at] ?? ''
    if (quote) {
      if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if ('([{'.includes(char)) nesting++
    else if (char === '}' && nesting === 0) return [body.slice(from, cut < 0 ? at : cut).replace(/=\s*$/, ''), at]
    else if (')]}'.includes(char)) nesting--
    else if (nesting === 0 && cut < 0 && (char === ':' || (char === '!' && body[at + 1] !== '='))) cut = at
  }
  return [body.slice(from, cut < 0 ? body.length : cut), body.length]
}
