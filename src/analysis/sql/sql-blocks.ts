import type { SqlChunk } from './sql-split.ts'

/** What a statement begins with that changes something, or runs a text. */
const STATEMENT =
  '(?:execute|truncate|perform|call)\\b|(?:delete from|insert into|drop|alter|grant|revoke) |update \\S+ set\\b'
/** The words of a block that a statement may follow: `if x then delete …`, `for r in … loop execute …`, `while x do …`. */
const CUT = new RegExp(`\\b(?:begin|then|else|loop|do|in) (?=${STATEMENT})`, 'gi')
/** What is only kept for later, and MERGE, whose branches name no table. */
const WHOLE = /^\(*\s*(?:create|merge|comment|explain)\b/i
const EMPTY = "''"

/** The statements in a chunk: those of a block stand behind its own words. */
export function statementsIn(chunk: SqlChunk): readonly SqlChunk[] {
  const code = chunk.code.replaceAll(/\s+/g, ' ')
  if (WHOLE.test(code)) return [chunk]
  const pieces: SqlChunk[] = []
  let strings = 0
  let from = 0
  const take = (to: number, next: number) => {
    const piece = code.slice(from, to).trim()
    const count = piece.split(EMPTY).length - 1
    if (piece !== '')
      pieces.push({ client: false, code: piece, strings: chunk.strings.slice(strings, strings + count) })
    strings += count
    from = next
  }
  for (const { index, 0: word } of code.matchAll(CUT)) take(index, index + word.length)
  if (from === 0) return [chunk]
  take(code.length, code.length)
  return pieces
}

const ASSIGNS = /(?:^|[\s;])(?!(?:begin|then|else|loop|declare) )(\w{1,60})(?: \w[\w ]{0,40})? ?:= ?(?=\S)/i
const RUNS_VARIABLE = /^execute (?:immediate )?(\w{1,60})(?= (?:into|using)\b|$)/i
const MOST_ASSIGNED = 40

/** In a block, a variable that is run stands for what was assigned to it: `q := 'a' || 'b'; execute q`. */
export function withAssigned(chunks: readonly SqlChunk[]): readonly SqlChunk[] {
  const assigned = new Map<string, SqlChunk[]>()
  for (const chunk of chunks) {
    const found = ASSIGNS.exec(chunk.code)
    const name = found?.[1]?.toLowerCase()
    if (!found || name === undefined) continue
    const start = found.index + found[0].length
    const before = chunk.code.slice(0, start).split(EMPTY).length - 1
    const runs = { client: false, code: `execute ${chunk.code.slice(start)}`, strings: chunk.strings.slice(before) }
    assigned.set(name, [...(assigned.get(name) ?? []), runs].slice(0, MOST_ASSIGNED))
  }
  return chunks.flatMap((chunk) => assigned.get(RUNS_VARIABLE.exec(chunk.code)?.[1]?.toLowerCase() ?? '') ?? [chunk])
}

/** A block runs a variable, and nothing in it tells what the variable holds. */
export function runsVariable(code: string): boolean {
  return /^execute (?:immediate )?(?!immediate\b)\w+(?:\.\w+)?(?: (?:into|using)\b.*)?$/i.test(code)
}
