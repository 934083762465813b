import type { DataSource } from '../../words.ts'

const MANY = 400

/** What a filter lets through of what a command printed is about its pattern: a later command may act on it. */
export function filteredFor(pattern: string, sources: DataSource[]): DataSource[] {
  if (pattern === '') return sources
  return sources.map((source) =>
    source.kind === 'command' ? { ...source, about: `${source.about ?? ''} ${pattern}`.trim().slice(0, MANY) } : source,
  )
}
