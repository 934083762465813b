import { isRaised } from '../layers.ts'
import type { Command, Word } from '../words.ts'
import { isAddress, isPlaceLike, type Slot } from './slots.ts'

const LETTERS = /^(?:[nlcerHhE]|[nlcerHhEis]{2,4})$/
const PATTERN = /^[\w^$.*+?|\\<>:@ -]{1,80}$/

/** `tool -n pattern file file`: by its shape it looks for something, and nothing says that it writes. */
export function isSearch(command: Command, slots: readonly Slot[], options: readonly string[]): boolean {
  const [option = '', ...more] = options
  if (more.length > 0 || !LETTERS.test(option) || isRaised(command) || command.stdin.kind === 'value') return false
  const [pattern, ...files] = slots
  if (pattern?.kind !== 'loose' || !PATTERN.test(pattern.word.known) || isPlaceLike(pattern.word)) return false
  return (
    command.args[0]?.known === `-${option}` &&
    files.length > 0 &&
    files.every(({ kind, word }) => kind === 'operand' && isPlaceLike(word) && !isAddress(word))
  )
}

/** `$1 == "x"`, `.hooks | keys`, `//a/text()`, `/^x/p`: what is to be picked out of the file behind it. */
export function isProgram({ known }: Word): boolean {
  if (/\$\w+\s*(?:[=!]=|=~|[<>])|[=!]=\s*["']/.test(known)) return true
  return !/[^=!<>]=[^=]|\b(?:del|set|delete|update|put|insert)\b/.test(known) && PICKS.test(known)
}

const PICKS = /^(?:\.[\w."-]*(?:\[.*|\s*\|.*)|\$[.[].*|\/\/[\w@*]+(?:\/|\[|\().*|\/[^/]+\/p|[\w ]*\{\s*print\b.*)$/s
