import type { DataSource } from '../../words.ts'

/** Listings that a later command may act on: their lines are told apart by what they were filtered for. */
const LISTINGS = new Set(['ps', 'pgrep', 'pidof', 'container list'])
const MANY = 400

/** What a filter lets through is about its pattern. */
export function filteredFor(pattern: string, sources: DataSource[]): DataSource[] {
  if (pattern === '') return sources
  return sources.map((source) =>
    source.kind === 'command' && LISTINGS.has(source.program)
      ? { ...source, about: `${source.about ?? ''} ${pattern}`.trim().slice(0, MANY) }
      : source,
  )
}
