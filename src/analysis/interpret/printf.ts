import type { Command, DataSource, Value } from '../words.ts'
import type { Program } from './program.ts'

const MAX_OUTPUT = 64 * 1024

export const PRINTF: Program = {
  names: ['printf'],
  read: () => 'proven',
  output: (command) => {
    const sources = command.args.flatMap((word): readonly DataSource[] => word.sources)
    return { text: formatPrintf(command), sources } satisfies Value
  },
}

export function formatPrintf(command: Command): string | undefined {
  const texts = command.args.map((word) => word.text)
  if (texts[0] === '--') texts.shift()
  const [format, ...values] = texts
  if (format === undefined || values.some((value) => value === undefined)) return undefined
  if (format === '-v') return ''
  let out = ''
  let used = 0
  for (let turn = 0; turn === 0 || (used > 0 && used < values.length && turn < 10_000); turn++) {
    const before = used
    const result = applyFormatOnce(format, () => values[used++] ?? '')
    if (result === undefined) return undefined
    out += result.text
    if (result.stop || used === before || out.length > MAX_OUTPUT) break
  }
  return out.length > MAX_OUTPUT ? undefined : out
}

function applyFormatOnce(format: string, next: () => string): { text: string; stop: boolean } | undefined {
  let text = ''
  for (let at = 0; at < format.length; at++) {
    const character = format[at]
    if (character === '\\') {
      const found = readEscape(format, at)
      if (!found) return { text, stop: true }
      text += found.text
      at = found.end - 1
    } else if (character === '%') {
      const directive = /^%([-+ #0]*)(\d{0,4})(?:\.(\d{0,4}))?([%sbcdiuxXoq])/.exec(format.slice(at, at + 24))
      if (!directive) return undefined
      const [whole, flags = '', width = '', precision, letter = ''] = directive
      const value = letter === '%' ? '%' : formatDirective(letter, next(), precision)
      if (value === undefined) return undefined
      text += flags.includes('-')
        ? value.padEnd(Number(width))
        : value.padStart(Number(width), flags.includes('0') && letter !== 's' ? '0' : ' ')
      at += whole.length - 1
    } else text += character
  }
  return { text, stop: false }
}

function formatDirective(letter: string, value: string, precision: string | undefined): string | undefined {
  if (letter === 's') return precision === undefined ? value : value.slice(0, Number(precision))
  if (letter === 'b') return unescapePrintfText(value)
  if (letter === 'c') return value.slice(0, 1)
  if (letter === 'q') return /^[\w./:-]+$/.test(value) ? value : undefined
  const parsed = value === '' ? 0 : /^['"]/.test(value) ? value.charCodeAt(1) : Number(value)
  if (!Number.isSafeInteger(parsed)) return undefined
  const digits = parsed.toString(letter === 'o' ? 8 : /x/i.test(letter) ? 16 : 10)
  return letter === 'X' ? digits.toUpperCase() : digits
}

const SIMPLE_ESCAPES = new Map(
  Object.entries({ n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v', e: '\x1b', E: '\x1b' }),
)

function readEscape(text: string, at: number): { text: string; end: number } | undefined {
  const next = text[at + 1] ?? ''
  if (next === 'c') return undefined
  const simple = SIMPLE_ESCAPES.get(next) ?? (/[\\"'?]/.test(next) ? next : undefined)
  if (simple !== undefined) return { text: simple, end: at + 2 }
  const coded = /^\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|0?([0-7]{1,3}))/.exec(
    text.slice(at, at + 11),
  )
  if (!coded) return { text: `\\${next}`, end: at + 2 }
  const code =
    coded[4] === undefined
      ? Number.parseInt(coded[1] ?? coded[2] ?? coded[3] ?? '', 16)
      : Number.parseInt(coded[4], 8) & 255
  return { text: code > 0x10ffff ? '' : String.fromCodePoint(code), end: at + coded[0].length }
}

function unescapePrintfText(text: string): string {
  let out = ''
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '\\') {
      out += text[at]
      continue
    }
    const found = readEscape(text, at)
    if (!found) return out
    out += found.text
    at = found.end - 1
  }
  return out
}

export const ECHO: Program = {
  names: ['echo'],
  read: () => 'proven',
  output: echoOutput,
}

function echoOutput(command: Command): Value {
  let first = 0
  let newline = true
  let escapes = false
  for (; first < command.args.length && /^-[neE]+$/.test(command.args[first]?.text ?? ''); first++) {
    const letters = command.args[first]?.text ?? ''
    if (letters.includes('n')) newline = false
    if (letters.includes('e')) escapes = true
    if (letters.includes('E')) escapes = false
  }
  const words = command.args.slice(first)
  const sources = words.flatMap((word): readonly DataSource[] => word.sources)
  // Globs become names before they are printed: what reads them gets the paths they cover.
  if (words.some((word) => word.glob) && words.every((word) => word.text !== undefined))
    return { text: undefined, sources, paths: words }
  if (words.some((word) => word.text === undefined)) return { text: undefined, sources }
  const text = words.map((word) => word.text).join(' ')
  return { text: (escapes ? unescapePrintfText(text) : text) + (newline ? '\n' : ''), sources }
}
