import { readInputText, readStdinText } from '../../../analysis/interpret/file-tool.ts'
import type { Options } from '../../../analysis/interpret/options.ts'
import type { EffectRecorder } from '../../../analysis/interpret/program.ts'
import type { Command } from '../../../analysis/words.ts'

/** What a filter prints for constant input: exact, or undefined. */
export type TextFilter = (options: Options, command: Command, recorder: EffectRecorder) => string | undefined

const MAX_INPUT = 64 * 1024

function hasOnlyOptions(options: Options, names: string): boolean {
  return options.unknown.length === 0 && [...options.given.keys()].every((name) => names.split(' ').includes(name))
}

/** What becomes of the text of all files, with no option but these. */
function makeTextFilter(
  names: string,
  made: (text: string, options: Options) => string | undefined,
  mostFiles = Number.POSITIVE_INFINITY,
): TextFilter {
  return (options, command, recorder) => {
    if (!hasOnlyOptions(options, names) || options.operands.length > mostFiles) return undefined
    const text = readInputText(options.operands, command, recorder)
    return text === undefined || text.length > MAX_INPUT ? undefined : made(text, options)
  }
}

function splitLines(text: string): string[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .slice(text === '' ? 1 : 0)
}

function joinLines(list: readonly string[]): string {
  return list.map((line) => `${line}\n`).join('')
}

export const catText = makeTextFilter('u', (text) => text)

const LINE_COUNT_OPTIONS = 'n lines q quiet 0 1 2 3 4 5 6 7 8 9'

/** `-n 3`, `-3`, or the default of ten; undefined for anything else. */
function parseLineCount(options: Options): number | undefined {
  const given = options.value('n', 'lines')?.text
  if (options.has('n', 'lines')) return /^\d{1,6}$/.test(given ?? '') ? Number(given) : undefined
  const digits = [...options.given].flatMap(([name, uses]) => (/^\d$/.test(name) ? uses.map(() => name) : []))
  return digits.length > 1 ? undefined : Number(digits[0] ?? 10)
}

const makeLineCropper = (crop: (all: string[], number: number) => string[]) =>
  makeTextFilter(
    LINE_COUNT_OPTIONS,
    (text, options) => {
      const number = parseLineCount(options)
      return number === undefined ? undefined : joinLines(crop(splitLines(text), number))
    },
    1,
  )

export const headText = makeLineCropper((all, number) => all.slice(0, number))
export const tailText = makeLineCropper((all, number) => (number === 0 ? [] : all.slice(-number)))

const MAX_SEQUENCE_LENGTH = 2000

/** `seq last`, `seq first last`, `seq first step last`, of whole numbers. */
export const seqText: TextFilter = (options) => {
  if (!hasOnlyOptions(options, '')) return undefined
  const numbers = options.operands.map(({ text = '' }) => (/^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN))
  const [first = 1, last = 0, step = 1] =
    numbers.length === 1 ? [1, ...numbers] : [numbers[0], numbers.at(-1), numbers.length > 2 ? numbers[1] : 1]
  const size = Math.floor((last - first) / step) + 1
  if (!(size >= 0 && size <= MAX_SEQUENCE_LENGTH)) return undefined
  return joinLines(Array.from({ length: size }, (_, at) => String(first + at * step)))
}

export const revText = makeTextFilter('', (text) =>
  text
    .split('\n')
    .map((line) => [...line].reverse().join(''))
    .join('\n'),
)

export const tacText = makeTextFilter('', (text) =>
  text.endsWith('\n') ? joinLines(splitLines(text).reverse()) : undefined,
)

export const uniqText = makeTextFilter(
  '',
  (text) => joinLines(splitLines(text).filter((line, index, all) => line !== all[index - 1])),
  1,
)

export const sortText = makeTextFilter('', (text) =>
  splitLines(text).length < 2 ? joinLines(splitLines(text)) : undefined,
)

