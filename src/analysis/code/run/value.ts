import { isSecretOrigin } from '../../secrets.ts'
import type { DataSource, Value, Word } from '../../words.ts'
import type { FunctionNode, Node } from '../syntax.ts'

export interface Abstract {
  /** Its text, with `\0` where a part is not known; undefined when it is not known to be text. */
  readonly known?: string | undefined
  readonly number?: number | undefined
  readonly sources: readonly DataSource[]
  /** The dotted name of the module, function or object it stands for: `os.path`, `requests.Session()`. */
  readonly ref?: string | undefined
  /** What kind of thing it is, for its methods: `Path`, `file`. */
  readonly type?: string | undefined
  readonly items?: readonly Abstract[] | undefined
  /** What every element is like, when the elements themselves are not known. */
  readonly element?: Abstract | undefined
  /** Fields of a map or an object; assignments change them. */
  readonly fields?: Map<string, Abstract> | undefined
  readonly closure?: Closure | undefined
  /** A method taken from an object, to be called later. */
  readonly bound?: { readonly receiver: Abstract; readonly method: string } | undefined
  /** `&:name`: this method of whatever it is handed. */
  readonly ofEach?: string | undefined
  readonly made?: ClassValue | undefined
  readonly instance?: ClassValue | undefined
  /** Other values it may have instead. */
  readonly others?: readonly Abstract[] | undefined
  readonly glob?: boolean | undefined
  readonly handle?: Handle | undefined
}

export interface Closure {
  readonly node: FunctionNode
  readonly scope: CodeScope
  readonly self?: Abstract | undefined
}

export interface ClassValue {
  readonly name: string
  readonly methods: ReadonlyMap<string, Closure>
  readonly bases: readonly Abstract[]
}

export interface Handle {
  readonly path: Abstract
  readonly how: 'overwrite' | 'append' | 'create' | 'edit'
  readonly by: string
  readonly pieces: (string | undefined)[]
  readonly sources: DataSource[]
  stated: boolean
}

export const UNKNOWN: Abstract = { sources: [] }

export function text(known: string, sources: readonly DataSource[] = []): Abstract {
  return { known, sources }
}

export function reference(ref: string): Abstract {
  return { ref, sources: [] }
}

export function numeric(number: number): Abstract {
  return { number, sources: [] }
}

export function from(sources: readonly DataSource[]): Abstract {
  return { sources }
}

/** One of those that a call gave: a part of what its object stands for, but for lines that a command printed. */
export function elementFrom(value: Abstract): Abstract {
  const { ref } = value
  const sources = allSources(value)
  // What a command or a file gave is text: where it comes from is what matters of it.
  const isObject = sources.every(({ kind }) => kind === 'environment' || kind === 'literal')
  return { ...(isObject && ref?.includes('()') && { ref }), sources }
}

export function listOf(items: readonly Abstract[]): Abstract {
  return { items, sources: [] }
}

/** Not more than `most` items; what is left out leaves a hole, so that nothing made of them is taken as whole. */
export function capped<Item>(items: readonly Item[], most: number, hole: Item): readonly Item[] {
  return items.length <= most ? items : [...items.slice(0, most), hole]
}

/** A list of not more than `most`. */
export function cappedList(items: readonly Abstract[], most: number): Abstract {
  return listOf(capped(items, most, UNKNOWN))
}

export function exact(value: Abstract | undefined): string | undefined {
  const known = value?.known ?? (value?.number === undefined ? undefined : String(value.number))
  return known === undefined || known.includes('\0') ? undefined : known
}

export function knownOf(value: Abstract | undefined): string {
  return value?.known ?? (value?.number === undefined ? '\0' : String(value.number))
}

/** The same for people. */
export function shown(value: Abstract | undefined): string {
  return knownOf(value).replaceAll('\0', '…')
}

export function possibilities(value: Abstract): readonly Abstract[] {
  return value.others ? [value, ...value.others] : [value]
}

const MAX_SOURCES = 24
const MAX_OTHERS = 32
export const MORE: Abstract = { known: '\0', sources: [] }
export const MAX_TEXT = 200_000

const MAX_PARTS = 2_000

export function allSources(value: Abstract | undefined): readonly DataSource[] {
  if (!value) return []
  if (!value.items && !value.fields && !value.others) return value.sources
  const queue: Abstract[] = [value]
  const lists: (readonly DataSource[])[] = []
  for (let at = 0; at < queue.length && at < MAX_PARTS; at++) {
    const part = queue[at]
    if (!part) break
    if (part.sources.length > 0) lists.push(part.sources)
    for (const inner of [part.items, part.fields?.values(), part.others]) {
      if (!inner) continue
      for (const item of inner) {
        if (queue.length >= MAX_PARTS) break
        if (item !== part) queue.push(item)
      }
    }
  }
  return unique(lists)
}

export function sourcesOf(values: readonly Abstract[]): readonly DataSource[] {
  return unique(values.map(allSources))
}

