const MOST = 1_000
const LONGEST = 200

/** Keeps the answers about names while they are few and short: the same ones are asked about in every call. Of long ones the last is kept. */
export function remembered<T>(read: (name: string) => T): (name: string) => T {
  const known = new Map<string, { readonly is: T }>()
  let long: { readonly name: string; readonly is: T } | undefined
  return (name) => {
    if (name.length >= LONGEST) {
      if (long?.name !== name) long = { name, is: read(name) }
      return long.is
    }
    const found = known.get(name)
    if (found) return found.is
    const is = read(name)
    if (known.size >= MOST) known.clear()
    known.set(name, { is })
    return is
  }
}
