import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import { AGGRAVATING_WORDS, type CallPhrase, callPhrases } from '../../analysis/generic/object-phrases.ts'
import { isKindWord } from '../../knowledge/lexicon/object-kinds.ts'
import { CERTAIN_SECRET, SECRET_NAMES } from '../../knowledge/lexicon/secret-names.ts'
import { verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { isValueSaid, spokenText } from './spoken-values.ts'

/** "Show me the password of x": what is to be seen, and whose it is. Whoever has x looked at asks for no secret of it. */
const SHOW_SECRET_ORDER = new RegExp(
  `^(?:show|print|display|reveal|output|give|read)(?: (?:me|us|out))* (?:the |my |our )(?!public )(?:[a-z-]{1,20} ){0,2}(${CERTAIN_SECRET}|passcode|psk|pin|key|token|credentials) (?:of|for|from|in) (.{2,200})$`,
)

/** What secrets are called; one of a row is none of another. */
const SECRET_SYNONYMS: readonly (readonly string[])[] = [
  [...SECRET_NAMES.password, 'passcode', 'psk', 'pin', 'pass', 'pw'],
  ['key', 'keys'],
  ['token', 'tokens', 'otp', 'totp'],
]
const isSecretNoun = (word: string) =>
  /^(?:secrets?|credentials?)$/.test(word) || SECRET_SYNONYMS.some((row) => row.includes(word))
/** Which part of it, and how it is printed. */
const FIELD_OPTION = /^(?:f|g|o|fields?|format|output|query|template|columns?|property|attributes?)$/

/** Does a person ask to see the very secret of the very thing that the call prints, by its name? */
export function asksForSecret(effect: Effect, head: string, action: Action): boolean {
  if (effect.kind !== 'expose-secret' || effect.sink !== 'output' || effect.source.kind !== 'secret-store') return false
  const [, secret = '', owner = ''] = SHOW_SECRET_ORDER.exec(head) ?? []
  const told = secret === '' ? undefined : callPhrases(effect, action)
  if (told === undefined) return false
  const spoken = spokenText(owner)
  const named = told.filter((each) => each.role !== 'option' && isOwnerName(each) && isValueSaid(each, spoken))
  const rest = told.filter((each) => !named.includes(each))
  return named.length > 0 && rest.every((each) => isFormatWord(each, told)) && isSameSecret(secret, rest)
}

const isOwnerName = ({ text }: CallPhrase) =>
  !wordsOf(text).every((part) => isSecretNoun(part) || verbMeaning(part) !== undefined)

/** A word of the program's own, or one that tells which part is printed. */
function isFormatWord({ role, text, key }: CallPhrase, told: readonly CallPhrase[]): boolean {
  const parts = wordsOf(text)
  if (parts.some((part) => AGGRAVATING_WORDS.has(part)) || text.includes('*')) return false
  const isOwn = parts.some((part) => isSecretNoun(part) || verbMeaning(part) !== undefined || isKindWord(part))
  if (role === 'option') return isOwn || text.length === 1
  if (role === 'value') return FIELD_OPTION.test(key)
  return /^[a-z][a-z:_-]*$/i.test(text) && (isOwn || told.find((each) => each.role === 'word')?.text === text)
}

/** Where the call says what it prints, that is what was asked for. */
function isSameSecret(said: string, rest: readonly CallPhrase[]): boolean {
  const own = SECRET_SYNONYMS.find((row) => row.includes(said))
  const words = rest.flatMap(({ text }) => wordsOf(text))
  const rows = SECRET_SYNONYMS.filter((row) => row.some((word) => words.includes(word)))
  return own === undefined || rows.length === 0 || rows.includes(own)
}
