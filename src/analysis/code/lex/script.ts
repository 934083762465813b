import { wordSet } from '../syntax.ts'
import { embeddingEnd, interpolatedWords, type LexText, perlParts, phpParts, rubyParts } from './interpolate.ts'
import {
  closerOf,
  delimitedEnd,
  matchAt,
  type Token,
  type TokenKind,
  TokenList,
  unescapeRaw,
  unescapeText,
} from './token.ts'

type ScriptDialect = 'ruby' | 'perl' | 'php'

const SPACE = /[^\S\n]+/y
const NAME_BY_DIALECT: Record<ScriptDialect, RegExp> = {
  ruby: /(?:@@|@|\$)?[\p{L}_][\p{L}\p{N}_]*[?!](?![=~](?!=))|(?:@@|@|\$)?[\p{L}_][\p{L}\p{N}_]*|\$[0-9!@~&:?*$;,./<>_]/uy,
  perl: /[$@%&](?:::)?\{\^\w+\}|(?:\$#?|@|%|&(?!&))\$*(?:::)?[A-Za-z_]\w*(?:(?:::|')(?=[A-Za-z_])\w+)*|\$[0-9!@&_;,./\\|$0"]|@[_ARGV]\b|[A-Za-z_]\w*(?:::\w+)*(?:::)?/y,
  php: /\$+[A-Za-z_\x80-\uffff]\w*|\\?[A-Za-z_\x80-\uffff][\w\x80-\uffff]*(?:\\[A-Za-z_]\w*)*/y,
}
const NUMBER = /0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?/y
const OPERATOR_BY_DIALECT: Record<ScriptDialect, RegExp> = {
  ruby: /\*\*=|<=>|===|\.\.\.|&&=|\|\|=|<<=|>>=|&\.|::|=>|->|==|!=|=~|!~|<=|>=|&&|\|\||\.\.|<<|>>|\*\*|[-+*/%|&^]=|[\s\S]/y,
  perl: /<=>|\*\*=|\|\|=|&&=|\/\/=|\.\.\.|->|=>|=~|!~|==|!=|<=|>=|&&|\|\||\/\/|\.\.|::|\*\*|\+\+|--|<<|>>|[-+*/.%x|&^]=(?!=)|[\s\S]/y,
  php: /<=>|\*\*=|===|!==|\?\?=|\.\.\.|\?->|->|=>|::|==|!=|<>|<=|>=|&&|\|\||\?\?|\+\+|--|<<|>>|\*\*|[-+*/.%|&^]=|[\s\S]/y,
}
const RUBY_PERCENT = /%([wWiIqQxr]?)([^\w\s])/y
const PERL_QUOTE = /(?:qq|qw|qx|qr|q|m|tr|y|s)(?=\s*[^\w\s,;=)]|\s+[^\s\w,;=)]|#)/y
const RUBY_HEREDOC = /<<([~-]?)(["'`]?)([A-Za-z_]\w*)\2/y
const PERL_HEREDOC = /<<(~?)(["']?)([A-Z_a-z]\w*)\2/y
const PHP_HEREDOC = /<<<\s*(["']?)([A-Za-z_]\w*)\1/y
const PERCENT_LITERALS = new Map<string, QuotedKind>([
  ['w', 'words'],
  ['i', 'words'],
  ['W', 'filled words'],
  ['I', 'filled words'],
  ['x', 'shell'],
  ['q', 'raw'],
])
const EMBEDDING_OPENERS: Record<ScriptDialect, string | undefined> = { ruby: '#{', perl: undefined, php: '{$' }
const AFTER_VALUE = /^(?:[)\]}]|\+\+|--)$/
const BEFORE_REGEX = wordSet(
  'if unless while until and or not return when split grep map join x lt gt le ge eq ne cmp puts print in then do elsif',
)

const TEMPLATE_READERS: Record<ScriptDialect, (body: string, depth: number, lex: LexText) => Token['parts'] & {}> = {
  ruby: rubyParts,
  perl: perlParts,
  php: phpParts,
}

export function lexScript(dialect: ScriptDialect, source: string, depth = 0): Token[] {
  const text = dialect === 'php' && depth === 0 ? phpSource(source) : source
  return new ScriptLexer(dialect, text, depth).run()
}

type QuotedKind = 'raw' | 'template' | 'shell' | 'words' | 'filled words'

class ScriptLexer {
  private readonly list = new TokenList()
  private readonly dialect: ScriptDialect
  private readonly text: string
  private readonly depth: number
  private at = 0
  private pending: { tag: string; kind: 'raw' | 'template' | 'shell'; slot: number; squiggly: boolean }[] = []

  constructor(dialect: ScriptDialect, text: string, depth: number) {
    this.dialect = dialect
    this.text = text
    this.depth = depth
  }

  run(): Token[] {
    while (this.at < this.text.length) {
      const before = this.at
      this.step()
      if (this.at <= before) this.at = before + 1
    }
    return this.list.tokens
  }

  private step(): void {
    const { text, list } = this
    const char = text[this.at] ?? ''
    if (char === '\n') {
      this.lineEnd()
      return
    }
    const space = matchAt(SPACE, text, this.at)
    if (space) {
      this.at += space.length
      list.space()
      return
    }
    if (char === '\\' && text[this.at + 1] === '\n') {
      this.at += 2
      list.space()
      return
    }
    if (this.comment(char) || this.heredoc() || this.quoted(char) || this.word()) return
    const number = matchAt(NUMBER, text, this.at)
    if (number) {
      this.take('number', number, number.length)
      return
    }
    const operator = matchAt(OPERATOR_BY_DIALECT[this.dialect], text, this.at) ?? char
    this.take('operator', operator, operator.length)
  }

  private take(kind: TokenKind, text: string, length: number): void {
    this.list.add(kind, text)
    this.at += length
  }

  private lineEnd(): void {
    this.at++
    for (const waiting of this.pending) this.heredocBody(waiting)
    this.pending = []
    if (this.dialect === 'ruby' && this.list.last()?.kind !== 'newline') this.list.add('newline', '\n')
    this.list.line()
  }

  private comment(char: string): boolean {
    const { text, dialect } = this
    const lineStart = this.at === 0 || text[this.at - 1] === '\n'
    let end = -1
    if (char === '#' && !(dialect === 'php' && text[this.at + 1] === '[')) end = this.endOf('\n', this.at)
    else if (dialect === 'php' && text.startsWith('//', this.at)) end = this.endOf('\n', this.at)
    else if (dialect === 'php' && text.startsWith('/*', this.at)) end = this.endOf('*/', this.at + 2) + 2
    else if (dialect === 'ruby' && lineStart && text.startsWith('=begin', this.at))
      end = this.endOf('\n=end', this.at) + 5
    else if (dialect === 'perl' && lineStart && /^=[a-z]/.test(text.slice(this.at, this.at + 2)))
      end = this.endOf('\n=cut', this.at) + 5
    else if (lineStart && /^__(?:END|DATA)__/.test(text.slice(this.at, this.at + 8)) && dialect !== 'php')
      end = text.length
    if (end < 0) return false
    this.at = Math.min(end, text.length)
    this.list.space()
    return true
  }

  private endOf(mark: string, from: number): number {
    const found = this.text.indexOf(mark, from)
    return found < 0 ? this.text.length : found
  }

  private heredoc(): boolean {
    const pattern = this.dialect === 'ruby' ? RUBY_HEREDOC : this.dialect === 'perl' ? PERL_HEREDOC : PHP_HEREDOC
    const { text } = this
    if (text[this.at] !== '<' || (this.dialect !== 'php' && this.afterValue() && !this.list.spaced)) return false
    pattern.lastIndex = this.at
    const match = pattern.exec(text)
    if (!match) return false
    const quote = (this.dialect === 'php' ? match[1] : match[2]) ?? ''
    const tag = (this.dialect === 'php' ? match[2] : match[3]) ?? ''
    const kind = quote === "'" ? 'raw' : quote === '`' ? 'shell' : 'template'
    this.pending.push({ tag, kind, slot: this.list.tokens.length, squiggly: this.dialect === 'php' || match[1] !== '' })
    this.take('text', '', match[0].length)
    return true
  }

  private heredocBody(waiting: {
    tag: string
    kind: 'raw' | 'template' | 'shell'
    slot: number
    squiggly: boolean
  }): void {
    const { text } = this
    let end = this.at
    let next = text.length
    for (let line = this.at; line < text.length; ) {
      const stop = text.indexOf('\n', line)
      const lineText = text.slice(line, stop < 0 ? text.length : stop)
      const trimmed = waiting.squiggly ? lineText.trim().replace(/[;,)].*$/, '') : lineText
      if (trimmed === waiting.tag) {
        next =
          this.dialect === 'php'
            ? line + lineText.indexOf(waiting.tag) + waiting.tag.length
            : stop < 0
              ? text.length
              : stop + 1
        break
      }
      end = stop < 0 ? text.length : stop + 1
      line = end
    }
    const body = text.slice(this.at, end)
    const old = this.list.tokens[waiting.slot]
    if (old) {
      this.list.tokens[waiting.slot] =
        waiting.kind === 'raw' ? { ...old, text: body } : { ...old, kind: waiting.kind, parts: this.parts(body) }
    }
    this.at = next
  }

  private parts(body: string): readonly (string | readonly Token[])[] {
    return TEMPLATE_READERS[this.dialect](body, this.depth, (inner, depth) => lexScript(this.dialect, inner, depth))
  }

  private quoted(char: string): boolean {
    if (char === "'") return this.delimited(this.at + 1, "'", 'raw')
    if (char === '"') return this.delimited(this.at + 1, '"', 'template')
    if (char === '`') return this.delimited(this.at + 1, '`', 'shell')
    if (this.dialect === 'php') return false
    if (char === '/' && this.regexMayStart()) return this.regex(this.at + 1, '/', 1)
    if (this.dialect === 'perl') return this.perlQuote(char)
    if (
      char === '%' &&
      (!this.afterValue() || (this.list.spaced && /%[wWiIqQxr][^\w\s=]/y.test(this.text.slice(this.at, this.at + 3))))
    )
      return this.rubyPercent()
    if (char === ':' && /^:["']/.test(this.text.slice(this.at, this.at + 2))) {
      this.at++
      return this.quoted(this.text[this.at] ?? '')
    }
    const letter =
      char === '?' && !this.afterValue() ? matchAt(/\?(?:\\.|[^\s\\])(?!\w)/y, this.text, this.at) : undefined
    if (letter) {
      this.take('text', unescapeText(letter.slice(1)), letter.length)
      return true
    }
    const symbol =
      char === ':' && this.text[this.at + 1] !== ':' && (this.list.spaced || !this.afterValue())
        ? matchAt(/:[A-Za-z_]\w*[?!]?/y, this.text, this.at)
        : undefined
    if (!symbol) return false
    this.take('text', symbol.slice(1), symbol.length)
    return true
  }

  private delimited(from: number, opener: string, kind: QuotedKind): boolean {
    const end =
      kind === 'raw' || kind === 'words' ? delimitedEnd(this.text, from, opener) : this.filledEnd(from, opener)
    const closed = this.text[end - 1] === closerOf(opener)
    const body = this.text.slice(from, closed && end > from ? end - 1 : end)
    if (kind === 'raw') this.list.add('text', unescapeRaw(body, closerOf(opener)))
    else if (kind === 'words') this.words(body)
    else if (kind === 'filled words') this.words(body, true)
    else this.list.add(kind, '', this.parts(body))
    this.at = end
    return true
  }

  private filledEnd(from: number, opener: string): number {
    const mark = EMBEDDING_OPENERS[this.dialect]
    return mark ? embeddingEnd(this.text, from, opener, mark) : delimitedEnd(this.text, from, opener)
  }

  /** `%w(a b)` and `qw(a b)` become a list. */
  private words(body: string, filled = false): void {
    this.list.add('operator', this.dialect === 'perl' ? '(' : '[')
    const words = filled ? interpolatedWords(body) : body.trim().split(/\s+/).filter(Boolean)
    words.forEach((word, index) => {
      if (index > 0) this.list.add('operator', ',')
      if (filled) this.list.add('template', '', this.parts(word))
      else this.list.add('text', word)
    })
    this.list.add('operator', this.dialect === 'perl' ? ')' : ']')
  }

  private rubyPercent(): boolean {
    RUBY_PERCENT.lastIndex = this.at
    const match = RUBY_PERCENT.exec(this.text)
    if (!match) return false
    const [all, letter = '', opener = ''] = match
    const from = this.at + all.length
    if (letter === 'r') return this.regex(from, opener, 1)
    return this.delimited(from, opener, PERCENT_LITERALS.get(letter) ?? 'template')
  }

  private perlQuote(char: string): boolean {
    if (char === '<' && !this.afterValue()) {
      const handle = matchAt(/<\$?\w*>/y, this.text, this.at)
      if (!handle) return false
      this.take('name', 'readline', handle.length)
      return true
    }
    const last = this.list.last()
    if (last?.text === '->' || last?.text === '{') {
      const bare = matchAt(/(?:q|s|m|y|x|tr|qw|qq|qx|qr)\s*\}/y, this.text, this.at)
      if (bare || last.text === '->') return false
    }
    const word = matchAt(PERL_QUOTE, this.text, this.at)
    if (!word || /^\s*=>/.test(this.text.slice(this.at + word.length, this.at + word.length + 8))) return false
    let from = this.at + word.length
    while (/\s/.test(this.text[from] ?? '')) from++
    const opener = this.text[from] ?? ''
    if (word === 'm' || word === 'qr') return this.regex(from + 1, opener, 1)
    if (word === 's' || word === 'tr' || word === 'y') return this.regex(from + 1, opener, 2)
    if (word === 'qw') return this.delimited(from + 1, opener, 'words')
    return this.delimited(
      from + 1,
      opener,
      word === 'q' || opener === "'" ? (word === 'qx' ? 'shell' : 'raw') : word === 'qx' ? 'shell' : 'template',
    )
  }

  /** A regular expression, or a substitution with two bodies; `s///e` runs its replacement. */
  private regex(from: number, opener: string, bodies: 1 | 2): boolean {
    const first = this.filledEnd(from, opener)
    let end = first
    let replacement = ''
    if (bodies === 2) {
      let second = first
      if (closerOf(opener) !== opener) {
        while (/\s/.test(this.text[second] ?? '')) second++
        second++
      }
      const open = closerOf(opener) === opener ? opener : (this.text[second - 1] ?? opener)
      end = delimitedEnd(this.text, second, open)
      replacement = this.text.slice(second, end - 1)
    }
    const flags = matchAt(/[a-z]*/y, this.text, end) ?? ''
    const pattern = this.text.slice(from, first - 1)
    const runs = bodies === 2 && flags.includes('e')
    this.list.add('regex', pattern, opener === "'" ? [] : this.embedded(runs ? pattern : `${pattern} ${replacement}`))
    this.at = end + flags.length
    if (runs) {
      const { list } = this
      const code = this.depth < 4 ? unescapeText(replacement) : 'eval($_NOT_READ)'
      list.add('operator', ';')
      // `ee` runs what the replacement's own run gives.
      list.tokens.push(...lexScript(this.dialect, /e.*e/.test(flags) ? `eval(${code})` : code, this.depth + 1))
    }
    return true
  }

  private embedded(body: string): Token['parts'] & {} {
    const runs = this.dialect === 'ruby' ? /#\{/ : /[$@]\{|[$@]\w.*[(`]/s
    if (!runs.test(body)) return []
    return this.parts(body).filter((part) => typeof part !== 'string' && (this.dialect === 'ruby' || canCall(part)))
  }

  private word(): boolean {
    const name = matchAt(NAME_BY_DIALECT[this.dialect], this.text, this.at)
    if (!name) return false
    if (this.dialect === 'perl' && /^[%&]/.test(name) && this.afterValue()) return false
    this.take('name', this.dialect === 'php' ? name.replace(/^\\/, '') : name, name.length)
    return true
  }

  private afterValue(): boolean {
    const last = this.list.last()
    if (!last || last.kind === 'newline') return false
    if (last.kind === 'operator') return AFTER_VALUE.test(last.text)
    return !(last.kind === 'name' && BEFORE_REGEX.has(last.text))
  }

  private regexMayStart(): boolean {
    const last = this.list.last()
    if (!this.afterValue()) return true
    if (last?.kind !== 'name' || this.dialect === 'perl') return false
    return this.list.spaced && !/[\s=]/.test(this.text[this.at + 1] ?? ' ')
  }
}

function canCall(tokens: readonly Token[]): boolean {
  const [first] = tokens
  if (first?.kind === 'operator') return true
  return tokens.some(({ kind, text, parts }) => kind === 'shell' || parts !== undefined || text === '(')
}

function phpSource(source: string): string {
  const opening = /<\?(?:php|=)/gi
  if (!opening.test(source)) return source
  const pieces: string[] = []
  opening.lastIndex = 0
  for (let match = opening.exec(source); match; match = opening.exec(source)) {
    const from = match.index + match[0].length
    const close = source.indexOf('?>', from)
    pieces.push(source.slice(from, close < 0 ? source.length : close))
    if (close < 0) break
    opening.lastIndex = close + 2
  }
  return `${pieces.join(';\n')};`
}
