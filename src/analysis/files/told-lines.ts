const COMMENT = /^(?:#(?!\[)|\/\/|;|--\s|\/\*|\*\s|<!--)/
/** Where words of a person begin behind what a line says. */
const ASIDE = /\s(?:#|\/\/)\s/
/** As much of a line as is looked at. */
const LONGEST = 500

/** A line without what is said aside; nothing of one that is a comment. */
export function withoutAside(line: string): string {
  if (COMMENT.test(line.trimStart())) return ''
  const aside = line.search(ASIDE)
  return aside < 0 ? line : line.slice(0, aside)
}

/** The lines of a text that say something to a program. */
export function toldLines(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => withoutAside(line).slice(0, LONGEST))
    .filter((line) => line.trim() !== '')
}

const indentOf = (line: string): number => line.length - line.trimStart().length

/** Lines that one thing stands in at most; what lies further is something else. */
const FARTHEST = 15

/** The lines of the step, statement or function that a line stands in: from what it is further in than, to what is no further in. */
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
