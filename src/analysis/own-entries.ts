/** Keys of a host's settings that say which hooks run, and whether any do. */
const STEERING = /hook|plugin/i

/** Does a text leave everything about hooks in a host's settings as another text had it? What is no plain JSON leaves nothing. */
export function keepsHooks(before: string, after: string): boolean {
  const [had, has] = [parsed(before), parsed(after)]
  if (had === undefined || has === undefined) return false
  return JSON.stringify(steering(had, 0)) === JSON.stringify(steering(has, 0))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

const MAX_DEPTH = 20

function steering(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return undefined
  const found = Object.entries(value)
    .map(([key, inner]) => [key, STEERING.test(key) ? inner : steering(inner, depth + 1)] as const)
    .filter(([, inner]) => inner !== undefined)
  return found.length === 0 ? undefined : Object.fromEntries(found)
}
