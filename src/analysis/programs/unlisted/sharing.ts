import { programOf } from '../../base-name.ts'
import { isEverybody } from '../../everybody.ts'
import { slotsOf } from '../../shell/slots.ts'
import { stageOf } from '../../stages.ts'
import type { Target } from '../../target.ts'
import { asksOnly, meaningOf, wordsOf } from '../../verbs.ts'
import type { Command } from '../../words.ts'
import { looseWords, shown, USUAL } from '../form/words.ts'
import type { Scribe } from '../program.ts'
import type { Line } from './line.ts'
import { aimsHere, like, unlike } from './shapes.ts'

export const PERSON = /^[\w.+-]{1,60}@[\w-]+(?:\.[\w-]+)+$/

const PAGES = /^(?:pages?|docs?|documents?|boards?|spaces?|dashboards?|files?|folders?|sheets?|notes?)$/

export function stateSharing({ nouns, loose, local, objects }: Line, scribe: Scribe): boolean {
  // A package that is published is for everybody by itself.
  const page = nouns.has('publish') && [...nouns].some(like(PAGES))
  const opens = page || [...nouns].some(like(/^(?:permissions?|access|acls?|visibility)$/))
  const shares = [...nouns].some(like(/^(?:share|shares|sharing)$/))
  if (local || (!shares && !opens)) return false
  if ([...loose.options.values(), ...objects].some((word) => word !== undefined && isEverybody(shown(word)))) {
    const what = objects.map(shown).find((word) => !isEverybody(word)) ?? ''
    scribe.effect({ kind: 'grant', what, to: 'everyone', reach: 'remote', certainty: 'likely' })
    return true
  }
  if (!shares) return false
  const account = [...loose.operands, ...loose.options.values()]
    .flatMap((word) => (word ? [shown(word)] : []))
    .find(like(PERSON))
  if (account === undefined) return false
  const targets: readonly Target[] = [{ kind: 'right', account, right: 'access', amount: 'one' }]
  scribe.effect({ kind: 'grant', what: 'access', to: account, reach: 'remote', targets, certainty: 'likely' })
  return true
}

const OF_RIGHTS =
  /(?:chmod|acls?|grants?|policy|policies|perms?|permissions?|protect(?:ions?)?|shares?|sharing|caps|capabilities|rights|privileges?)$/
const EVERYTHING = /^(?:allow\s+)?(?:\*|\.\*|\*[.:/]\*|all\s+privileges)$/i
const RIGHT =
  /^(?:read(?:er|able|_object|-only|only)?|write|writer|readwrite|own|view|viewer|download|execute|modify|full|r|rw|rx|rwx)$/
/** Rights by their letters, the first for reading: `rwaDdxtTnNcCoy`. */
const LETTERS = /^r[waDdxXtTnNcCoy]{1,13}$/
const PUBLIC_RIGHT = /^public[-_]?(?:read|write)/i
const WHO = ['--who', '--principal', '--grantee', '--member', '--for']
const GIVES = /^(?:grant|allow|set|add|share|give|open|permit|put|append|modify|update)$/
const TAKES_BACK =
  /^(?:null|none|deny|revoke|remove|del|delete|rm|unset|unshare|show|list|ls|check|lint|test|validate|get|status|view|diff|explain)$/
/** `755`, `g+r`: of a file that lies here, and what follows is one. */
const MODE = /^(?:0?[0-7]{3,4}|[ugoa]*[-+=][rwxXst]+)$/

