import type { Action } from '../../analysis/action.ts'
import type { Clause } from '../../analysis/speech/clauses.ts'

/** "Roll it out (make deploy ENV=qa)", "deploy with ./ship.sh qa": the act in words, and the very command beside it. */
export function types(order: Clause, action: Action): boolean {
  return holdsAfter(/(?:\(|:|\b(?:with|via|using|by|mit|avec|con)) ?[`'"]?$/, order, action)
}

/** The person typed the command itself as an order, and it is all the call consists of. */
export function dictates(order: Clause, action: Action): boolean {
  const runs = /^(?:re-?run|run|execute|do|use|try|type|issue|call|invoke|perform)\b/.test(order.head)
  const opens = order.head.startsWith(squeeze(String(action.call.input['command'])).toLowerCase().slice(0, 12))
  return (runs || opens) && holdsAfter(/(?:^|[\s`'"(:])$/, order, action)
}

/** "Add the line `…`": whoever says what goes into a file has nothing else put beside it that would run. */
export function putsOnly({ head, sentence }: Clause, content: string | undefined, { call }: Action): boolean {
  const lines = [...sentence.matchAll(/`([^`\n]+)`/g)]
    .map(([, line = '']) => line.trim())
    .filter((line) => /\s|[=(]/.test(line))
  if (!/^(?:add|append|put|insert|write)\b/.test(head) || lines.length === 0 || content === undefined) return true
  const there = new Set(String(call.input['old_string'] ?? '').split('\n'))
  return content.split('\n').every((line) => {
    const rest = lines.reduce((text, said) => text.replace(said, ''), line)
    return there.has(line) || /^\s*(?:#.*)?$/.test(line) || (rest !== line && !/[;&|`]|\$\(/.test(rest))
  })
}

/** Does a sentence hold the very command, after such words? */
function holdsAfter(words: RegExp, { sentence }: Clause, { call }: Action): boolean {
  const command = Object.hasOwn(call.input, 'command') ? call.input['command'] : undefined
  if (typeof command !== 'string' || command.trim().length < 4 || !mayHold(sentence, command)) return false
  const [wanted, text] = [squeeze(command), squeeze(sentence)]
  const at = text.indexOf(wanted)
  return at >= 0 && words.test(text.slice(0, at)) && ENDS.test(text.slice(at + wanted.length))
}

/** What may follow without being a part of the command. */
const ENDS =
  /^[`'")\]]*(?:$|[,.;:!?)](?:\s|$)|\s+(?:and|then|please|now|so|because|again|first|once|before|after|for me|when|thanks|but|which|-|–|—)(?=\s|$|[,.!]))/i

/** Its first word at least: most sentences need not be held against a long command. */
function mayHold(sentence: string, command: string): boolean {
  const [first = ''] = command.trim().split(/\s/, 1)
  return sentence.toLowerCase().includes(first.toLowerCase())
}

function squeeze(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
