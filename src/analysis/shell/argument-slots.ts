import { sliceWord } from '../interpret/options.ts'
import { isXPath } from '../text/xpath.ts'
import type { Word } from '../words.ts'

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
const LONG_NAME_ENDS = '=:/~'
const SHORT_NAME_ENDS = '=:/~.'

function nameEnd(text: string, start: number): number {
  const ends = start === 2 ? LONG_NAME_ENDS : SHORT_NAME_ENDS
  let end = start
  while (end < text.length && !ends.includes(text.charAt(end))) end++
  return end
}

/** Reads argv by shape alone: `--name=value`, `-name:value`, `-ovalue`, `-o value`, `key=value`, operands. */
export function slotsOf(words: readonly Word[]): Slots {
  if (lastSlots?.words !== words) lastSlots = { words, slots: readSlots(words) }
  return lastSlots.slots
}

let lastSlots: { readonly words: readonly Word[]; readonly slots: Slots } | undefined

function readSlots(words: readonly Word[]): Slots {
  const slots: Slot[] = []
  const options: string[] = []
  let before: string | undefined
  let ended = false
  for (const word of words) {
    const text = word.known
    if (ended || !text.startsWith('-') || text.length < 2) {
      slots.push(ended || before === undefined ? operandSlot(word) : { word, name: before, kind: 'loose' })
      before = undefined
      continue
    }
    if (text === '--') {
      ended = true
      before = undefined
      continue
    }
    const start = text.startsWith('--') ? 2 : 1
    const end = nameEnd(text, start)
    const name = text.slice(start, end)
    options.push(name)
    const separator = text[end] === '=' || text[end] === ':' ? 1 : 0
    const from = text.indexOf(name) + name.length + separator
    before = from < text.length ? undefined : name
    if (from < text.length) slots.push({ word: sliceWord(word, from), name, kind: 'option' })
  }
  return { slots, options }
}

function operandSlot(word: Word): Slot {
  const key = word.known.includes('=') ? /^([A-Za-z_][\w.-]{0,60})=/.exec(word.known)?.[1] : undefined
  return key === undefined
    ? { word, name: undefined, kind: 'operand' }
    : { word: sliceWord(word, key.length + 1), name: key, kind: 'key' }
}

const PATH_START = /^(?:\/|~|\.{1,2}\/|\.[\w])/
const LOCAL_PREFIX =
  /^(?:(?:file|dir|local|path|fs|oci|sqlite|[a-z]+-archive|[a-z]+-layout):(?:\/\/(?=[/~]))?|(?:localhost|127\.0\.0\.1|\[::1\]):(?=[/~]))/

/** A place, and the key that stands before it inside its word: `type=local,dest=/x`. */
export interface KeyedWord {
  readonly word: Word
  readonly key: string | undefined
}

export function pathsInWord(word: Word): readonly KeyedWord[] {
  const text = word.known
  if (text === '' || text.startsWith('@') || (!word.glob && isXPath(text))) return []
  const blank = /\s/.test(text)
  // `src=a dest=/b`: several keys in one word.
  if (blank && text.split(/\s+/).every((each) => each === '' || /^\w+=./.test(each))) return splitPieces(word, /\s+/)
  // Text with blanks is a script or prose, unless it begins as a path does.
  if (blank && !(PATH_START.test(text) && !/[;|&<>$`\n]/.test(text))) return []
  const here = LOCAL_PREFIX.exec(text)
  if (here) return pathsInWord(sliceWord(word, here[0].length))
  // Another machine's path, a URL, a list of places to search.
  if (/^[^/\\]{2,}:/.test(text) || /^[/~][^:]*:/.test(text)) return []
  if (/^(?:[sy]|tr)([/|#,!]).*\1/.test(text) || /[\\^$|(){}<>]/.test(text.replaceAll('\0', ''))) return []
  return text.includes(',') ? [{ word, key: undefined }, ...splitPieces(word, ',')] : [keyedWord(word)]
}

function splitPieces(word: Word, between: string | RegExp): readonly KeyedWord[] {
  return [...new Set(word.known.split(between))].map((known) =>
    keyedWord({ ...word, known, text: known.includes('\0') ? undefined : known }),
  )
}

function keyedWord(word: Word): KeyedWord {
  const key = /^([A-Za-z_][\w.-]{0,60})=(?=[/~.])/.exec(word.known)?.[1]
  return key === undefined ? { word, key } : { word: sliceWord(word, key.length + 1), key }
}

export function isPathLike({ known }: Word): boolean {
  return PATH_START.test(known) || /^[\w+-]+:\/\//.test(known) || /\/|^[\w-]+\.[A-Za-z][\w]{0,5}$/.test(known)
}

export function isAddress({ known }: Word): boolean {
  return /^[\w+-]+:\/\/|^[a-z]{2,}:[\w-]+\//i.test(known)
}

const CREDENTIAL_OPTIONS =
  /(?:^|-)(?:key|keyfile|cert|cacert|ca|identity|credentials?|kubeconfig|netrc|passw\w*|passfile|token|auth|config|conf|env|envfile|dotenv|cookies?|profile|keyring|keystore|pem|inventory|settings|vars?)(?:-|$)|config$|(?:key|env|secrets?|vars|variables)-?file$|^(?:header|user|username|login|ssh)$/i
const KEY_FILE = /(?:^|\/)\.ssh\/|(?:^|\/)id_\w+$|\.(?:pem|key|p12|pfx|jks|ppk)$/

export function optionBefore(words: readonly Word[], at: number): string | undefined {
  return optionName(words[at]) ?? optionName(words[at - 1])
}

function optionName(word: Word | undefined): string | undefined {
  return /^--?([A-Za-z][\w-]*)/.exec(word?.known ?? '')?.[1]
}

export function isCredentialOption(option: string | undefined): boolean {
  return option !== undefined && CREDENTIAL_OPTIONS.test(option)
}

/** Is this file one that the option's program uses itself? Single letters count as far as the file bears it out. */
export function isUsedFile(option: string | undefined, { known }: Word): boolean {
  if (option === undefined) return false
  if (option === 'i') return KEY_FILE.test(known)
  return /^[ckEK]$/.test(option) || isCredentialOption(option)
}

/** `host:path` lies there, not here. */
export function isRemotePath(text: string): boolean {
  return /^[\w.@/-]{2,}:/.test(text)
}
