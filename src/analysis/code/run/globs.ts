import type { Handler } from './table.ts'
import { required } from './table.ts'
import { knownOf } from './value.ts'

/** What such functions are called, in whatever library: `bsd_glob`, `globSync`, `globby`. */
export const GLOB_NAME = /(?:^|_)i?glob(?:by)?(?:Sync|Iterate)?$|^glob(?:by)?[A-Z]?\w*Sync$/

export const EVERY_PROCESS = { kind: 'command', program: '/proc', secret: false } as const

/** Finds files by a pattern: each of them is something that the pattern covers. */
export const globs: Handler = (call, run) => {
  const given = required(call, 0)
  const patterns = given.items ?? [given]
  const found = patterns.map(knownOf).map((known) => ({
    known,
    glob: true,
    sources: /^\/proc\/(?:\*|\[[0-9-]{1,10}\])/.test(known) ? [EVERY_PROCESS] : [],
  }))
  for (const one of found) run.reads(one, call.name, true)
  const [first, ...others] = found
  if (first === undefined) return undefined
  return { element: others.length === 0 ? first : { ...first, others }, sources: [] }
}
