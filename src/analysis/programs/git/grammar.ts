import type { OptionGrammar } from '../options.ts'

const words = (text: string): readonly string[] => (text.trim() === '' ? [] : text.trim().split(/\s+/))

/** A grammar written as three lines of names: alone, with a value, with an attached value. */
export function grammar(flags: string, values = '', optional = ''): OptionGrammar {
  return { flags: words(flags), values: words(values), optional: words(optional) }
}
