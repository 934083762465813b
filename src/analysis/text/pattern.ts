import { LIMITS } from '../interpret/limits.ts'

type PatternToken =
  | { readonly kind: 'character'; readonly value: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'set'; readonly ranges: readonly (readonly [string, string])[]; readonly negated: boolean }

/** Reads a shell pattern; undefined for forms that are not modelled (classes, extended globs) or too long. */
function readPattern(source: string): readonly PatternToken[] | undefined {
  if (source.length > LIMITS.pattern / 8 || /[@?*+!]\(|\[\[:|\[:/.test(source)) return undefined
  const tokens: PatternToken[] = []
  for (let at = 0; at < source.length; at++) {
    const character = source[at] ?? ''
    if (character === '*') tokens.push({ kind: 'star' })
    else if (character === '?') tokens.push({ kind: 'any' })
    else if (character === '\\' && at + 1 < source.length) tokens.push({ kind: 'character', value: source[++at] ?? '' })
    else if (character === '[' && source.indexOf(']', at + 2) > 0) {
      const end = source.indexOf(']', at + (/[!^]/.test(source[at + 1] ?? '') ? 3 : 2))
      if (end < 0) return undefined
      tokens.push(readSet(source.slice(at + 1, end)))
      at = end
    } else tokens.push({ kind: 'character', value: character })
  }
  return tokens
}

function readSet(body: string): PatternToken {
  const negated = body.startsWith('!') || body.startsWith('^')
  const characters = negated ? body.slice(1) : body
  const ranges: [string, string][] = []
  for (let at = 0; at < characters.length; at++) {
    const from = characters[at] ?? ''
    if (characters[at + 1] === '-' && at + 2 < characters.length) {
      ranges.push([from, characters[at + 2] ?? ''])
      at += 2
    } else ranges.push([from, from])
  }
  return { kind: 'set', ranges, negated }
}

function tokenMatches(token: PatternToken, character: string): boolean {
  switch (token.kind) {
    case 'character':
      return token.value === character
    case 'any':
    case 'star':
      return true
    case 'set':
      return token.ranges.some(([from, to]) => character >= from && character <= to) !== token.negated
  }
}

/** The ends of all matches that begin at `start`: one step per token and character, no backtracking. */
function matchEnds(tokens: readonly PatternToken[], subject: string, start: number): number[] {
  let states = new Set([0])
  const ends: number[] = []
  followStars(states, tokens)
  if (states.has(tokens.length)) ends.push(start)
  for (let at = start; at < subject.length && states.size > 0; at++) {
    const next = new Set<number>()
    const character = subject[at] ?? ''
    for (const state of states) {
      const token = tokens[state]
      if (!token || !tokenMatches(token, character)) continue
      next.add(token.kind === 'star' ? state : state + 1)
    }
    followStars(next, tokens)
    states = next
    if (states.has(tokens.length)) ends.push(at + 1)
  }
  return ends
}

function followStars(states: Set<number>, tokens: readonly PatternToken[]): void {
  for (const state of states) if (tokens[state]?.kind === 'star') states.add(state + 1)
}

/** Does the pattern match the whole subject? Undefined when that is not modelled. */
export function matchesShellPattern(pattern: string, subject: string): boolean | undefined {
  const tokens = isTooLong(subject, pattern) ? undefined : readPattern(pattern)
  return tokens && matchEnds(tokens, subject, 0).includes(subject.length)
}

function isTooLong(subject: string, pattern: string): boolean {
  return subject.length > LIMITS.pattern || subject.length * pattern.length > LIMITS.pattern * 16
}

/** `${x#p}`, `${x##p}`, `${x%p}`, `${x%%p}`. */
export function removePattern(subject: string, operator: '#' | '##' | '%' | '%%', pattern: string): string | undefined {
  const tokens = isTooLong(subject, pattern) ? undefined : readPattern(pattern)
  if (!tokens) return undefined
  if (operator === '#' || operator === '##') {
    const ends = matchEnds(tokens, subject, 0)
    const end = operator === '#' ? ends[0] : ends.at(-1)
    return end === undefined ? subject : subject.slice(end)
  }
  if (subject.length > 512) return undefined
  const starts = Array.from({ length: subject.length + 1 }, (_, index) => index)
  const fitting = starts.filter((start) => matchEnds(tokens, subject, start).includes(subject.length))
  const start = operator === '%' ? fitting.at(-1) : fitting[0]
  return start === undefined ? subject : subject.slice(0, start)
}

/** `${x/p/r}` and its kin. */
export function replacePattern(
  subject: string,
  operator: '/' | '//' | '/#' | '/%',
  pattern: string,
  replacement: string,
): string | undefined {
  const tokens =
    pattern === '' || subject.length > 512 || isTooLong(subject, pattern) ? undefined : readPattern(pattern)
  if (!tokens) return pattern === '' ? subject : undefined
  let out = ''
  for (let at = 0; at <= subject.length; ) {
    const ends = operator === '/#' && at > 0 ? [] : matchEnds(tokens, subject, at)
    const end = operator === '/%' ? (ends.includes(subject.length) ? subject.length : undefined) : ends.at(-1)
    if (end === undefined || end === at) {
      if (operator === '/#' && at === 0 && end === undefined) return subject
      out += subject[at] ?? ''
      at++
      continue
    }
    out += replacement
    at = end
    if (out.length > LIMITS.text) return undefined
    if (operator !== '//') return out + subject.slice(at)
  }
  return out
}

/** Brace expansion of a word's source text, as bash does it before anything else; undefined when there is too much of it. */
export function expandBraces(source: string): string[] | undefined {
  if (source.split('{', LIMITS.braceGroups + 2).length > LIMITS.braceGroups + 1) return undefined
  const budget = { left: LIMITS.braces, characters: LIMITS.text }
  return expandGroups(source, budget)
}

interface ExpansionBudget {
  left: number
  characters: number
}

function expandGroups(source: string, budget: ExpansionBudget): string[] | undefined {
  const group = findGroup(source)
  if (!group) {
    budget.characters -= source.length
    return --budget.left < 0 || budget.characters < 0 ? undefined : [source]
  }
  const before = source.slice(0, group.start)
  const tails = expandGroups(source.slice(group.end), budget)
  if (!tails) return undefined
  const middles: string[] = []
  for (const item of group.items) {
    const inner = expandGroups(item, budget)
    if (!inner) return undefined
    middles.push(...inner)
  }
  if (middles.length * tails.length > LIMITS.braces) return undefined
  return middles.flatMap((middle) => tails.map((tail) => before + middle + tail))
}

interface BraceGroup {
  readonly start: number
  readonly end: number
  readonly items: readonly string[]
}

function findGroup(source: string): BraceGroup | undefined {
  for (let at = 0; at < source.length; at = skipElement(source, at)) {
    if (source[at] !== '{') continue
    const group = readGroup(source, at)
    if (group) return group
  }
  return undefined
}

function readGroup(source: string, start: number): BraceGroup | undefined {
  const commas: number[] = []
  let depth = 0
  for (let at = start; at < source.length; ) {
    const character = source[at]
    if (character === '{') depth++
    else if (character === '}' && --depth === 0) {
      const body = source.slice(start + 1, at)
      if (commas.length > 0) return { start, end: at + 1, items: cutItems(source, start + 1, at, commas) }
      const range = expandSequence(body)
      return range ? { start, end: at + 1, items: range } : undefined
    } else if (character === ',' && depth === 1) commas.push(at)
    at = character === '{' ? at + 1 : skipElement(source, at)
  }
  return undefined
}

function cutItems(source: string, start: number, end: number, commas: readonly number[]): string[] {
  const edges = [start - 1, ...commas, end]
  return edges.slice(1).map((edge, index) => source.slice((edges[index] ?? 0) + 1, edge))
}

/** The index after the character, quoted string or expansion at `at`. */
function skipElement(source: string, at: number): number {
  switch (source[at]) {
    case '\\':
      return at + 2
    case "'":
      return indexAfter(source, at + 1, "'")
    case '"':
      return indexAfterDoubleQuote(source, at + 1)
    case '`':
      return indexAfter(source, at + 1, '`')
    case '$':
      if (source[at + 1] === '{') return indexAfterBracket(source, at + 2, '{', '}')
      if (source[at + 1] === '(') return indexAfterBracket(source, at + 2, '(', ')')
      return at + 1
    default:
      return at + 1
  }
}

function indexAfter(source: string, from: number, end: string): number {
  const found = source.indexOf(end, from)
  return found < 0 ? source.length : found + 1
}

function indexAfterDoubleQuote(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '"') return at + 1
  }
  return source.length
}

function indexAfterBracket(source: string, from: number, open: string, close: string): number {
  let depth = 1
  for (let at = from; at < source.length; at++) {
    const character = source[at]
    if (character === '\\') at++
    else if (character === "'" && open === '(') at = indexAfter(source, at + 1, "'") - 1
    else if (character === open) depth++
    else if (character === close && --depth === 0) return at + 1
  }
  return source.length
}

/** `{1..5}`, `{a..e..2}`, `{01..10}`; undefined when it is none or too long. */
function expandSequence(body: string): string[] | undefined {
  const numbers = /^([+-]?\d{1,9})\.\.([+-]?\d{1,9})(?:\.\.([+-]?\d{1,9}))?$/.exec(body)
  if (numbers) {
    const [, from = '', to = '', by = '1'] = numbers
    const width = /^[+-]?0\d/.test(from) || /^[+-]?0\d/.test(to) ? Math.max(from.length, to.length) : 0
    return sequenceSteps(Number(from), Number(to), Number(by))?.map((value) => padNumber(value, width))
  }
  const letters = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.([+-]?\d{1,9}))?$/.exec(body)
  if (!letters) return undefined
  const [, from = '', to = '', by = '1'] = letters
  return sequenceSteps(from.charCodeAt(0), to.charCodeAt(0), Number(by))?.map((code) => String.fromCharCode(code))
}

function sequenceSteps(from: number, to: number, by: number): number[] | undefined {
  const step = Math.max(1, Math.abs(by))
  const count = Math.floor(Math.abs(to - from) / step) + 1
  if (count > LIMITS.braces) return Array.from({ length: LIMITS.braces + 1 }, () => 0)
  const direction = to < from ? -step : step
  return Array.from({ length: count }, (_, index) => from + index * direction)
}

function padNumber(value: number, width: number): string {
  const digits = String(Math.abs(value)).padStart(value < 0 ? width - 1 : width, '0')
  return value < 0 ? `-${digits}` : digits
}
