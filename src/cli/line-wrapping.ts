import type { Io } from './io.ts'

/** What a screen does not show of a text. */
const ANSI_SEQUENCE = /\u001b\[\d+m/g

/**
 * Breaks long lines at spaces, on a terminal only: what a program reads stays as it is. Each line that is broken continues below its
 * own beginning, `hang` further in.
 */
export function wrapLines(io: Io, text: string, hang = 0): string {
  return wrapToWidth(text, io.columns, hang)
}

/** The same for what goes to stderr, which may be a terminal where stdout isn't, and the other way round. */
export function wrapForStderr(io: Io, text: string): string {
  return wrapToWidth(text, io.errorColumns, 0)
}

/** The same for everything that a command says to a person. */
export function wrappingIo(io: Io): Io {
  return {
    ...io,
    out: (text) => io.out(wrapLines(io, text)),
    error: (text) => io.error(wrapForStderr(io, text)),
  }
}

function wrapToWidth(text: string, columns: number | undefined, hang: number): string {
  if (columns === undefined || columns < 20) return text
  return paragraphs(text.split('\n'), columns)
    .map((line) => breakLine(line, columns, hang))
    .join('\n')
}

/** A sentence that continues in the next line stays in the same one, where its first line has to be broken anyway. */
function paragraphs(lines: readonly string[], columns: number): readonly string[] {
  const joined: string[] = []
  for (const line of lines) {
    const last = joined.at(-1) ?? ''
    const goesOn = displayWidth(last) > columns && /^[A-Za-z].*[^.:;!?]$/.test(last) && /^[A-Za-z`("]/.test(line)
    if (goesOn) joined[joined.length - 1] = `${last} ${line}`
    else joined.push(line)
  }
  return joined
}

function breakLine(line: string, columns: number, hang: number): string {
  // A changed line of a file is shown as it stands there.
  if (displayWidth(line) <= columns || /^[+-] /.test(line.replace(ANSI_SEQUENCE, ''))) return line
  const [indent = ''] = /^ */.exec(line) ?? []
  // In a table the second column continues under itself.
  const [, lead = ''] = /^( *\S+(?: \S+)* {2,})\S/.exec(line.replace(ANSI_SEQUENCE, '')) ?? []
  const under = lead !== '' && lead.length <= columns / 3 ? lead.length : indent.length + hang
  const lines: string[] = []
  let current = ''
  for (const word of line.slice(indent.length).split(/(?<=\S) (?=\S)/)) {
    const start = lines.length === 0 ? indent : ' '.repeat(under)
    if (current !== '' && displayWidth(`${start}${current} ${word}`) > columns) {
      lines.push(`${start}${current}`)
      current = word
    } else current = current === '' ? word : `${current} ${word}`
  }
  return [...lines, `${lines.length === 0 ? indent : ' '.repeat(under)}${current}`].join('\n')
}

function displayWidth(text: string): number {
  return [...text.replace(ANSI_SEQUENCE, '')].length
}
