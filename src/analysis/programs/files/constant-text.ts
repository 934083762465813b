import type { Command } from '../../words.ts'
import type { Options } from '../options.ts'
import type { Scribe } from '../program.ts'
import { inputText, stdinText } from './touching.ts'

/** What a filter prints for constant input: exact, or undefined. */
export type TextFilter = (options: Options, command: Command, scribe: Scribe) => string | undefined

const MAX_INPUT = 64 * 1024

function input(options: Options, command: Command, scribe: Scribe): string | undefined {
  const text = inputText(options.operands, command, scribe)
  return text !== undefined && text.length <= MAX_INPUT && options.unknown.length === 0 ? text : undefined
}

/** With no option at all, or only options that change nothing for this text. */
function onlyGiven(options: Options, ...names: readonly string[]): boolean {
  return [...options.given.keys()].every((name) => names.includes(name))
}

export const catText: TextFilter = (options, command, scribe) =>
  onlyGiven(options, 'u') ? input(options, command, scribe) : undefined

function lines(text: string): string[] {
  const parts = text.split('\n')
  if (parts.at(-1) === '') parts.pop()
  return parts
}

function unlines(list: readonly string[]): string {
  return list.map((line) => `${line}\n`).join('')
}

/** `-n 3`, `-3`, or the default of ten; undefined for anything else. */
function count(options: Options): number | undefined {
  if (!onlyGiven(options, 'n', 'lines', 'q', 'quiet', ...'0123456789')) return undefined
  const word = options.value('n', 'lines')
  if (word) return /^\d{1,6}$/.test(word.text ?? '') ? Number(word.text) : undefined
  const digits = [...options.given.keys()].filter((name) => /^\d$/.test(name))
  if (digits.length > 1) return undefined
  return digits[0] === undefined ? 10 : options.given.get(digits[0])?.length === 1 ? Number(digits[0]) : undefined
}

export const headText: TextFilter = (options, command, scribe) => {
  const text = input(options, command, scribe)
  const number = options.operands.length > 1 ? undefined : count(options)
  return text === undefined || number === undefined ? undefined : unlines(lines(text).slice(0, number))
}

export const tailText: TextFilter = (options, command, scribe) => {
  const text = input(options, command, scribe)
  const number = options.operands.length > 1 ? undefined : count(options)
  return text === undefined || number === undefined || number === 0 ? undefined : unlines(lines(text).slice(-number))
}

const MOST_NUMBERS = 2000

/** `seq last`, `seq first last`, `seq first step last`, of whole numbers. */
export const seqText: TextFilter = (options) => {
  if (!onlyGiven(options) || options.unknown.length > 0) return undefined
  const numbers = options.operands.map((word) => (/^-?\d{1,9}$/.test(word.text ?? '') ? Number(word.text) : Number.NaN))
  const [first = 1, step = 1, last = 0] =
    numbers.length === 1 ? [1, 1, numbers[0]] : numbers.length === 2 ? [numbers[0], 1, numbers[1]] : numbers
  const size = Math.floor((last - first) / step) + 1
  if (!(size >= 0 && size <= MOST_NUMBERS)) return undefined
  return unlines(Array.from({ length: size }, (_, at) => String(first + at * step)))
}

export const revText: TextFilter = (options, command, scribe) => {
  const text = input(options, command, scribe)
  if (text === undefined || options.given.size > 0) return undefined
  return text
    .split('\n')
    .map((line) => [...line].reverse().join(''))
    .join('\n')
}

export const tacText: TextFilter = (options, command, scribe) => {
  const text = input(options, command, scribe)
  if (text === undefined || options.given.size > 0 || !text.endsWith('\n')) return undefined
  return unlines(lines(text).reverse())
}

export const uniqText: TextFilter = (options, command, scribe) => {
  const text = options.operands.length > 1 ? undefined : input(options, command, scribe)
  if (text === undefined || options.given.size > 0) return undefined
  return unlines(lines(text).filter((line, index, all) => line !== all[index - 1]))
}

export const sortText: TextFilter = (options, command, scribe) => {
  const text = input(options, command, scribe)
  return text !== undefined && options.given.size === 0 && lines(text).length < 2 ? unlines(lines(text)) : undefined
}

/** `-c 2-5`, `-d: -f2` for single fields and simple ranges. */
export const cutText: TextFilter = (options, command, scribe) => {
  const text = input(options, command, scribe)
  if (text === undefined || !onlyGiven(options, 'c', 'b', 'd', 'f', 'characters', 'bytes', 'fields', 'delimiter'))
    return undefined
  const where = options.value('c', 'b', 'f', 'characters', 'bytes', 'fields')?.text?.match(/^(\d{1,5})?(-)?(\d{1,5})?$/)
  if (!where || (where[1] === undefined && where[3] === undefined)) return undefined
  const from = Number(where[1] ?? 1)
  const to = where[2] ? Number(where[3] ?? Number.POSITIVE_INFINITY) : from
  const byField = options.has('f', 'fields')
  const delimiter = byField ? (options.value('d', 'delimiter')?.text ?? '\t') : ''
  if (byField ? delimiter.length !== 1 : /[^\x00-\x7f]/.test(text)) return undefined
  return unlines(
    lines(text).map((line) =>
      byField && !line.includes(delimiter)
        ? line
        : line
            .split(delimiter)
            .slice(from - 1, to)
            .join(delimiter),
    ),
  )
}

