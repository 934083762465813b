import { CUT_MARK, splitForeign } from './foreign-text.ts'
import { userWords } from './user-words.ts'

/** A turn as far as a person said it in their own words: without code blocks, quoted lines, tags, logs and long pastes. */
export interface OwnWords {
  /** Did the person say this themselves, and not only quote it? */
  says(sentence: string): boolean
  /** As `says`, for what loosens: whatever may be somebody else's is. */
  orders(sentence: string): boolean
  /** Does the person name this themselves, in inline code only as a part of this sentence? */
  names(value: string, sentence?: string): boolean
  /** Is this named in what may be somebody else's? */
  isForeignName(value: string): boolean
  /** Does the turn carry text that may be somebody else's? A quote of what was said before is none. */
  hasForeign(said: readonly string[]): boolean
}

export function ownWords(text: string): OwnWords {
  const read = normalize(userWords(text).names)
  const unquoted = read.replace(QUOTED, (quote) => CUT_MARK.repeat(quote.length))
  const strict = normalize(userWords(splitForeign(text).own).names)
  const masked = maskQuotes(strict)
  const whole = normalize(text)
  const spoken = maskClauses(strict)
  const own = spoken.replace(INLINE_COMMAND, CUT_MARK)
  return {
    says: (sentence) => hasSpan(read, sentence, (at, end) => isMostlyOwn(unquoted.slice(at, end))),
    orders: (sentence) => hasSpan(strict, sentence, (at, end) => isOrder(masked.slice(at, end), strict.slice(at, end))),
    names: (value, sentence = '') => {
      const said = `${own} ${CUT_MARK} ${maskClauses(normalize(sentence))}`
      return namesValue(said, value)
    },
    isForeignName: (value) => countOf(whole, value) > countOf(spoken, value),
    hasForeign: (said) => {
      const known = said.map(normalize)
      const isKnown = (quote: string) => known.some((one) => one.includes(quote.slice(1, -1).trim()))
      return lettersOf(whole) !== lettersOf(maskClauses(strict, isKnown))
    },
  }
}

const QUOTES = [
  /"[^"\n]*"/g,
  /“[^”\n]*”/g,
  /„[^“”\n]*[“”]/g,
  /«[^»\n]*»/g,
  /»[^«\n]*«/g,
  /「[^」\n]*」/g,
  /『[^』\n]*』/g,
  /(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])/gu,
] as const
/** Inline code is no quote: people write commands so. What they order stands in the sentence. */
const INLINE_COMMAND = /`[^`\n]*\s[^`\n]*`/g
const QUOTED = new RegExp(QUOTES.map(({ source }) => source).join('|'), 'gu')

/**
 * Whoever is quoted may close the quote and open another: where there are several, or one has no end, all between the first and the last is
 * quoted.
 */
function maskQuotes(text: string, isOwn: (quote: string) => boolean = () => false): string {
  const spans = QUOTES.flatMap((pattern) => quotedSpan([...text.matchAll(pattern)], isOwn))
  const doubles = [...text.matchAll(/"/g)].map(({ index }) => index)
  if (doubles.length % 2 === 1) spans.push([doubles[0] ?? 0, text.length])
  return spans.reduce(
    (kept, [start, end]) => kept.slice(0, start) + CUT_MARK.repeat(end - start) + kept.slice(end),
    text,
  )
}

function quotedSpan(found: readonly RegExpExecArray[], isOwn: (quote: string) => boolean): [number, number][] {
  const [first, last] = [found[0], found.at(-1)]
  if (first === undefined || last === undefined || (found.length === 1 && isOwn(first[0]))) return []
  return [[first.index, last.index + last[0].length]]
}

/** One name in quotes is a name; more than that is somebody's words. */
function maskClauses(text: string, isKnown: (quote: string) => boolean = () => false): string {
  return maskQuotes(text, (quote) => !isClause(quote) || isKnown(quote))
}

/** So many letters without a blank are no name. */
const MAX_UNSPACED_NAME = 6

function isClause(quote: string): boolean {
  return /\s/.test(quote) || (quote.match(UNSPACED)?.length ?? 0) > MAX_UNSPACED_NAME
}

function hasSpan(text: string, sentence: string, fits: (start: number, end: number) => boolean): boolean {
  const wanted = normalize(sentence)
  if (wanted === '' || wanted.includes(CUT_MARK)) return false
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (fits(at, at + wanted.length)) return true
  return false
}

/** A sentence may name something in quotes; what is quoted for the most part is somebody else's. */
function isMostlyOwn(part: string): boolean {
  const quoted = part.split(CUT_MARK).length - 1
  return quoted * 2 <= part.length
}

/** Beside what it quotes and its code it has words of its own. */
function isOrder(masked: string, part: string): boolean {
  const [first, last] = [part.indexOf('`'), part.lastIndexOf('`')]
  const bare = first < 0 ? masked : masked.slice(0, first) + masked.slice(last + 1)
  return isMostlyOwn(masked) && /[\p{L}\p{N}]/u.test(bare)
}

const GLUED_BEFORE = /[\p{L}\p{N}][-_]?$/u
const GLUED_AFTER = /^[-_/.:@]?[\p{L}\p{N}]/u
/** Scripts that put no blanks between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu

/** As a whole, or each of its words: `ticket-scanner` by "the ticket scanner". */
function namesValue(said: string, value: string): boolean {
  const wanted = value.toLowerCase().trim()
  // A folder is all that is in it. Any other wildcard has to be typed.
  const plain = wanted.replace(/\/(?:\*\*?)?$/, '')
  if (!/[\p{L}\p{N}]/u.test(plain)) return false
  if (standsIn(said, plain)) return true
  if (/[*?[{]/.test(plain)) return false
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  const telling = words.filter((word) => word.length > 2 || /\d/.test(word))
  return words.length > 1 && telling.length > 0 && telling.every((word) => standsIn(said, word))
}

/** Not in the middle of a longer name: `server` isn't said by `server/api`, nor `prod` by `non-prod`. */
function standsIn(said: string, name: string): boolean {
  return placesOf(said, name).length > 0
}

function placesOf(said: string, name: string): number[] {
  const found: number[] = []
  for (let at = said.indexOf(name); at >= 0; at = said.indexOf(name, at + 1)) {
    const before = said.slice(Math.max(0, at - 2), at).replace(UNSPACED, ' ')
    const after = said.slice(at + name.length, at + name.length + 2).replace(UNSPACED, ' ')
    if (!GLUED_BEFORE.test(before) && !GLUED_AFTER.test(after)) found.push(at)
  }
  return found
}

function countOf(text: string, value: string): number {
  return placesOf(text, value.toLowerCase().trim()).length
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '')
}

function normalize(text: string): string {
  return text.replace(/[‘’]/g, "'").toLowerCase().replace(/\s+/g, ' ').trim()
}
