import { type Node, type ParseError, parseTree, printParseErrorCode } from '../analysis/data/jsonc.bundled.ts'

/** A line and column of a file, counted from one; absent for settings that were handed in as an object. */
export interface FilePlace {
  readonly line?: number
  readonly column?: number
}

/** Settings as written, every part with its place. Keys are data: nothing here is ever looked up by name. */
export type SettingsTree =
  | { readonly kind: 'object'; readonly entries: readonly TreeEntry[]; readonly at: FilePlace }
  | { readonly kind: 'list'; readonly items: readonly SettingsTree[]; readonly at: FilePlace }
  | { readonly kind: 'value'; readonly value: string | number | boolean | null; readonly at: FilePlace }

export interface TreeEntry {
  readonly key: string
  readonly value: SettingsTree
  readonly at: FilePlace
}

export type TreeReading =
  | { readonly kind: 'tree'; readonly tree: SettingsTree }
  | { readonly kind: 'broken'; readonly problem: string; readonly at: FilePlace }

const MAX_DEPTH = 64
const MAX_LENGTH = 4 * 1024 * 1024

/** Reads JSON with comments and trailing commas. Total: what cannot be read says where and why. */
export function treeOfText(text: string): TreeReading {
  if (text.length > MAX_LENGTH) return brokenReading('larger than 4 MB')
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  const places = createPlaceFinder(source)
  const errors: ParseError[] = []
  try {
    const root = parseTree(source, errors, { allowTrailingComma: true, disallowComments: false })
    const [error] = errors
    if (error) return brokenReading(errorPhrase(printParseErrorCode(error.error)), places(error.offset))
    if (!root) return brokenReading('the file is empty', places(0))
    return { kind: 'tree', tree: treeOfNode(root, places, 0) }
  } catch (error) {
    return brokenReading(
      error instanceof TooDeepError || error instanceof RangeError ? 'nested too deep' : String(error),
      places(0),
    )
  }
}

class TooDeepError extends Error {}

function brokenReading(problem: string, at: FilePlace = {}): TreeReading {
  return { kind: 'broken', problem, at }
}

/** `CommaExpected` → `comma expected`. */
function errorPhrase(code: string): string {
  return code.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()
}

function treeOfNode(node: Node, places: (offset: number) => FilePlace, depth: number): SettingsTree {
  if (depth > MAX_DEPTH) throw new TooDeepError()
  const at = places(node.offset)
  const children = node.children ?? []
  if (node.type === 'array')
    return { kind: 'list', items: children.map((child) => treeOfNode(child, places, depth + 1)), at }
  if (node.type !== 'object') return { kind: 'value', value: node.value as string | number | boolean | null, at }
  const entries = children.flatMap((property): TreeEntry[] => {
    const [key, value] = property.children ?? []
    return key && value
      ? [{ key: String(key.value), value: treeOfNode(value, places, depth + 1), at: places(key.offset) }]
      : []
  })
  return { kind: 'object', entries, at }
}

/** Offset → line and column, by binary search over the line starts. */
function createPlaceFinder(text: string): (offset: number) => FilePlace {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}

/** Takes a plain object as settings. Cycles, accessors, classes and functions are not settings. */
export function treeOfObject(value: unknown): TreeReading {
  try {
    return { kind: 'tree', tree: treeOfValue(value, []) }
  } catch (error) {
    return brokenReading(error instanceof Error && error.message !== '' ? error.message : 'cannot be read')
  }
}

function treeOfValue(value: unknown, above: readonly object[]): SettingsTree {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return { kind: 'value', value, at: {} }
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'value', value, at: {} }
  if (typeof value !== 'object') throw new Error(`a ${typeof value} is not a setting`)
  if (above.includes(value)) throw new Error('the settings hold themselves')
  if (above.length > MAX_DEPTH) throw new Error('nested too deep')
  const inside = [...above, value]
  if (Array.isArray(value)) return { kind: 'list', items: [...value].map((item) => treeOfValue(item, inside)), at: {} }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    throw new Error('only plain objects are settings')
  const entries = Object.keys(value).flatMap((key): TreeEntry[] => {
    const own = Object.getOwnPropertyDescriptor(value, key)
    if (!own || !('value' in own)) throw new Error(`${key} is computed, not written`)
    return own.value === undefined ? [] : [{ key, value: treeOfValue(own.value, inside), at: {} }]
  })
  return { kind: 'object', entries, at: {} }
}

/** The plain value of a tree, for keys that someone else validates. Objects have no prototype. */
export function plainTreeValue(tree: SettingsTree): unknown {
  switch (tree.kind) {
    case 'value':
      return tree.value
    case 'list':
      return tree.items.map(plainTreeValue)
    case 'object': {
      const result: Record<string, unknown> = Object.create(null)
      for (const { key, value } of tree.entries) result[key] = plainTreeValue(value)
      return result
    }
  }
}
