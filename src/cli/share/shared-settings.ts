import type { SettingsText } from '../../settings/load.ts'
import { plainTreeValue, treeOfText } from '../../settings/tree.ts'

/** One written setting: a rule of a list, or the value of a key. */
export interface WrittenSetting {
  readonly scope: SettingsText['scope']
  readonly path: readonly string[]
  readonly value: unknown
  /** It is one of several in a list. */
  readonly inList: boolean
}

type PlainObject = Readonly<Record<string, unknown>>

/** A case is judged offline, by no host and for nobody: these only say who else has a part in it. */
const OF_THE_MACHINE: ReadonlySet<string> = new Set(['judge', 'hosts', 'approvals', 'audit', 'alerts', 'telemetry'])

/** What settings files say, in parts that can be left out one by one. A project that nobody trusts can only tighten. */
export function writtenSettings(texts: readonly SettingsText[]): WrittenSetting[] {
  return texts.flatMap(({ scope, kind, text }) => {
    const reading = treeOfText(text)
    const tree = reading.kind === 'tree' ? plainTreeValue(reading.tree) : undefined
    return isPlainObject(tree) ? partsOf(scope, kind === 'own' ? tree : onlyPermissions(tree)) : []
  })
}

function onlyPermissions({ permissions }: PlainObject): PlainObject {
  return permissions === undefined ? {} : { permissions }
}

function partsOf(scope: WrittenSetting['scope'], tree: PlainObject): WrittenSetting[] {
  const parts: WrittenSetting[] = []
  const visit = (value: unknown, path: readonly string[]) => {
    if (Array.isArray(value)) parts.push(...value.map((item) => ({ scope, path, value: item, inList: true })))
    else if (isPlainObject(value) && path.length < 3)
      for (const key of Object.keys(value)) visit(value[key], [...path, key])
    else parts.push({ scope, path, value, inList: false })
  }
  for (const key of Object.keys(tree)) if (!OF_THE_MACHINE.has(key)) visit(tree[key], [key])
  return parts
}

/** The settings of the parts, one object per scope, as `irongate check --batch` takes them. */
export function settingsOfParts(parts: readonly WrittenSetting[]): Record<string, unknown> {
  const settings: Record<string, unknown> = {}
  for (const { scope, path, value, inList } of parts) {
    let place = childOf(settings, scope)
    for (const key of path.slice(0, -1)) place = childOf(place, key)
    const last = path.at(-1) ?? ''
    const before = Object.hasOwn(place, last) ? place[last] : undefined
    define(place, last, inList ? [...(Array.isArray(before) ? before : []), value] : value)
  }
  return settings
}

/** The parts that are needed: halves, quarters and single ones are left out while the answer stays. */
export async function neededParts<T>(
  all: readonly T[],
  stays: (parts: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let needed = all
  for (let size = Math.ceil(all.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < needed.length; ) {
      const fewer = [...needed.slice(0, start), ...needed.slice(start + size)]
      if (await stays(fewer)) needed = fewer
      else start += size
    }
  }
  return needed
}

function childOf(place: Record<string, unknown>, key: string): Record<string, unknown> {
  const known = Object.hasOwn(place, key) ? place[key] : undefined
  if (isPlainObject(known)) return known as Record<string, unknown>
  const child = {}
  define(place, key, child)
  return child
}

/** Keys come from files: none of them is `__proto__` of anything. */
function define(place: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(place, key, { value, enumerable: true, writable: true, configurable: true })
}

function isPlainObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
