import { inUnits, MANNER } from './call-words.ts'
import type { Effect } from './effects.ts'
import { isKind } from './kinds.ts'
import { isFile } from './programs/unlisted/shapes.ts'
import { forms } from './speech/verb-forms.ts'
import { meaningOf, wordsOf } from './verbs.ts'
import type { Command } from './words.ts'

/** Verbs that say nothing without what stands beside them: `refunds create`, `node update --availability drain`. */
const CARRIES =
  /^(?:create|new|add|make|do|run|start|issue|trigger|request|perform|execute|submit|apply|update|set|modify|edit|change|patch|toggle|turn|switch|flip)$/
/** Options and keys whose value says what becomes of the thing. */
const BECOMES = /^-{0,2}(?:[a-z]+-)?(?:state|status|availability|action|power|op|operation|mode)$/i
/** Keys that only say what their value is. */
const LABELS = /^(?:[a-z]*(?:name|id)|state|status|zone|region|project|namespace|org|cluster|profile|node|host|user)$/i
const FILLS = /^(?:to|from|for|in|on|at|by|with|count|replicas|yes|true)$/i
/** Options that take no word, and change neither what it is done to nor how far it goes. */
const PLAIN =
  /^-(?:y|q|v)$|^--(?:yes|assume-yes|auto-approve|confirm|quiet|verbose|wait|json|debug|live|prod|production|non-?interactive|no-(?:input|interactive|color|wait|progress|pager|prompt))$/
const COUNTS = 'zero - two three four five six seven eight nine ten eleven twelve'.split(' ')

/** To put something where others have it: each tool has its own word. */
const PUTS = ['upload', 'publish', 'push', 'put', 'ship', 'release', 'deploy', 'flash', 'submit']
/** "Run the pending changes": what migration tools call so. */
const MIGRATES = ['update', 'migrate', 'upgrade', 'up', 'apply']
const CHANGES = /^(?:run|apply|execute) (?:[a-z-]+ ){1,4}(?:changes|migrations?|changesets?|changelogs?)\b/

/** Other words for the same act on the same thing, by what is done. */
function alike({ kind }: Effect, head: string, verb: string): readonly string[] {
  if (kind === 'publish' || kind === 'deploy') return PUTS.includes(verb) ? PUTS : []
  return kind === 'database-change' && CHANGES.test(head) ? MIGRATES : []
}

/** What a switch is turned to, in the words of people and of tools. */
const SWITCHED: Readonly<Record<'on' | 'off', readonly string[]>> = {
  on: ['on', 'enable', 'activate'],
  off: ['off', 'disable', 'deactivate'],
}
const PARTICLE = /^(?:back|off|up|down|out|over)$/

