import type { Value, Word } from '../words.ts'

/** Words as programs hand them on as one text; unknown as soon as one of them is. */
export function joinWordTexts(words: readonly Word[], between = ' '): Value {
  const sources = words.flatMap((word) => word.sources)
  if (words.some((word) => word.text === undefined)) return { text: undefined, sources }
  return { text: words.map((word) => word.text).join(between), sources }
}
