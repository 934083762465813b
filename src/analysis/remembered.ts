const MOST = 1_000
const LONGEST = 200

/** The same few names are asked about in every call. Of long ones the last is kept. */
export function remembered<T>(read: (name: string) => T): (name: string) => T {
  type Answer = { readonly name: string; readonly is: T }
  const known = new Map<string, Answer>()
  let last: Answer | undefined
  return (name) => {
    if (last !== undefined && last.name === name) return last.is
    const short = name.length < LONGEST
    const found = short ? known.get(name) : undefined
    if (found === undefined) {
      last = { name, is: read(name) }
      if (known.size >= MOST) known.clear()
      if (short) known.set(name, last)
      return last.is
    }
    last = found
    return found.is
  }
}

/** A hook's process lives for one call, and most tables are not for it. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
