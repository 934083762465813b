import { targetsOf } from '../analysis/targets.ts'
import { TOOL_NAME_FILLERS } from '../knowledge/lexicon/common-words.ts'
import { MONEY_VERBS } from '../knowledge/lexicon/money-words.ts'
import { verbMeaning, wordsOf } from '../knowledge/lexicon/verbs.ts'
import { hostName, known, singular, systemName, thirdPerson, withArticle } from './names.ts'
import type { Of, Said } from './said.ts'
import { sayRecord } from './services.ts'

type Writing = Of<'external-write'>

const NATURES: Readonly<Record<Writing['nature'], readonly [doing: string, object: string, why: string]>> = {
  record: ['changes', 'a record', 'Others see it'],
  message: ['posts', 'a message', 'People read it at once'],
  mail: ['sends', 'mail', "It can't be called back"],
  payment: ['makes', 'a payment', 'It moves real money'],
  visibility: ['makes', 'data public', 'Anyone could read it'],
  account: ['changes', 'an account', 'That decides who has access'],
  deletion: ['deletes', 'a record', 'Others may depend on it'],
  approval: ['approves', 'a change', 'Approving is up to a person'],
  merge: ['merges', 'a change', 'It changes a shared branch'],
  setting: ['changes', 'a setting', 'It affects everyone who uses it'],
  calendar: ['changes', 'a calendar event', 'Others may be invited'],
  file: ['changes', 'a file', 'Others may use it'],
}

const PAGE = 'the page'

export function sayExternal(effect: Writing): Said {
  const { nature, service, target, actor } = effect
  const [doing, object, why] = NATURES[nature]
  const [first] = targetsOf(effect)
  const place = systemName(service)
  if (actor.name === 'memory') return ['saves a memory', 'Later sessions would go by it']
  if (nature === 'visibility') {
    const thing =
      first?.kind === 'record'
        ? first.repository
        : first?.kind === 'bucket'
          ? `${first.store}://${first.bucket}`
          : (target.replace(/^public /, '').split(', ')[0] ?? '')
    return [`makes ${known(thing) || 'data'} public${/[:.]/.test(thing) ? '' : ` on ${place}`}`, why]
  }
  if (first?.kind === 'record') return [sayRecord(first, recordVerb(effect), object), why]
  const url = target.includes('://')
  // To fill in a form isn't yet to send it, and a button is called whatever its page likes.
  if (service === PAGE && actor.name === 'fill') return [`enters ${known(target)} on a page`, 'It may be used to pay']
  if (service === PAGE && actor.name === 'click')
    return [`clicks ${known(target) === '' ? 'a button' : `"${known(target)}"`} on a page`, why]
  const away = url || (known(target) === service && service.includes('.'))
  if (away && nature === 'record') return [`sends data to ${hostName(target)}`, 'The data leaves this machine']
  if (!isTool(effect)) {
    if (nature === 'mail') return [`sends mail to ${known(target) || 'someone'}`, why]
    if (nature === 'message')
      return [url ? `posts a message through ${hostName(target)}` : `posts a message to ${known(target) || place}`, why]
    if (url) return [`${doing} ${lastPart(target) || object} on ${hostName(target)}`, why]
    const words = actor.words.filter((word) => wordsOf(word).length > 0)
    const kind = words.length > 1 && verbMeaning(words.at(-1) ?? '') === undefined ? singular(words.at(-1) ?? '') : ''
    return [
      `${doing} ${kind === '' ? object : withArticle(kind)}${known(target) === '' ? '' : ` (${known(target)})`} in ${place}`,
      why,
    ]
  }
  const said = sayTool(effect)
  // Whether a tool's record is one of people or of a device isn't known: a thermostat has no readers.
  const effectOnOthers = nature === 'record' ? 'It may affect others' : why
  return [said, /^(?:reserves|books)\b/.test(said) ? 'It may be binding' : effectOnOthers]
}

/** A tool or a call in code, whose name says what it does. */
function isTool({ actor, service }: Writing): boolean {
  const [name = '', ...others] = actor.words
  if (others.length === 0) return /_|[a-z][A-Z]|\w\.\w/.test(name) || service === name
  return others.length === 1 && (service === name || service === others[0])
}

