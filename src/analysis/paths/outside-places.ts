import type { PathUse } from './paths.ts'

const WRITTEN_PATH =
  /(?<![\w.:/%$-])(?:~|\$HOME|\$\{HOME\}|%h|(?:\.\.\/){0,8}\.\.)?\/[\w.@%+*?~-][^\s"'`,;:<>|&(){}[\]]{0,300}/g
const MOST = 100
/** What tools keep for themselves in a home, and would make again. */
const TOOL_FOLDER = /\/\.(?!\.?(?:\/|$))|\/(?:Library|AppData)\//

/** Places of the person outside the project that a text names, as settings and lists of files do. */
export function outsidePlacesIn(text: string, pathOf: (place: string) => PathUse): readonly string[] {
  const named = [...text.matchAll(WRITTEN_PATH)].map(([place]) => place.replace(/^(?:\$\{?HOME\}?|%h)(?=\/)/, '~'))
  return [...new Set(named)].slice(0, MOST).filter((place) => isOutsidePlace(pathOf(place)))
}

/** A place of the person's own, outside the project. */
export function isOutsidePlace({ zone, tags, sessionMade, real, text }: PathUse): boolean {
  if (sessionMade || tags.includes('build-artefact')) return false
  if (zone === 'home-root') return true
  return zone === 'home' && (tags.length > 0 || !TOOL_FOLDER.test(real ?? text))
}
