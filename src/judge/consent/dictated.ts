import type { Sentence } from './clauses.ts'
import { beginsWith } from './words.ts'

const NODS =
  '(?:(?:please|ok(?:ay)?|yes|now|then|and|just|next|first|finally|also|simply|sure|great|thanks|hey)[\\s,:]+)*'
const REQUESTS =
  "(?:(?:can|could|would|will) you (?:please |just )?|you (?:can|may|should|must) (?:now |just )?|i(?:'d like| want| need) you to |let's |go ahead and |feel free to )?"
/** What may stand before a command that a person tells to run: "please run", "can you execute this:". */
const RUN_LIKE = new RegExp(
  `^${NODS}${REQUESTS}(?:re-?run|run|execute|exec|do|use|try|type|issue|call|invoke|fire|perform|enter)(?: (?:this|that|it|exactly|just|simply|the command|this command|the following|with|via|again)){0,3}[:\\s\`]*$`,
)
/** The command opens the clause: at most a nod or a please before it. */
const OPENS = new RegExp(`^${NODS}(?:go ahead(?: and)?[\\s,:]+)?[\`\\s]*$`)
/** Where a new clause begins. A colon goes on: "it fails with: …" tells nothing to run. */
const CLAUSE = /[,;]\s+|\s+(?:and then|and|then|but|so)\s+/
/** A text that is to be written, explained or looked at, with a command in it. */
const ABOUT =
  /\b(?:documents?|documented|readme|docs|write|explain|describe|mention|note|says?|said|example|text|message|comment|sentence|line|output|error|log|history|instead of|rather than|would|did|does|ran)\b/
/** What may follow without being a part of the command. */
const ENDS =
  /^[`'")\]]*(?:$|[,.;:!?)](?:\s|$)|\s+(?:and|then|please|now|so|because|again|first|once|before|after|for me|to|in|on|when|if|thanks|but|which|i|we|-|–|—)(?=\s|$|[,.!]))/i
const MIN_COMMAND = 4

/** The person typed the command itself, as an order, and it is all the call consists of. */
export function dictates(sentences: readonly Sentence[], command: string, acts: readonly string[]): boolean {
  const wanted = squeeze(command)
  if (wanted.length < MIN_COMMAND) return false
  return sentences.some((sentence) => orders(sentence, wanted, acts))
}

function orders({ typed, clauses }: Sentence, wanted: string, acts: readonly string[]): boolean {
  if (!clauses.some(({ kind }) => kind === 'directive') || clauses.some(({ kind }) => kind === 'prohibition'))
    return false
  const text = squeeze(typed)
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text.slice(0, at).toLowerCase()
    if (!standsAlone(before, text.slice(at + wanted.length)) || ABOUT.test(before)) continue
    const clause = before.split(CLAUSE).at(-1) ?? ''
    if (RUN_LIKE.test(clause) || (OPENS.test(clause) && OPENS.test(before))) return true
    // "Tear the stack down (docker compose down -v)": the act in words, and the command for it.
    if (clauses.some(({ kind, head }) => kind === 'directive' && acts.some((act) => beginsWith(head, act)))) return true
  }
  return false
}

/** "npm publish --dry-run" does not dictate "npm publish". */
function standsAlone(before: string, after: string): boolean {
  return (before === '' || /[\s`'"(:]$/.test(before)) && ENDS.test(after)
}

function squeeze(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
