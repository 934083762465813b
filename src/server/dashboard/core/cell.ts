import { useEffect, useState } from 'preact/hooks'

/** A value that several parts of the page look at. */
export interface Cell<T> {
  get(): T
  set(value: T): void
  listen(listener: (value: T) => void): () => void
}

export function cell<T>(initial: T): Cell<T> {
  let current = initial
  const listeners = new Set<(value: T) => void>()
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of [...listeners]) listener(value)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The value of a cell; the component is drawn again when it changes. */
export function useCell<T>(of: Cell<T>): T {
  const [value, setValue] = useState(of.get())
  useEffect(() => {
    // It may have changed between the first drawing and now.
    setValue(() => of.get())
    return of.listen((next) => setValue(() => next))
  }, [of])
  return value
}
