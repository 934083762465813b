const MAX_LINES = 20_000
const MAX_LINE = 8192

/** Stands for recipe lines that were not read: a command nobody knows. */
export const UNREAD = '"$UNREAD_RECIPE"'

export const linesOf = (text: string): string[] => text.split('\n')

/** Longer files are not read in part: what is hidden at their end would be missed. */
export function isTooLong(text: string): boolean {
  const lines = linesOf(text)
  return lines.length > MAX_LINES || lines.some((line) => line.length > MAX_LINE)
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** The indented block after the line at `start`. */
export function blockAfter(lines: readonly string[], start: number, indent: number): string[] {
  const block: string[] = []
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() !== '' && indentOf(line) <= indent) break
    block.push(line)
  }
  return block
}
