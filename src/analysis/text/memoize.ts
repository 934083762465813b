const MAX_ENTRIES = 1_000
const MAX_KEY_LENGTH = 200

/** The same few names are asked about in every call. Of long ones the last is kept. */
export function memoize<T>(read: (name: string) => T): (name: string) => T {
  type Answer = { readonly name: string; readonly is: T }
  const known = new Map<string, Answer>()
  let last: Answer | undefined
  return (name) => {
    if (last !== undefined && last.name === name) return last.is
    const short = name.length < MAX_KEY_LENGTH
    const found = short ? known.get(name) : undefined
    if (found === undefined) {
      last = { name, is: read(name) }
      if (known.size >= MAX_ENTRIES) known.clear()
      if (short) known.set(name, last)
      return last.is
    }
    last = found
    return found.is
  }
}

/** A hook's process lives for one call, and most tables are not for it. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
