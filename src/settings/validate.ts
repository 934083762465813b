import { lazy } from '../analysis/text/memoize.ts'
import { nearestName } from '../rules/nearest-name.ts'
import { settingsSchema } from './json-schema.ts'
import type { FilePlace, SettingsTree, TreeEntry } from './tree.ts'

/** The part of JSON Schema that `settingsSchema` is written in. */
export interface SchemaNode {
  readonly type?: 'object' | 'array' | 'string' | 'boolean' | 'integer' | 'number'
  readonly enum?: readonly (string | boolean | null)[]
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly additionalProperties?: boolean | SchemaNode
  readonly required?: readonly string[]
  readonly items?: SchemaNode
  readonly anyOf?: readonly SchemaNode[]
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

export const SETTINGS_SCHEMA = lazy(() => settingsSchema() as SchemaNode)

/** Sections that are read key by key: what no setting is called is reported there, with what follows from it. */
const KEYED_SECTIONS = lazy(() => {
  const { hosts, projects, ...sections } = SETTINGS_SCHEMA().properties ?? {}
  const inner = [hosts, projects].map((section) => section?.additionalProperties)
  const project = inner.map((found) => (typeof found === 'object' ? found.properties?.['permissions'] : undefined))
  return new Set<unknown>([...Object.values(sections), ...inner, ...project])
})

/** What is left of a value without the wrong ones in it; undefined where it is wrong itself. */
export function removeInvalid(
  tree: SettingsTree,
  described: SchemaNode,
  name: string,
  wrong: WrongValue[],
): SettingsTree | undefined {
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
      return { ...tree, items: tree.items.flatMap((item) => removeInvalidItems(item, chosen, name, wrong)) }
    case 'object': {
      const entries = tree.entries.flatMap((entry) => removeInvalidEntry(entry, chosen, name, wrong))
      const missing = chosen.required?.find((key) => !tree.entries.some((entry) => entry.key === key))
      if (missing !== undefined) wrong.push({ name, text: `${name} lacks ${missing}`, at: tree.at })
      return missing === undefined ? { ...tree, entries } : undefined
    }
  }
}

function removeInvalidItems(
  item: SettingsTree,
  { items }: SchemaNode,
  name: string,
  wrong: WrongValue[],
): readonly SettingsTree[] {
  if (items === undefined) return [item]
  const inItem: WrongValue[] = []
  const left = removeInvalid(item, items, `an entry of ${name}`, inItem)
  wrong.push(...inItem.map((found) => ({ ...found, name })))
  return left ? [left] : []
}

function removeInvalidEntry(
  entry: TreeEntry,
  within: SchemaNode,
  name: string,
  wrong: WrongValue[],
): readonly TreeEntry[] {
  const { properties = {}, additionalProperties: further } = within
  const inner = Object.hasOwn(properties, entry.key) ? properties[entry.key] : further
  const full = `${name}.${entry.key}`
  if (typeof inner === 'object') {
    const value = removeInvalid(entry.value, inner, full, wrong)
    return value ? [{ ...entry, value }] : []
  }
  if (KEYED_SECTIONS().has(within)) return [entry]
  const meant = nearestName(entry.key, Object.keys(properties))
  wrong.push({ name, text: `${full} is not a setting${suggestionSuffix(meant && `${name}.${meant}`)}`, at: entry.at })
  return []
}

/** The alternative that is of the value's kind; the first where none is. */
function alternativeFor(tree: SettingsTree, described: SchemaNode): SchemaNode {
  const { anyOf } = described
  return anyOf?.find(({ type }) => type !== undefined && isOfType(tree, type)) ?? anyOf?.[0] ?? described
}

function isOfType(tree: SettingsTree, type: NonNullable<SchemaNode['type']>): boolean {
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

const TYPE_CHECKS = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
} as const

/** What is wrong with this very value, as the end of a sentence; undefined when nothing is. */
function problemOf(tree: SettingsTree, described: SchemaNode): string | undefined {
  if (described.enum) return problemOfChoice(tree, described.enum)
  const { type } = described
  if (type !== undefined && !isOfType(tree, type))
    return `must be ${TYPE_CHECKS[type]}${rangeText(described)}, not ${shownValue(tree)}`
  const value = tree.kind === 'value' ? tree.value : undefined
  if (typeof value === 'number')
    return isInRange(value, described) ? undefined : `must be${rangeText(described)}, not ${value}`
  return typeof value === 'string' ? problemOfText(value, described) : undefined
}

function problemOfChoice(tree: SettingsTree, options: readonly (string | boolean | null)[]): string | undefined {
  const value = tree.kind === 'value' ? tree.value : undefined
  if (value !== undefined && options.some((option) => option === value)) return undefined
  const names = options.filter((option) => typeof option === 'string')
  const meant = typeof value === 'string' ? nearestName(value, names) : undefined
  const listed = names.length === 1 ? `${JSON.stringify(names[0])}` : `one of ${names.join(', ')}`
  return `must be ${listed}, not ${shownValue(tree, true)}${suggestionSuffix(meant && JSON.stringify(meant))}`
}

function problemOfText(value: string, { minLength = 0, pattern, format }: SchemaNode): string | undefined {
  if (value.length < minLength) return 'must not be empty'
  const fits = pattern === undefined || new RegExp(pattern).test(value)
  if (format === 'uri') return fits && URL.canParse(value) ? undefined : 'must be an http address'
  return fits ? undefined : `must be ${PATTERN_TEXTS.get(pattern ?? '') ?? 'written another way'}`
}

/** What a text must be to fit a pattern, in words. */
const PATTERN_TEXTS: ReadonlyMap<string, string> = new Map([
  ['\\S', 'a text that is not blank'],
  ['^[\\w.+-]+$', 'the plain name of a program'],
  ['^(?:/|~/).', 'an absolute path, or one from ~/'],
])

function isInRange(
  value: number,
  { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: SchemaNode,
) {
  return value >= minimum && value <= maximum
}

function rangeText({ minimum, maximum }: SchemaNode): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  return minimum === undefined ? '' : ` of at least ${minimum}`
}

/** What was written. A text is shown only where it stands for a choice: elsewhere it may be a secret. */
function shownValue(tree: SettingsTree, choice = false): string {
  if (tree.kind === 'object') return 'an object'
  if (tree.kind === 'list') return 'a list'
  if (typeof tree.value !== 'string') return String(tree.value)
  return choice ? JSON.stringify(tree.value.slice(0, 40)) : 'a text'
}

function suggestionSuffix(meant: string | undefined): string {
  return meant === undefined ? '' : `; did you mean ${meant}?`
}
