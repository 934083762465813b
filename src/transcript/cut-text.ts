/** A foreign string as a judge sees it: whole, or its two ends and how much is missing between them. */
export type CutText =
  | { readonly whole: string }
  | { readonly head: string; readonly cut: number; readonly tail: string }

/** Keeps the ends of a text that is longer than `limit`; the missing stretch is named, never silent. */
export function cutTo(text: string, limit: number): CutText {
  if (text.length <= limit) return { whole: text }
  const headEnd = atCodePointBoundary(text, Math.ceil((limit * 2) / 3))
  const tailStart = atCodePointBoundary(text, text.length - Math.floor(limit / 3))
  return { head: text.slice(0, headEnd), cut: tailStart - headEnd, tail: text.slice(tailStart) }
}

/** Moves a cut out of the middle of a surrogate pair. */
function atCodePointBoundary(text: string, at: number): number {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  const splits = before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
  return splits ? at + 1 : at
}
