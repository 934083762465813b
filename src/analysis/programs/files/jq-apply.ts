const MAX_TEXT = 512 * 1024
const STEP = /^(?:\.([A-Za-z_]\w*)|\.?\[?"((?:[^"\\]|\\.)*)"\]?)/

/** What `.a.b = value` and the like make of a document; undefined for every other program. */
export function applyJq(program: string, text: string): string | undefined {
  if (text.length > MAX_TEXT || program.length > 4_000) return undefined
  const parts = program.split(/\|(?=\s*\.)/)
  try {
    const document: unknown = JSON.parse(text)
    return parts.every((part) => assigned(part, document)) ? `${JSON.stringify(document, null, 2)}\n` : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function assigned(part: string, document: unknown): boolean {
  const equals = /^\s*((?:\.[A-Za-z_]\w*|\.?\[?"(?:[^"\\]|\\.)*"\]?)+)\s*=\s*(.*?)\s*$/s.exec(part)
  if (!equals) return false
  const keys: string[] = []
  let rest = equals[1] ?? ''
  while (rest !== '') {
    const step = STEP.exec(rest)
    if (!step) return false
    keys.push(step[1] ?? step[2] ?? '')
    rest = rest.slice(step[0].length)
  }
  const value: unknown = JSON.parse(equals[2] ?? '')
  let at: unknown = document
  for (const key of keys.slice(0, -1)) {
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return false
    if (!Object.hasOwn(at, key)) Object.defineProperty(at, key, entry({}))
    at = Reflect.get(at, key)
  }
  if (typeof at !== 'object' || at === null || Array.isArray(at)) return false
  Object.defineProperty(at, keys.at(-1) ?? '', entry(value))
  return true
}

function entry(value: unknown): PropertyDescriptor {
  return { value, writable: true, enumerable: true, configurable: true }
}
