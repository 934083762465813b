import type { Command, Word } from '../../words.ts'

/** The arguments as one line, for programs whose grammar is words rather than options. */
export function lineOf(words: readonly Word[]): string {
  return words.map((word) => word.known.replaceAll('\0', '…')).join(' ')
}

/** The last word that is not an option. */
export function lastOperand(command: Command): Word | undefined {
  return command.args.findLast((word) => !word.known.startsWith('-'))
}
