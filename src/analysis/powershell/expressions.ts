import type { Expression, PsStatement } from './syntax.ts'

export class Scanner {
  protected readonly text: string
  protected at = 0
  protected depth = 0
  confusions = 0

  constructor(text: string) {
    this.text = text
  }

  /** The character that comes next; none at the end. */
  protected get char(): string {
    return this.text[this.at] ?? ''
  }

  /** Repeats a rule up to the closer, which is taken; what it does not take is skipped. */
  protected upTo(closer: string, separator: string, rule: () => void): void {
    for (this.blanks(true); this.at < this.text.length && this.char !== closer; this.blanks(true)) {
      const before = this.at
      if (this.char === separator) this.at++
      else rule()
      if (this.at === before) this.skip()
    }
    this.at++
  }

  protected skip(): void {
    if (this.at >= this.text.length) return
    this.confusions++
    this.at++
  }

  protected blanks(lines: boolean): void {
    for (; this.at < this.text.length; this.at++) {
      const char = this.char
      if (char === '`' && /[\r\n]/.test(this.text[this.at + 1] ?? '')) {
        this.at += this.text[this.at + 1] === '\r' ? 2 : 1
      } else if (char === '#' && (this.at === 0 || /[\s;({|]/.test(this.text[this.at - 1] ?? ''))) {
        const end = this.text.indexOf('\n', this.at)
        this.at = (end < 0 ? this.text.length : end) - 1
      } else if (this.text.startsWith('<#', this.at)) {
        const end = this.text.indexOf('#>', this.at + 2)
        this.at = end < 0 ? this.text.length : end + 1
      } else if (char === '\n' || char === '\r') {
        if (!lines) return
      } else if (!/\s/.test(char)) return
    }
  }

  protected match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    return pattern.exec(this.text)?.[0]
  }

  protected takes(pattern: RegExp): string | undefined {
    const found = this.match(pattern)
    if (found) this.at += found.length
    return found
  }
}

export const MAX_DEPTH = 60
const BINARY =
  /-(?:eq|ne|gt|ge|lt|le|like|notlike|match|notmatch|contains|notcontains|in|notin|replace|creplace|ireplace|split|join|f|and|or|xor|is|isnot|as|band|bor|bxor|shl|shr|ceq|cne|clike|cmatch|ieq|ilike|imatch)\b|\.\.|[-+*/%]=?(?![\w-])|\+|\?\?/iy
const NUMBER = /(?:0x[\da-f]+|\d+(?:\.\d+)?)(?:kb|mb|gb|tb)?(?![\w.-])/iy
export const VARIABLE = /[$@](?:\{[^}\n]*\}|(?:[A-Za-z_]+:)?\w+|[?^$])/y
/** `@types/node` is a word, where `@types` alone hands on what the variable holds. */
export const SCOPED_NAME = /@\w[\w.-]*\/[\w@./-]+/y
export const TYPE_LITERAL = /\[[A-Za-z_][\w.,[\]+ ]*\]/y
const BARE_END = /[\s;|&(){}<>,"']/
const ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['0', ''],
  ['a', ''],
])

export abstract class ExpressionReader extends Scanner {
  protected abstract statements(closer: string): PsStatement[]
  protected abstract statement(): PsStatement[]
  protected abstract braces(): PsStatement[]

