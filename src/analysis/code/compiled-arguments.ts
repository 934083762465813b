const MAX_TEXT = 64_000

export interface Arguments {
  readonly texts: readonly string[]
  readonly end: number
  readonly whole: boolean
}

export function argumentsAt(code: string, open: number): Arguments {
  const texts: string[] = []
  let depth = 0
  let start = open + 1
  const limit = Math.min(code.length, open + MAX_TEXT)
  for (let at = open; at < limit; at++) {
    const sign = code[at] ?? ''
    if (sign === '"' || sign === '`') at = closingQuote(code, at)
    else if (sign === '(' || sign === '[' || sign === '{') depth++
    else if (sign === ')' || sign === ']' || sign === '}') {
      depth--
      if (depth > 0) continue
      texts.push(code.slice(start, at).trim())
      return { texts: texts.filter((text, index) => index > 0 || text !== ''), end: at, whole: true }
    } else if (sign === ',' && depth === 1) {
      texts.push(code.slice(start, at).trim())
      start = at + 1
    }
  }
  return { texts, end: limit, whole: false }
}

export function splitList(text: string): readonly string[] {
  return argumentsAt(`(${text})`, 0).texts
}

function closingQuote(code: string, open: number): number {
  const quote = code[open]
  for (let at = open + 1; at < code.length; at++) {
    if (code[at] === '\\' && quote === '"') at++
    else if (code[at] === quote) return at
  }
  return code.length
}

/** What `.arg(…)` and `.args(…)` add to a command that was just made. */
export function chainAfter(code: string, end: number): Omit<Arguments, 'end'> {
  const found: string[] = []
  let at = end + 1
  for (;;) {
    const link = /^\s{0,200}\.\s{0,8}(\w{1,40})\s{0,4}(?=\()/.exec(code.slice(at, at + 300))
    if (!link) return { texts: found, whole: true }
    const { texts, end: close, whole } = argumentsAt(code, at + link[0].length)
    if (link[1] === 'arg' || link[1] === 'args' || link[1] === 'command') found.push(...texts)
    if (!whole || close > end + MAX_TEXT) return { texts: found, whole: false }
    at = close + 1
  }
}
