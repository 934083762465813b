import type { Grammar } from '../../../analysis/interpret/options.ts'

/** A grammar written as three lines of names: alone, with a value, with an attached value. */
export function defineGrammar(flags: string, values = '', optional = ''): Grammar {
  return { flags, values, optional }
}