/** A tool for rights gives one to whoever comes: `gridchmod read anonymous x`, `acl set --who public --right read x`. */
export function stateOpened(command: Command, scribe: Scribe): boolean {
  const { operands, options } = looseWords(command.args, OPTIONS)
  const free = operands.map(shown)
  const verbs = free.slice(0, 2).flatMap(wordsOf)
  if (![...wordsOf(programOf(command)), ...verbs].some(like(OF_RIGHTS))) return false
  const given = [...free, ...[...options.values()].flatMap((value) => (value ? [shown(value)] : []))]
  // `guest:read`, `user:anonymous:r`: who and what in one word.
  const said = given.flatMap((word) =>
    /^[\w*@-]*(?:[:=][\w*@-]*){1,4}$/.test(word) ? word.split(/[:=]/).map((each) => each.replace(/@$/, '')) : [word],
  )
  const anyone = WHO.some((option) => options.get(option)?.known === '*') ? '*' : undefined
  const to = anyone ?? said.find((word) => isEverybody(word) || /^guests?$/i.test(word))
  const gives = said.some(like(RIGHT, LETTERS, PUBLIC_RIGHT)) || verbs.some(like(GIVES))
  if (to === undefined && takesTable(command, free)) {
    if (asksOnly(command) || aimsHere(command) || stageOf(command) === 'development') return false
    scribe.effect({ kind: 'grant', what: 'a table of rights', to: '', reach: 'remote', certainty: 'likely' })
    return true
  }
  const takesBack = [...verbs, ...said].some((word) => TAKES_BACK.test(word) && !RIGHT.test(word))
  const whole = to === undefined && given.some(like(EVERYTHING))
  if ((to === undefined && !whole) || (!gives && !whole) || takesBack || said.some(like(MODE))) return false
  if (asksOnly(command) || aimsHere(command) || stageOf(command) === 'development') return false
  if (meaningOf(verbs[0] ?? '')?.act === 'read' && !RIGHT.test(verbs[0] ?? '')) return false
  if (whole) {
    const isAct = (word: string) =>
      wordsOf(word).some((each) => OF_RIGHTS.test(each) || GIVES.test(each) || each === 'auth')
    const account = free.find((word) => !EVERYTHING.test(word) && !isAct(word))
    scribe.effect({ kind: 'grant', what: 'everything', to: account ?? '', reach: 'remote', certainty: 'likely' })
    return true
  }
  const what = free.findLast((word) => word !== to && /[/.]/.test(word)) ?? free.at(-1) ?? ''
  scribe.effect({ kind: 'grant', what, to: 'everyone', reach: 'remote', certainty: 'likely' })
  return true
}

/** `protect -i`, `acl import -`: who may do what is read from a pipe, and nobody has seen it. */
function takesTable({ args, stdin }: Command, free: readonly string[]): boolean {
  const fed = args.some(like(/^(?:-i|-|--stdin|--input=-|\/dev\/stdin)$/))
  return fed && stdin.kind === 'value' && stdin.value.text === undefined && !free.some(like(TAKES_BACK))
}

const OPTIONS: ReadonlySet<string> = new Set([
  ...USUAL,
  ...WHO,
  ...'--user --group --right --rights --access --action --with'.split(' '),
])

const HIGH = /^(?:admin|admins|administrator|administrators|owner|root|superuser|superadmin|sudo)$/
const PRINCIPALS =
  /^(?:users?|members?|accounts?|keys?|tokens?|roles?|admins?|collaborators?|bindings?|principals?|teams?|groups?)$/
const RIGHT_OPTION = /^(?:roles?|rolenames?|permissions?|privileges?|access|accesslevel|acls?|polic(?:y|ies)|grants?)$/
const SIGNS_IN = /^(?:connections?|contexts?|profiles?|configs?|configuration|sessions?|logins?|auth|credentials?)$/
/** `--add-roles`. */
const HANDS = /^(?:set|add|grant|assign|attach)$/
const GIVES_RIGHT = /^(?:create|grant|update|deploy|upload)$/

export function stateGrant(line: Line, scribe: Scribe): boolean {
  const { meaning, nouns, objects, loose, local } = line
  if (!GIVES_RIGHT.test(meaning.act) || local) return false
  const given = [...objects, ...[...loose.options.values()].filter((value) => value !== undefined)]
  const spoken = [...given.map(shown), ...[...loose.options.keys()]].flatMap(wordsOf)
  const right = [...spoken, ...nouns].find(like(HIGH))
  const toWhom = [...nouns].some(like(PRINCIPALS)) || meaning.act === 'grant'
  if (!toWhom || right === undefined) return false
  give(right, objects.map(shown).find(unlike(HIGH)) ?? '', scribe)
  return true
}

/** The same by an option, whatever the thing is called that keeps it: `acl modify / --roles Administrator`. */
export function stateGivenRole({ args }: Command, { meaning, nouns, objects, local }: Line, scribe: Scribe): boolean {
  if (!/^(?:create|grant|update)$/.test(meaning.act) || local || [...nouns].some(like(SIGNS_IN))) return false
  const { slots } = slotsOf(args)
  const named = (names: RegExp) =>
    slots.filter(({ kind, name = '' }) => kind !== 'operand' && wordsOf(name).some(like(names)))
  const rights = named(RIGHT_OPTION)
  const right =
    rights.find(({ word }) => wordsOf(shown(word)).some(like(HIGH))) ??
    rights.find(({ name = '' }) => wordsOf(name).some(like(HANDS)))
  const kept = [...nouns].some(like(RIGHT_OPTION, PRINCIPALS))
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
