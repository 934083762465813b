import type { Word } from '../words.ts'
import { evaluate } from './arithmetic.ts'
import type { ExpandHost } from './expand.ts'
import { parseShell } from './parse.ts'

const MAX_LENGTH = 4_000

export function textsOfWord({ text, alternatives }: Word): readonly string[] {
  return text === undefined ? (alternatives?.texts ?? []) : [text]
}

/** A word that the shell takes as arithmetic: each text that it may have is one; only a sure one gives a number. */
export function evaluateWord(word: Word, host: ExpandHost): number | undefined {
  const numbers = textsOfWord(word).map((text) => evaluateText(text, host))
  return word.text === undefined ? undefined : numbers[0]
}

/** Text that the shell takes as arithmetic: names in it are looked up, subscripts run what stands in them. */
export function evaluateText(text: string, host: ExpandHost): number | undefined {
  if (text === '') return undefined
  if (text.length > MAX_LENGTH) {
    host.unread('a number longer than is read')
    return undefined
  }
  if (/^-?\d{1,15}$/.test(text)) return Number(text)
  if (/[$`]/.test(text)) {
    host.unknown('a number that runs code', { start: 0, end: 0 })
    host.hidden({ text, sources: [] })
    return undefined
  }
  if (!/[A-Za-z_]/.test(text) && !/^[\d\s+*/%()-]+$/.test(text)) return undefined
  if (!host.affords(text)) return undefined
  const node = parseShell(`((${text}))`)?.commands[0]?.command
  return node?.type === 'ArithmeticCommand' ? evaluate(node.expression, host.arithmetic()) : undefined
}

/** `name[subscript]`, wherever the shell takes a name: only its subscript is evaluated. */
export function evaluateSubscript(word: Word, host: ExpandHost): void {
  for (const name of textsOfWord(word)) {
    const open = name.indexOf('[')
    const subscript = open < 0 ? '@' : name.slice(open + 1, name.endsWith(']') ? -1 : undefined)
    if (subscript !== '@' && subscript !== '*') evaluateText(subscript, host)
  }
}
