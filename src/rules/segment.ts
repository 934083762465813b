/** One segment of a path pattern: a plain name, or a name with `*`, `?`, `[…]`. */
export type Segment =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'glob'; readonly tokens: readonly SegmentToken[] }

type SegmentToken =
  | { readonly kind: 'sign'; readonly sign: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly (readonly [string, string])[] }

export function compileSegment(text: string): Segment {
  const tokens: SegmentToken[] = []
  for (let index = 0; index < text.length; index++) {
    const sign = text.charAt(index)
    if (sign === '\\' && index + 1 < text.length) tokens.push({ kind: 'sign', sign: text.charAt(++index) })
    else if (sign === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' })
    } else if (sign === '?') tokens.push({ kind: 'any' })
    else if (sign === '[') {
      const end = classEnd(text, index)
      if (end < 0) tokens.push({ kind: 'sign', sign })
      else {
        tokens.push(compileClass(text.slice(index + 1, end)))
        index = end
      }
    } else tokens.push({ kind: 'sign', sign })
  }
  const plain = tokens.every((token) => token.kind === 'sign')
  return plain
    ? { kind: 'name', name: tokens.map((token) => (token.kind === 'sign' ? token.sign : '')).join('') }
    : { kind: 'glob', tokens }
}

/** Where a `[…]` ends; a `]` right after the opening is part of it. */
function classEnd(text: string, open: number): number {
  const from = open + (text[open + 1] === '!' || text[open + 1] === '^' ? 3 : 2)
  return text.indexOf(']', from)
}

function compileClass(body: string): SegmentToken {
  const negated = body.startsWith('!') || body.startsWith('^')
  const signs = negated ? body.slice(1) : body
  const ranges: [string, string][] = []
  for (let index = 0; index < signs.length; index++) {
    const low = signs.charAt(index)
    if (signs[index + 1] === '-' && index + 2 < signs.length) {
      ranges.push([low, signs.charAt(index + 2)])
      index += 2
    } else ranges.push([low, low])
  }
  return { kind: 'class', negated, ranges }
}

/** Does a name match? Goes back only to the last star, so the time is bounded by the product of the lengths. */
export function matchesSegment(segment: Segment, name: string): boolean {
  if (segment.kind === 'name') return segment.name === name
  const { tokens } = segment
  let at = 0
  let index = 0
  let star = -1
  let mark = 0
  while (index < name.length) {
    const token = tokens[at]
    if (token?.kind === 'star') {
      star = at++
      mark = index
    } else if (token && tokenAccepts(token, name.charAt(index))) {
      at++
      index++
    } else if (star >= 0) {
      at = star + 1
      index = ++mark
    } else return false
  }
  while (tokens[at]?.kind === 'star') at++
  return at === tokens.length
}

function tokenAccepts(token: SegmentToken, sign: string): boolean {
  switch (token.kind) {
    case 'sign':
      return token.sign === sign
    case 'any':
      return true
    case 'star':
      return false
    case 'class':
      return token.ranges.some(([low, high]) => sign >= low && sign <= high) !== token.negated
  }
}

/** Could some name match both patterns? For words the shell has still to expand; generous for `?` and `[…]`. */
export function segmentsOverlap(left: Segment, right: Segment): boolean {
  if (left.kind === 'name') return matchesSegment(right, left.name)
  if (right.kind === 'name') return matchesSegment(left, right.name)
  const rows = left.tokens.length
  let open = new Set([0])
  expandStars(open, left.tokens)
  for (const token of right.tokens) {
    const next = new Set<number>()
    for (const at of open) {
      const own = left.tokens[at]
      if (token.kind === 'star') for (let to = at; to <= rows; to++) next.add(to)
      else if (own?.kind === 'star') next.add(at)
      else if (own && tokensMeet(own, token)) next.add(at + 1)
    }
    expandStars(next, left.tokens)
    open = next
  }
  return open.has(rows)
}

function expandStars(open: Set<number>, tokens: readonly SegmentToken[]): void {
  for (const at of open) if (tokens[at]?.kind === 'star') open.add(at + 1)
}

function tokensMeet(left: SegmentToken, right: SegmentToken): boolean {
  return left.kind !== 'sign' || right.kind !== 'sign' || left.sign === right.sign
}
