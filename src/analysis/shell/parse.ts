import { type ParsedScript, parse } from 'unbash'

/** The tree of a text; undefined when the parser itself gives up. */
export function parseShell(text: string): ParsedScript | undefined {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    return undefined
  }
}
