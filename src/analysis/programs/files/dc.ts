import { readOptions } from '../options.ts'
import type { Program } from '../program.ts'

const GRAMMAR = { flags: '-hV help version', values: '-ef expression file' } as const

/** A calculator. A line of its program that begins with `!` is for the shell, whatever else is asked for. */
export const DC: Program = {
  names: ['dc'],
  read: ({ args, stdin }, scribe) => {
    const options = readOptions(args, GRAMMAR)
    const given = stdin.kind === 'value' ? [stdin.value.text ?? ''] : []
    const programs = [...given, ...options.values('e', 'expression').map(({ known }) => known.replaceAll('\0', '…'))]
    for (const text of programs) {
      const [, line] = /!([^<>=].*)/.exec(text) ?? []
      if (line !== undefined) scribe.runsShell({ text: line, sources: [] }, 'dc')
    }
    return programs.length === 0 && options.has('help', 'version', 'h', 'V') ? 'proven' : 'plain'
  },
}
