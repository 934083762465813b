import { inUnits } from '../../analysis/call-words.ts'
import type { Effect } from '../../analysis/effects.ts'
import { inFigures } from '../../analysis/speech/figures.ts'
import { stem } from '../../analysis/speech/same-act.ts'
import { isNamed } from './naming.ts'

/** A text of a person, to hold the words of a call against. */
export interface Spoken {
  /** Lower case, with figures beside what is said in words. */
  readonly text: string
  /** The same with what stands in quotes, for whole texts that are put somewhere. */
  readonly typed: string
  readonly stems: ReadonlySet<string>
}

export function spokenIn(text: string, typed = text): Spoken {
  const plain = inFigures(text.toLowerCase()).replace(/'s(?![\w-])/g, ' ')
  return { text: plain, typed: typed.toLowerCase().replace(/\s+/g, ' '), stems: stemsIn(plain) }
}

const stemsIn = (text: string): ReadonlySet<string> => new Set(text.split(/[^\p{L}\p{N}]+/u).map(stem))

const FORCED = /\b(?:forc\w+|without (?:asking|confirmation|a prompt)|no questions)\b/
const WHOLE = /\b(?:all|every|everything|each|any|whole|entire|completely)\b/
const NOTIFIES = /^(?:notif\w*|inform)$/
const TELLS_THEM = /(?<!n't |not )\b(?:let [^.]{1,40} know|tell|notif\w+|inform|mail|invite|heads[- ]up)\b/

/** Is a word said, in whatever form, or what people say for it? */
export function isWordSaid(word: string, { stems, text }: Spoken): boolean {
  if (stems.has(stem(word))) return true
  if (word === 'force') return FORCED.test(text)
  if (word === 'all' || word === 'recursive') return WHOLE.test(text)
  if (/^\w*(?:before|older)$/.test(word)) return /\b(?:older than|before)\b/.test(text)
  if (NOTIFIES.test(word)) return TELLS_THEM.test(text)
  return CURRENCIES.get(word)?.test(text) === true
}

const CURRENCIES: ReadonlyMap<string, RegExp> = new Map([
  ['eur', /\beuros?\b|€/],
  ['usd', /\bdollars?\b|\$\d/],
  ['gbp', /\bpounds?\b|£/],
  ['chf', /\bfrancs?\b/],
])

/** A kind before a name, as tools write it: `user:ann@acme.io`, `roles/viewer`, `docker://…`. */
const TYPED = /^(?:user|group|serviceaccount|member|roles?|docker|tag|sha|id):\/{0,2}(?=.)|^roles\//

/** Is a value named in one of the spellings that people use? */
export function isValueSaid(
  value: { readonly text: string; readonly key: string },
  spoken: Spoken,
  effect: Effect,
): boolean {
  const text = value.text.toLowerCase().trim()
  if (/\s/.test(text)) return /[\p{L}\p{N}]{2}/u.test(text) && spoken.typed.includes(text.replace(/\s+/g, ' '))
  const bare = text.replace(TYPED, '')
  const plain = bare.replace(/^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?/, '').replace(/[/.]+$/, '')
  const spelled = [text, bare, plain, ...(plain.includes('-') ? [plain.replaceAll('-', ' ')] : [])]
  if (spelled.some((each) => each !== '' && isNamed(spoken.text, [each]))) return true
  const units = inUnits(effect, { key: value.key, word: text })
  if (units.some((each) => isNamed(spoken.text, [each, each.replace(/\.00$/, '')]))) return true
  return isAmount(text, spoken.text)
}

/** `90d` is 90 days, `60` or `60G` is 60 GB, `49.00` is 49, and a day begins at midnight. */
function isAmount(text: string, said: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)t00:00(?::00(?:\.0+)?)?z?$/.exec(text) ?? []
  if (day !== undefined) return isNamed(said, [day])
  const [, number, unit = ''] = /^(\d{1,12})(?:\.0{1,6})?([a-z]{0,3})$/.exec(text) ?? []
  if (number === undefined) return false
  const initial = unit.slice(0, 1)
  if (isNamed(said, [number])) return unit === '' || new RegExp(`(?<![\\w-])${initial}[a-z]{0,9}(?![\\w-])`).test(said)
  return new RegExp(`(?<![\\w.,-])${number}(?:\\.0{1,6})?[ -]?${unit === '' ? '[a-z%]' : initial}`).test(said)
}
