import { wordSet } from '../code/syntax.ts'
import { ExpressionReader, MAX_DEPTH, SCOPED_NAME, TYPE_LITERAL, VARIABLE } from './expressions.ts'
import type { Expression, FileRedirect, Pipeline, PsArgument, PsCommand, PsStatement } from './syntax.ts'

const KEYWORDS = wordSet(
  'if elseif else while for switch do until try catch finally trap begin process end param return throw exit break continue using class enum',
)
const EXPRESSION_START = /[$@"'([{\d!+\-,]|-(?:not|join|split|bnot)\b/y
const REDIRECT_TOKEN = /(?:[1-6*]?>>?(?:&[12])?|<)/y

export class PowerShellParser extends ExpressionReader {
  script(): PsStatement[] {
    const body: PsStatement[] = []
    while (this.at < this.text.length) {
      const before = this.at
      body.push(...this.statements(''))
      if (this.at === before || this.at < this.text.length) this.skip()
    }
    return body
  }

  protected statements(closer: string): PsStatement[] {
    const body: PsStatement[] = []
    if (this.depth > MAX_DEPTH) {
      this.confusions++
      this.at = this.text.length
      return body
    }
    this.depth++
    for (;;) {
      this.blanks(true)
      const char = this.char
      if (char === '' || (closer !== '' && char === closer)) break
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

  protected statement(): PsStatement[] {
    const word = this.match(/[A-Za-z]+(?![\w-]|\s*=|\.)/y)?.toLowerCase()
    if (word === 'function' || word === 'filter') return this.definition()
    if (word === 'foreach' && /^\s*\(/.test(this.text.slice(this.at + 7, this.at + 40))) return this.forEach()
    if (word && KEYWORDS.has(word)) return this.compound(word)
    return this.pipeline()
  }

  private definition(): PsStatement[] {
    this.takes(/[A-Za-z]+\s+/y)
    const name = this.takes(/[\w:-]+/y) ?? ''
    this.blanks(true)
    const defaults = this.parameters()
    this.blanks(true)
    return [{ type: 'function', name: name.replace(/^\w+:/, '').toLowerCase(), body: [...defaults, ...this.braces()] }]
  }

  private parameters(): PsStatement[] {
    if (this.char !== '(') return []
    this.at++
    const body = this.statements(')')
    this.takes(/\)/y)
    return body
  }

  private clauses(): (readonly PsStatement[])[] {
    const bodies: (readonly PsStatement[])[] = []
    this.at++
    this.upTo('}', ';', () =>
      bodies.push(
        this.char === '{'
          ? this.braces()
          : [{ type: 'pipeline', stages: [this.valueStage()], target: undefined, operator: '=' }],
      ),
    )
    return bodies
  }

  private valueStage(): Pipeline['stages'][number] {
    return { type: 'expression', value: this.operand(), redirects: [] }
  }

  /** The members of a class: the bodies of its methods and the values of its fields, as if they ran. */
  private members(): (readonly PsStatement[])[] {
    const bodies: (readonly PsStatement[])[] = []
    this.at++
    this.upTo('}', ';', () => {
      if (this.char === '(') bodies.push(this.parameters())
      else if (this.char === '{') bodies.push(this.braces())
      else if (this.char === '=') {
        this.at++
        this.blanks(true)
        bodies.push(this.statement())
      } else this.takes(TYPE_LITERAL) ?? this.takes(VARIABLE) ?? this.takes(/[\w-]+|[;:,]/y)
    })
    return bodies
  }

  private forEach(): PsStatement[] {
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

  private compound(word: string): PsStatement[] {
    this.at += word.length
    const tests: PsStatement[] = []
    const bodies: (readonly PsStatement[])[] = []
    for (;;) {
      this.blanks(word !== 'return' && word !== 'throw' && word !== 'exit')
      const char = this.char
      if (char === '(' && word !== 'return') {
        this.at++
        tests.push(...this.statements(')'))
        this.takes(/\)/y)
        if (word === 'param') break
      } else if (char === '{' && word === 'switch') {
        bodies.push(...this.clauses())
        break
      } else if (char === '{') {
        bodies.push(this.braces())
        this.blanks(true)
        if (!/(?:while|until)\b/iy.test(this.text.slice(this.at, this.at + 5))) break
        if (word !== 'do') break
      } else if (char === '[' && (word === 'catch' || word === 'class')) this.takes(TYPE_LITERAL) ?? this.at++
      else if (char === '-' && word === 'switch') this.takes(/-\w+/y)
      else break
    }
    if (/^(?:return|throw|exit)$/.test(word) && !/[;}\n]/.test(this.char || ';')) tests.push(...this.pipeline())
    if (word === 'using' || word === 'class' || word === 'enum') this.takes(/[^\n;{]*/y)
    if (word === 'class') {
      this.blanks(true)
      if (this.char === '{') bodies.push(...this.members())
    }
    return [{ type: 'compound', word, tests, bodies }]
  }

  protected braces(): PsStatement[] {
    if (this.char !== '{') return []
    this.at++
    const body = this.statements('}')
    this.at++
    return body
  }

  private pipeline(): PsStatement[] {
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
      if (this.char === '|' && this.text[this.at + 1] !== '|') this.at++
      else break
    }
    if (this.text.startsWith('||', this.at)) this.at += 2
    else if (this.char === '&' && this.text[this.at + 1] !== '&') this.at++
    if (this.at === start) this.skip()
    return [{ type: 'pipeline', stages, target, operator }]
  }

  private stage(): Pipeline['stages'][number] {
    const expression = this.match(EXPRESSION_START) ?? this.match(TYPE_LITERAL)
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
    const args: PsArgument[] = []
    const redirects: FileRedirect[] = []
    for (;;) {
      this.blanks(false)
      const char = this.char
      if (char === '' || /[\n\r;|)}]/.test(char) || (char === '&' && this.text[this.at + 1] !== undefined)) break
      const before = this.at
      const redirect = this.match(REDIRECT_TOKEN)
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
      const operator = this.takes(REDIRECT_TOKEN)
      if (!operator) return found
      if (operator.includes('&') || operator === '<') continue
      this.blanks(false)
      found.push({ target: this.word(), append: operator.includes('>>') })
    }
  }

  private argument(): PsArgument {
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
    const splat = this.match(/@\w+/y) !== undefined && !this.match(SCOPED_NAME)
    let value = this.word()
    const items: Expression[] = [value]
    while (this.match(/\s*,\s*/y)) {
      this.takes(/\s*,\s*/y)
      items.push(this.word())
    }
    if (items.length > 1) value = { type: 'list', items }
    return { type: 'value', value, splat }
  }
}