/** `-c 2-5`, `-d: -f2` for single fields and simple ranges. */
export const cutFieldsText = makeTextFilter('c b d f characters bytes fields delimiter', (text, options) => {
  const where = options.value('c', 'b', 'f', 'characters', 'bytes', 'fields')?.text?.match(/^(\d{1,5})?(-)?(\d{1,5})?$/)
  if (!where || (where[1] === undefined && where[3] === undefined)) return undefined
  const from = Number(where[1] ?? 1)
  const to = where[2] ? Number(where[3] ?? Number.POSITIVE_INFINITY) : from
  const byField = options.has('f', 'fields')
  const delimiter = byField ? (options.value('d', 'delimiter')?.text ?? '\t') : ''
  if (byField ? delimiter.length !== 1 : /[^\x00-\x7f]/.test(text)) return undefined
  const cut = (line: string) =>
    line
      .split(delimiter)
      .slice(from - 1, to)
      .join(delimiter)
  return joinLines(splitLines(text).map((line) => (byField && !line.includes(delimiter) ? line : cut(line))))
})

const TR_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
}
const TR_CLASSES: Readonly<Record<string, string>> = {
  lower: 'a-z',
  upper: 'A-Z',
  digit: '0-9',
  alpha: 'A-Za-z',
  alnum: '0-9A-Za-z',
  space: ' \t\n\r\f\v',
}

/** The characters of a `tr` set: ranges and the common escapes and classes; undefined for what is not known. */
function expandTrSet(text: string): readonly string[] | undefined {
  const plain = text.replace(/\[:(\w+):\]/g, (all, name: string) => TR_CLASSES[name] ?? all)
  if (/\[[:=]/.test(plain)) return undefined
  const set: string[] = []
  for (const [, octal, escaped, letter = '', end] of plain.matchAll(/(?:\\(?:([0-7]{1,3})|(.?))|(.))(?:-([^\\]))?/gs)) {
    const from =
      octal === undefined
        ? escaped === undefined
          ? letter
          : TR_ESCAPES[escaped]
        : String.fromCharCode(Number.parseInt(octal, 8))
    if (from === undefined) return undefined
    if (end === undefined) set.push(from)
    else
      for (let code = from.charCodeAt(0); code <= end.charCodeAt(0) && set.length < 512; code++)
        set.push(String.fromCharCode(code))
  }
  return set
}

export const trText: TextFilter = (options, command) => {
  const text = readStdinText(command)
  const [first, second] = options.operands.map((word) => (word.text === undefined ? undefined : expandTrSet(word.text)))
  if (text === undefined || text.length > MAX_INPUT || !first || /[^\x00-\x7f]/.test(text)) return undefined
  if (!hasOnlyOptions(options, 'd delete c C complement')) return undefined
  const complement = options.has('c', 'C', 'complement')
  if (options.has('d', 'delete')) return [...text].filter((letter) => first.includes(letter) === complement).join('')
  if (!second || second.length === 0 || complement) return undefined
  return [...text]
    .map((letter) => {
      const at = first.lastIndexOf(letter)
      return at < 0 ? letter : (second[Math.min(at, second.length - 1)] ?? letter)
    })
    .join('')
}

function decodeUtf8(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined
}

export const base64Text = makeTextFilter('d D decode i ignore-garbage w wrap b break', (text, options) => {
  if (options.has('d', 'D', 'decode')) {
    const packed = text.replace(options.has('i', 'ignore-garbage') ? /[^A-Za-z0-9+/=]/g : /\s/g, '')
    return /^[A-Za-z0-9+/]*={0,2}$/.test(packed) ? decodeUtf8(Buffer.from(packed, 'base64')) : undefined
  }
  const whole = Buffer.from(text, 'utf8').toString('base64')
  if (options.value('w', 'wrap')?.text === '0') return whole
  return options.given.size === 0 && whole.length <= 76 ? `${whole}\n` : undefined
})

const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const base32Text = makeTextFilter('d decode i ignore-garbage w wrap', (text, options) => {
  const packed = text.replace(/[\s=]/g, '')
  if (!options.has('d', 'decode') || !/^[A-Z2-7]*$/.test(packed)) return undefined
  const bits = [...packed].map((letter) => BASE32_ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return decodeUtf8(Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))))
})

export const xxdText = makeTextFilter(
  'r p revert plain postscript',
  (text, options) => {
    if (!options.has('p', 'plain', 'postscript')) return undefined
    if (!options.has('r', 'revert'))
      return joinLines(
        Buffer.from(text, 'utf8')
          .toString('hex')
          .match(/.{1,60}/g) ?? [],
      )
    const hex = text.replace(/\s/g, '')
    return /^(?:[0-9a-f]{2})*$/i.test(hex) ? decodeUtf8(Buffer.from(hex, 'hex')) : undefined
  },
  1,
)
