const COMMENT_START = /^(?:#(?!\[)|\/\/|;|--\s|\/\*|\*\s|<!--)/
const TRAILING_COMMENT = /\s(?:#|\/\/)\s/
const MAX_LINE_LENGTH = 500

export function stripLineComment(line: string): string {
  if (COMMENT_START.test(line.trimStart())) return ''
  const aside = line.search(TRAILING_COMMENT)
  return aside < 0 ? line : line.slice(0, aside)
}

export function listUncommentedLines(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => stripLineComment(line).slice(0, MAX_LINE_LENGTH))
    .filter((line) => line.trim() !== '')
}

const measureIndent = (line: string): number => line.length - line.trimStart().length

const MAX_DISTANCE = 15

export function linesAround(lines: readonly string[], at: number): readonly string[] {
  const line = lines[at] ?? ''
  const start = Math.max(0, at - MAX_DISTANCE)
  const end = Math.min(lines.length, at + MAX_DISTANCE)
  const above = lines.slice(start, at).findLastIndex((each) => measureIndent(each) < measureIndent(line))
  const isItem = /^\s*-\s/.test(line)
  if (above < 0 && !isItem) return lines.slice(start, end)
  const head = isItem ? at : start + above
  const after = lines.slice(at + 1, end).findIndex((each) => measureIndent(each) <= measureIndent(lines[head] ?? ''))
  return lines.slice(head, after < 0 ? end : at + 1 + after)
}
