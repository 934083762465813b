/** A piece of prose in a source: a comment, or a text that somebody may be shown. */
export interface Prose {
  readonly kind: 'comment' | 'text'
  readonly line: number
  readonly text: string
}

const REGEX_BEFORE = /(?:^|[=(,:;!&|?{}[+*/%<>~^-]|\b(?:return|typeof|case|in|of|await|yield))\s*$/

/** Comments and literals with a space in them, in TypeScript. Template literals are cut at their values. */
export function proseOfSource(source: string): Prose[] {
  const found: Prose[] = []
  const lineAt = lineCounter(source)
  const add = (kind: Prose['kind'], start: number, text: string) => {
    if (kind === 'comment' || /\S\s\S/.test(text)) found.push({ kind, line: lineAt(start), text })
  }
  /** Reads code up to an unmatched `}` or the end, and gives the place behind it. */
  const code = (start: number): number => {
    let depth = 0
    let at = start
    while (at < source.length) {
      const char = source[at] ?? ''
      const two = source.slice(at, at + 2)
      if (two === '//' || two === '/*') at = comment(at, two)
      else if (char === "'" || char === '"') at = quoted(at, char)
      else if (char === '`') at = template(at + 1)
      else if (char === '/' && REGEX_BEFORE.test(source.slice(Math.max(0, at - 40), at))) at = regex(at + 1)
      else {
        if (char === '{') depth++
        if (char === '}' && depth-- === 0) return at + 1
        at++
      }
    }
    return at
  }
  const comment = (at: number, two: string): number => {
    const end = two === '//' ? source.indexOf('\n', at) : source.indexOf('*/', at + 2)
    const stop = end < 0 ? source.length : end
    add('comment', at, source.slice(at + 2, stop).replace(/^[ \t]*\*+/gm, ''))
    return two === '//' ? stop : stop + 2
  }
  const quoted = (start: number, quote: string): number => {
    let at = start + 1
    while (at < source.length && source[at] !== quote && source[at] !== '\n') at += source[at] === '\\' ? 2 : 1
    add('text', start, unescaped(source.slice(start + 1, at)))
    return at + 1
  }
  const template = (start: number): number => {
    let at = start
    let text = ''
    while (at < source.length && source[at] !== '`') {
      if (source[at] === '$' && source[at + 1] === '{') {
        text += '…'
        at = code(at + 2)
        continue
      }
      const length = source[at] === '\\' ? 2 : 1
      text += source.slice(at, at + length)
      at += length
    }
    add('text', start, unescaped(text))
    return at + 1
  }
  const regex = (start: number): number => {
    let inClass = false
    for (let at = start; at < source.length && source[at] !== '\n'; at++) {
      const char = source[at]
      if (char === '\\') at++
      else if (char === '[') inClass = true
      else if (char === ']') inClass = false
      else if (char === '/' && !inClass) return at + 1
    }
    return start
  }
  for (let at = 0; at < source.length; ) at = code(at)
  return found
}

/** Text of a page, without its code. */
export function proseOfMarkdown(source: string): Prose[] {
  let fenced = false
  return source.split('\n').flatMap((line, index): Prose[] => {
    const isFence = /^\s*(?:```|~~~)/.test(line)
    if (isFence) fenced = !fenced
    const text = fenced || isFence ? '' : line.replace(/`[^`]*`|\]\([^)]*\)|<!--.*?-->/g, ' ')
    return text.trim() === '' ? [] : [{ kind: 'text', line: index + 1, text }]
  })
}

function unescaped(text: string): string {
  return text.replace(/\\n/g, '\n').replace(/\\(['"`\\$])/g, '$1')
}

function lineCounter(source: string): (at: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (at) => starts.findLastIndex((start) => start <= at) + 1
}
