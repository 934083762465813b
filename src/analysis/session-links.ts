import type { SessionFacts } from './facts.ts'

/** Links that stand for links end somewhere; one that does not is left where the steps end. */
const MAX_STEPS = 16

/** The path behind links that this session made, be they the path itself or a directory it lies in. */
export function throughLinks(path: string, { links }: SessionFacts): string {
  if (links === undefined || links.size === 0) return path
  let at = path
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = oneStep(at, links)
    if (next === undefined) return at
    at = next
  }
  return at
}

/** The outermost link of a path followed; undefined when there is none. */
function oneStep(path: string, links: ReadonlyMap<string, string>): string | undefined {
  for (let end = path.indexOf('/', 1); ; end = path.indexOf('/', end + 1)) {
    const above = end < 0 ? path : path.slice(0, end)
    const target = links.get(above)
    if (target !== undefined && target !== above)
      return `${target === '/' ? '' : target}${path.slice(above.length)}` || '/'
    if (end < 0) return undefined
  }
}
