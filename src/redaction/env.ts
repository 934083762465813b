import { FILE_VALUE, isTokenShaped } from './shapes.ts'

/** Files and places of settings for a process: whatever a line is called there, its value may be a secret. */

/** Hides a value, or gives it back where it only says where the secret is. */
type HideValue = (value: string) => string

const ENV_FILE_NAMES: ReadonlySet<string> = new Set(['.env', '.envrc', '.flaskenv', '.dev.vars'])
/** Files that show which lines there are, without their values. */
const SAMPLE_ENDINGS: ReadonlySet<string> = new Set('example sample template tmpl tpl dist defaults schema'.split(' '))

/** `.env`, `.env.local`, `config/prod.env`, `.envrc`. */
export function isEnvFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (SAMPLE_ENDINGS.has(name.slice(name.lastIndexOf('.') + 1))) return false
  return (
    ENV_FILE_NAMES.has(name) || name.startsWith('.env.') || name.startsWith('.dev.vars.') || /^[\w.-]+\.env$/.test(name)
  )
}

/** Names that people give to what everybody may see, by their last part. */
const PUBLIC_NAMES: ReadonlySet<string> = new Set(
  'env environment port host hostname level mode region version tz timezone lang locale debug path dir'.split(' '),
)
const PUBLIC_VALUES: ReadonlySet<string> = new Set(
  'development production staging test testing local localhost debug info warn warning error trace utf-8 utc json'.split(
    ' ',
  ),
)

/** Does everybody know such a value: the number of a port, an environment's name, a place? */
export function isPublicValue(name: string, value: string): boolean {
  if (PUBLIC_VALUES.has(value.toLowerCase()) || /^-?\d{1,5}(?:\.\d{1,5})?$/.test(value) || FILE_VALUE.test(value))
    return true
  if (PUBLIC_NAMES.has(name.toLowerCase().split(/[_.-]/).at(-1) ?? '')) return !isTokenShaped(value)
  return /^[a-z][a-z\d+.-]{1,20}:\/\/[^\s@?]*$/i.test(value) && !value.split('/').some(isTokenShaped)
}

const ENV_LINE = /^([ \t]*(?:export[ \t]+)?)([A-Za-z_][\w.-]{0,100})([ \t]{0,4}(?:=|:[ \t])[ \t]{0,4})(.*)$/

