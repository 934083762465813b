/** One thing an awk program does beyond printing. Unknown parts of a text are written as `$UNKNOWN`. */
export type AwkAct =
  | {
      readonly kind: 'run'
      readonly command: string
      readonly constant: boolean
      /** What is printed to it; no text when that is not known. */
      readonly input?: { readonly text: string | undefined }
    }
  | { readonly kind: 'write'; readonly file: string; readonly append: boolean; readonly constant: boolean }
  | { readonly kind: 'read'; readonly file: string; readonly constant: boolean }
  | { readonly kind: 'load' }
  | { readonly kind: 'more' }

interface AwkToken {
  readonly kind: 'string' | 'name' | 'number' | 'pattern' | 'mark' | 'end'
  readonly text: string
}

/** Names of an awk program that hold one text throughout, and `ENVIRON name`. */
type AwkConstants = ReadonlyMap<string, string>

const TOKEN =
  /#[^\n]*|[^\S\n]+|\\.?|(?<end>[\n;])|"(?<string>(?:[^"\\]|\\.)*)(?:"|\\?$)|(?<number>\d[\w.:]*)|(?<name>[\w@][\w.:]*)|(?<mark>\|[&|]|&&|>>|[-><=!+*/%^]=|!~|\+\+|--|.)/sy
const PATTERN = /\/(?<pattern>(?:[^/\\]|\\.)*)(?:\/|\\?$)/sy

/** After these a slash divides; elsewhere it begins a pattern. */
function isDivisionOperand({ kind, text }: AwkToken): boolean {
  if (kind === 'name') return !/^(?:print|printf|return|in|if|while|getline)$/.test(text)
  return kind === 'number' || kind === 'string' || /^[)\]$]$/.test(text)
}

function tokenizeAwk(text: string): readonly AwkToken[] {
  const tokens: AwkToken[] = []
  let at = 0
  while (at < text.length) {
    const before = tokens.at(-1)
    const form = text[at] === '/' && !(before && isDivisionOperand(before)) ? PATTERN : TOKEN
    form.lastIndex = at
    const found = form.exec(text)
    at += found?.[0].length ?? 1
    for (const [kind, body] of Object.entries(found?.groups ?? {}))
      if (body !== undefined)
        tokens.push({ kind: kind as AwkToken['kind'], text: kind === 'string' ? unescapeString(body) : body })
  }
  return tokens
}

function unescapeString(body: string): string {
  return body.replace(/\\(.)/gs, (_, letter: string) => ({ n: '\n', t: '\t', '\n': '' })[letter] ?? letter)
}

/** Finds variables that are assigned once, to strings; `given` are those of `-v`. */
function findConstants(tokens: readonly AwkToken[], given: AwkConstants): AwkConstants {
  const found = new Map(given)
  const spoiled = new Set<string>()
  tokens.forEach(({ kind, text: name }, at) => {
    if (kind !== 'name') return
    const next = tokens[at + 1]
    const mark = next?.kind === 'mark' ? next.text : ''
    if (/^(?:[-+*/%^]=|\+\+|--)$/.test(mark) || tokens[at - 1]?.text === 'getline') spoiled.add(name)
    if (mark !== '=') return
    const { text, constant } = joinExpression(takeUntil(tokens.slice(at + 2, at + 52), 0, ','), found)
    if (found.has(name) || !constant) spoiled.add(name)
    found.set(name, text)
  })
  for (const name of spoiled) found.delete(name)
  return found
}

const UNKNOWN_TEXT = '$UNKNOWN'

/** How many tokens of expressions are followed, and how many acts are listed, before the rest counts as not understood. */
const MAX_FOLLOWED_TOKENS = 400_000
const MAX_ACTS = 200

function joinExpression(tokens: readonly AwkToken[], constants: AwkConstants): { text: string; constant: boolean } {
  let constant = tokens.length > 0
  let text = ''
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text: own } = tokens[at] ?? { kind: 'end', text: '' }
    // `ENVIRON["HOME"]`, when the variable is known: four tokens.
    const variable = own === 'ENVIRON' ? constants.get(`ENVIRON ${tokens[at + 2]?.text}`) : undefined
    if (variable !== undefined) at += 3
    const held = variable ?? (kind === 'string' ? own : kind === 'name' ? constants.get(own) : undefined)
    if (held !== undefined) text += held
    else if (own !== '(' && own !== ')') {
      constant = false
      if (!text.endsWith(UNKNOWN_TEXT)) text += UNKNOWN_TEXT
    }
  }
  return { text, constant }
}

