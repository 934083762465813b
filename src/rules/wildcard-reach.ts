import type { Wildcard } from './wildcard.ts'
import { STAR, type WildcardToken, wildcardTokens } from './wildcard.ts'

/**
 * Which texts of a given shape a pattern matches, asked without listing them: the pattern's positions after every text of the shape.
 * INVARIANT: a pattern that matches more texts never reaches less, so whatever is decided by a reach holds for every wider pattern.
 */
export interface PatternReach {
  readonly tokens: readonly WildcardToken[]
  readonly at: ReadonlySet<number>
}

/** Stands for any text: no pattern spells it, so only a star takes it in. */
export const ANY_TEXT = '\uffff'

export function startReach(wildcard: Wildcard): PatternReach {
  const tokens = wildcardTokens(wildcard)
  return { tokens, at: closeOverStars(new Set([0]), tokens) }
}

/** After exactly this text. */
export function afterLiteral({ tokens, at }: PatternReach, text: string): PatternReach {
  let here = at
  for (const sign of text) {
    here = advance({ tokens, at: here }, (token) => token === sign)
    if (here.size === 0) break
  }
  return { tokens, at: here }
}

/** After one sign of a class. */
export function afterOneOf({ tokens, at }: PatternReach, holds: (sign: string) => boolean): PatternReach {
  return { tokens, at: advance({ tokens, at }, holds) }
}

/** After any run of signs that a class holds, the empty one too. */
export function afterRunOf({ tokens, at }: PatternReach, holds: (sign: string) => boolean): PatternReach {
  const all = new Set(at)
  let fresh: ReadonlySet<number> = at
  while (fresh.size > 0) {
    const next = advance({ tokens, at: fresh }, holds)
    fresh = new Set([...next].filter((position) => !all.has(position)))
    for (const position of fresh) all.add(position)
  }
  return { tokens, at: all }
}

export function eitherReach(...reaches: readonly [PatternReach, ...PatternReach[]]): PatternReach {
  return { tokens: reaches[0].tokens, at: new Set(reaches.flatMap(({ at }) => [...at])) }
}

/** Does the pattern end here? */
export function isAtEnd({ tokens, at }: PatternReach): boolean {
  return at.has(tokens.length)
}

/** Does the pattern continue, with any text? */
export function canContinue({ at }: PatternReach): boolean {
  return at.size > 0
}

function advance({ tokens, at }: PatternReach, takes: (sign: string) => boolean): Set<number> {
  const next = new Set<number>()
  for (const position of at) {
    const token = tokens[position]
    if (token === STAR) next.add(position)
    else if (token !== undefined && takes(token)) next.add(position + 1)
  }
  return closeOverStars(next, tokens)
}

/** A star may stand for nothing. */
function closeOverStars(at: Set<number>, tokens: readonly WildcardToken[]): Set<number> {
  for (const position of at) if (tokens[position] === STAR) at.add(position + 1)
  return at
}
