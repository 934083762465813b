/** What is made on its first use, and only then: a hook's process lives for one call, and most tables are not for it. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
