import type { Action } from '../../analysis/action.ts'
import type { Clause } from '../../analysis/speech/clauses.ts'

/** The person typed the command itself as an order, and it is all the call consists of. */
export function dictates({ head, sentence }: Clause, { call }: Action): boolean {
  const command = Object.hasOwn(call.input, 'command') ? call.input['command'] : undefined
  if (typeof command !== 'string' || command.trim().length < 4) return false
  const wanted = squeeze(command)
  const text = squeeze(sentence)
  const at = text.toLowerCase().indexOf(wanted.toLowerCase())
  if (at < 0 || text.slice(at, at + wanted.length) !== wanted) return false
  const runs = /^(?:re-?run|run|execute|do|use|try|type|issue|call|invoke|perform)\b/.test(head)
  const opens = head.startsWith(wanted.toLowerCase().slice(0, 12))
  return (runs || opens) && ENDS.test(text.slice(at + wanted.length)) && /(?:^|[\s`'"(:])$/.test(text.slice(0, at))
}

/** "Roll it out (make deploy ENV=qa)", "deploy with ./ship.sh qa": the act in words, and the very command beside it. */
export function types({ sentence }: Clause, { call }: Action): boolean {
  const command = Object.hasOwn(call.input, 'command') ? call.input['command'] : undefined
  if (typeof command !== 'string' || !/\S\s+\S/.test(command.trim())) return false
  const [wanted, text] = [squeeze(command), squeeze(sentence)]
  const at = text.indexOf(wanted)
  return (
    at > 0 &&
    /(?:\(|:|\b(?:with|via|using|by|mit|avec|con)) ?[`'"]?$/.test(text.slice(0, at)) &&
    ENDS.test(text.slice(at + wanted.length))
  )
}

/** What may follow without being a part of the command. */
const ENDS =
  /^[`'")\]]*(?:$|[,.;:!?)](?:\s|$)|\s+(?:and|then|please|now|so|because|again|first|once|before|after|for me|when|thanks|but|which|-|–|—)(?=\s|$|[,.!]))/i

function squeeze(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
