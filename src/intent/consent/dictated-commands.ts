import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import { objectsOfEffect } from '../../analysis/generic/call-texts.ts'
import type { Clause } from '../speech/clauses.ts'

/** "Roll it out (make deploy ENV=qa)", "deploy with ./ship.sh qa": the act in words, and the very command beside it. */
export function quotesCommand(order: Clause, action: Action): boolean {
  return hasCommandAfter(/(?:\(|:|\b(?:with|via|using|by|mit|avec|con)) ?[`'"]?$/, order, action)
}

/** The person typed the command itself as an order, and it is all the call consists of. */
export function dictatesCommand(order: Clause, action: Action): boolean {
  const runs = /^(?:re-?run|run|execute|do|use|try|type|issue|call|invoke|perform)\b/.test(order.head)
  const opens = order.head.startsWith(oneLineCommand(action).toLowerCase().slice(0, 12))
  return (runs || opens) && hasCommandAfter(/(?:^|[\s`'"(:])$/, order, action)
}

/** "Bump it, build, npm publish": a command in a list is an order of its own. */
export function listedCommands(clause: Clause, effect: Effect, action: Action): readonly Clause[] {
  const task = objectsOfEffect(effect, action)?.task.toLowerCase() ?? ''
  if (clause.kind !== 'order' || task === '') return []
  const wanted = `${effect.actor.name} ${task}`
  const [, ...listed] = clause.head.split(/,\s+(?:and )?(?:then )?/)
  return listed.filter((item) => item === wanted).map((head) => ({ ...clause, head }))
}

/** "Add the line `…`": whoever says what goes into a file has nothing else put beside it that would run. */
export function addsOnlyQuotedLines(
  { head, sentence }: Clause,
  content: string | undefined,
  { call }: Action,
): boolean {
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
function hasCommandAfter(words: RegExp, { sentence }: Clause, action: Action): boolean {
  const wanted = oneLineCommand(action)
  if (wanted.length < 4 || wanted.length > sentence.length || !mayContainCommand(sentence, wanted)) return false
  const text = collapseSpaces(sentence)
  const at = text.indexOf(wanted)
  return at >= 0 && words.test(text.slice(0, at)) && AFTER_COMMAND.test(text.slice(at + wanted.length))
}

/** What may follow without being a part of the command. */
const AFTER_COMMAND =
  /^[`'")\]]*(?:$|[,.;:!?)](?:\s|$)|\s+(?:and|then|please|now|so|because|again|first|once|before|after|for me|when|thanks|but|which|-|–|—)(?=\s|$|[,.!]))/i

/** Its first word at least: most sentences need not be held against a long command. */
function mayContainCommand(sentence: string, command: string): boolean {
  const [first = ''] = command.split(' ', 1)
  return sentence.toLowerCase().includes(first.toLowerCase())
}

/** What is held against many sentences is put together once. */
const ONE_LINE_COMMANDS = new WeakMap<Action, string>()

/** The command of a call on one line; empty where it has none. */
function oneLineCommand(action: Action): string {
  const known = ONE_LINE_COMMANDS.get(action)
  if (known !== undefined) return known
  const { input } = action.call
  const command = Object.hasOwn(input, 'command') ? input['command'] : undefined
  const text = typeof command === 'string' ? collapseSpaces(command) : ''
  ONE_LINE_COMMANDS.set(action, text)
  return text
}

function collapseSpaces(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
