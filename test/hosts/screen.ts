/** What a terminal shows, as far as a test must read it: text at places, no colours, no scrolling back. */
export interface Screen {
  write(text: string): void
  /** The lines as they stand, without blank ends. */
  text(): string
}

/** Control sequences, and what a string command may hold up to its end. */
const CONTROL =
  /\x1b\[([?<>=]?)([\d;:]*)[ -/]*([@-~])|\x1b[\]P_^X][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-OQ-WYZ\\`-~]|[\x00-\x1a\x1c-\x1f\x7f]|[^\x00-\x1f\x7f\x1b]+/g

export function createScreen(rows: number, columns: number): Screen {
  let lines: string[][] = blank()
  let row = 0
  let column = 0
  let pending = ''

  function blank(): string[][] {
    return Array.from({ length: rows }, () => [])
  }

  function put(text: string): void {
    for (const character of text) {
      if (column >= columns) {
        column = 0
        down()
      }
      const line = lines[row] ?? []
      while (line.length < column) line.push(' ')
      line[column++] = character
    }
  }

  function down(): void {
    if (row < rows - 1) row++
    else lines = [...lines.slice(1), []]
  }

  function control(final: string, numbers: readonly number[]): void {
    const [first = 0, second = 0] = numbers
    const by = Math.max(1, first)
    switch (final) {
      case 'A':
        row = Math.max(0, row - by)
        break
      case 'B':
        row = Math.min(rows - 1, row + by)
        break
      case 'C':
        column = Math.min(columns - 1, column + by)
        break
      case 'D':
        column = Math.max(0, column - by)
        break
      case 'E':
        row = Math.min(rows - 1, row + by)
        column = 0
        break
      case 'F':
        row = Math.max(0, row - by)
        column = 0
        break
      case 'G':
        column = by - 1
        break
      case 'd':
        row = Math.min(rows, by) - 1
        break
      case 'H':
      case 'f':
        row = Math.min(rows, by) - 1
        column = Math.min(columns, Math.max(1, second)) - 1
        break
      case 'J':
        erase(first)
        break
      case 'K':
        lines[row] = first === 0 ? (lines[row] ?? []).slice(0, column) : []
        break
    }
  }

  function erase(which: number): void {
    if (which >= 2) lines = blank()
    else if (which === 0) lines = lines.map((line, at) => (at < row ? line : at === row ? line.slice(0, column) : []))
  }

  return {
    write: (text) => {
      const all = pending + text
      // A sequence cut in two by a read waits for its end.
      const cut = all.lastIndexOf('\x1b')
      const isCut = cut >= 0 && !new RegExp(`^(?:${CONTROL.source})`).test(all.slice(cut))
      pending = isCut ? all.slice(cut) : ''
      for (const [token, mark, numbers, final] of (isCut ? all.slice(0, cut) : all).matchAll(CONTROL)) {
        if (final !== undefined) {
          if (mark === '') control(final, (numbers ?? '').split(/[;:]/).map(Number))
        } else if (token === '\r') column = 0
        else if (token === '\n') down()
        else if (token === '\b') column = Math.max(0, column - 1)
        else if (token === '\x1bM') row = Math.max(0, row - 1)
        else if (token >= ' ' && token !== '\x7f' && !token.startsWith('\x1b')) put(token)
      }
    },
    text: () =>
      lines
        .map((line) => line.join('').trimEnd())
        .join('\n')
        .trimEnd(),
  }
}
