import type { Action } from '../../analysis/action.ts'
import { isNamed } from './names.ts'
import type { HumanTurn } from './turns.ts'

const NATURES = new Set(['payment', 'mail', 'account', 'calendar', 'message', 'visibility'])
const MAX_VALUES = 64

/** Addresses, account numbers and links in a call that reaches people or money, which no person ever named. */
export function unnamedParties(action: Action, turns: readonly HumanTurn[]): readonly string[] {
  const reaches = action.effects.some((effect) => effect.kind === 'external-write' && NATURES.has(effect.nature))
  if (!reaches || action.commands.length > 0) return []
  const said = turns.map((turn) => `${turn.names} ${turn.approved ?? ''}`).join('\n')
  return parties(action.call.input).filter((party) => !isNamed(said, spellings(party)))
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
    /^(?:password|passwd|pin|recipient|user|username|member|invitee|iban|account(?:_number)?|phone|payee)$/i.test(
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
