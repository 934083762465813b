/** Longer words are no slips of the hand: they are not compared. */
const MAX_LENGTH = 64

/** The name that was most likely meant: one slip in short words, two in longer ones; case, `-` and `_` count as nothing. */
export function nearestName(given: string, names: Iterable<string>): string | undefined {
  if (given.length > MAX_LENGTH) return undefined
  const wanted = foldName(given)
  const most = wanted.length <= 4 ? 1 : 2
  let best: { readonly name: string; readonly slips: number } | undefined
  for (const name of names) {
    const slips = editDistance(wanted, foldName(name))
    if (slips <= most && slips < Math.max(1, foldName(name).length / 2) && (best === undefined || slips < best.slips))
      best = { name, slips }
  }
  return best?.name
}

/** A name without its case, `-` and `_`. */
export function foldName(text: string): string {
  return text.toLowerCase().replace(/[-_\s]/g, '')
}

/** How many letters were added, left out, exchanged or swapped with their neighbour. */
export function editDistance(left: string, right: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: right.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let at = 1; at <= right.length; at++) {
      const same = left[row - 1] === right[at - 1] ? 0 : 1
      const swapped = left[row - 1] === right[at - 2] && left[row - 2] === right[at - 1]
      current[at] = Math.min(
        (last[at] ?? 0) + 1,
        (current[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + same,
        swapped && row > 1 && at > 1 ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[before, last] = [last, current]
  }
  return last[right.length] ?? 0
}