export function unique(lists: readonly (readonly DataSource[])[]): readonly DataSource[] {
  const filled = lists.filter((list) => list.length > 0)
  const [only, ...more] = filled
  if (!only) return []
  if (more.length === 0) return only
  const seen = new Map<string, DataSource>()
  for (const list of filled) {
    for (const source of list) if (seen.size < MAX_SOURCES || isSecretOrigin(source)) seen.set(keyOf(source), source)
  }
  return [...seen.values()]
}

function keyOf(source: DataSource): string {
  switch (source.kind) {
    case 'literal':
      return `literal ${source.text.slice(0, 200)}`
    case 'file':
      return `file ${source.path}`
    case 'environment':
      return `environment ${source.name}`
    case 'command':
      return `command ${source.program}`
    case 'network':
      return `network ${source.url}`
    case 'secret-store':
      return `store ${source.store}`
    case 'clipboard':
    case 'screen':
    case 'argument':
    case 'unknown':
      return source.kind
  }
}

export function roomFor(most: number): (text: string) => string {
  let left = most
  return (text) => {
    const cut = text.length > left ? `${text.slice(0, left)}\0` : text
    left = Math.max(0, left - text.length)
    return cut
  }
}

/** What a value costs, whatever is done with it: long texts and lists are copied at every step. */
export function sizeOf({ known, items }: Abstract): number {
  return ((known?.length ?? 0) >> 7) + ((items?.length ?? 0) >> 4)
}

export function concat(parts: readonly Abstract[]): Abstract {
  const room = roomFor(MAX_TEXT)
  const known = parts
    .map((part) => room(knownOf(part)))
    .join('')
    .replaceAll(/\0+/g, '\0')
  const typed = parts.find((part) => part.type === 'Path')
  const others = otherTexts(parts, known.length)
  return {
    known,
    ...(others.length > 0 ? { others } : {}),
    sources: sourcesOf(parts),
    ...(typed ? { type: 'Path' } : {}),
    ...(parts.some((part) => part.glob) ? { glob: true } : {}),
  }
}

const MAX_VARIED = 4_000

function otherTexts(parts: readonly Abstract[], length: number): readonly Abstract[] {
  const varied = parts.flatMap((part, at) => (part.others ? [{ at, others: part.others }] : []))
  if (varied.length === 0) return []
  const count = varied.reduce((sum, { others }) => sum + others.length, 0)
  if (length > MAX_VARIED || count > MAX_OTHERS) return [MORE]
  return varied.flatMap(({ at, others }) =>
    others.map((one) => (one === MORE ? MORE : concat(parts.with(at, one).map(alone)))),
  )
}

function alone(value: Abstract): Abstract {
  return value.others ? { ...value, others: undefined } : value
}

export function either(values: readonly Abstract[]): Abstract {
  const useful = new Set(values)
  useful.delete(UNKNOWN)
  const [first, ...rest] = useful
  if (!first) return UNKNOWN
  if (rest.length === 0) return first
  const others = [...(first.others ?? []), ...rest.flatMap(possibilities)]
  if (others.length <= MAX_OTHERS) return { ...first, others }
  return { ...first, others: [...others.slice(0, MAX_OTHERS), MORE] }
}

export function wordOf(value: Abstract): Word {
  const known = knownOf(value)
  const dynamic = known.includes('\0')
  return {
    raw: known.replaceAll('\0', '…'),
    text: dynamic ? undefined : known,
    known,
    span: { start: 0, end: 0 },
    glob: value.glob === true,
    dynamic,
    mayBeEmpty: known === '',
    quoted: true,
    sources: allSources(value),
  }
}

export function toValue(value: Abstract): Value {
  return { text: exact(value), sources: allSources(value) }
}

export function alwaysTrue(node: Node | undefined): boolean {
  if (!node) return false
  if (node.type === 'name') return node.name === 'True' || node.name === 'true'
  return node.type === 'number' && node.text !== '0'
}

export class CodeScope {
  private readonly names = new Map<string, Abstract>()
  private readonly parent: CodeScope | undefined

  constructor(parent?: CodeScope) {
    this.parent = parent
  }

  get(name: string): Abstract | undefined {
    for (let scope: CodeScope | undefined = this; scope; scope = scope.parent) {
      const value = scope.names.get(name)
      if (value) return value
    }
    return undefined
  }

  set(name: string, value: Abstract): void {
    this.names.set(name, value)
  }

  update(name: string, value: Abstract, conditional: boolean): void {
    let owner: CodeScope | undefined = this
    while (owner && !owner.names.has(name)) owner = owner.parent
    if (owner) owner.assign(name, value, conditional)
    else this.set(name, value)
  }

  assign(name: string, value: Abstract, conditional: boolean): void {
    const old = this.get(name)
    this.names.set(name, conditional && old && old !== value ? either([value, old]) : value)
  }
}
