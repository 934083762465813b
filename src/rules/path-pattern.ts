import type { Facts } from '../analysis/facts.ts'
import type { Behavior, Source } from './rule.ts'
import { compileSegment, matchesSegment, type Segment, segmentsOverlap } from './segment.ts'

/** What a pattern's first signs tie it to: `//abs`, `~/`, `/` (the settings' own place), or nothing (cwd). */
export type PatternAnchor = 'root' | 'home' | 'settings' | 'cwd'

/** A gitignore-style path pattern. */
export interface PathPattern {
  readonly anchor: PatternAnchor
  /** Undefined stands for `**`. */
  readonly segments: readonly (Segment | undefined)[]
  /** The same without case, for file systems that do not tell it apart. */
  readonly folded: readonly (Segment | undefined)[]
  /** The leading plain names: what the pattern is about lies below them. */
  readonly base: readonly string[]
  readonly binds: 'strictly' | 'generously'
}

export type PatternReading =
  | { readonly kind: 'pattern'; readonly pattern: PathPattern }
  | { readonly kind: 'invalid'; readonly why: string }

/** Reads a pattern. Deny and ask rules are read generously: `src/**` then binds at any depth. */
export function compilePath(spec: string, behavior: Behavior): PatternReading {
  const text = spec.normalize('NFC')
  if (text.startsWith('!')) return { kind: 'invalid', why: 'a path pattern cannot be negated with !' }
  const binds = behavior === 'allow' ? 'strictly' : 'generously'
  const [anchor, rest] = splitPatternAnchor(text)
  const names = rest.split('/').filter((name) => name !== '' && name !== '.')
  if (names.includes('..')) return { kind: 'invalid', why: 'a path pattern cannot hold ".."' }
  const anywhere = anchor === 'cwd' && !text.startsWith('./') && matchesAtAnyDepth(rest, names, binds)
  const full = anywhere && names[0] !== '**' ? ['**', ...names] : names
  if (full.length === 0 && anchor === 'cwd' && text !== '.' && text !== './') {
    return { kind: 'invalid', why: 'the path pattern is empty' }
  }
  if (full.length === 0 && anchor === 'root' && binds === 'strictly') {
    return { kind: 'invalid', why: 'an allow rule cannot cover every path' }
  }
  const segments = full.map(compileName)
  return {
    kind: 'pattern',
    pattern: {
      anchor,
      segments,
      folded: full.map((name) => compileName(name.toLowerCase())),
      base: leadingNames(segments),
      binds,
    },
  }
}

function splitPatternAnchor(text: string): readonly [PatternAnchor, string] {
  if (text.startsWith('//')) return ['root', text.slice(2)]
  if (text === '~' || text.startsWith('~/')) return ['home', text.slice(2)]
  if (text.startsWith('/')) return ['settings', text.slice(1)]
  return ['cwd', text]
}

/** A pattern without a slash before its end matches at any depth; for deny and ask so does `name/**`. */
function matchesAtAnyDepth(rest: string, names: readonly string[], binds: PathPattern['binds']): boolean {
  const slash = rest.indexOf('/')
  if (slash < 0 || slash === rest.length - 1) return true
  return binds === 'generously' && names.length === 2 && names[1] === '**'
}

function compileName(name: string): Segment | undefined {
  return name === '**' ? undefined : compileSegment(name)
}

/** The plain names a pattern begins with. */
export function leadingNames(segments: readonly (Segment | undefined)[]): string[] {
  const names: string[] = []
  for (const part of segments) {
    if (part?.kind !== 'name') break
    names.push(part.name)
  }
  return names
}

/** The directories a pattern is relative to. Generous rules without an anchor also count from the project's root. */
export function rootsOf(pattern: PathPattern, source: Source, facts: Facts): readonly string[] {
  switch (pattern.anchor) {
    case 'root':
      return ['/']
    case 'home':
      return [facts.home]
    case 'settings':
      return [source.scope === 'user' && source.project === undefined ? facts.home : facts.projectRoot]
    case 'cwd':
      return pattern.binds === 'generously' && facts.projectRoot !== facts.cwd
        ? [facts.cwd, facts.projectRoot]
        : [facts.cwd]
  }
}

/** A name of a path: plain text, or a part the shell has still to expand. */
export type PathName = string | Segment

/**
 * Does the pattern match the names below its root, or a directory above them?
 * A directory that matches stands for everything in it.
 */
export function matchesNames(segments: readonly (Segment | undefined)[], names: readonly PathName[]): boolean {
  let at = 0
  let index = 0
  let star = -1
  let mark = 0
  for (;;) {
    if (at === segments.length) return true
    const part = segments[at]
    if (part === undefined) {
      if (at === segments.length - 1) return index < names.length
      star = at++
      mark = index
      continue
    }
    const name = names[index]
    if (name !== undefined && segmentMatches(part, name)) {
      at++
      index++
    } else if (star >= 0 && mark < names.length) {
      index = ++mark
      at = star + 1
    } else return false
  }
}

function segmentMatches(part: Segment, name: PathName): boolean {
  if (typeof name === 'string') return matchesSegment(part, name)
  // The shell's stars do not stand for a leading dot.
  if (part.kind === 'name' && part.name.startsWith('.') && opensWithStar(name)) return false
  return segmentsOverlap(part, name)
}

function opensWithStar(segment: Segment): boolean {
  return segment.kind === 'glob' && segment.tokens[0]?.kind !== 'sign'
}