/** The tokens from `at` to the end of the statement, the closing bracket, or one of the marks. */
function takeUntil(tokens: readonly AwkToken[], at: number, marks: string): readonly AwkToken[] {
  const ends = new Set(['}', ...marks.split(' ')])
  let depth = 0
  let index = at
  for (; index < tokens.length; index++) {
    const { kind, text } = tokens[index] ?? { kind: 'end', text: '' }
    if (text === '(') depth += 1
    if (text === ')' && --depth < 0) break
    if (depth === 0 && kind !== 'string' && (kind === 'end' || ends.has(text))) break
  }
  return tokens.slice(at, index)
}

/** The first operand of an expression: a word, a variable of the environment, or all that stands in brackets. */
function takeFirstOperand(tokens: readonly AwkToken[]): readonly AwkToken[] {
  const [first] = tokens
  if (first?.kind === 'mark' && first.text === '(') return takeUntil(tokens, 1, '')
  return tokens.slice(0, first?.text === 'ENVIRON' ? 4 : 1)
}

function takeExpressionBefore(tokens: readonly AwkToken[], at: number): readonly AwkToken[] {
  let from = at
  for (; from > 0; from--) {
    const { kind, text } = tokens[from - 1] ?? { kind: 'end', text: '' }
    if (kind === 'end' || (kind === 'mark' && /^(?:[{}(=,!]|&&|\|\|)$/.test(text))) break
    if (kind === 'name' && /^(?:print|printf|while|if|return)$/.test(text)) break
  }
  return tokens.slice(from, at)
}

/** Reads an awk program for commands, files and extensions. Total and linear. */
export function readAwk(program: string, given: AwkConstants): readonly AwkAct[] {
  const tokens = tokenizeAwk(program)
  const constants = findConstants(tokens, given)
  const textAt = (at: number) => tokens[at]?.text
  let followed = 0
  const joins = (words: readonly AwkToken[]) => {
    followed += words.length
    return joinExpression(words, constants)
  }
  const acts: AwkAct[] = []
  const runs = (words: readonly AwkToken[], input?: { readonly text: string | undefined }) => {
    const { text, constant } = joins(words)
    acts.push({ kind: 'run', command: text, constant, ...(input && { input }) })
  }
  let printing = false
  let depth = 0
  for (const [at, { kind, text }] of tokens.entries()) {
    if (acts.length > MAX_ACTS || followed > MAX_FOLLOWED_TOKENS) return [...acts.slice(0, MAX_ACTS), { kind: 'more' }]
    if (kind === 'end' || (kind === 'mark' && /^[{}]$/.test(text))) {
      printing = false
      depth = 0
    }
    if (kind === 'name') {
      if (/^printf?$/.test(text)) printing = true
      if (/^@(?:load|include)$/.test(text)) acts.push({ kind: 'load' })
      const called = text.startsWith('@') ? (constants.get(text.slice(1)) ?? 'system') : text
      if (called === 'system' && textAt(at + 1) === '(') runs(takeUntil(tokens, at + 2, ''))
    }
    if (kind !== 'mark') continue
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    if (text === '|' || text === '|&') {
      const words = takeExpressionBefore(tokens, at)
      if (textAt(at + 1) === 'getline') runs(words)
      else {
        // What a `print` right before the pipe prints.
        const printed = joinExpression(words, constants)
        const plain = /^printf?$/.test(textAt(at - words.length - 1) ?? '') && printed.constant
        runs(takeUntil(tokens, at + 1, '| |&'), { text: plain ? `${printed.text}\n` : undefined })
      }
    }
    if (printing && depth <= 0 && /^>>?$/.test(text)) {
      const { text: file, constant } = joins(takeUntil(tokens, at + 1, '| > >>'))
      acts.push({ kind: 'write', file, append: text === '>>', constant })
    }
    if (text === '<' && (textAt(at - 1) === 'getline' || textAt(at - 2) === 'getline')) {
      const { text: file, constant } = joins(takeFirstOperand(takeUntil(tokens, at + 1, '> < && ||')))
      acts.push({ kind: 'read', file, constant })
    }
  }
  return acts
}
