import { isSecretOrigin } from '../../text/secrets.ts'
import type { DataSource, Value, Word } from '../../words.ts'
import type { FunctionNode, Node } from '../syntax.ts'

export interface AbstractValue {
  /** Its text, with `\0` where a part is not known; undefined when it is not known to be text. */
  readonly known?: string | undefined
  readonly number?: number | undefined
  readonly sources: readonly DataSource[]
  /** The dotted name of the module, function or object it stands for: `os.path`, `requests.Session()`. */
  readonly ref?: string | undefined
  /** What kind of thing it is, for its methods: `Path`, `file`. */
  readonly type?: string | undefined
  readonly items?: readonly AbstractValue[] | undefined
  /** What every element is like, when the elements themselves are not known. */
  readonly element?: AbstractValue | undefined
  /** Fields of a map or an object; assignments change them. */
  readonly fields?: Map<string, AbstractValue> | undefined
  readonly closure?: Closure | undefined
  /** A method taken from an object, to be called later. */
  readonly bound?: { readonly receiver: AbstractValue; readonly method: string } | undefined
  /** `&:name`: this method of whatever it is handed. */
  readonly ofEach?: string | undefined
  readonly made?: ClassValue | undefined
  readonly instance?: ClassValue | undefined
  /** Other values it may have instead. */
  readonly others?: readonly AbstractValue[] | undefined
  readonly glob?: boolean | undefined
  readonly handle?: FileHandle | undefined
}

export interface Closure {
  readonly node: FunctionNode
  readonly scope: CodeScope
  readonly self?: AbstractValue | undefined
}

export interface ClassValue {
  readonly name: string
  readonly methods: ReadonlyMap<string, Closure>
  readonly bases: readonly AbstractValue[]
}

export interface FileHandle {
  readonly path: AbstractValue
  readonly how: 'overwrite' | 'append' | 'create' | 'edit'
  readonly by: string
  readonly pieces: (string | undefined)[]
  readonly sources: DataSource[]
  stated: boolean
}

export const UNKNOWN_RESULT: AbstractValue = { sources: [] }
/** A parameter that nothing here gives a value: what is done with it as it is, its caller asked for. */
export const HANDED_VALUE: AbstractValue = { sources: [] }

export function textValue(known: string, sources: readonly DataSource[] = []): AbstractValue {
  return { known, sources }
}

export function referenceValue(ref: string): AbstractValue {
  return { ref, sources: [] }
}

export function numberValue(number: number): AbstractValue {
  return { number, sources: [] }
}

export function valueFrom(sources: readonly DataSource[]): AbstractValue {
  return { sources }
}

/** One of those that a call gave: a part of what its object stands for, but for lines that a command printed. */
export function elementOfCall(value: AbstractValue): AbstractValue {
  const { ref } = value
  const sources = allSources(value)
  // What a command or a file gave is text: where it comes from is what matters of it.
  const isObject = sources.every(({ kind }) => kind === 'environment' || kind === 'literal')
  return { ...(isObject && ref?.includes('()') && { ref }), sources }
}

export function listValue(items: readonly AbstractValue[]): AbstractValue {
  return { items, sources: [] }
}

/** Not more than `most` items; what is left out leaves a hole, so that nothing made of them is taken as whole. */
export function capList<Item>(items: readonly Item[], most: number, hole: Item): readonly Item[] {
  return items.length <= most ? items : [...items.slice(0, most), hole]
}

/** A list of not more than `most`. */
export function cappedList(items: readonly AbstractValue[], most: number): AbstractValue {
  return listValue(capList(items, most, UNKNOWN_RESULT))
}

export function exactText(value: AbstractValue | undefined): string | undefined {
  const known = value?.known ?? (value?.number === undefined ? undefined : String(value.number))
  return known === undefined || known.includes('\0') ? undefined : known
}

export function knownOf(value: AbstractValue | undefined): string {
  return value?.known ?? (value?.number === undefined ? '\0' : String(value.number))
}

/** The same for people. */
export function valueForDisplay(value: AbstractValue | undefined): string {
  return knownOf(value).replaceAll('\0', '…')
}

export function possibilities(value: AbstractValue): readonly AbstractValue[] {
  return value.others ? [value, ...value.others] : [value]
}

const MAX_SOURCES = 24
const MAX_OTHERS = 32
export const UNKNOWN_REST: AbstractValue = { known: '\0', sources: [] }
export const MAX_TEXT = 200_000

