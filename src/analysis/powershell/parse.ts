import type { Argument, Expression, FileRedirect, Pipeline, PsCommand, Statement } from './syntax.ts'

const MAX_DEPTH = 60
const KEYWORDS = new Set([
  'if',
  'elseif',
  'else',
  'while',
  'for',
  'switch',
  'do',
  'until',
  'try',
  'catch',
  'finally',
  'trap',
  'begin',
  'process',
  'end',
  'param',
  'return',
  'throw',
  'exit',
  'break',
  'continue',
  'using',
  'class',
  'enum',
])
const EXPRESSION_START = /[$@"'([{\d!+\-,]|-(?:not|join|split|bnot)\b/y
const BINARY =
  /-(?:eq|ne|gt|ge|lt|le|like|notlike|match|notmatch|contains|notcontains|in|notin|replace|creplace|ireplace|split|join|f|and|or|xor|is|isnot|as|band|bor|bxor|shl|shr|ceq|cne|clike|cmatch|ieq|ilike|imatch)\b|\.\.|[-+*/%]=?(?![\w-])|\+|\?\?/iy
const NUMBER = /(?:0x[\da-f]+|\d+(?:\.\d+)?)(?:kb|mb|gb|tb)?(?![\w.-])/iy
const VARIABLE = /[$@](?:\{[^}\n]*\}|(?:[A-Za-z_]+:)?\w+|[?^$])/y
const TYPE = /\[[A-Za-z_][\w.,[\]+ ]*\]/y
const BARE_END = /[\s;|&(){}<>,"']/
const REDIRECT = /(?:[1-6*]?>>?(?:&[12])?|<)/y

/** Reads PowerShell text. Total: what does not fit is skipped and counted in `confusions`. */
export class PowerShellParser {
  private readonly text: string
  private at = 0
  private depth = 0
  confusions = 0

  constructor(text: string) {
    this.text = text
  }

  script(): Statement[] {
    const body: Statement[] = []
    while (this.at < this.text.length) {
      const before = this.at
      body.push(...this.statements(''))
      if (this.at === before || this.at < this.text.length) this.skip()
    }
    return body
  }

  private skip(): void {
    if (this.at >= this.text.length) return
    this.confusions++
    this.at++
  }

  /** Statements up to a closer, which stays. */
  private statements(closer: string): Statement[] {
    const body: Statement[] = []
    if (this.depth > MAX_DEPTH) {
      this.confusions++
      this.at = this.text.length
      return body
    }
    this.depth++
    for (;;) {
      this.blanks(true)
      const char = this.text[this.at]
      if (char === undefined || (closer !== '' && char === closer)) break
      if (char === ';' || (char === '&' && this.text[this.at + 1] === '&')) {
        this.at += char === ';' ? 1 : 2
        continue
      }
      if (closer === '' && /[)\]}]/.test(char)) break
      const before = this.at
      body.push(...this.statement())
      if (this.at === before) this.skip()
    }
    this.depth--
    return body
  }

  private blanks(lines: boolean): void {
    for (; this.at < this.text.length; this.at++) {
      const char = this.text[this.at] ?? ''
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

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    return pattern.exec(this.text)?.[0]
  }

  private takes(pattern: RegExp): string | undefined {
    const found = this.match(pattern)
    if (found) this.at += found.length
    return found
  }

  private statement(): Statement[] {
    const word = this.match(/[A-Za-z]+(?![\w-]|\s*=|\.)/y)?.toLowerCase()
    if (word === 'function' || word === 'filter') return this.definition()
    if (word === 'foreach' && /^\s*\(/.test(this.text.slice(this.at + 7, this.at + 40))) return this.forEach()
    if (word && KEYWORDS.has(word)) return this.compound(word)
    return this.pipeline()
  }

  private definition(): Statement[] {
    this.takes(/[A-Za-z]+\s+/y)
    const name = this.takes(/[\w:-]+/y) ?? ''
    this.blanks(true)
    if (this.text[this.at] === '(') this.delimited('(', ')')
    this.blanks(true)
    return [{ type: 'function', name: name.replace(/^\w+:/, '').toLowerCase(), body: this.braces() }]
  }

  private forEach(): Statement[] {
    this.at += 7
    this.blanks(true)
    this.at++
    this.blanks(true)
    const name = (this.takes(VARIABLE) ?? '$_').slice(1).toLowerCase()
    this.takes(/\s+in\s+/iy)
    const list = this.expression()
    this.blanks(true)
    this.takes(/\)/y)
    this.blanks(true)
    return [{ type: 'each', name, list, body: this.braces() }]
  }

  private compound(word: string): Statement[] {
    this.at += word.length
    const tests: Statement[] = []
    const bodies: (readonly Statement[])[] = []
    for (;;) {
      this.blanks(word !== 'return' && word !== 'throw' && word !== 'exit')
      const char = this.text[this.at]
      if (char === '(' && word !== 'return') {
        this.at++
        tests.push(...this.statements(')'))
        this.takes(/\)/y)
        if (word === 'param') break
      } else if (char === '{') {
        bodies.push(this.braces())
        this.blanks(true)
        if (!/(?:while|until)\b/iy.test(this.text.slice(this.at, this.at + 5))) break
        if (word !== 'do') break
      } else if (char === '[' && (word === 'catch' || word === 'class')) this.takes(TYPE) ?? this.at++
      else if (char === '-' && word === 'switch') this.takes(/-\w+/y)
      else break
    }
    if (/^(?:return|throw|exit)$/.test(word) && !/[;}\n]/.test(this.text[this.at] ?? ';'))
      tests.push(...this.pipeline())
    if (word === 'using' || word === 'class' || word === 'enum') this.takes(/[^\n;{]*/y)
    return [{ type: 'compound', word, tests, bodies }]
  }

  private braces(): Statement[] {
    if (this.text[this.at] !== '{') return []
    this.at++
    const body = this.statements('}')
    this.at++
    return body
  }

  private pipeline(): Statement[] {
    let target: Expression | undefined
    let operator = '='
    const start = this.at
    const assigned = this.match(
      /(?:\[[\w.[\]]+\]\s*)?\$(?:\{[^}\n]*\}|(?:\w+:)?\w+)(?:\.\w+|\[[^\]\n]{0,80}\])*\s*(?:[-+*/%?]{0,2})=(?!=)/y,
    )
    if (assigned) {
      this.takes(/\[[\w.[\]]+\]\s*/y)
      target = this.operand()
      this.blanks(false)
      operator = this.takes(/[-+*/%?]{0,2}=/y) ?? '='
      this.blanks(true)
    }
    const stages: Pipeline['stages'][number][] = []
    for (;;) {
      this.blanks(stages.length > 0)
      stages.push(this.stage())
      this.blanks(false)
      if (this.text[this.at] === '|' && this.text[this.at + 1] !== '|') this.at++
      else break
    }
    if (this.text.startsWith('||', this.at)) this.at += 2
    else if (this.text[this.at] === '&' && this.text[this.at + 1] !== '&') this.at++
    if (this.at === start) this.skip()
    return [{ type: 'pipeline', stages, target, operator }]
  }

  private stage(): Pipeline['stages'][number] {
    const expression = this.match(EXPRESSION_START) ?? this.match(TYPE)
    if (expression && !/^[&]/.test(expression)) {
      const value = this.expression()
      return { type: 'expression', value, redirects: this.redirects() }
    }
    return this.command()
  }

  private command(): PsCommand {
    const start = this.at
    const called = this.takes(/[&.](?=[\s"'$({])/y) !== undefined
    this.blanks(false)
    const head = called ? this.operand() : this.word()
    const args: Argument[] = []
    const redirects: FileRedirect[] = []
    for (;;) {
      this.blanks(false)
      const char = this.text[this.at]
      if (char === undefined || /[\n\r;|)}]/.test(char) || (char === '&' && this.text[this.at + 1] !== undefined)) break
      const before = this.at
      const redirect = this.match(REDIRECT)
      if (redirect) redirects.push(...this.redirects())
      else args.push(this.argument())
      if (this.at === before) this.skip()
    }
    return {
      type: 'command',
      called,
      head,
      args,
      redirects,
      span: { start, end: this.at },
      raw: this.text.slice(start, this.at),
    }
  }

  private redirects(): FileRedirect[] {
    const found: FileRedirect[] = []
    for (;;) {
      this.blanks(false)
      const operator = this.takes(REDIRECT)
      if (!operator) return found
      if (operator.includes('&') || operator === '<') continue
      this.blanks(false)
      found.push({ target: this.word(), append: operator.includes('>>') })
    }
  }

  private argument(): Argument {
    const parameter = this.takes(/-[A-Za-z_?][\w-]*:?/y)
    if (parameter) {
      const name = parameter.replace(/^-|:$/g, '')
      return {
        type: 'parameter',
        name: name.toLowerCase(),
        raw: parameter,
        value: parameter.endsWith(':') ? this.word() : undefined,
      }
    }
    const splat = this.match(/@\w+/y) !== undefined
    let value = this.word()
    const items: Expression[] = [value]
    while (this.match(/\s*,\s*/y)) {
      this.takes(/\s*,\s*/y)
      items.push(this.word())
    }
    if (items.length > 1) value = { type: 'list', items }
    return { type: 'value', value, splat }
  }

  /** One word of a command: a value, or bare text with values in it. */
  private word(): Expression {
    const char = this.text[this.at] ?? ''
    if (
      /["'({$@[]/.test(char) &&
      !(char === '[' && !this.match(TYPE)) &&
      !(char === '@' && !/^@[({"'\w]/.test(this.text.slice(this.at, this.at + 2)))
    ) {
      const value = this.operand()
      const rest = this.text[this.at] ?? ' '
      if (BARE_END.test(rest)) return value
      return { type: 'expand', parts: [value, this.word()] }
    }
    let bare = ''
    for (; this.at < this.text.length; this.at++) {
      const next = this.text[this.at] ?? ''
      if (next === '`') {
        this.at++
        bare += this.text[this.at] ?? ''
      } else if (next === '$' && this.match(VARIABLE)) {
        const value = this.operand()
        const more = BARE_END.test(this.text[this.at] ?? ' ') ? [] : [this.word()]
        return { type: 'expand', parts: [{ type: 'text', text: bare, bare: true }, value, ...more] }
      } else if (BARE_END.test(next)) break
      else bare += next
    }
    return { type: 'text', text: bare, bare: true }
  }

  /** An expression; in a method's arguments a comma separates, elsewhere it makes a list. */
  private expression(commas: 'list' | 'separate' = 'list'): Expression {
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

  private listed(): Expression {
    const items: Expression[] = [this.unary()]
    for (;;) {
      const comma = this.match(/\s*,\s*/y)
      if (!comma) break
      this.at += comma.length
      items.push(this.unary())
    }
    return items.length === 1 && items[0] ? items[0] : { type: 'list', items }
  }

  private unary(): Expression {
    this.blanks(false)
    const operator = this.takes(/-(?:not|join|split|bnot)\b|[!+-](?=[\s$("'\d[])|,/iy)
    if (!operator || this.depth > MAX_DEPTH) return this.operand()
    this.depth++
    this.blanks(false)
    const value = this.unary()
    this.depth--
    return { type: 'unary', operator: operator.toLowerCase(), value }
  }

  /** A value with its members, calls and subscripts. */
  private operand(): Expression {
    let node = this.primary()
    for (let count = 0; count < 200; count++) {
      const char = this.text[this.at]
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
          args: this.text[this.at] === '(' ? this.callArguments() : undefined,
        }
      } else break
    }
    return node
  }

  private callArguments(): Expression[] {
    this.at++
    const args: Expression[] = []
    for (;;) {
      this.blanks(true)
      const char = this.text[this.at]
      if (char === undefined || char === ')') break
      if (char === ',') {
        this.at++
        continue
      }
      const before = this.at
      args.push(this.expression('separate'))
      if (this.at === before) this.skip()
    }
    this.at++
    return args
  }

  private primary(): Expression {
    const char = this.text[this.at] ?? ''
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
    const type = this.takes(TYPE)
    if (type) {
      const name = type.slice(1, -1).toLowerCase()
      this.blanks(false)
      if (this.text.startsWith('::', this.at) || !/["'($[@\d]/.test(this.text[this.at] ?? ' '))
        return { type: 'type', name }
      return { type: 'unary', operator: `[${name}]`, value: this.operand() }
    }
    const number = this.takes(NUMBER)
    if (number) return { type: 'number', value: Number(number.replace(/[kmgt]b$/i, '')) }
    if (BARE_END.test(char) || char === '') return { type: 'text', text: '', bare: false }
    return { type: 'text', text: this.takes(/[^\s;|&(){}<>,"'\]]+/y) ?? this.text[this.at++] ?? '', bare: true }
  }

  private group(opening: number): Expression {
    this.at += opening
    const body = this.statements(')')
    this.takes(/\)/y)
    return { type: 'group', body }
  }

  private block(): Expression {
    const start = this.at + 1
    const body = this.braces()
    return { type: 'block', body, text: this.text.slice(start, Math.max(start, this.at - 1)) }
  }

  private hash(): Expression {
    this.at += 2
    const entries: [Expression, Expression][] = []
    for (;;) {
      this.blanks(true)
      const char = this.text[this.at]
      if (char === undefined || char === '}') break
      if (char === ';') {
        this.at++
        continue
      }
      const before = this.at
      const bare = this.takes(/[\w-]+/y)
      const key: Expression = bare === undefined ? this.primary() : { type: 'text', text: bare, bare: true }
      this.takes(/\s*=\s*/y)
      const [first] = this.statement()
      entries.push([key, { type: 'group', body: first ? [first] : [] }])
      if (this.at === before) this.skip()
    }
    this.at++
    return { type: 'hash', entries }
  }

  private single(): Expression {
    let text = ''
    for (this.at++; this.at < this.text.length; this.at++) {
      const char = this.text[this.at] ?? ''
      if (/['\u2018\u2019]/.test(char)) {
        if (!/['\u2018\u2019]/.test(this.text[this.at + 1] ?? '')) break
        this.at++
      }
      text += char
    }
    this.at++
    return { type: 'text', text, bare: false }
  }

  private double(): Expression {
    this.at++
    const parts = this.expandable((at) => {
      if (!/["\u201c\u201d]/.test(this.text[at] ?? '')) return 0
      return /["\u201c\u201d]/.test(this.text[at + 1] ?? '') ? -1 : 1
    })
    return { type: 'expand', parts }
  }

  /** Text with variables up to where `ends` says 1; -1 is a doubled quote. */
  private expandable(ends: (at: number) => number): Expression[] {
    const parts: Expression[] = []
    let text = ''
    const flush = () => {
      if (text) parts.push({ type: 'text', text, bare: false })
      text = ''
    }
    while (this.at < this.text.length) {
      const char = this.text[this.at] ?? ''
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

  private hereString(): Expression {
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

  private delimited(open: string, close: string): void {
    let nesting = 0
    for (; this.at < this.text.length; this.at++) {
      if (this.text[this.at] === open) nesting++
      else if (this.text[this.at] === close && --nesting === 0) {
        this.at++
        return
      }
    }
  }
}

const ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['0', ''],
  ['a', ''],
])
