import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import { isKind } from '../../analysis/kinds.ts'
import { BEYOND, type SaidByCall, toldBy } from '../../analysis/telling.ts'
import { meaningOf, wordsOf } from '../../analysis/verbs.ts'
import { isValueSaid, spokenIn } from './spoken.ts'

/** "Show me the password of x": what is to be seen, and whose it is. Whoever has x looked at asks for no secret of it. */
const SHOWN =
  /^(?:show|print|display|reveal|output|give|read)(?: (?:me|us|out))* (?:the |my |our )(?!public )(?:[a-z-]{1,20} ){0,2}(password|passphrase|passcode|psk|pin|secret|key|token|credentials) (?:of|for|from|in) (.{2,200})$/

/** What secrets are called; one of a row is none of another. */
const ROWS: readonly (readonly string[])[] = [
  ['password', 'passphrase', 'passcode', 'psk', 'pin', 'passwd', 'pass', 'pw'],
  ['key', 'keys'],
  ['token', 'tokens', 'otp', 'totp'],
]
const isSecret = (word: string) => /^(?:secrets?|credentials?)$/.test(word) || ROWS.some((row) => row.includes(word))
/** Which part of it, and how it is printed. */
const FIELD = /^(?:f|g|o|fields?|format|output|query|template|columns?|property|attributes?)$/

/** Does a person ask to see the very secret of the very thing that the call prints, by its name? */
export function isSecretSaid(effect: Effect, head: string, action: Action): boolean {
  if (effect.kind !== 'expose-secret' || effect.sink !== 'output' || effect.source.kind !== 'secret-store') return false
  const [, secret = '', owner = ''] = SHOWN.exec(head) ?? []
  const told = secret === '' ? undefined : toldBy(effect, action)
  if (told === undefined) return false
  const spoken = spokenIn(owner)
  const named = told.filter((each) => each.role !== 'option' && isName(each) && isValueSaid(each, spoken))
  const rest = told.filter((each) => !named.includes(each))
  return named.length > 0 && rest.every((each) => isLight(each, told)) && isSameSecret(secret, rest)
}

const isName = ({ text }: SaidByCall) => !wordsOf(text).every((part) => isSecret(part) || meaningOf(part) !== undefined)

/** A word of the program's own, or one that tells which part is printed. */
function isLight({ role, text, key }: SaidByCall, told: readonly SaidByCall[]): boolean {
  const parts = wordsOf(text)
  if (parts.some((part) => BEYOND.test(part)) || text.includes('*')) return false
  const isOwn = parts.some((part) => isSecret(part) || meaningOf(part) !== undefined || isKind(part))
  if (role === 'option') return isOwn || text.length === 1
  if (role === 'value') return FIELD.test(key)
  return /^[a-z][a-z:_-]*$/i.test(text) && (isOwn || told.find((each) => each.role === 'word')?.text === text)
}

/** Where the call says what it prints, that is what was asked for. */
function isSameSecret(said: string, rest: readonly SaidByCall[]): boolean {
  const own = ROWS.find((row) => row.includes(said))
  const words = rest.flatMap(({ text }) => wordsOf(text))
  const rows = ROWS.filter((row) => row.some((word) => words.includes(word)))
  return own === undefined || rows.length === 0 || rows.includes(own)
}
