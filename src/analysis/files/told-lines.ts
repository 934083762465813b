const COMMENT = /^(?:#(?!\[)|\/\/|;|--\s|\/\*|\*\s|<!--)/
const ASIDE = /\s(?:#|\/\/)\s/
const LONGEST = 500

export function withoutAside(line: string): string {
  if (COMMENT.test(line.trimStart())) return ''
  const aside = line.search(ASIDE)
  return aside < 0 ? line : line.slice(0, aside)
}

export function toldLines(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => withoutAside(line).slice(0, LONGEST))
    .filter((line) => line.trim() !== '')
}

const indentOf = (line: string): number => line.length - line.trimStart().length

const FARTHEST = 15

export function linesAround(lines: readonly string[], at: number): readonly string[] {
  const line = lines[at] ?? ''
  const start = Math.max(0, at - FARTHEST)
  const end = Math.min(lines.length, at + FARTHEST)
  const above = lines.slice(start, at).findLastIndex((each) => indentOf(each) < indentOf(line))
  const isItem = /^\s*-\s/.test(line)
  if (above < 0 && !isItem) return lines.slice(start, end)
  const head = isItem ? at : start + above
  const after = lines.slice(at + 1, end).findIndex((each) => indentOf(each) <= indentOf(lines[head] ?? ''))
  return lines.slice(head, after < 0 ? end : at + 1 + after)
}