  protected word(): Expression {
    const char = this.char
    if (
      /["'({$@[]/.test(char) &&
      !(char === '[' && !this.match(TYPE_LITERAL)) &&
      !(char === '@' && (this.match(SCOPED_NAME) || !/^@[({"'\w]/.test(this.text.slice(this.at, this.at + 2))))
    ) {
      const value = this.operand()
      const rest = this.char || ' '
      if (BARE_END.test(rest)) return value
      return { type: 'expand', parts: [value, this.word()] }
    }
    let bare = ''
    for (; this.at < this.text.length; this.at++) {
      const next = this.char
      if (next === '`') {
        this.at++
        bare += this.char
      } else if (next === '$' && this.match(VARIABLE)) {
        const value = this.operand()
        const more = BARE_END.test(this.char || ' ') ? [] : [this.word()]
        return { type: 'expand', parts: [{ type: 'text', text: bare, bare: true }, value, ...more] }
      } else if (BARE_END.test(next)) break
      else bare += next
    }
    return { type: 'text', text: bare, bare: true }
  }

  /** An expression; in a method's arguments a comma separates, elsewhere it makes a list. */
  protected expression(commas: 'list' | 'separate' = 'list'): Expression {
    if (this.depth > MAX_DEPTH) {
      this.confusions++
      this.at = this.text.length
      return { type: 'text', text: '', bare: false }
    }
    this.depth++
    let left = commas === 'list' ? this.listed() : this.unary()
    for (;;) {
      this.blanks(false)
      const operator = this.takes(BINARY)
      if (!operator) break
      this.blanks(true)
      left = {
        type: 'binary',
        operator: operator.toLowerCase(),
        left,
        right: commas === 'list' ? this.listed() : this.unary(),
      }
    }
    this.depth--
    return left
  }

  protected listed(): Expression {
    const items: Expression[] = [this.unary()]
    for (;;) {
      const comma = this.match(/\s*,\s*/y)
      if (!comma) break
      this.at += comma.length
      items.push(this.unary())
    }
    return items.length === 1 && items[0] ? items[0] : { type: 'list', items }
  }

  protected unary(): Expression {
    this.blanks(false)
    const operator = this.takes(/-(?:not|join|split|bnot)\b|[!+-](?=[\s$("'\d[])|,/iy)
    if (!operator || this.depth > MAX_DEPTH) return this.operand()
    this.depth++
    this.blanks(false)
    const value = this.unary()
    this.depth--
    return { type: 'unary', operator: operator.toLowerCase(), value }
  }

  protected operand(): Expression {
    let node = this.primary()
    for (let count = 0; count < 200; count++) {
      const char = this.char
      if (char === '[' && node.type !== 'type') {
        this.at++
        const key = this.expression()
        this.blanks(true)
        this.takes(/\]/y)
        node = { type: 'index', object: node, key }
      } else if (this.match(/\?\.(?=\w)|\.(?=[\w"'$(])|::(?=[\w"'$(])/y)) {
        this.takes(/\?\.|\.|::/y)
        const bare = this.takes(/\w+/y)
        const name: Expression = bare === undefined ? this.primary() : { type: 'text', text: bare, bare: true }
        node = {
          type: 'member',
          object: node,
          name,
          args: this.char === '(' ? this.callArguments() : undefined,
        }
      } else break
    }
    return node
  }

  protected callArguments(): Expression[] {
    this.at++
    const args: Expression[] = []
    this.upTo(')', ',', () => args.push(this.expression('separate')))
    return args
  }

  protected primary(): Expression {
    const char = this.char
    if (char === "'" || char === '\u2018' || char === '\u2019') return this.single()
    if (char === '"' || char === '\u201c' || char === '\u201d') return this.double()
    if (/^@["']\s*\r?\n/.test(this.text.slice(this.at, this.at + 40))) return this.hereString()
    if (this.text.startsWith('$(', this.at) || this.text.startsWith('@(', this.at)) return this.group(2)
    if (char === '(') return this.group(1)
    if (this.text.startsWith('@{', this.at)) return this.hash()
    if (char === '{') return this.block()
    const variable = this.takes(VARIABLE)
    if (variable)
      return {
        type: 'variable',
        name: variable
          .slice(1)
          .replace(/^\{|\}$/g, '')
          .toLowerCase(),
      }
    const type = this.takes(TYPE_LITERAL)
    if (type) {
      const name = type.slice(1, -1).toLowerCase()
      this.blanks(false)
      if (this.text.startsWith('::', this.at) || !/["'($[@\d]/.test(this.char || ' ')) return { type: 'type', name }
      return { type: 'unary', operator: `[${name}]`, value: this.operand() }
    }
    const number = this.takes(NUMBER)
    if (number) return { type: 'number', value: Number(number.replace(/[kmgt]b$/i, '')) }
    if (BARE_END.test(char) || char === '') return { type: 'text', text: '', bare: false }
    return { type: 'text', text: this.takes(/[^\s;|&(){}<>,"'\]]+/y) ?? this.text[this.at++] ?? '', bare: true }
  }

  protected group(opening: number): Expression {
    this.at += opening
    const body = this.statements(')')
    this.takes(/\)/y)
    return { type: 'group', body }
  }

  protected block(): Expression {
    const start = this.at + 1
    const body = this.braces()
    return { type: 'block', body, text: this.text.slice(start, Math.max(start, this.at - 1)) }
  }

  protected hash(): Expression {
    this.at += 2
    const entries: [Expression, Expression][] = []
    this.upTo('}', ';', () => {
      const bare = this.takes(/[\w-]+/y)
      const key: Expression = bare === undefined ? this.primary() : { type: 'text', text: bare, bare: true }
      this.takes(/\s*=\s*/y)
      entries.push([key, { type: 'group', body: this.statement().slice(0, 1) }])
    })
    return { type: 'hash', entries }
  }

  protected single(): Expression {
    let text = ''
    for (this.at++; this.at < this.text.length; this.at++) {
      const char = this.char
      if (/['\u2018\u2019]/.test(char)) {
        if (!/['\u2018\u2019]/.test(this.text[this.at + 1] ?? '')) break
        this.at++
      }
      text += char
    }
    this.at++
    return { type: 'text', text, bare: false }
  }

  protected double(): Expression {
    this.at++
    const parts = this.expandable((at) => {
      if (!/["\u201c\u201d]/.test(this.text[at] ?? '')) return 0
      return /["\u201c\u201d]/.test(this.text[at + 1] ?? '') ? -1 : 1
    })
    return { type: 'expand', parts }
  }

  protected expandable(ends: (at: number) => number): Expression[] {
    const parts: Expression[] = []
    let text = ''
    const flush = () => {
      if (text) parts.push({ type: 'text', text, bare: false })
      text = ''
    }
    while (this.at < this.text.length) {
      const char = this.char
      const end = ends(this.at)
      if (end > 0) {
        this.at += end
        break
      }
      if (end < 0) {
        text += char
        this.at += 2
      } else if (char === '`') {
        const next = this.text[this.at + 1] ?? ''
        text += ESCAPES.get(next) ?? next
        this.at += 2
      } else if (char === '$' && (this.text[this.at + 1] === '(' || this.match(VARIABLE))) {
        flush()
        parts.push(this.primary())
      } else {
        text += char
        this.at++
      }
    }
    flush()
    return parts
  }

  protected hereString(): Expression {
    const quote = this.text[this.at + 1] ?? '"'
    const start = this.text.indexOf('\n', this.at) + 1
    const close = this.text.indexOf(`\n${quote}@`, start - 1)
    const end = close < 0 ? this.text.length : close
    if (quote === "'") {
      this.at = Math.min(this.text.length, end + 3)
      return { type: 'text', text: this.text.slice(start, end), bare: false }
    }
    this.at = start
    const parts = this.expandable((at) => (at >= end ? 3 : 0))
    return { type: 'expand', parts }
  }
}
