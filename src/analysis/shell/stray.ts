const OTHERWISE = /\n|`|\$['"(]|<<|#|\bcase\b|\\$|'[^'\\]*\\/

/** One line in which a bracket closes that was never opened, as every shell reads it: no shell runs any of it. */
export function closesNothing(text: string): boolean {
  if (OTHERWISE.test(text)) return false
  let open = 0
  let stray = false
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (sign === '\\') at++
    else if (sign === "'" || sign === '"') {
      at = closing(text, at, sign)
      if (at < 0) break
    } else if (sign === '(') open++
    else if (sign === ')' && --open < 0) stray = true
  }
  return stray
}

function closing(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === quote) return at
    if (quote === '"' && text[at] === '\\') at++
  }
  return -1
}
