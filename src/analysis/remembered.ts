const MOST = 1_000
const LONGEST = 200

/** Keeps the answers about names while they are few and short: the same ones are asked about in every call. */
export function remembered<T>(read: (name: string) => T): (name: string) => T {
  const known = new Map<string, { readonly is: T }>()
  return (name) => {
    const found = known.get(name)
    if (found) return found.is
    const is = read(name)
    if (known.size >= MOST) known.clear()
    if (name.length < LONGEST) known.set(name, { is })
    return is
  }
}
