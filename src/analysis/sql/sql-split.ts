export type SqlDialect = 'postgres' | 'mysql' | 'sqlite' | 'other'

export interface SqlChunk {
  /** A command of the client itself (`\!`, `.shell`), without its end. */
  readonly client: boolean
  /** Strings stand as `''`, comments as a blank. */
  readonly code: string
  /** The texts of the strings, in order. */
  readonly strings: readonly string[]
}

interface SplitState {
  readonly text: string
  readonly dialect: SqlDialect
  at: number
  code: string
  /** Nothing but blanks since the last statement. */
  fresh: boolean
  strings: string[]
  readonly chunks: SqlChunk[]
}

/** Cuts a text into statements and client commands. One pass, linear in the text. */
export function splitSql(text: string, dialect: SqlDialect): readonly SqlChunk[] {
  const reader: SplitState = { text, dialect, at: 0, code: '', fresh: true, strings: [], chunks: [] }
  while (reader.at < text.length) consumeNext(reader)
  endStatement(reader)
  return reader.chunks
}

function endStatement(reader: SplitState): void {
  if (!reader.fresh) reader.chunks.push({ client: false, code: reader.code.trim(), strings: reader.strings })
  reader.code = ''
  reader.fresh = true
  reader.strings = []
}

function consumeNext(reader: SplitState): void {
  const { text, at, dialect } = reader
  const char = text[at] ?? ''
  const next = text[at + 1] ?? ''
  const { fresh } = reader
  // To MySQL two dashes with no blank behind them are a double minus.
  if (char === '-' && next === '-' && (dialect !== 'mysql' || /^[\s\0]?$/.test(text[at + 2] ?? '')))
    skipTo(reader, '\n')
  else if (char === '#' && dialect === 'mysql') skipTo(reader, '\n')
  // The sqlite shell passes over lines that begin so, where a statement may begin.
  else if (char === '#' && dialect === 'sqlite' && fresh && (at === 0 || text[at - 1] === '\n')) skipTo(reader, '\n')
  else if (char === '/' && next === '*') consumeComment(reader)
  else if (char === "'" || char === '"' || char === '`') consumeQuoted(reader, char)
  else if (char === '$' && dialect !== 'mysql' && /^\$(?:[A-Za-z_]\w{0,62})?\$/.test(text.slice(at, at + 66)))
    consumeDollarQuoted(reader)
  else if (char === ';') {
    reader.at++
    endStatement(reader)
  } else if (char === '\\' && (dialect === 'postgres' || dialect === 'mysql')) consumeClientLine(reader)
  else if (char === '.' && fresh && dialect === 'sqlite') consumeClientLine(reader)
  else if (fresh && dialect === 'mysql' && /^(?:system|source|tee|pager|nopager)\s/i.test(text.slice(at, at + 8)))
    consumeClientLine(reader)
  else {
    reader.code += char
    if (!/\s/.test(char)) reader.fresh = false
    reader.at++
  }
}

function skipTo(reader: SplitState, end: string): void {
  const found = reader.text.indexOf(end, reader.at)
  reader.at = found < 0 ? reader.text.length : found
  reader.code += ' '
}

/** Comments vanish, but MySQL runs those that begin with an exclamation mark. */
function consumeComment(reader: SplitState): void {
  const { text, at, dialect } = reader
  const close = text.indexOf('*/', at + 2)
  const end = close < 0 ? text.length : close
  const runs = dialect !== 'postgres' && text[at + 2] === '!'
  if (runs) reader.fresh = false
  reader.code += runs ? ` ${text.slice(at + 3, end).replace(/^\d+/, '')} ` : ' '
  reader.at = Math.min(end + 2, text.length)
}

function consumeQuoted(reader: SplitState, quote: string): void {
  const { text, at, dialect } = reader
  const escapes = dialect === 'mysql' || (quote === "'" && hasEscapePrefix(text.slice(Math.max(0, at - 2), at)))
  let end = at + 1
  while (end < text.length) {
    if (text[end] === '\\' && escapes) end += 2
    else if (text[end] !== quote) end++
    else if (text[end + 1] === quote) end += 2
    else break
  }
  const content = text.slice(at + 1, Math.min(end, text.length))
  reader.fresh = false
  if (quote === "'") {
    reader.strings.push(content)
    reader.code += "''"
  } else reader.code += ` ${content.replace(/[\s;]/g, '_')} `
  reader.at = end + 1
}

/** `E'…'` reads backslashes. */
function hasEscapePrefix(before: string): boolean {
  return /(?:^|\W)[eE]$/.test(before)
}

function consumeDollarQuoted(reader: SplitState): void {
  const { text, at } = reader
  const tag = /^\$\w*\$/.exec(text.slice(at, at + 66))?.[0] ?? '$$'
  const close = text.indexOf(tag, at + tag.length)
  const end = close < 0 ? text.length : close
  reader.fresh = false
  reader.strings.push(text.slice(at + tag.length, end))
  reader.code += "''"
  reader.at = Math.min(end + tag.length, text.length)
}

function consumeClientLine(reader: SplitState): void {
  endStatement(reader)
  const { text, at } = reader
  const newline = text.indexOf('\n', at)
  const end = newline < 0 ? text.length : newline
  reader.chunks.push({ client: true, code: text.slice(at, end).trim(), strings: [] })
  reader.at = end
}