function lastPart(url: string): string {
  return known(/:\/\/[^/?#]+\/(?:[^?#]*?\/)??([^/?#]+(?:\/[^/?#]+)?)\/?(?:[?#]|$)/.exec(url)?.[1])
}

const RECORD_VERBS = new Set('merge close reopen comment review approve edit lock unlock'.split(' '))

function recordVerb({ nature, actor }: Writing): string {
  const words = actor.words.flatMap((word) => (/^[A-Z]+$/.test(word) ? [] : wordsOf(word)))
  const act = words.findLast((word) => verbMeaning(word)?.change !== undefined || RECORD_VERBS.has(word))
  return act === undefined || nature === 'deletion' || nature === 'approval' ? NATURES[nature][0] : thirdPerson(act)
}

/** Verbs of tools' names. Those that are nouns as well count only where no other word of the name is a verb. */
const TOOL_VERBS: ReadonlySet<string> = new Set([
  ...MONEY_VERBS.buy,
  'pay',
  'refund',
  ...'reserve subscribe donate place withdraw close open merge reschedule resolve promote sign arm disarm remember dim play decline reject complete archive restore write fill click reply respond notify forward invite send wire'.split(
    ' ',
  ),
])
const NOUN_VERBS = new Set(
  'mail email message comment post transfer order book charge tip bid checkout label vote check store save rate type tweet turn schedule'.split(
    ' ',
  ),
)
const PHRASAL = new Set('off out up down'.split(' '))
const NOUNS: Readonly<Record<string, string>> = {
  pr: 'pull request',
  sms: 'text message',
  pull: '',
  pm: '',
  msg: 'message',
  chat: 'chat message',
  mr: 'merge request',
}

/** `resolve_incident` resolves an incident. */
function sayTool({ actor, nature, target, service }: Writing): string {
  const [usual, object] = NATURES[nature]
  const words = wordsOf((actor.words.at(-1) ?? '').replace(/^mcp__.*?__/, ''))
  const change = words.findIndex(
    (word) => TOOL_VERBS.has(word) || (verbMeaning(word)?.change !== undefined && !NOUN_VERBS.has(word)),
  )
  const at =
    nature === 'approval'
      ? words.indexOf('approve')
      : change >= 0
        ? change
        : words.findIndex((word) => NOUN_VERBS.has(word))
  const phrasal = PHRASAL.has(words[at + 1] ?? '') ? (words[at + 1] ?? '') : ''
  const act = at < 0 ? usual : thirdPerson(words[at] ?? '') + (phrasal === '' ? '' : ` ${phrasal}`)
  const nouns = (list: readonly string[]) =>
    list.filter((word) => !TOOL_NAME_FILLERS.has(word) && word !== service && word !== phrasal && !/^\d+$/.test(word))
  const behind = nouns(words.slice(at + 1)).filter((word) => word !== 'create')
  const before = nature === 'mail' ? ['mail'] : at > 0 ? nouns(words.slice(0, at)).slice(1 - words.length) : []
  const things = behind.length > 0 ? behind : before
  const kind = things
    .slice(-3)
    .map((word) => NOUNS[word] ?? word)
    .join(' ')
    .replace('pull request request', 'pull request')
    .replace(/^ ?request$/, 'pull request')
    .trim()
  const values = target
    .split(', ')
    .filter(
      (value) =>
        value.length <= 40 &&
        !/\s\S+\s\S+\s/.test(value) &&
        known(value) !== '' &&
        !/^(?:true|false|null)$|[{}<>]/.test(value),
    )
    .map(known)
  const [first, ...others] = values
  const place = service === '' || service === actor.words.at(-1) ? '' : ` in ${systemName(service)}`
  if (first === undefined) return kind === '' ? `${act} ${object}${place}` : `${act} ${withArticle(kind)}`
  if (kind !== '' && first.startsWith(`${kind}.`))
    return `${act} ${kind} ${first.slice(kind.length + 1).replaceAll('_', ' ')}`
  const shown = [first, ...others.slice(0, 1)].join(', ')
  if (behind.length === 0 && nature === 'deletion') return `${act} ${first}${kind === '' ? place : ` (${kind})`}`
  if (kind === '' && at >= 0)
    return /^[A-Z]{2}\d{2}/.test(first) ? `${act} money (${shown})` : `${act} ${first}${place}`
  // An id stands behind what it is the id of; an amount in brackets.
  const amount = nature === 'payment' && (/^\d+(?:\.\d+)?$/.test(first) || others.length > 0)
  const isId = /^#?[\w-]*\d[\w-]*$/.test(first) && !amount && nature !== 'message' && !/^data$|s$/.test(kind)
  if (kind === '') return `${act} ${object} (${shown})${place}`
  return isId ? `${act} ${kind} ${first}` : `${act} ${withArticle(kind)} (${shown})`
}
