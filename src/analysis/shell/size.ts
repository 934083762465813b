import { LIMITS } from './limits.ts'

/** Where a text holds more commands than are read; undefined when it does not. One pass; quotes, comments and here-documents are data. */
export function whereTooMany(text: string): number | undefined {
  // Every command but the last takes a letter and a separator.
  if (text.length < LIMITS.separators * 2) return undefined
  let found = 0
  let blank = true
  let bodies: Body[] = []
  let ends = true
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    switch (letter) {
      case '\\':
        at++
        blank = false
        break
      case "'":
        at = text[at - 1] === '$' ? endOfQuote(text, at, "'") : endOf(text, "'", at + 1)
        blank = false
        break
      case '"':
        at = endOfQuote(text, at, '"')
        blank = false
        break
      case '#':
        if (/[\s;&|(]/.test(text[at - 1] ?? ' ')) at = endOf(text, '\n', at) - 1
        break
      case '<': {
        const body = ends ? bodyAt(text, at) : undefined
        if (body) {
          bodies.push(body)
          at = body.at
        }
        break
      }
      case '\n':
      case ';':
      case '|':
      case '&':
      case '(':
      case '`':
        if (!blank && ++found > LIMITS.separators) return at
        blank = true
        if (letter === '\n' && bodies.length > 0) {
          const after = bodies.reduce((from, body) => endOfBody(text, from, body), at)
          // What never ends is no here-document: `1<<2`. Looking for more of them would cost too much.
          ends = after < text.length
          if (ends) at = after
          bodies = []
        }
        break
      case ' ':
      case '\t':
        break
      default:
        blank = false
    }
  }
  return undefined
}

/** A here-document that is announced; its text starts on the next line. */
interface Body {
  readonly at: number
  readonly end: string
  readonly tabs: boolean
}

const BODY = /<<(-?)[ \t]*(['"\\]?)([^\s'"\\;&|<>()]{1,200})\2/y

function bodyAt(text: string, at: number): Body | undefined {
  if (text[at + 1] !== '<') return undefined
  if (text[at + 2] === '<') return { at: at + 2, end: '', tabs: false }
  BODY.lastIndex = at
  const match = BODY.exec(text)
  return match ? { at: at + match[0].length - 1, end: match[3] ?? '', tabs: match[1] === '-' } : undefined
}

/** The newline before the last line of a here-document, so that its end counts as a separator once. */
function endOfBody(text: string, from: number, { end, tabs }: Body): number {
  if (end === '') return from
  for (let line = from; line < text.length; line = endOf(text, '\n', line + 1)) {
    let start = line + 1
    if (tabs) while (text[start] === '\t') start++
    const after = start + end.length
    if (text.startsWith(end, start) && (after >= text.length || text[after] === '\n')) return after - 1
  }
  return text.length
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? text.length : at
}

function endOfQuote(text: string, open: number, mark: string): number {
  let at = open + 1
  while (at < text.length && text[at] !== mark) at += text[at] === '\\' ? 2 : 1
  return at
}
