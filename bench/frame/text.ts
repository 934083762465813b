import type { Section, Table } from './section.ts'

/** Sections as plain text for a terminal. */
export function textOf(sections: readonly Section[]): string {
  return sections
    .map(({ title, notes = [], tables = [] }) =>
      [`\n${title}\n${'='.repeat(title.length)}`, ...notes, ...tables.map(textTable)].join('\n'),
    )
    .join('\n')
}

function textTable({ caption, head, rows }: Table): string {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => (row[at] ?? '').length)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')
  const body = [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)]
  return `${caption === undefined ? '' : `\n${caption}\n`}${body.join('\n')}\n`
}

/** Sections as Markdown. */
export function markdownOf(sections: readonly Section[], level = 2): string {
  return sections
    .map(({ title, notes = [], tables = [] }) =>
      [`${'#'.repeat(level)} ${title}`, ...notes, ...tables.map(markdownTable)].join('\n\n'),
    )
    .join('\n\n')
}

function markdownTable({ caption, head, rows }: Table): string {
  if (rows.length === 0 && caption !== undefined) return caption
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  const body = [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)]
  return `${caption === undefined ? '' : `${caption}\n\n`}${body.join('\n')}`
}
