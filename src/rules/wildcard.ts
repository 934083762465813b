/** A text pattern whose only special sign is `*`, any run of characters. `\*` is a plain star. */
export interface Wildcard {
  /** The constant pieces between the stars; one piece means there is no star. */
  readonly pieces: readonly string[]
}

export function compileWildcard(pattern: string): Wildcard {
  const pieces: string[] = []
  let piece = ''
  for (let index = 0; index < pattern.length; index++) {
    const sign = pattern.charAt(index)
    const next = pattern.charAt(index + 1)
    if (sign === '\\' && (next === '*' || next === '\\')) {
      piece += next
      index++
    } else if (sign === '*') {
      pieces.push(piece)
      piece = ''
    } else piece += sign
  }
  pieces.push(piece)
  return { pieces }
}

export function hasStar(wildcard: Wildcard): boolean {
  return wildcard.pieces.length > 1
}

/** Writes a text so that a pattern made of it matches exactly that text. */
export function escapeWildcard(text: string): string {
  return text.replace(/[\\*]/g, '\\$&')
}

/** Does the whole text match? Linear: each piece is looked for once, leftmost first. */
export function matchesWildcard(wildcard: Wildcard, text: string): boolean {
  const { pieces } = wildcard
  const first = pieces[0] ?? ''
  if (pieces.length === 1) return text === first
  const last = pieces[pieces.length - 1] ?? ''
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let from = first.length
  for (let index = 1; index < pieces.length - 1; index++) {
    const piece = pieces[index] ?? ''
    const found = text.indexOf(piece, from)
    if (found < 0 || found + piece.length > end) return false
    from = found + piece.length
  }
  return true
}

/** Beyond this many steps the answer is a generous yes. */
const MAX_STEPS = 4_000_000

/** Could the text match, if each `\0` in it stood for any run of characters? */
export function mayMatchWildcard(wildcard: Wildcard, text: string): boolean {
  const tokens = wildcardTokens(wildcard)
  const signs = [...text]
  if ((tokens.length + 1) * (signs.length + 1) > MAX_STEPS) return true
  // `open` holds the positions in `tokens` that can be reached after the signs read so far.
  let open = closeOverStars(new Set([0]), tokens)
  for (const sign of signs) {
    const next = new Set<number>()
    const reached = sign === '\0' ? closeOverUnknown(open, tokens.length) : open
    for (const at of reached) {
      if (sign === '\0') next.add(at)
      else if (tokens[at] === STAR) next.add(at)
      else if (tokens[at] === sign) next.add(at + 1)
    }
    open = closeOverStars(next, tokens)
    if (open.size === 0) return false
  }
  return open.has(tokens.length)
}

export const STAR: unique symbol = Symbol('star')

export type WildcardToken = string | typeof STAR

/** The pattern sign by sign. */
export function wildcardTokens({ pieces }: Wildcard): WildcardToken[] {
  return pieces.flatMap((piece, index) => (index === 0 ? [...piece] : [STAR, ...piece]))
}

/** A star may stand for nothing. */
function closeOverStars(open: Set<number>, tokens: readonly WildcardToken[]): Set<number> {
  for (const at of open) if (tokens[at] === STAR) open.add(at + 1)
  return open
}

/** An unknown part may stand for any run of the pattern. */
function closeOverUnknown(open: ReadonlySet<number>, length: number): Set<number> {
  const reached = new Set<number>()
  let least = length + 1
  for (const at of open) least = Math.min(least, at)
  for (let at = least; at <= length; at++) reached.add(at)
  return reached
}
