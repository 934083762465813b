import type { DataSource, Span, Word } from '../words.ts'

/** A constant word that stands nowhere in the source: part of an alias, a default, a composed path. */
export function makeSyntheticWord(text: string, span: Span): Word {
  return {
    raw: text,
    text,
    known: text,
    span,
    glob: false,
    dynamic: false,
    mayBeEmpty: text === '',
    quoted: true,
    sources: [],
  }
}

/** The same word with a constant text before it. */
export function prefixWord(prefix: string, word: Word): Word {
  const known = prefix + word.known
  return { ...word, known, text: word.text === undefined ? undefined : known }
}

/** Splits a text the way git splits an alias: blanks, single and double quotes, backslash. */
export function splitAliasWords(text: string): string[] {
  const words: string[] = []
  let current: string | undefined
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
      else current = (current ?? '') + (character === '\\' && quote === '"' ? (text[++at] ?? '') : character)
    } else if (character === '"' || character === "'") {
      quote = character
      current ??= ''
    } else if (character === '\\') current = (current ?? '') + (text[++at] ?? '')
    else if (/\s/.test(character)) {
      if (current !== undefined) words.push(current)
      current = undefined
    } else current = (current ?? '') + character
  }
  if (current !== undefined) words.push(current)
  return words
}

/** Programs whose output is an identifier, a name, a number or a date: it does not turn into an option. */
const IDENTIFIER_PRINTERS = new Set([
  'git',
  'gh',
  'date',
  'basename',
  'dirname',
  'pwd',
  'wc',
  'seq',
  'nproc',
  'uname',
  'whoami',
  'id',
])

/** Could an unknown word turn out to be an option? Not when a constant part comes first, or its origin is tame. */
export function mayBeOption(word: Word): boolean {
  if (!word.dynamic || !word.known.startsWith('\0')) return false
  return word.sources.length === 0 || !word.sources.every(isSafeSource)
}

function isSafeSource(source: DataSource): boolean {
  return source.kind === 'literal' || (source.kind === 'command' && IDENTIFIER_PRINTERS.has(source.program))
}

/** One word in single quotes for a shell text. */
export function quoteForShell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
