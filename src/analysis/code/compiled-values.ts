import { isSecretName } from '../../knowledge/lexicon/secret-names.ts'
import type { DataSource } from '../words.ts'
import { type AbstractValue, concatValues, knownOf, textValue, UNKNOWN_RESULT } from './run/abstract-value.ts'

const MAX_TEXT = 64_000

export interface CallArguments {
  readonly texts: readonly string[]
  readonly end: number
  readonly whole: boolean
}

export function argumentsAt(code: string, open: number): CallArguments {
  const texts: string[] = []
  let depth = 0
  let start = open + 1
  const limit = Math.min(code.length, open + MAX_TEXT)
  for (let at = open; at < limit; at++) {
    const sign = code[at] ?? ''
    if (sign === '"' || sign === '`') at = closingQuote(code, at)
    else if (sign === '(' || sign === '[' || sign === '{') depth++
    else if (sign === ')' || sign === ']' || sign === '}') {
      depth--
      if (depth > 0) continue
      texts.push(code.slice(start, at).trim())
      return { texts: texts.filter((text, index) => index > 0 || text !== ''), end: at, whole: true }
    } else if (sign === ',' && depth === 1) {
      texts.push(code.slice(start, at).trim())
      start = at + 1
    }
  }
  return { texts, end: limit, whole: false }
}

export function splitList(text: string): readonly string[] {
  return argumentsAt(`(${text})`, 0).texts
}

function closingQuote(code: string, open: number): number {
  const quote = code[open]
  for (let at = open + 1; at < code.length; at++) {
    if (code[at] === '\\' && quote === '"') at++
    else if (code[at] === quote) return at
  }
  return code.length
}

export function chainAfter(code: string, end: number): Omit<CallArguments, 'end'> {
  const found: string[] = []
  let at = end + 1
  for (;;) {
    const link = /^\s{0,200}\.\s{0,8}(\w{1,40})\s{0,4}(?=\()/.exec(code.slice(at, at + 300))
    if (!link) return { texts: found, whole: true }
    const { texts, end: close, whole } = argumentsAt(code, at + link[0].length)
    if (link[1] === 'arg' || link[1] === 'args' || link[1] === 'command') found.push(...texts)
    if (!whole || close > end + MAX_TEXT) return { texts: found, whole: false }
    at = close + 1
  }
}

const HOME_EXPRESSION =
  /^&?(?:os\.UserHomeDir\(\)|NSHomeDirectory\(\)|(?:dirs|home)::home_dir\(\).*|FileManager\.default\.homeDirectoryForCurrentUser.*|System\.getProperty\("user\.home"\)|(?:os\.Getenv|System\.getenv|getenv|(?:std::)?env::var|Environment\.GetEnvironmentVariable)\("HOME"\).*|Environment\.GetFolderPath\(Environment\.SpecialFolder\.UserProfile\))$/
const PATH_JOIN =
  /^(?:filepath\.Join|path\.Join|Path\.Combine|Paths\.get|Path\.of|Path::new|PathBuf::from|new File|File|Path|String::from|URL|format!|fmt\.Sprintf|String\.format)\((.*)\)$/s
const ENVIRONMENT_READ =
  /(?:os\.Getenv|os\.LookupEnv|System\.getenv|getenv|env::var|GetEnvironmentVariable)\(\s{0,4}"([A-Za-z_]\w{0,80})"\s{0,4}\)/g
const MAX_DEPTH = 6
const C_DEFINE = /^[ \t]{0,20}#[ \t]{0,8}define[ \t]{1,8}([A-Za-z_]\w{0,60})[ \t]{1,40}([^\n]{1,400})/gm
/** Texts that stand beside each other are one in C; some of them may have names. */
const ADJACENT_STRINGS =
  /^(?=[^"]*")(?:"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w{0,60})(?:\s{1,20}(?:"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w{0,60})){1,40}$|^[A-Z_]\w{0,60}(?:\s{1,20}[A-Z_]\w{0,60}){1,40}$/
const STRING_OR_NAME = /"(?:[^"\\\n]|\\.)*"|[A-Za-z_]\w{0,60}/g

export class CompiledValues {
  private readonly code: string
  private readonly home: string
  private readonly names = new Map<string, string>()

  private readonly fills: boolean

