import type { Facts } from '../facts.ts'
import { isSecretOrigin } from '../secrets.ts'
import type { DataSource, Span, Value, Word } from '../words.ts'
import { LIMITS } from './limits.ts'

export const NOTHING: Value = { text: '', sources: [] }
export const UNKNOWN_SOURCE: DataSource = { kind: 'unknown' }
export const UNKNOWN_VALUE: Value = { text: undefined, sources: [UNKNOWN_SOURCE] }
export const NOWHERE: Span = { start: 0, end: 0 }

export function joinText(left: string | undefined, right: string | undefined): string | undefined {
  if (left === undefined || right === undefined) return undefined
  return left.length + right.length > LIMITS.text ? undefined : left + right
}

/** Sources of both, each once, the revealing ones first when there are too many. */
export function joinSources(left: readonly DataSource[], right: readonly DataSource[]): readonly DataSource[] {
  if (right.length === 0 || left === right) return left
  if (left.length === 0) return right
  const [only] = left
  const [other] = right
  if (left.length === 1 && right.length === 1 && only && other) return joinTwo(only, other, left)
  const known = byKey(left)
  if (addsNothing(right, left, known)) return left
  const seen = new Map(known)
  for (const source of right) seen.set(sourceKey(source), source)
  const all = [...seen.values()]
  if (all.length <= LIMITS.sources) return all
  const first = all.toSorted((a, b) => weight(b) - weight(a)).slice(0, LIMITS.sources)
  FULL.add(first)
  return first
}

function joinTwo(left: DataSource, right: DataSource, list: readonly DataSource[]): readonly DataSource[] {
  if (left === right) return list
  return left.kind === right.kind && sourceKey(left) === sourceKey(right) ? [right] : [left, right]
}

const KEYS = new WeakMap<readonly DataSource[], ReadonlyMap<string, DataSource>>()
const FULL = new WeakSet<readonly DataSource[]>()

function byKey(sources: readonly DataSource[]): ReadonlyMap<string, DataSource> {
  const known = KEYS.get(sources)
  if (known) return known
  const keys = new Map(sources.map((source) => [sourceKey(source), source]))
  KEYS.set(sources, keys)
  return keys
}

/** A long text joins one output after the other to the same sources: most are there already, or find no room. */
function addsNothing(
  right: readonly DataSource[],
  left: readonly DataSource[],
  known: ReadonlyMap<string, DataSource>,
): boolean {
  if (left.length > LIMITS.sources) return false
  const last = FULL.has(left) ? left.at(-1) : undefined
  const least = last === undefined ? -1 : weight(last)
  return right.every((source) => {
    const same = known.get(sourceKey(source))
    return same === source || (same === undefined && weight(source) <= least)
  })
}

export function joinValues(left: Value, right: Value): Value {
  if (left === NOTHING) return right
  if (right === NOTHING) return left
  const paths = left.paths || right.paths ? [...(left.paths ?? []), ...(right.paths ?? [])] : undefined
  const joined = { text: joinText(left.text, right.text), sources: joinSources(left.sources, right.sources) }
  return paths ? { ...joined, paths: paths.slice(0, LIMITS.loop) } : joined
}

function sourceKey(source: DataSource): string {
  switch (source.kind) {
    case 'literal':
      return `literal:${source.text.length}:${source.text.slice(0, 64)}`
    case 'file':
      return `file:${source.path}`
    case 'environment':
      return `environment:${source.name}`
    case 'command':
      return `command:${source.program}:${source.secret}:${source.printed ?? ''}:${source.about ?? ''}`
    case 'network':
      return `network:${source.url}`
    case 'secret-store':
      return `secret-store:${source.store}`
    case 'clipboard':
    case 'screen':
    case 'argument':
    case 'unknown':
      return source.kind
  }
}

function weight(source: DataSource): number {
  if (isSecretOrigin(source)) return 3
  if (source.kind === 'network' || source.kind === 'clipboard' || source.kind === 'screen') return 2
  return source.kind === 'literal' ? 0 : 1
}

export function literalWord(text: string, span: Span = NOWHERE): Word {
  return {
    raw: text,
    text,
    known: text,
    span,
    glob: false,
    dynamic: false,
    mayBeEmpty: false,
    quoted: false,
    sources: [],
  }
}

export function dynamicWord(raw: string, sources: readonly DataSource[], span: Span = NOWHERE): Word {
  return {
    raw,
    text: undefined,
    known: '\0',
    span,
    glob: false,
    dynamic: true,
    mayBeEmpty: false,
    quoted: false,
    sources,
  }
}

/** The sources as what they hold: a file that an earlier call made of a secret is one. */
export function carriedSources(sources: readonly DataSource[], { session }: Facts): readonly DataSource[] {
  const { carriers } = session
  if (carriers === undefined || carriers.size === 0) return sources
  return sources.map((source) =>
    source.kind === 'file' && !source.secret && carriers.has(source.path) ? { ...source, secret: true } : source,
  )
}

export function carriesSecret(sources: readonly DataSource[], facts: Facts): boolean {
  return carriedSources(sources, facts).some(isSecretOrigin)
}
