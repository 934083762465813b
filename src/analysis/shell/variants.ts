import type { Command, Word } from '../words.ts'
import { LIMITS } from './limits.ts'

export interface Variants {
  readonly commands: readonly Command[]
  /** It may also be something none of them is. */
  readonly open: boolean
}

/** The commands that one with a choice in its words may turn out to be; each alternative of each word occurs once. */
export function variantsOf(command: Command): Variants | undefined {
  const words = command.head ? [command.head, ...command.args] : command.args
  const choices = words.flatMap((word) =>
    word.alternatives && word.alternatives.texts.length > 0 ? [word.alternatives] : [],
  )
  if (choices.length === 0) return undefined
  const count = Math.min(LIMITS.alternatives, Math.max(...choices.map((choice) => choice.texts.length)))
  const open = choices.some((choice) => choice.open) || words.some((word) => word.dynamic && !word.alternatives)
  const commands = Array.from({ length: count }, (_, index): Command => {
    const chosen = words.flatMap((word) => choose(word, index))
    const head = command.head ? chosen[0] : undefined
    return { ...command, head, name: head?.text, args: command.head ? chosen.slice(1) : chosen }
  })
  return { commands, open: open && choices.some((choice) => choice.open) }
}

function choose(word: Word, index: number): Word[] {
  const texts = word.alternatives?.texts
  if (!texts || texts.length === 0) return [word]
  const text = texts[Math.min(index, texts.length - 1)] ?? ''
  const { alternatives: _, ...rest } = word
  const made = (part: string): Word => ({
    ...rest,
    text: part,
    known: part,
    dynamic: false,
    mayBeEmpty: part === '',
    glob: !word.quoted && /[*?[]/.test(part),
  })
  if (word.quoted) return [made(text)]
  return text
    .split(/[ \t\n]+/)
    .filter((part) => part !== '')
    .map(made)
}
