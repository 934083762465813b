/** Keys of a host's settings that say which hooks run, and whether any do. */
const HOOK_KEYS = /hook|plugin/i

/** Does a text leave everything about hooks in a host's settings as another text had it? What is no plain JSON leaves nothing. */
export function keepsHooks(before: string, after: string): boolean {
  const [had, has] = [parseJson(before), parseJson(after)]
  if (had === undefined || has === undefined) return false
  return JSON.stringify(hookEntries(had, 0)) === JSON.stringify(hookEntries(has, 0))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

const MAX_DEPTH = 20

function hookEntries(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return undefined
  const found = Object.entries(value)
    .map(([key, inner]) => [key, HOOK_KEYS.test(key) ? inner : hookEntries(inner, depth + 1)] as const)
    .filter(([, inner]) => inner !== undefined)
  return found.length === 0 ? undefined : Object.fromEntries(found)
}
