import type { Action } from '../../analysis/action.ts'
import { strayAmount } from './amounts.ts'
import { strayChannel } from './channels.ts'
import { strayDate } from './dates.ts'
import { strayAll, strayId, strayKeyed, strayRank } from './ids.ts'
import { isNamed } from './names.ts'
import { strayThing } from './things.ts'
import type { HumanTurn } from './turns.ts'

const NATURES = new Set(['payment', 'mail', 'account', 'calendar', 'message', 'visibility'])
const MAX_VALUES = 64

/** Addresses, account numbers and links in a call that reaches people or money, which no person ever named. */
export function unnamedParties(action: Action, turns: readonly HumanTurn[]): readonly string[] {
  const reaches = action.effects.some((effect) => effect.kind === 'external-write' && NATURES.has(effect.nature))
  if (!reaches || action.commands.length > 0) return []
  const said = turns.map((turn) => `${turn.names} ${turn.approved ?? ''}`).join('\n')
  const addresses = said.match(ADDRESS) ?? []
  return parties(action.call.input).filter(
    (party) => !isNamed(said, spellings(party)) || contradicts(party.toLowerCase(), addresses),
  )
}

const ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g

/** An address of the same name elsewhere: `jo@firm.com` was said, and this goes to `jo@f1rm.com`. */
function contradicts(party: string, addresses: readonly string[]): boolean {
  const local = party.slice(0, Math.max(party.indexOf('@'), 0))
  return local !== '' && !addresses.includes(party) && addresses.some((address) => address.startsWith(`${local}@`))
}

/** Why an argument of a tool's call is not what the person named: a sum, a date, a channel, a thing. */
export function strayArgument(action: Action, turn: HumanTurn, looked: string): string | undefined {
  const writes = action.effects.some(({ kind, certainty }) => kind === 'external-write' && certainty !== 'possible')
  if (!writes || action.commands.length > 0) return undefined
  const { input, tool } = action.call
  // Sums and dates told by the way are not those of the order.
  const told = turn.sentences
    .filter(({ clauses }) => clauses.some(({ kind }) => kind === 'directive'))
    .map(({ typed }) => typed.toLowerCase())
    .join('\n')
  return (
    strayAmount(input, told) ??
    strayDate(input, told) ??
    strayChannel(input, turn.names) ??
    strayId(input, turn.names, looked) ??
    strayElse(action, turn) ??
    (looked === '' ? strayKeyed(input, told) : undefined) ??
    strayAll(input, turn.names) ??
    strayRank(input, told) ??
    strayThing(tool, input, turn)
  )
}

const ELSE = /\b(?:any(?:body|one|thing) else|nobody else|no one else|nothing else|others|other people)\b/
const SENDS = /^(?:send|message|write|tell|mail|email|post|notify|ping|text|ask|inform|contact|dm|reply|share|let)\b/

/** "Do not message anybody else": whom the orders to send name, and nobody besides. */
function strayElse(action: Action, turn: HumanTurn): string | undefined {
  const limited = turn.clauses.some(({ kind, head }) => kind === 'prohibition' && SENDS.test(head) && ELSE.test(head))
  const sends = action.effects.some(
    (effect) => effect.kind === 'external-write' && (effect.nature === 'message' || effect.nature === 'mail'),
  )
  if (!limited || !sends) return undefined
  const orders = turn.sentences
    .flatMap(({ parts }) => parts)
    .filter(({ kind, head }) => kind === 'directive' && SENDS.test(head))
  const told = orders.map(({ text }) => text).join('\n')
  const { input } = action.call
  const stray = ['channel', 'to', 'recipient', 'user', 'room', 'recipients']
    .flatMap((key) => (Object.hasOwn(input, key) ? [input[key]].flat() : []))
    .find((value) => typeof value === 'string' && !isNamed(told, spellings(value.replace(/^#/, ''))))
  return stray === undefined ? undefined : `the user wants nobody else to be told, and this reaches ${String(stray)}`
}

function parties(input: Readonly<Record<string, unknown>>): readonly string[] {
  const found: string[] = []
  const visit = (key: string, value: unknown, depth: number): void => {
    if (found.length > MAX_VALUES || depth > 4) return
    if (typeof value === 'string') found.push(...partiesIn(key, value.slice(0, 4_000)))
    else if (Array.isArray(value)) for (const item of value) visit(key, item, depth + 1)
    else if (value !== null && typeof value === 'object')
      for (const [inner, item] of Object.entries(value)) visit(inner, item, depth + 1)
  }
  for (const [key, value] of Object.entries(input)) visit(key, value, 0)
  return found
}

function partiesIn(key: string, text: string): readonly string[] {
  const whole =
    /^(?:password|passwd|pin|recipient|user|username|member|members|invitee|invitees|to|cc|bcc|recipients|receiver|attendees?|participants?|guests?|iban|account(?:_number)?|phone|payee)$/i.test(
      key,
    ) && text.length < 120
      ? [text]
      : []
  const inside =
    text.match(
      /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}|\b[A-Z]{2}\d{2}[A-Z0-9]{8,30}\b|https?:\/\/[^\s"'<>]{4,200}/g,
    ) ?? []
  return [...whole, ...inside]
}

/** A person may be named by the name in their address: `pat.lee@acme.io` by "Pat" or "Lee". */
function spellings(party: string): readonly string[] {
  const at = party.indexOf('@')
  if (at < 1) return [party]
  const pieces = party
    .slice(0, at)
    .split(/[._+-]+/)
    .filter((piece) => /^[a-z]{3,}$/i.test(piece))
  return [party, party.slice(0, at), ...pieces]
}