/** The verb that an order begins with, its particle joined to it wherever that stands: "roll x back" is `rollback`. */
function verbsOf(effect: Effect, head: string): readonly string[] {
  const [verb = '', ...words] = head.split(/[^a-z0-9'-]+/)
  const turned = /^(?:turn|switch|flip|toggle|set)$/.test(verb)
    ? words.find((word) => /^o(?:n|ff)$/.test(word))
    : undefined
  const way = [turned, verb].map((word) => Object.entries(SWITCHED).find(([, all]) => all.includes(word ?? '')))
  const [, same = []] = way.find((each) => each !== undefined) ?? []
  const joined = words.filter((word) => PARTICLE.test(word)).map((particle) => `${verb}${particle}`)
  // "Roll x back" is no rolling: only a verb that means the same alone stands without its particle.
  const alone = joined.length === 0 || meaningOf(verb)?.change !== undefined
  return [
    ...same,
    ...alike(effect, head, verb),
    ...joined,
    ...(alone && verb.length > 2 && same.length === 0 ? [verb] : []),
  ]
}

/** `unbanip`, `deluser`. */
const withoutThing = (word: string): string => word.replace(/(?<=[a-z]{3})(?:ip|user|host)$/, '')

/** The same verb in another form, with what it is done to, or the noun of it: `unbanip`, `refunds`, `invalidation`, `deployment`. */
function isSame(word: string, verb: string): boolean {
  const stem = verb.replace(/e$/, '')
  const nouns = [`${stem}ion`, `${stem}ation`, `${verb}ment`]
  return forms(verb).includes(word) || nouns.includes(word) || withoutThing(word) === verb
}

/** What is left of a command's word when an order's verb is taken out of it; undefined where the word says something else. */
function restOf(word: string, verbs: readonly string[]): readonly string[] | undefined {
  const parts = /^[a-z][\w:.-]*$/i.test(word) && !isFile(word) ? wordsOf(word) : []
  if (verbs.some((verb) => isSame(parts.join(''), verb))) return []
  const at = parts.findIndex((part) => verbs.some((verb) => isSame(part, verb)))
  return at < 0 ? undefined : parts.filter((part, index) => index !== at && !CARRIES.test(part) && part.length > 2)
}

interface Told {
  readonly word: string
  /** The option or key that it is the value of. */
  readonly key: string
}

/** The words of a command that say something, each with what it is given to; undefined where one is not known. */
function toldBy({ args }: Command): readonly Told[] | undefined {
  const told: Told[] = []
  for (const [at, { known, text }] of args.entries()) {
    if (text === undefined) return undefined
    const [, key, value] = /^(-{0,2}[A-Za-z][\w-]*)=(.+)$/s.exec(known) ?? []
    const before = args[at - 1]?.known ?? ''
    if (key !== undefined && value !== undefined) told.push({ word: value, key })
    else if (!known.startsWith('-')) told.push({ word: known, key: isPlainOption(before) ? '' : before })
    // An option without a value asks to be said, unless it changes nothing.
    else if (!PLAIN.test(known) && (args[at + 1]?.known ?? '-').startsWith('-'))
      told.push({ word: known.replace(/^-+(?:(?:with|include)-(?=[a-z]+$))?/, '').replaceAll('-', ' '), key: '' })
  }
  return told
}

const isPlainOption = (word: string): boolean => !word.startsWith('-') || word.includes('=') || PLAIN.test(word)

/** A verb stands among the first words. */
const MOST_BEFORE = 3

/**
 * What an order that says the command's own verb has to name still, each thing in the spellings that people use; undefined where it
 * says another verb, or the command one more.
 */
export function leftToName(effect: Effect, head: string, command: Command): readonly (readonly string[])[] | undefined {
  const verbs = verbsOf(effect, head)
  const told = toldBy(command)
  if (told === undefined) return undefined
  const at = told.findIndex(
    ({ word, key }, index) =>
      (key === '' ? index <= MOST_BEFORE : BECOMES.test(key)) && restOf(word, verbs) !== undefined,
  )
  const verb = told[at]
  if (verb === undefined) return undefined
  const before = told.slice(0, at).filter(({ key }) => key === '')
  const carried = [told[at - 1], told[at + 1]].some((each) => each?.key === '' && CARRIES.test(each.word))
  // A noun is no act by itself: `refunds list`.
  const parts = wordsOf(verb.word)
  if (!carried && ![...parts, parts.join('')].some((part) => verbs.includes(withoutThing(part)))) return undefined
  if (verb.key === '' && before.some(({ word }) => !leads(word))) return undefined
  const left = told.filter(
    ({ word, key }, index) =>
      index !== at &&
      !MANNER.test(`--${key.replace(/^-+/, '').toLowerCase()}`) &&
      !(key === '' && index < at && leads(word)) &&
      !(
        key === '' &&
        (FILLS.test(word) ||
          (Math.abs(index - at) === 1 && CARRIES.test(word)) ||
          (verb.key !== '' && CARRIES.test(word)))
      ),
  )
  return [
    ...(restOf(verb.word, verbs) ?? []).map((part) => [part]),
    ...left.flatMap((each) => spellingsOf(each).map((names) => [...names, ...inUnits(effect, each)])),
  ]
}

/** The kind of thing or the part of the program that is spoken to, before what is done. */
function leads(word: string): boolean {
  if (!/^[a-z][a-z-]*$/.test(word)) return false
  const act = meaningOf(word)?.act
  return act === undefined || act === 'read' || isKind(word) || CARRIES.test(word)
}

/** `2` for "two" and the other way round; "one" may stand for anything. */
export function countOf(word: string): string {
  const at = COUNTS.indexOf(word)
  if (at >= 0) return String(at)
  return (/^\d{1,2}$/.test(word) ? COUNTS[Number(word)] : undefined)?.replace('-', word) ?? word
}

/** People say that nobody is to be asked. */
const FORCED = ['force', 'forcibly', 'without asking', 'without confirmation', 'without a prompt']
/** A thing of an owner, and which one of it: `acme/den:beta` is "acme/den, channel beta". */
const OWNED = /^([\w.-]+\/[\w.-]+):([\w.-]+)$/

function spellingsOf({ word, key }: Told): readonly (readonly string[])[] {
  const [, owned, which] = OWNED.exec(word) ?? []
  if (owned !== undefined && which !== undefined) return [owned, which].map((part) => [word, part])
  if (word === 'force' && key === '') return [FORCED]
  const value = [word, word.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ''), countOf(word)]
  return key === '' || key.startsWith('-') || LABELS.test(key) ? [value] : [[key], value]
}