const MAX_PARTS = 2_000

export function allSources(value: AbstractValue | undefined): readonly DataSource[] {
  if (!value) return []
  if (!value.items && !value.fields && !value.others) return value.sources
  const queue: AbstractValue[] = [value]
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
  return uniqueSources(lists)
}

export function sourcesOf(values: readonly AbstractValue[]): readonly DataSource[] {
  return uniqueSources(values.map(allSources))
}

export function uniqueSources(lists: readonly (readonly DataSource[])[]): readonly DataSource[] {
  const filled = lists.filter((list) => list.length > 0)
  const [only, ...more] = filled
  if (!only) return []
  if (more.length === 0) return only
  const seen = new Map<string, DataSource>()
  for (const list of filled) {
    for (const source of list)
      if (seen.size < MAX_SOURCES || isSecretOrigin(source)) seen.set(abstractSourceKey(source), source)
  }
  return [...seen.values()]
}

function abstractSourceKey(source: DataSource): string {
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

export function textBudget(most: number): (text: string) => string {
  let left = most
  return (text) => {
    const cut = text.length > left ? `${text.slice(0, left)}\0` : text
    left = Math.max(0, left - text.length)
    return cut
  }
}

/** What a value costs, whatever is done with it: long texts and lists are copied at every step. */
export function valueSize({ known, items }: AbstractValue): number {
  return ((known?.length ?? 0) >> 7) + ((items?.length ?? 0) >> 4)
}

export function concatValues(parts: readonly AbstractValue[]): AbstractValue {
  const room = textBudget(MAX_TEXT)
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

const MAX_VARIATIONS = 4_000

function otherTexts(parts: readonly AbstractValue[], length: number): readonly AbstractValue[] {
  const varied = parts.flatMap((part, at) => (part.others ? [{ at, others: part.others }] : []))
  if (varied.length === 0) return []
  const count = varied.reduce((sum, { others }) => sum + others.length, 0)
  if (length > MAX_VARIATIONS || count > MAX_OTHERS) return [UNKNOWN_REST]
  return varied.flatMap(({ at, others }) =>
    others.map((one) => (one === UNKNOWN_REST ? UNKNOWN_REST : concatValues(parts.with(at, one).map(withoutOthers)))),
  )
}

function withoutOthers(value: AbstractValue): AbstractValue {
  return value.others ? { ...value, others: undefined } : value
}

export function eitherValue(values: readonly AbstractValue[]): AbstractValue {
  const useful = new Set(values)
  useful.delete(UNKNOWN_RESULT)
  useful.delete(HANDED_VALUE)
  const [first, ...rest] = useful
  if (!first) return UNKNOWN_RESULT
  if (rest.length === 0) return first
  const others = [...(first.others ?? []), ...rest.flatMap(possibilities)]
  if (others.length <= MAX_OTHERS) return { ...first, others }
  return { ...first, others: [...others.slice(0, MAX_OTHERS), UNKNOWN_REST] }
}

export function toWord(value: AbstractValue): Word {
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

export function toValue(value: AbstractValue): Value {
  return { text: exactText(value), sources: allSources(value) }
}

export function isAlwaysTrue(node: Node | undefined): boolean {
  if (!node) return false
  if (node.type === 'name') return node.name === 'True' || node.name === 'true'
  return node.type === 'number' && node.text !== '0'
}

export class CodeScope {
  private readonly names = new Map<string, AbstractValue>()
  private readonly parent: CodeScope | undefined

  constructor(parent?: CodeScope) {
    this.parent = parent
  }

  get(name: string): AbstractValue | undefined {
    for (let scope: CodeScope | undefined = this; scope; scope = scope.parent) {
      const value = scope.names.get(name)
      if (value) return value
    }
    return undefined
  }

  set(name: string, value: AbstractValue): void {
    this.names.set(name, value)
  }

  update(name: string, value: AbstractValue, conditional: boolean): void {
    let owner: CodeScope | undefined = this
    while (owner && !owner.names.has(name)) owner = owner.parent
    if (owner) owner.assign(name, value, conditional)
    else this.set(name, value)
  }

  assign(name: string, value: AbstractValue, conditional: boolean): void {
    const old = this.get(name)
    this.names.set(name, conditional && old && old !== value ? eitherValue([value, old]) : value)
  }
}