/** The characters of a `tr` set: ranges and the common escapes and classes; undefined for what is not known. */
function trSet(text: string): string[] | undefined {
  const set: string[] = []
  const escapes = new Map([
    ['n', '\n'],
    ['t', '\t'],
    ['r', '\r'],
    ['\\', '\\'],
    ['a', '\x07'],
    ['b', '\b'],
    ['f', '\f'],
    ['v', '\v'],
  ])
  const classes = new Map([
    ['lower', 'a-z'],
    ['upper', 'A-Z'],
    ['digit', '0-9'],
    ['alpha', 'A-Za-z'],
    ['alnum', '0-9A-Za-z'],
    ['space', ' \t\n\r\f\v'],
  ])
  const plain = text.replace(/\[:(\w+):\]/g, (all, name: string) => classes.get(name) ?? all)
  if (plain.includes('[:') || plain.includes('[=')) return undefined
  for (let at = 0; at < plain.length; at++) {
    let letter = plain[at] ?? ''
    const octal = letter === '\\' ? /^[0-7]{1,3}/.exec(plain.slice(at + 1, at + 4))?.[0] : undefined
    if (octal !== undefined) {
      letter = String.fromCharCode(Number.parseInt(octal, 8))
      at += octal.length
    } else if (letter === '\\') {
      const escaped = escapes.get(plain[++at] ?? '')
      if (escaped === undefined) return undefined
      letter = escaped
    }
    const end = plain[at + 1] === '-' ? plain[at + 2] : undefined
    if (end === undefined || end === '\\') set.push(letter)
    else {
      for (let code = letter.charCodeAt(0); code <= end.charCodeAt(0) && set.length < 512; code++)
        set.push(String.fromCharCode(code))
      at += 2
    }
  }
  return set
}

export const trText: TextFilter = (options, command) => {
  const text = stdinText(command)
  const [first, second] = options.operands.map((word) => (word.text === undefined ? undefined : trSet(word.text)))
  if (text === undefined || text.length > MAX_INPUT || !first || options.unknown.length > 0) return undefined
  if (/[^\x00-\x7f]/.test(text) || !onlyGiven(options, 'd', 'delete', 'c', 'C', 'complement')) return undefined
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

function decoded(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined
}

export const base64Text: TextFilter = (options, command, scribe) => {
  const text = input(options, command, scribe)
  if (text === undefined) return undefined
  if (options.has('d', 'D', 'decode')) {
    const packed = text.replace(options.has('i', 'ignore-garbage') ? /[^A-Za-z0-9+/=]/g : /\s/g, '')
    return /^[A-Za-z0-9+/]*={0,2}$/.test(packed) ? decoded(Buffer.from(packed, 'base64')) : undefined
  }
  const whole = Buffer.from(text, 'utf8').toString('base64')
  if (options.value('w', 'wrap')?.text === '0') return whole
  return options.given.size === 0 && whole.length <= 76 ? `${whole}\n` : undefined
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const base32Text: TextFilter = (options, command, scribe) => {
  const text = input(options, command, scribe)
  if (text === undefined || !options.has('d', 'decode')) return undefined
  const packed = text.replace(/[\s=]/g, '')
  const bytes: number[] = []
  let buffer = 0
  let bits = 0
  for (const letter of packed) {
    const code = BASE32.indexOf(letter)
    if (code < 0) return undefined
    buffer = ((buffer << 5) | code) & 0xffff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((buffer >> bits) & 0xff)
    }
  }
  return decoded(Buffer.from(bytes))
}

export const xxdText: TextFilter = (options, command, scribe) => {
  const text = options.operands.length > 1 ? undefined : input(options, command, scribe)
  if (text === undefined || !onlyGiven(options, 'r', 'p', 'revert', 'plain', 'postscript')) return undefined
  if (!options.has('p', 'plain', 'postscript')) return undefined
  if (!options.has('r', 'revert')) {
    const hex = Buffer.from(text, 'utf8').toString('hex')
    return unlines(hex.match(/.{1,60}/g) ?? [])
  }
  const hex = text.replace(/\s/g, '')
  return /^(?:[0-9a-f]{2})*$/i.test(hex) ? decoded(Buffer.from(hex, 'hex')) : undefined
}
