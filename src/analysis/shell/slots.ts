import { part } from '../programs/options.ts'
import type { Word } from '../words.ts'
import { isXPath } from '../xpath.ts'

export interface Slot {
  readonly word: Word
  /** The option it belongs to, or may belong to; the key of `key=value`; undefined for an operand. */
  readonly name: string | undefined
  /** `option`: attached, surely its value. `loose`: follows an option that may be a flag. `key`: `key=value`. */
  readonly kind: 'operand' | 'option' | 'loose' | 'key'
}

export interface Slots {
  readonly slots: readonly Slot[]
  /** Names of all options, without dashes. */
  readonly options: readonly string[]
}

/** `--web.listen=…`: a long name may have dots; behind `-C` a path may stand at once. */
const ENDS_LONG = '=:/~'
const ENDS_SHORT = '=:/~.'

function endOfName(text: string, start: number): number {
  const ends = start === 2 ? ENDS_LONG : ENDS_SHORT
  let end = start
  while (end < text.length && !ends.includes(text.charAt(end))) end++
  return end
}

/** Reads argv by shape alone: `--name=value`, `-name:value`, `-ovalue`, `-o value`, `key=value`, operands. */
export function slotsOf(words: readonly Word[]): Slots {
  if (latest?.words !== words) latest = { words, slots: readSlots(words) }
  return latest.slots
}

let latest: { readonly words: readonly Word[]; readonly slots: Slots } | undefined

function readSlots(words: readonly Word[]): Slots {
  const slots: Slot[] = []
  const options: string[] = []
  let before: string | undefined
  let ended = false
  for (const word of words) {
    const text = word.known
    if (ended || !text.startsWith('-') || text.length < 2) {
      slots.push(ended || before === undefined ? operand(word) : { word, name: before, kind: 'loose' })
      before = undefined
      continue
    }
    if (text === '--') {
      ended = true
      before = undefined
      continue
    }
    const start = text.startsWith('--') ? 2 : 1
    const end = endOfName(text, start)
    const name = text.slice(start, end)
    options.push(name)
    const separator = text[end] === '=' || text[end] === ':' ? 1 : 0
    const from = text.indexOf(name) + name.length + separator
    before = from < text.length ? undefined : name
    if (from < text.length) slots.push({ word: part(word, from), name, kind: 'option' })
  }
  return { slots, options }
}

function operand(word: Word): Slot {
  const key = word.known.includes('=') ? /^([A-Za-z_][\w.-]{0,60})=/.exec(word.known)?.[1] : undefined
  return key === undefined
    ? { word, name: undefined, kind: 'operand' }
    : { word: part(word, key.length + 1), name: key, kind: 'key' }
}

const PATH_START = /^(?:\/|~|\.{1,2}\/|\.[\w])/
const HERE =
  /^(?:(?:file|dir|local|path|fs|oci|sqlite|[a-z]+-archive|[a-z]+-layout):(?:\/\/(?=[/~]))?|(?:localhost|127\.0\.0\.1|\[::1\]):(?=[/~]))/

/** A place, and the key that stands before it inside its word: `type=local,dest=/x`. */
export interface Named {
  readonly word: Word
  readonly key: string | undefined
}

export function placesIn(word: Word): readonly Named[] {
  const text = word.known
  if (text === '' || text.startsWith('@') || (!word.glob && isXPath(text))) return []
  const blank = /\s/.test(text)
  // `src=a dest=/b`: several keys in one word.
  if (blank && text.split(/\s+/).every((each) => each === '' || /^\w+=./.test(each))) return pieces(word, /\s+/)
  // Text with blanks is a script or prose, unless it begins as a path does.
  if (blank && !(PATH_START.test(text) && !/[;|&<>$`\n]/.test(text))) return []
  const here = HERE.exec(text)
  if (here) return placesIn(part(word, here[0].length))
  // Another machine's path, a URL, a list of places to search.
  if (/^[^/\\]{2,}:/.test(text) || /^[/~][^:]*:/.test(text)) return []
  if (/^(?:[sy]|tr)([/|#,!]).*\1/.test(text) || /[\\^$|(){}<>]/.test(text.replaceAll('\0', ''))) return []
  return text.includes(',') ? [{ word, key: undefined }, ...pieces(word, ',')] : [keyed(word)]
}

function pieces(word: Word, between: string | RegExp): readonly Named[] {
  return [...new Set(word.known.split(between))].map((known) =>
    keyed({ ...word, known, text: known.includes('\0') ? undefined : known }),
  )
}

function keyed(word: Word): Named {
  const key = /^([A-Za-z_][\w.-]{0,60})=(?=[/~.])/.exec(word.known)?.[1]
  return key === undefined ? { word, key } : { word: part(word, key.length + 1), key }
}

export function isPlaceLike({ known }: Word): boolean {
  return PATH_START.test(known) || /^[\w+-]+:\/\//.test(known) || /\/|^[\w-]+\.[A-Za-z][\w]{0,5}$/.test(known)
}

export function isAddress({ known }: Word): boolean {
  return /^[\w+-]+:\/\/|^[a-z]{2,}:[\w-]+\//i.test(known)
}

const NAMES =
  /(?:^|-)(?:key|keyfile|cert|cacert|ca|identity|credentials?|kubeconfig|netrc|passw\w*|passfile|token|auth|config|conf|env|envfile|dotenv|cookies?|profile|keyring|keystore|pem|inventory|settings|vars?)(?:-|$)|config$|(?:key|env|secrets?|vars|variables)-?file$|^(?:header|user|username|login|ssh)$/i
const KEY_FILE = /(?:^|\/)\.ssh\/|(?:^|\/)id_\w+$|\.(?:pem|key|p12|pfx|jks|ppk)$/

export function optionAt(words: readonly Word[], at: number): string | undefined {
  return nameOf(words[at]) ?? nameOf(words[at - 1])
}

function nameOf(word: Word | undefined): string | undefined {
  return /^--?([A-Za-z][\w-]*)/.exec(word?.known ?? '')?.[1]
}

export function isCredentialOption(option: string | undefined): boolean {
  return option !== undefined && NAMES.test(option)
}

/** Is this file one that the option's program uses itself? Single letters count as far as the file bears it out. */
export function isUsedFile(option: string | undefined, { known }: Word): boolean {
  if (option === undefined) return false
  if (option === 'i') return KEY_FILE.test(known)
  return /^[ckEK]$/.test(option) || isCredentialOption(option)
}

/** `host:path` lies there, not here. */
export function isElsewhere(text: string): boolean {
  return /^[\w.@/-]{2,}:/.test(text)
}
