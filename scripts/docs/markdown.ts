/** A page by its path, and its text. */
export type Page = readonly [path: string, text: string]

/** Text as inline code, whatever it holds. */
export function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`'
  const space = fence === '``' ? ' ' : ''
  return `${fence}${space}${text.replaceAll('\n', ' ⏎ ')}${space}${fence}`
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

export function sentenceOf(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
