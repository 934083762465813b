import type { Io } from './io.ts'

/** What a screen does not show of a text. */
const INVISIBLE = /\u001b\[\d+m/g

/**
 * Breaks long lines at spaces, on a terminal only: what a program reads stays as it is. Each line that is broken goes on below its
 * own beginning, `hang` further in.
 */
export function wrapped(io: Io, text: string, hang = 0): string {
  return fitted(text, io.columns, hang)
}

/** The same for what goes to stderr, which may be a terminal where stdout is none, and the other way round. */
export function wrappedAside(io: Io, text: string): string {
  return fitted(text, io.errorColumns, 0)
}

/** The same for everything that a command says to a person. */
export function wrapping(io: Io): Io {
  return {
    ...io,
    out: (text) => io.out(wrapped(io, text)),
    error: (text) => io.error(wrappedAside(io, text)),
  }
}

function fitted(text: string, columns: number | undefined, hang: number): string {
  if (columns === undefined || columns < 20) return text
  return paragraphs(text.split('\n'), columns)
    .map((line) => broken(line, columns, hang))
    .join('\n')
}

/** A sentence that goes on in the next line goes on in the same one, where its first line has to be broken anyway. */
function paragraphs(lines: readonly string[], columns: number): readonly string[] {
  const joined: string[] = []
  for (const line of lines) {
    const last = joined.at(-1) ?? ''
    const goesOn = widthOf(last) > columns && /^[A-Za-z].*[^.:;!?]$/.test(last) && /^[A-Za-z`("]/.test(line)
    if (goesOn) joined[joined.length - 1] = `${last} ${line}`
    else joined.push(line)
  }
  return joined
}

function broken(line: string, columns: number, hang: number): string {
  // A changed line of a file is shown as it stands there.
  if (widthOf(line) <= columns || /^[+-] /.test(line.replace(INVISIBLE, ''))) return line
  const [indent = ''] = /^ */.exec(line) ?? []
  // In a table the second column goes on under itself.
  const [, lead = ''] = /^( *\S+(?: \S+)* {2,})\S/.exec(line.replace(INVISIBLE, '')) ?? []
  const under = lead !== '' && lead.length <= columns / 3 ? lead.length : indent.length + hang
  const lines: string[] = []
  let current = ''
  for (const word of line.slice(indent.length).split(/(?<=\S) (?=\S)/)) {
    const start = lines.length === 0 ? indent : ' '.repeat(under)
    if (current !== '' && widthOf(`${start}${current} ${word}`) > columns) {
      lines.push(`${start}${current}`)
      current = word
    } else current = current === '' ? word : `${current} ${word}`
  }
  return [...lines, `${lines.length === 0 ? indent : ' '.repeat(under)}${current}`].join('\n')
}

function widthOf(text: string): number {
  return [...text.replace(INVISIBLE, '')].length
}
