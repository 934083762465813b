const MOST_DOTS = 64

/** Where steps back lead: somewhere else than the letters say, or too far to be followed. */
type Led = { readonly to: string } | 'lost'

/** `link/../x`: the folder above is that of what the link stands for. Undefined where the steps lead where the letters say. */
export function behindLinks(known: string, realOf: (folder: string) => string | undefined): Led | undefined {
  let path: string | undefined
  let led = false
  let dots = 0
  for (const segment of known.split('/')) {
    const stepped: string = path === undefined ? segment : `${path}/${segment}`
    if (segment !== '..') {
      path = stepped
      continue
    }
    if (++dots > MOST_DOTS) return 'lost'
    const folder = realOf(path === '' ? '/' : (path ?? '.'))
    const above = folder?.slice(0, Math.max(folder.lastIndexOf('/'), 1))
    led ||= above !== undefined && above !== realOf(stepped)
    path = above?.replace(/^\/$/, '') ?? stepped
  }
  return led ? { to: path || '/' } : undefined
}