  constructor(code: string, home: string, file: string) {
    this.code = code
    this.home = home
    this.fills = !/\.(?:c|cc|cpp|cxx|h|hpp|m|mm|go|java|zig)$/.test(file)
    for (const match of code.matchAll(
      /\b([A-Za-z_]\w{0,60})(?:,\s{0,4}\w{1,60})?(?::\s{0,4}[\w&<>[\]']{1,40})?\s{0,4}:?=(?!=)\s{0,4}([^\n;]{1,400})/g,
    )) {
      const [, name = '', value = ''] = match
      if (!this.names.has(name)) this.names.set(name, value.trim())
    }
    for (const [, name = '', value = ''] of code.matchAll(C_DEFINE))
      if (!this.names.has(name)) this.names.set(name, value.trim())
  }

  of(expression: string, depth = 0): AbstractValue {
    const trimmed = expression.trim().replace(/^(?:\w{1,40}:\s{1,4}|&|try[?!]?\s{1,4}|await\s{1,4})+/, '')
    if (trimmed === '' || depth > MAX_DEPTH) return UNKNOWN_RESULT
    if (HOME_EXPRESSION.test(trimmed)) return textValue(this.home)
    const bare = trimmed.replace(
      /(?:\.(?:unwrap|to_string|to_owned|into|clone|as_str|toPath|toString|expect)\([^()]{0,80}\)|[?!])+$/,
      '',
    )
    const literal = literalOf(bare)
    if (literal !== undefined) return this.filled(literal, depth)
    const joined = PATH_JOIN.exec(bare)
    if (joined?.[1] !== undefined) return this.joined(bare, splitList(joined[1]), depth)
    if (ADJACENT_STRINGS.test(bare))
      return concatValues((bare.match(STRING_OR_NAME) ?? []).map((part) => this.of(part, depth + 1)))
    const parts = splitSum(bare)
    if (parts.length > 1) return concatValues(parts.map((part) => this.of(part, depth + 1)))
    const bound = /^[A-Za-z_]\w*$/.test(bare) ? this.names.get(bare) : undefined
    return bound === undefined || bound === expression ? textValue('\0') : this.of(bound, depth + 1)
  }

  private joined(call: string, args: readonly string[], depth: number): AbstractValue {
    const values = args.map((each) => this.of(each, depth + 1))
    if (!/^(?:format!|fmt\.Sprintf|String\.format)/.test(call))
      return concatValues(values.flatMap((value, index) => (index === 0 ? [value] : [textValue('/'), value])))
    let next = 1
    const [pattern] = values
    const filled = knownOf(pattern).replace(/%[svdq]|\{\}/g, () => knownOf(values[next++] ?? UNKNOWN_RESULT))
    return textValue(filled)
  }

  /** Swift, Kotlin, C# and Rust name values inside quotes. */
  private filled(literal: string, depth: number): AbstractValue {
    if (!this.fills || !/\\\(|\$\{?|\{\w/.test(literal)) return textValue(literal)
    return textValue(
      literal.replace(
        /\\\(([^()]{1,80}(?:\(\))?)\)|\$\{([^{}]{1,80})\}|\$(\w{1,60})|\{(\w{1,60})\}/g,
        (whole, ...found) => {
          const inner = found.slice(0, 4).find((each): each is string => typeof each === 'string')
          if (inner === undefined || (found[3] !== undefined && !this.names.has(inner))) return whole
          return knownOf(this.of(inner, depth + 1))
        },
      ),
    )
  }

  words(expressions: readonly string[]): AbstractValue[] {
    return expressions.flatMap((each) => {
      const list =
        /^(?:&|new\s+\w+\[\]\s*|vec!|\[\]string|(?:List|listOf|Arrays)(?:\.of|\.asList)?\s*)?[[({](.*)[\])}]$/s.exec(
          each.trim(),
        )
      return list?.[1] === undefined ? [this.of(each)] : splitList(list[1]).map((item) => this.of(item))
    })
  }

  secretVariables(): DataSource[] {
    return [...this.code.matchAll(ENVIRONMENT_READ)]
      .map((match) => match[1] ?? '')
      .filter(isSecretName)
      .map((name) => ({ kind: 'environment', name, secret: true }))
  }
}

function literalOf(expression: string): string | undefined {
  const quoted = /^(?:[@$]?"((?:[^"\\]|\\.)*)"|`([^`]*)`|r#?"([^"]*)"#?|"""([\s\S]*)""")$/.exec(expression)
  if (!quoted) return undefined
  const plain = quoted[2] ?? quoted[3] ?? quoted[4]
  return (
    plain ??
    (quoted[1] ?? '').replace(/\\(["\\nt/])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === 't' ? '\t' : sign))
  )
}

function splitSum(expression: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let quoted = false
  let start = 0
  for (let at = 0; at < expression.length; at++) {
    const sign = expression[at]
    if (quoted) {
      if (sign === '\\') at++
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '(' || sign === '[') depth++
    else if (sign === ')' || sign === ']') depth--
    else if (sign === '+' && depth === 0) {
      parts.push(expression.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, expression.slice(start)]
}
