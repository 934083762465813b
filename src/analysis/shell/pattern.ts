import { LIMITS } from './limits.ts'

type Token =
  | { readonly kind: 'character'; readonly value: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'set'; readonly ranges: readonly (readonly [string, string])[]; readonly negated: boolean }

/** Reads a shell pattern; undefined for forms that are not modelled (classes, extended globs) or too long. */
export function readPattern(source: string): readonly Token[] | undefined {
  if (source.length > LIMITS.pattern / 8 || /[@?*+!]\(|\[\[:|\[:/.test(source)) return undefined
  const tokens: Token[] = []
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

function readSet(body: string): Token {
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

function fits(token: Token, character: string): boolean {
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
export function matchEnds(tokens: readonly Token[], subject: string, start: number): number[] {
  let states = new Set([0])
  const ends: number[] = []
  close(states, tokens)
  if (states.has(tokens.length)) ends.push(start)
  for (let at = start; at < subject.length && states.size > 0; at++) {
    const next = new Set<number>()
    const character = subject[at] ?? ''
    for (const state of states) {
      const token = tokens[state]
      if (!token || !fits(token, character)) continue
      next.add(token.kind === 'star' ? state : state + 1)
    }
    close(next, tokens)
    states = next
    if (states.has(tokens.length)) ends.push(at + 1)
  }
  return ends
}

function close(states: Set<number>, tokens: readonly Token[]): void {
  for (const state of states) if (tokens[state]?.kind === 'star') states.add(state + 1)
}

/** Does the pattern match the whole subject? Undefined when that is not modelled. */
export function matches(pattern: string, subject: string): boolean | undefined {
  const tokens = tooLong(subject, pattern) ? undefined : readPattern(pattern)
  return tokens && matchEnds(tokens, subject, 0).includes(subject.length)
}

function tooLong(subject: string, pattern: string): boolean {
  return subject.length > LIMITS.pattern || subject.length * pattern.length > LIMITS.pattern * 16
}

/** `${x#p}`, `${x##p}`, `${x%p}`, `${x%%p}`. */
export function removePattern(subject: string, operator: '#' | '##' | '%' | '%%', pattern: string): string | undefined {
  const tokens = tooLong(subject, pattern) ? undefined : readPattern(pattern)
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
  const tokens = pattern === '' || subject.length > 512 || tooLong(subject, pattern) ? undefined : readPattern(pattern)
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
