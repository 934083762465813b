import type { Command, DataSource, Value } from '../../words.ts'
import type { Program } from '../program.ts'
import { unescaped } from './printf.ts'

export const ECHO: Program = {
  names: ['echo'],
  read: () => 'proven',
  output: echoed,
}

function echoed(command: Command): Value {
  let first = 0
  let newline = true
  let escapes = false
  for (; first < command.args.length && /^-[neE]+$/.test(command.args[first]?.text ?? ''); first++) {
    const letters = command.args[first]?.text ?? ''
    if (letters.includes('n')) newline = false
    if (letters.includes('e')) escapes = true
    if (letters.includes('E')) escapes = false
  }
  const words = command.args.slice(first)
  const sources = words.flatMap((word): readonly DataSource[] => word.sources)
  // Globs become names before they are printed: what reads them gets the paths they cover.
  if (words.some((word) => word.glob) && words.every((word) => word.text !== undefined))
    return { text: undefined, sources, paths: words }
  if (words.some((word) => word.text === undefined)) return { text: undefined, sources }
  const text = words.map((word) => word.text).join(' ')
  return { text: (escapes ? unescaped(text) : text) + (newline ? '\n' : ''), sources }
}
