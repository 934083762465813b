import type { Facts } from './facts.ts'

/** Places people keep things in; a `mkdir -p` below one of them made only what is below. */
const STANDING = new Set(
  'desktop documents downloads music pictures videos public library applications projects project src source code work workspace dev repos repositories git go bin lib tmp temp'.split(
    ' ',
  ),
)

/** What a `mkdir -p` in a home directory made: the first folder on the way that is not one of the standing ones; undefined when all are. */
export function newFolder(path: string, { home, projectRoot }: Facts): string | undefined {
  if (!path.startsWith(`${home}/`)) return path
  const names = path.slice(home.length + 1).split('/')
  let at = home
  for (const name of names) {
    at = `${at}/${name}`
    const standing =
      name.startsWith('.') || STANDING.has(name.toLowerCase()) || projectRoot === at || projectRoot.startsWith(`${at}/`)
    if (!standing) return at
  }
  return path.startsWith(`${projectRoot}/`) ? path : undefined
}
