import type { Scribe } from './programs/program.ts'

/** The first of a list; that there are more is stated, for what lies past a cap was not read. */
export function firstOf<Item>(items: readonly Item[], most: number, scribe: Scribe, why: string): readonly Item[] {
  if (items.length <= most) return items
  stateUnread(scribe, why)
  return items.slice(0, most)
}

const MOST_TEXT = 1_500_000

/** The last first. What would be too much to read is stated. */
export function textsOf(paths: readonly string[], scribe: Scribe): readonly (readonly [string, string | undefined])[] {
  const found: (readonly [string, string | undefined])[] = []
  let left = MOST_TEXT
  for (const path of paths.toReversed()) {
    const text = scribe.readText(path)
    left -= text?.length ?? 0
    if (left < 0) {
      stateUnread(scribe, 'more files of this session than are read')
      break
    }
    found.push([path, text])
  }
  return found
}

/** Past a cap, nothing seen is not nothing done. The judge then asks. */
export function stateUnread(scribe: Scribe, why: string): void {
  scribe.unknown(why)
  scribe.effect({ kind: 'run-code', language: 'shell', origin: 'inline', read: false, host: undefined })
}
