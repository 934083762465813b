/** JSON with sorted keys: the same input gives the same text, however the host ordered it. */
export function canonicalJson(value: unknown): string {
  const order = { isKept: true }
  const ordered = withSortedKeys(value, order)
  return order.isKept ? (JSON.stringify(ordered) ?? 'null') : canonicalByParts(value)
}

/** A copy whose keys stand in order, for the engine to write at once. Some keys an object puts into an order of its own, or hides. */
function withSortedKeys(value: unknown, order: { isKept: boolean }): unknown {
  if (typeof value === 'string') return value
  if (value === null || value === undefined || typeof value === 'function' || typeof value === 'symbol') return null
  if (typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((inner) => withSortedKeys(inner, order))
  const copy: Record<string, unknown> = {}
  for (const key of sortedKeys(value)) {
    if (key === '__proto__' || key === 'toJSON' || isDigit(key.charCodeAt(0))) order.isKept = false
    else copy[key] = withSortedKeys((value as Record<string, unknown>)[key], order)
  }
  return copy
}

/** Most objects have few keys, many have them in order: to look costs less than to sort. */
function sortedKeys(value: object): readonly string[] {
  const keys = Object.keys(value)
  for (let at = 1; at < keys.length; at++) if ((keys[at - 1] as string) > (keys[at] as string)) return keys.sort()
  return keys
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

/** The same, part by part. */
function canonicalByParts(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalByParts).join(',')}]`
  const record = value as Record<string, unknown>
  const keys = Object.keys(record).sort()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalByParts(record[key])}`).join(',')}}`
}
