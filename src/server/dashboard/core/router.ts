import { cell } from './cell.ts'

/** Where we are: the path after `#`, cut at its slashes, and what stands behind `?`. */
export interface Route {
  readonly parts: readonly string[]
  readonly query: URLSearchParams
}

export const route = cell<Route>(read() ?? { parts: [], query: new URLSearchParams() })

/** Undefined for a place within the page, such as `#main`. */
function read(): Route | undefined {
  if (!location.hash.startsWith('#/')) return undefined
  const [path = '', query = ''] = location.hash.slice(1).split('?', 2)
  const parts = path.split('/').filter((part) => part !== '')
  return { parts: parts.map(decoded), query: new URLSearchParams(query) }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function followRoute(): void {
  const follow = () => route.set(read() ?? route.get())
  follow()
  window.addEventListener('hashchange', follow)
}

/** The address of a page within this one. */
export function linkTo(...parts: readonly string[]): string {
  return `#${parts.map((part) => `/${encodeURIComponent(part)}`).join('')}`
}

/** Keeps filters in the address without a new entry in the history. */
export function setQuery(values: Readonly<Record<string, string | undefined>>): void {
  const set = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const query = new URLSearchParams(set).toString()
  const { parts } = route.get()
  history.replaceState(null, '', `${linkTo(...parts)}${query === '' ? '' : `?${query}`}`)
}
