import type { EffectRecorder } from '../interpret/program.ts'

/** The first of a list; that there are more is stated, for what lies past a cap was not read. */
export function takeFirst<Item>(
  items: readonly Item[],
  most: number,
  recorder: EffectRecorder,
  why: string,
): readonly Item[] {
  if (items.length <= most) return items
  recordUnread(recorder, why)
  return items.slice(0, most)
}

const MAX_TEXT = 1_500_000

/** The last first. What would be too much to read is stated. */
export function readTexts(
  paths: readonly string[],
  recorder: EffectRecorder,
): readonly (readonly [string, string | undefined])[] {
  const found: (readonly [string, string | undefined])[] = []
  let left = MAX_TEXT
  for (const path of paths.toReversed()) {
    const text = recorder.readText(path)
    left -= text?.length ?? 0
    if (left < 0) {
      recordUnread(recorder, 'more files of this session than are read')
      break
    }
    found.push([path, text])
  }
  return found
}

/** Past a cap, nothing seen is not nothing done. The judge then asks. */
export function recordUnread(recorder: EffectRecorder, why: string): void {
  recorder.unknown(why)
  recorder.effect({ kind: 'run-code', language: 'shell', origin: 'inline', read: false, host: undefined })
}
