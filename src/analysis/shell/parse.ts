import { type ParsedScript, parse } from 'unbash'
import { LIMITS } from '../interpret/limits.ts'
import { hasControlCharacter } from '../text/hidden-characters.ts'

/** The tree of a text; undefined when the parser itself gives up, which it does by running out of stack. */
export function parseShell(text: string): ParsedScript | undefined {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** A text with more commands than are read, as far as it is: the same length, so that every place in it stays. */
export interface ThinnedText {
  readonly text: string
  readonly from: number
}

/** Beyond so many commands only what is rarely called stays: one act that hides behind thousands is found. */
export function thinText(text: string): ThinnedText | undefined {
  if (text.length < LIMITS.separators * 2) return undefined
  let found = 0
  let from: number | undefined
  let start = 0
  let kept = 0
  let written = 0
  const parts: string[] = []
  const met = new Map<string, number>()
  const take = (end: number) => {
    if (isRareCommand(text, start, met) && ++kept <= LIMITS.allCommands) {
      parts.push(' '.repeat(start - written), text.slice(start, end))
      written = end
    }
    start = end
  }
  eachSeparator(text, (at) => {
    if (from !== undefined) take(at + 1)
    else if (++found > LIMITS.separators) {
      from = at
      start = at
      parts.push(text.slice(0, at))
      written = at
    }
  })
  if (from === undefined) return undefined
  take(text.length)
  parts.push(' '.repeat(text.length - written))
  return { text: parts.join(''), from }
}

const COMMAND_NAME = /[\s;&|(`]*([^\s;&|()`<>]{0,64})/y

function isRareCommand(text: string, start: number, met: Map<string, number>): boolean {
  COMMAND_NAME.lastIndex = start
  const name = COMMAND_NAME.exec(text)?.[1] ?? ''
  const times = (met.get(name) ?? 0) + 1
  met.set(name, times)
  return times <= LIMITS.repeats
}

/** Every sign that ends a command. One pass; quotes, comments and here-documents are data. */
function eachSeparator(text: string, see: (at: number) => void): void {
  let blank = true
  let bodies: HereDocument[] = []
  let ends = true
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    switch (letter) {
      case '\\':
        at++
        blank = false
        break
      case "'":
        at = text[at - 1] === '$' ? quoteEnd(text, at, "'") : indexOrEnd(text, "'", at + 1)
        blank = false
        break
      case '"':
        at = quoteEnd(text, at, '"')
        blank = false
        break
      case '#':
        if (/[\s;&|(]/.test(text[at - 1] ?? ' ')) at = indexOrEnd(text, '\n', at) - 1
        break
      case '<': {
        const body = ends ? hereDocumentAt(text, at) : undefined
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
        if (!blank) see(at)
        blank = true
        if (letter === '\n' && bodies.length > 0) {
          const after = bodies.reduce((from, body) => hereDocumentEnd(text, from, body), at)
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
}

interface HereDocument {
  readonly at: number
  readonly end: string
  readonly tabs: boolean
}

const HERE_DOCUMENT = /<<(-?)[ \t]*(['"\\]?)([^\s'"\\;&|<>()]{1,200})\2/y

function hereDocumentAt(text: string, at: number): HereDocument | undefined {
  if (text[at + 1] !== '<') return undefined
  if (text[at + 2] === '<') return { at: at + 2, end: '', tabs: false }
  HERE_DOCUMENT.lastIndex = at
  const match = HERE_DOCUMENT.exec(text)
  return match ? { at: at + match[0].length - 1, end: match[3] ?? '', tabs: match[1] === '-' } : undefined
}

/** The newline before the last line of a here-document, so that its end counts as a separator once. */
function hereDocumentEnd(text: string, from: number, { end, tabs }: HereDocument): number {
  if (end === '') return from
  for (let line = from; line < text.length; line = indexOrEnd(text, '\n', line + 1)) {
    let start = line + 1
    if (tabs) while (text[start] === '\t') start++
    const after = start + end.length
    if (text.startsWith(end, start) && (after >= text.length || text[after] === '\n')) return after - 1
  }
  return text.length
}

function indexOrEnd(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? text.length : at
}

function quoteEnd(text: string, open: number, mark: string): number {
  let at = open + 1
  while (at < text.length && text[at] !== mark) at += text[at] === '\\' ? 2 : 1
  return at
}

const COMPLEX_SYNTAX = /\n|`|\$['"(]|<<|#|\bcase\b|\\$|'[^'\\]*\\/

/** One line in which a bracket closes that was never opened, as every shell reads it: no shell runs any of it. */
export function hasStrayBracket(text: string): boolean {
  if (COMPLEX_SYNTAX.test(text)) return false
  let open = 0
  let stray = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (sign === '\\') at++
    else if (sign === "'" || sign === '"') {
      at = closingQuote(text, at, sign)
      if (at < 0) break
    } else if (sign === '(') open++
    else if (sign === ')' && --open < 0) stray = true
  }
  return stray
}

function closingQuote(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === quote) return at
    if (quote === '"' && text[at] === '\\') at++
  }
  return -1
}

const FOREIGN_HOST = /:\/\/[^/\s?#]*[^\0-\x7f]/

export function describeHostileText(text: string): string | undefined {
  if (hasControlCharacter(text)) return 'a control or bidirectional character'
  const carriage = text.indexOf('\r')
  return carriage >= 0 ? 'a carriage return' : undefined
}

/** The text as bash would see it: NUL is dropped; line ends of other systems are read as line ends. */
export function normalizeForBash(text: string): string {
  const plain = text.includes('\0') ? text.replaceAll('\0', '') : text
  return plain.includes('\r\n') ? plain.replaceAll('\r\n', '\n') : plain
}

export function hasForeignHost(text: string): boolean {
  return text.includes('://') && FOREIGN_HOST.test(text)
}

/** Without that many of them nothing is nested so deep, and finding them takes a fraction of the count. */
function hasManyBrackets(text: string, bracket: string): boolean {
  let at = -1
  for (let found = 0; found <= LIMITS.brackets; found++) {
    at = text.indexOf(bracket, at + 1)
    if (at < 0) return false
  }
  return true
}

/** Is the text nested deeper, or more text in deep nesting, than the parser reads in linear time? Counts brackets without regard to quotes. */
export function isTooDeep(text: string): boolean {
  const wide = text.length > LIMITS.nested / LIMITS.brackets
  if (!wide && !hasManyBrackets(text, '(') && !hasManyBrackets(text, '{')) return false
  let round = 0
  let curly = 0
  let nested = 0
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 40:
        if (++round > LIMITS.brackets) return true
        break
      case 41:
        if (round > 0) round--
        break
      case 123:
        if (++curly > LIMITS.brackets) return true
        break
      case 125:
        if (curly > 0) curly--
        break
    }
    nested += round + curly
    if (nested > LIMITS.nested) return true
  }
  return false
}
