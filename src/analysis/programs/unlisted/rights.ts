import { slotsOf } from '../../shell/slots.ts'
import { wordsOf } from '../../verbs.ts'
import type { Command } from '../../words.ts'
import { shown } from '../form/words.ts'
import type { Scribe } from '../program.ts'
import type { Line } from './line.ts'

const HIGH = /^(?:admin|admins|administrator|administrators|owner|root|superuser|superadmin|sudo)$/
const PRINCIPALS =
  /^(?:users?|members?|accounts?|keys?|tokens?|roles?|admins?|collaborators?|bindings?|principals?|teams?|groups?)$/
const RIGHT = /^(?:roles?|rolenames?|permissions?|privileges?|access|accesslevel|acls?|polic(?:y|ies)|grants?)$/
const SIGNS_IN = /^(?:connections?|contexts?|profiles?|configs?|configuration|sessions?|logins?|auth|credentials?)$/
/** `--add-roles`: the option itself says that a right is given, whichever it is. */
const HANDS = /^(?:set|add|grant|assign|attach)$/
const GIVES = /^(?:create|grant|update|deploy|upload)$/

/** More rights for somebody: a right that rules, and a word that gives it to an account, a key or a token. */
export function stateGrant(line: Line, scribe: Scribe): boolean {
  const { meaning, nouns, objects, loose, local } = line
  if (!GIVES.test(meaning.act) || local) return false
  const given = [...objects, ...[...loose.options.values()].filter((value) => value !== undefined)]
  const spoken = [...given.map(shown), ...[...loose.options.keys()]].flatMap(wordsOf)
  const right = [...spoken, ...nouns].find((word) => HIGH.test(word))
  const toWhom = [...nouns].some((noun) => PRINCIPALS.test(noun)) || meaning.act === 'grant'
  if (!toWhom || right === undefined) return false
  give(right, objects.map(shown).find((word) => !HIGH.test(word)) ?? '', scribe)
  return true
}

/** The same by an option, whatever the thing is called that keeps it: `acl modify / --roles Administrator`. */
export function stateGivenRole({ args }: Command, { meaning, nouns, objects, local }: Line, scribe: Scribe): boolean {
  if (!/^(?:create|grant|update)$/.test(meaning.act) || local || [...nouns].some((noun) => SIGNS_IN.test(noun)))
    return false
  const { slots } = slotsOf(args)
  const named = (names: RegExp) =>
    slots.filter(({ kind, name = '' }) => kind !== 'operand' && wordsOf(name).some((word) => names.test(word)))
  const rights = named(RIGHT)
  const right =
    rights.find(({ word }) => wordsOf(shown(word)).some((each) => HIGH.test(each))) ??
    rights.find(({ name = '' }) => wordsOf(name).some((word) => HANDS.test(word)))
  const kept = [...nouns].some((noun) => RIGHT.test(noun) || PRINCIPALS.test(noun))
  const [whom] = named(PRINCIPALS).filter((slot) => slot !== right)
  if (right === undefined || (!kept && whom === undefined)) return false
  const account = whom?.word ?? objects.find((word) => word !== right.word && !word.known.startsWith('/'))
  give(shown(right.word), account === undefined ? '' : shown(account), scribe)
  return true
}

function give(right: string, account: string, scribe: Scribe): void {
  scribe.effect({
    kind: 'grant',
    what: right,
    to: account,
    reach: 'remote',
    targets: [{ kind: 'right', account, right, amount: 'one' }],
    certainty: 'likely',
  })
}
