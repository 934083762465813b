import type { Scribe } from './programs/program.ts'

/** The first of a list; that there are more is stated, for what lies past a cap was not read. */
export function firstOf<Item>(items: readonly Item[], most: number, scribe: Scribe, why: string): readonly Item[] {
  if (items.length <= most) return items
  stateUnread(scribe, why)
  return items.slice(0, most)
}

/** States that something may run which was not read: past a cap, nothing seen is not nothing done. The judge then asks. */
export function stateUnread(scribe: Scribe, why: string): void {
  scribe.unknown(why)
  scribe.effect({ kind: 'run-code', language: 'shell', origin: 'inline', read: false, host: undefined })
}
