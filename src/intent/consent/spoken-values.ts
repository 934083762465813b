import { currencySpellings } from '../../analysis/generic/call-texts.ts'
import { QUANTIFIER } from '../../knowledge/lexicon/common-words.ts'
import { stemWord } from '../speech/act-synonyms.ts'
import { convertNumerals, datesIn } from '../speech/numerals.ts'
import { isNamed } from './naming.ts'

/** A text of a person, to hold the words of a call against. */
export interface SpokenText {
  /** Lower case, with figures beside what is said in words. */
  readonly text: string
  /** The same with what stands in quotes, for whole texts that are put somewhere. */
  readonly typed: string
  readonly stems: ReadonlySet<string>
}

export function spokenText(text: string, typed = text): SpokenText {
  const plain = convertNumerals(text.toLowerCase()).replace(/'s(?![\w-])/g, ' ')
  return { text: plain, typed: typed.toLowerCase().replace(/\s+/g, ' '), stems: stemsIn(plain) }
}

const stemsIn = (text: string): ReadonlySet<string> => new Set(text.split(/[^\p{L}\p{N}]+/u).map(stemWord))

const FORCE_WORDS = /\b(?:forc\w+|without (?:asking|confirmation|a prompt)|no questions)\b/
const NOTIFY_VERB = /^(?:notif\w*|inform)$/
const NOTIFY_PHRASE = /(?<!n't |not )\b(?:let [^.]{1,40} know|tell|notif\w+|inform|mail|invite|heads[- ]up)\b/

/** Is a word said, in whatever form, or what people say for it? */
export function isWordSaid(word: string, { stems, text }: SpokenText): boolean {
  if (stems.has(stemWord(word))) return true
  if (word === 'force') return FORCE_WORDS.test(text)
  if (word === 'all' || word === 'recursive') return QUANTIFIER.test(text)
  if (/^\w*(?:before|older)$/.test(word)) return /\b(?:older than|before)\b/.test(text)
  if (NOTIFY_VERB.test(word)) return NOTIFY_PHRASE.test(text)
  return CURRENCY_WORDS.get(word)?.test(text) === true
}

const CURRENCY_WORDS: ReadonlyMap<string, RegExp> = new Map([
  ['eur', /\beuros?\b|€/],
  ['usd', /\bdollars?\b|\$\d/],
  ['gbp', /\bpounds?\b|£/],
  ['chf', /\bfrancs?\b/],
])

/** A kind before a name, as tools write it: `user:ann@acme.io`, `roles/viewer`, `docker://…`. */
const TYPE_PREFIX = /^(?:user|group|serviceaccount|member|roles?|docker|tag|sha|id):\/{0,2}(?=.)|^roles\//

/** Is a value named in one of the spellings that people use? */
export function isValueSaid(value: { readonly text: string; readonly key: string }, spoken: SpokenText): boolean {
  const text = value.text.toLowerCase().trim()
  if (/\s/.test(text)) {
    const whole = text.replace(/\s+/g, ' ').replace(/[.!?…]+$/, '')
    return /[\p{L}\p{N}]{2}/u.test(whole) && spoken.typed.includes(whole)
  }
  // A year that is said names no day of it.
  if (/^\d{4}-\d\d-\d\d/.test(text))
    return (
      spoken.text.includes(text) || otherSpellings(text, spoken.text).length > 0 || isDayStartSaid(text, spoken.text)
    )
  const bare = text.replace(TYPE_PREFIX, '')
  const plain = bare.replace(/^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?/, '').replace(/[/.]+$/, '')
  const apart = plain.includes('-') ? plain.replaceAll('-', ' ') : ''
  const spelled = [text, bare, plain, apart, apart.replace(/^gh(?= )/, 'github')]
  if (spelled.some((each) => each !== '' && isNamed(spoken.text, [each]))) return true
  if (otherSpellings(text, spoken.text).length > 0) return true
  if (currencySpellings({ key: value.key, word: text }).some((each) => isNamed(spoken.text, [each]))) return true
  return isAmountSaid(text, spoken.text)
}

/** An order without the words that tell values of its call in another spelling: these name nothing else. */
export function withoutSpelledValues(order: string, values: readonly { readonly text: string }[]): string {
  const said = values.flatMap(({ text }) => otherSpellings(text.toLowerCase().trim(), order))
  return said.reduce((left, words) => left.replace(words, ' '), order)
}

/** A program that is reached over a connection goes by its host. */
const CONNECTION_URL =
  /^(?:[a-z]+\+)?(?:ssh|tcp|tls|ldaps?):\/\/(?:[^/@]*@)?([\w.-]+)(?::\d+)?(?:\/(?:system|session)?)?$/
const BUILT_FILE =
  /^(?:\.\/)?((?:[\w.-]{1,80}\/){0,6})([a-z]\w{0,80}(?:[.-][a-z]\w{0,80}){0,6})-(\d+(?:\.\d+){1,3}\w{0,8})(?:-[\w.-]{1,80})?\.(?:whl|tar\.gz|tgz|zip|gem|crate|nupkg|jar|deb|rpm|vsix)$/
const ISO_MOMENT = /^(\d{4}-\d\d-\d\d)t(\d\d):(\d\d)(?::00(?:\.0+)?)?(?:[+-]\d\d:\d\d)?$/

/** The words of a text that tell a value, where they are not how it is written in the call. */
function otherSpellings(text: string, said: string): readonly string[] {
  const [, host] = CONNECTION_URL.exec(text) ?? []
  if (host !== undefined) return isNamed(said, [host]) ? [host] : []
  const [, folder = '', name = '', version] = BUILT_FILE.exec(text) ?? []
  if (version !== undefined) return builtFilePhrases({ folder, whole: `${name}-${version}`, version }, said)
  const [, date, hour = '', minute = ''] = ISO_MOMENT.exec(text) ?? []
  if (date !== undefined) return momentPhrases({ date, hour: Number(hour), minute }, said)
  // `443` of "443/tcp", `stable` of "team/api:stable".
  const [port] = /^\d{1,5}$/.test(text)
    ? (new RegExp(`(?<![\\w.,/-])${text}/(?:tcp|udp)(?![\\w-])`).exec(said) ?? [])
    : []
  if (port !== undefined) return [port]
  if (!/^[a-z][\w.-]{0,60}$/.test(text)) return []
  const words = said.split(/\s+/, MOST_WORDS).map((word) => word.replace(/[.,;!?]+$/, ''))
  return words.filter((word) => isImageTag(word, text, words))
}

const MOST_WORDS = 400

/** Which image gets a tag is said beside it too. */
function isImageTag(word: string, tag: string, words: readonly string[]): boolean {
  const image = word.slice(0, -tag.length)
  return (
    /^[\w./-]+:$/.test(image) && word.endsWith(tag) && words.some((each) => each !== word && each.startsWith(image))
  )
}

interface BuiltFile {
  readonly folder: string
  readonly whole: string
  readonly version: string
}

/** What was built goes by its folder and version: "the files of version 2.1 in dist", "dist/kit-2.1". */
function builtFilePhrases({ folder, whole, version }: BuiltFile, said: string): readonly string[] {
  const found = [`${folder}${whole}`, whole, whole.replaceAll('_', '-')].find((each) => isNamed(said, [each]))
  if (found !== undefined) return [found]
  const place = folder.slice(0, -1)
  return place !== '' && isNamed(said, [place]) && isNamed(said, [version, `v${version}`]) ? [version] : []
}

interface SpokenMoment {
  readonly date: string
  readonly hour: number
  readonly minute: string
}

/** 14:30 is "14:30", "14.30", "2:30 pm"; 14:00 is "2pm" too; the day is told as people do. */
function momentPhrases({ date, hour, minute }: SpokenMoment, said: string): readonly string[] {
  const half = hour < 12 ? 'am' : 'pm'
  const full = minute === '00' ? '?' : ''
  const clock = `0?${hour}[:.]${minute}(?! ?[ap]m)|${hour % 12 || 12}(?:[:.]${minute})${full} ?${half}`
  const [time] = new RegExp(`(?<![\\w:.])(?:${clock})(?![\\w:])`).exec(said) ?? []
  if (time === undefined) return []
  const days = datesIn(said).filter((each) => each.date === date)
  return days.length > 0 || said.includes(date) ? [time, ...days.map(({ words }) => words)] : []
}

/** A day begins at midnight. */
function isDayStartSaid(text: string, said: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)t00:00(?::00(?:\.0+)?)?z?$/.exec(text) ?? []
  return day !== undefined && said.includes(day)
}

/** `90d` is 90 days, `60` or `60G` is 60 GB, `49.00` is 49. */
function isAmountSaid(text: string, said: string): boolean {
  if (/^0?\.\d{1,4}$/.test(text)) return percentsIn(said).includes(String(Math.round(Number(text) * 10_000) / 100))
  const [, number, unit = ''] = /^(\d{1,12})(?:\.0{1,6})?([a-z]{0,3})$/.exec(text) ?? []
  if (number === undefined) return false
  const initial = unit.slice(0, 1)
  if (isNamed(said, [number])) return unit === '' || new RegExp(`(?<![\\w-])${initial}[a-z]{0,9}(?![\\w-])`).test(said)
  return new RegExp(`(?<![\\w.,-])${number}(?:\\.0{1,6})?[ -]?${unit === '' ? '[a-z%]' : initial}`).test(said)
}

/** "10 %", "ten percent". */
function percentsIn(said: string): readonly string[] {
  const parts = [...said.matchAll(/(?<![\w.,-])((?:[a-z]{3,9}[- ]){0,2}[a-z0-9.]{1,9}) ?(?:%|percent\b)/g)]
  return parts.flatMap(([, number = '']) => convertNumerals(number).split(/\s+/))
}
