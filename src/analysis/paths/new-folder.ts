import type { Facts } from '../facts.ts'

/** Places people keep things in; a `mkdir -p` below one of them made only what is below. */
const USUAL_FOLDERS = new Set(
  'desktop documents downloads music pictures videos public library applications projects project src source code work workspace dev repos repositories git go bin lib tmp temp'.split(
    ' ',
  ),
)

/** The first folder on the way that is no standing one, and in which the session met nothing before. */
export function firstNewFolder(path: string, { home, projectRoot, session }: Facts): string | undefined {
  if (!path.startsWith(`${home}/`)) return path
  const names = path.slice(home.length + 1).split('/')
  let at = home
  for (const name of names) {
    at = `${at}/${name}`
    const grade =
      name.startsWith('.') ||
      USUAL_FOLDERS.has(name.toLowerCase()) ||
      projectRoot === at ||
      projectRoot.startsWith(`${at}/`) ||
      wasSeen(at, session.seen)
    if (!grade) return at
  }
  return path.startsWith(`${projectRoot}/`) ? path : undefined
}

const SEEN_FOLDERS = new WeakMap<
  ReadonlySet<string>,
  { readonly size: number; readonly folders: ReadonlySet<string> }
>()

function wasSeen(folder: string, seen: ReadonlySet<string>): boolean {
  const known = SEEN_FOLDERS.get(seen)
  if (known?.size === seen.size) return known.folders.has(folder)
  const folders = new Set<string>()
  for (const path of seen)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const above = path.slice(0, end)
      if (folders.has(above)) break
      folders.add(above)
    }
  SEEN_FOLDERS.set(seen, { size: seen.size, folders })
  return folders.has(folder)
}