/** Hides the values of a text in the form of such a file. A value in quotes may span lines. */
export function hideEnvLines(text: string, hide: HideValue): string {
  let open: string | undefined
  let some = false
  const lines = text.split('\n').map((line) => {
    if (open !== undefined) {
      const end = line.indexOf(open)
      const inside = end < 0 ? line : line.slice(0, end)
      if (end >= 0) open = undefined
      return `${inside.trim() === '' ? inside : hide(inside)}${line.slice(inside.length)}`
    }
    const [whole, before = '', name = '', between = '', rest = ''] = ENV_LINE.exec(line) ?? []
    if (whole === undefined) return line
    some = true
    const { quote, value, after, unclosed } = parseLineValue(rest)
    if (unclosed) open = quote
    return value === '' || isPublicValue(name, value)
      ? line
      : `${before}${name}${between}${quote}${hide(value)}${after}`
  })
  // A piece of such a file without a name is as likely a value.
  if (!some && lines.length === 1 && /^[^\s#]+$/.test(text)) return isPublicValue('', text) ? text : hide(text)
  return lines.join('\n')
}

interface LineValue {
  readonly quote: string
  readonly value: string
  readonly after: string
  readonly unclosed: boolean
}

function parseLineValue(rest: string): LineValue {
  const quote = /^["'\x60]/.exec(rest)?.[0] ?? ''
  if (quote === '') {
    const value = rest.replace(/[ \t]+#.*$|[ \t\r]+$/, '')
    return { quote, value, after: rest.slice(value.length), unclosed: false }
  }
  const end = rest.indexOf(quote, 1)
  const value = end < 0 ? rest.slice(1) : rest.slice(1, end)
  return { quote, value, after: end < 0 ? '' : rest.slice(end), unclosed: end < 0 }
}

/** Could a command of this text, in lower case, write such a file? */
export function canWriteEnv(lower: string): boolean {
  return (
    lower.includes('=') &&
    ENV_FILE_MENTIONS.some((name) => lower.includes(name)) &&
    ENV_WRITERS.some((word) => lower.includes(word))
  )
}

const ENV_FILE_MENTIONS = ['.env', '.dev.vars', '.flaskenv']
const ENV_WRITERS = ['>', 'tee ', 'sed ', 'perl ', 'dotenv ']

/** Hides the values that commands of a text write into such files: as words of `echo`, as text between two marks, by `sed`. */
export function hideEnvWrites(text: string, always: HideValue, depth = 0): string {
  // What a shell puts in there is no value yet.
  const hide = (value: string) => (/\$\(|\x60/.test(value) ? value : always(value))
  return splitSegments(text)
    .map(({ command, body }) => {
      if (!writesEnv(command)) return hideInQuotes(command, hide, depth) + body
      return hideInWords(command, hide) + hideEnvLines(body, hide)
    })
    .join('')
}

const MAX_DEPTH = 3

/** A text of a shell may stand in quotes. */
function hideInQuotes(command: string, hide: HideValue, depth: number): string {
  if (depth >= MAX_DEPTH) return command
  return command.replace(SHELL_WORD, (word) => {
    const quote = /^["']/.exec(word)?.[0]
    if (quote === undefined || !canWriteEnv(word.toLowerCase())) return word
    return `${quote}${hideEnvWrites(word.slice(1, -1), hide, depth + 1)}${quote}`
  })
}

const SHELL_WORD = /"(?:[^"\\]|\\[\s\S])*"|'[^']*'|[^\s"'<>|]+/g
const ENV_EDITORS = /(?:^|[\s|/])(?:tee|sed|perl|dotenv)\s|>/

function writesEnv(command: string): boolean {
  if (!ENV_EDITORS.test(command)) return false
  return (command.match(SHELL_WORD) ?? []).some((word) => isEnvFile(word.replace(/^["']|["']$/g, '')))
}

/** `NAME=value`, `NAME="value"`, `"NAME=value\nOTHER=value"`, the words of a format, and what `sed` puts in. */
function hideInWords(command: string, hide: HideValue): string {
  const sets = /\b(?:sed|perl)\s/.test(command)
  let format = false
  let named: string | undefined
  return command.replace(SHELL_WORD, (word, at: number) => {
    const quote = /^["']/.exec(word)?.[0] ?? ''
    const inner = quote === '' ? word : word.slice(1, -1)
    const glued = named !== undefined && /[^\s]/.test(command[at - 1] ?? ' ')
    const before = named
    named = quote === '' && /^[A-Za-z_][\w.-]*=$/.test(word) ? word.slice(0, -1) : undefined
    if (glued && before !== undefined) return `${quote}${hideUnlessPublic(before, inner, hide)}${quote}`
    if (sets && quote !== '') return `${quote}${hideInSubstitution(inner, hide)}${quote}`
    if (/^[A-Za-z_][\w.-]*=%/.test(inner)) {
      format = true
      return word
    }
    if (/^[A-Za-z_][\w.-]*=/.test(inner.replace(/^export\s+/, '')))
      return `${quote}${hideInPieces(inner, hide)}${quote}`
    if (format && inner !== '' && !isEnvFile(inner) && inner !== 'tee' && !inner.startsWith('-'))
      return `${quote}${hide(inner)}${quote}`
    return word
  })
}

function hideUnlessPublic(name: string, value: string, hide: HideValue): string {
  return value === '' || isPublicValue(name, value) ? value : hide(value)
}

/** Lines that are parted by the sign that `echo -e` and `printf` read. */
function hideInPieces(inner: string, hide: HideValue): string {
  return inner
    .split(/(\\n|\n)/)
    .map((piece) => (piece === '\\n' || piece === '\n' ? piece : hideEnvLines(piece, hide)))
    .join('')
}

// `s|^NAME=.*|NAME=value|`, with whatever sign parts it.
function hideInSubstitution(script: string, hide: HideValue): string {
  const sign = /(?:^|[\s;{])s([^\w\s])/.exec(script)
  if (sign === null) return script
  const parts = script.split(sign[1] ?? '/')
  return parts
    .map((part, at) => (at >= 2 && at % 3 === 2 && /^[A-Za-z_][\w.-]*=/.test(part) ? hideEnvLines(part, hide) : part))
    .join(sign[1])
}

interface Segment {
  readonly command: string
  /** Text between two marks that belongs to it. */
  readonly body: string
}

/** The commands of a text, parted where a shell parts them, with what stands between marks. Together they are the text. */
function splitSegments(text: string): readonly Segment[] {
  const segments: Segment[] = []
  let start = 0
  let quote = ''
  let marks: string[] = []
  const end = (at: number, body: number) => {
    segments.push({ command: text.slice(start, at), body: text.slice(at, body) })
    start = body
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (letter === '\\' && quote !== "'") at++
    else if (quote !== '') quote = letter === quote ? '' : quote
    else if (letter === '"' || letter === "'") quote = letter
    else if (text.startsWith('<<<', at)) at += 2
    else if (letter === '<') {
      const mark = heredocMarkAt(text, at)
      if (mark) marks.push(mark.word)
      at += mark?.length ?? 0
    } else if (letter === '\n' && marks.length > 0) {
      const after = marks.reduce((from, mark) => heredocEnd(text, from, mark), at + 1)
      marks = []
      end(at + 1, after)
      at = after - 1
    } else if (marks.length === 0 && (letter === '\n' || letter === ';' || (letter === '&' && text[at - 1] !== '>')))
      end(at + 1, at + 1)
  }
  end(text.length, text.length)
  return segments
}

const HEREDOC_MARK = /<<-?[ \t]{0,4}(["']?)([\w.-]{1,80})\1/y

function heredocMarkAt(text: string, at: number): { readonly word: string; readonly length: number } | undefined {
  HEREDOC_MARK.lastIndex = at
  const found = HEREDOC_MARK.exec(text)
  return found ? { word: found[2] ?? '', length: found[0].length - 1 } : undefined
}

/** Where the text behind a mark ends, with the line of the mark itself; where there is none, the end. */
function heredocEnd(text: string, from: number, mark: string): number {
  for (let at = from; at < text.length; ) {
    const line = text.indexOf('\n', at)
    const next = line < 0 ? text.length : line + 1
    if (text.slice(at, line < 0 ? text.length : line).trim() === mark) return next
    at = next
  }
  return text.length
}
