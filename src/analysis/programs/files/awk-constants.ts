import type { AwkToken } from './awk-script.ts'

/** Names of an awk program that hold one text throughout. */
export type AwkConstants = ReadonlyMap<string, string>

const WRITES = /^(?:[-+*/%^]=|\+\+|--)$/

/** Finds variables that are assigned once, to strings; `given` are those of `-v`. */
export function constantsIn(tokens: readonly AwkToken[], given: AwkConstants): AwkConstants {
  const found = new Map(given)
  const spoiled = new Set<string>()
  tokens.forEach((token, at) => {
    if (token.kind !== 'name') return
    const next = tokens[at + 1]
    const changed = next?.kind === 'mark' && WRITES.test(next.text)
    if (changed || tokens[at - 1]?.text === 'getline') spoiled.add(token.text)
    if (next?.kind !== 'mark' || next.text !== '=') return
    if (found.has(token.text)) spoiled.add(token.text)
    const text = textFrom(tokens, at + 2, found)
    if (text === undefined) spoiled.add(token.text)
    else found.set(token.text, text)
  })
  for (const name of spoiled) found.delete(name)
  return found
}

/** The strings from `at` to the end of the statement put together; undefined when anything else is among them. */
function textFrom(tokens: readonly AwkToken[], at: number, known: AwkConstants): string | undefined {
  let text = ''
  let index = at
  for (; index < at + 50; index++) {
    const token = tokens[index]
    if (!token || token.kind === 'end' || token.text === '}' || token.text === ')' || token.text === ',') break
    const environment = environmentAt(tokens, index, known)
    const part = token.kind === 'string' ? token.text : (environment ?? known.get(token.text))
    if (part === undefined) return undefined
    text += part
    if (environment !== undefined) index += 3
  }
  return index === at ? undefined : text
}

/** `ENVIRON["HOME"]`, when the variable is known: four tokens. */
export function environmentAt(tokens: readonly AwkToken[], at: number, known: AwkConstants): string | undefined {
  if (tokens[at]?.text !== 'ENVIRON' || tokens[at + 1]?.text !== '[' || tokens[at + 3]?.text !== ']') return undefined
  const name = tokens[at + 2]
  return name?.kind === 'string' ? known.get(`ENVIRON ${name.text}`) : undefined
}
