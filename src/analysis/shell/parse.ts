import { type ParsedScript, parse } from 'unbash'

/** The tree of a text; undefined when the parser itself gives up, which it does by running out of stack. */
export function parseShell(text: string): ParsedScript | undefined {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}
