import { once } from '../analysis/remembered.ts'
import { nearest } from '../rules/nearest.ts'
import { settingsSchema } from './json-schema.ts'
import type { FilePlace, Tree, TreeEntry } from './tree.ts'

/** The part of JSON Schema that `settingsSchema` is written in. */
export interface Described {
  readonly type?: 'object' | 'array' | 'string' | 'boolean' | 'integer' | 'number'
  readonly enum?: readonly (string | boolean | null)[]
  readonly properties?: Readonly<Record<string, Described>>
  readonly additionalProperties?: boolean | Described
  readonly required?: readonly string[]
  readonly items?: Described
  readonly anyOf?: readonly Described[]
  readonly minLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
}

/** A value that the schema does not allow. */
export interface WrongValue {
  /** `judge.ironGate`; an entry of a list has the list's name. */
  readonly name: string
  readonly text: string
  readonly at: FilePlace
}

export const SCHEMA = once(() => settingsSchema() as Described)

/** Sections that are read key by key: what no setting is called is reported there, with what follows from it. */
const READ_BY_KEY = once(() => {
  const { hosts, projects, ...sections } = SCHEMA().properties ?? {}
  const inner = [hosts, projects].map((section) => section?.additionalProperties)
  const project = inner.map((found) => (typeof found === 'object' ? found.properties?.['permissions'] : undefined))
  return new Set<unknown>([...Object.values(sections), ...inner, ...project])
})

/** What is left of a value without the wrong ones in it; undefined where it is wrong itself. */
export function withoutWrong(tree: Tree, described: Described, name: string, wrong: WrongValue[]): Tree | undefined {
  const chosen = alternativeFor(tree, described)
  const said = problemOf(tree, chosen)
  if (said !== undefined) {
    wrong.push({ name, text: `${name} ${said}`, at: tree.at })
    return undefined
  }
  switch (tree.kind) {
    case 'value':
      return tree
    case 'list':
      return { ...tree, items: tree.items.flatMap((item) => itemWithoutWrong(item, chosen, name, wrong)) }
    case 'object': {
      const entries = tree.entries.flatMap((entry) => entryWithoutWrong(entry, chosen, name, wrong))
      const missing = chosen.required?.find((key) => !tree.entries.some((entry) => entry.key === key))
      if (missing !== undefined) wrong.push({ name, text: `${name} lacks ${missing}`, at: tree.at })
      return missing === undefined ? { ...tree, entries } : undefined
    }
  }
}

function itemWithoutWrong(item: Tree, { items }: Described, name: string, wrong: WrongValue[]): readonly Tree[] {
  if (items === undefined) return [item]
  const inItem: WrongValue[] = []
  const left = withoutWrong(item, items, `an entry of ${name}`, inItem)
  wrong.push(...inItem.map((found) => ({ ...found, name })))
  return left ? [left] : []
}

function entryWithoutWrong(
  entry: TreeEntry,
  within: Described,
  name: string,
  wrong: WrongValue[],
): readonly TreeEntry[] {
  const { properties = {}, additionalProperties: further } = within
  const inner = Object.hasOwn(properties, entry.key) ? properties[entry.key] : further
  const full = `${name}.${entry.key}`
  if (typeof inner === 'object') {
    const value = withoutWrong(entry.value, inner, full, wrong)
    return value ? [{ ...entry, value }] : []
  }
  if (READ_BY_KEY().has(within)) return [entry]
  const meant = nearest(entry.key, Object.keys(properties))
  wrong.push({ name, text: `${full} is not a setting${suggestion(meant && `${name}.${meant}`)}`, at: entry.at })
  return []
}

/** The alternative that is of the value's kind; the first where none is. */
function alternativeFor(tree: Tree, described: Described): Described {
  const { anyOf } = described
  return anyOf?.find(({ type }) => type !== undefined && isOfType(tree, type)) ?? anyOf?.[0] ?? described
}

function isOfType(tree: Tree, type: NonNullable<Described['type']>): boolean {
  switch (type) {
    case 'object':
      return tree.kind === 'object'
    case 'array':
      return tree.kind === 'list'
    case 'integer':
      return tree.kind === 'value' && Number.isInteger(tree.value)
    case 'string':
    case 'boolean':
    case 'number':
      return tree.kind === 'value' && typeof tree.value === type
  }
}

const TYPES = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
} as const

/** What is wrong with this very value, as the end of a sentence; undefined when nothing is. */
function problemOf(tree: Tree, described: Described): string | undefined {
  if (described.enum) return problemOfChoice(tree, described.enum)
  const { type } = described
  if (type !== undefined && !isOfType(tree, type))
    return `must be ${TYPES[type]}${range(described)}, not ${shown(tree)}`
  const value = tree.kind === 'value' ? tree.value : undefined
  if (typeof value === 'number')
    return inRange(value, described) ? undefined : `must be${range(described)}, not ${value}`
  return typeof value === 'string' ? problemOfText(value, described) : undefined
}

function problemOfChoice(tree: Tree, options: readonly (string | boolean | null)[]): string | undefined {
  const value = tree.kind === 'value' ? tree.value : undefined
  if (value !== undefined && options.some((option) => option === value)) return undefined
  const names = options.filter((option) => typeof option === 'string')
  const meant = typeof value === 'string' ? nearest(value, names) : undefined
  const listed = names.length === 1 ? `${JSON.stringify(names[0])}` : `one of ${names.join(', ')}`
  return `must be ${listed}, not ${shown(tree, true)}${suggestion(meant && JSON.stringify(meant))}`
}

function problemOfText(value: string, { minLength = 0, pattern, format }: Described): string | undefined {
  if (value.length < minLength) return 'must not be empty'
  const fits = pattern === undefined || new RegExp(pattern).test(value)
  if (format === 'uri') return fits && URL.canParse(value) ? undefined : 'must be an http address'
  return fits ? undefined : `must be ${PATTERNS.get(pattern ?? '') ?? 'written another way'}`
}

/** What a text must be to fit a pattern, in words. */
const PATTERNS: ReadonlyMap<string, string> = new Map([
  ['\\S', 'a text that is not blank'],
  ['^[\\w.+-]+$', 'the plain name of a program'],
  ['^(?:/|~/).', 'an absolute path, or one from ~/'],
])

function inRange(value: number, { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Described) {
  return value >= minimum && value <= maximum
}

function range({ minimum, maximum }: Described): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  return minimum === undefined ? '' : ` of at least ${minimum}`
}

/** What was written. A text is shown only where it stands for a choice: elsewhere it may be a secret. */
function shown(tree: Tree, choice = false): string {
  if (tree.kind === 'object') return 'an object'
  if (tree.kind === 'list') return 'a list'
  if (typeof tree.value !== 'string') return String(tree.value)
  return choice ? JSON.stringify(tree.value.slice(0, 40)) : 'a text'
}

function suggestion(meant: string | undefined): string {
  return meant === undefined ? '' : `; did you mean ${meant}?`
}
