import { environmentOfCommand } from '../../knowledge/lexicon/deployment-environments.ts'
import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { isPublicPrincipal } from '../../knowledge/lexicon/public-principals.ts'
import { VERBS, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { commandProgram } from '../interpret/base-name.ts'
import { COMMON_VALUE_OPTIONS, displayText, parseLooseWords } from '../interpret/loose-words.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { slotsOf } from '../shell/argument-slots.ts'
import type { Target } from '../target.ts'
import type { Command } from '../words.ts'
import type { GenericCommand } from './generic-command.ts'
import { isAmong, matching, notMatching, targetsOnlyThisMachine } from './word-shapes.ts'

export const EMAIL_ADDRESS = /^[\w.+-]{1,60}@[\w-]+(?:\.[\w-]+)+$/

const PAGE_NOUN = /^(?:pages?|docs?|documents?|boards?|spaces?|dashboards?|files?|folders?|sheets?|notes?)$/

export function recordSharingEffect(
  { nouns, loose, local, objects }: GenericCommand,
  recorder: EffectRecorder,
): boolean {
  // A package that is published is for everybody by itself.
  const page = nouns.has('publish') && [...nouns].some(matching(PAGE_NOUN))
  const opens = page || [...nouns].some(matching(/^(?:permissions?|access|acls?|visibility)$/))
  const shares = [...nouns].some(matching(/^(?:share|shares|sharing)$/))
  if (local || (!shares && !opens)) return false
  if (
    [...loose.options.values(), ...objects].some((word) => word !== undefined && isPublicPrincipal(displayText(word)))
  ) {
    const what = objects.map(displayText).find((word) => !isPublicPrincipal(word)) ?? ''
    recorder.effect({ kind: 'grant', what, to: 'everyone', reach: 'remote', certainty: 'likely' })
    return true
  }
  if (!shares) return false
  const account = [...loose.operands, ...loose.options.values()]
    .flatMap((word) => (word ? [displayText(word)] : []))
    .find(matching(EMAIL_ADDRESS))
  if (account === undefined) return false
  const targets: readonly Target[] = [{ kind: 'right', account, right: 'access', amount: 'one' }]
  recorder.effect({ kind: 'grant', what: 'access', to: account, reach: 'remote', targets, certainty: 'likely' })
  return true
}

const RIGHTS_WORD =
  /(?:chmod|acls?|grants?|policy|policies|perms?|permissions?|protect(?:ions?)?|shares?|sharing|caps|capabilities|rights|privileges?)$/
const ALL_RIGHTS = /^(?:allow\s+)?(?:\*|\.\*|\*[.:/]\*|all\s+privileges)$/i
const RIGHT_WORD =
  /^(?:read(?:er|able|_object|-only|only)?|write|writer|readwrite|own|view|viewer|download|execute|modify|full|r|rw|rx|rwx)$/
/** Rights by their letters, the first for reading: `rwaDdxtTnNcCoy`. */
const RIGHT_LETTERS = /^r[waDdxXtTnNcCoy]{1,13}$/
const PUBLIC_RIGHT = /^public[-_]?(?:read|write)/i
const PRINCIPAL_OPTIONS = ['--who', '--principal', '--grantee', '--member', '--for']
const GRANT_VERB = /^(?:grant|allow|set|add|share|give|open|permit|put|append|modify|update)$/
const REVOKE_OR_READ_WORDS: ReadonlySet<string> = new Set([
  ...VERBS.delete,
  ...'null none deny revoke unset unshare show list ls check lint test validate get status view diff explain'.split(
    ' ',
  ),
])
/** `755`, `g+r`: of a file that lies here, and what follows is one. */
const FILE_MODE = /^(?:0?[0-7]{3,4}|[ugoa]*[-+=][rwxXst]+)$/

/** A tool for rights gives one to whoever comes: `gridchmod read anonymous x`, `acl set --who public --right read x`. */
export function recordPublicGrant(command: Command, recorder: EffectRecorder): boolean {
  const { operands, options } = parseLooseWords(command.args, VALUE_OPTIONS)
  const free = operands.map(displayText)
  const verbs = free.slice(0, 2).flatMap(wordsOf)
  if (![...wordsOf(commandProgram(command)), ...verbs].some(matching(RIGHTS_WORD))) return false
  const given = [...free, ...[...options.values()].flatMap((value) => (value ? [displayText(value)] : []))]
  // `guest:read`, `user:anonymous:r`: who and what in one word.
  const said = given.flatMap((word) =>
    /^[\w*@-]*(?:[:=][\w*@-]*){1,4}$/.test(word) ? word.split(/[:=]/).map((each) => each.replace(/@$/, '')) : [word],
  )
  const anyone = PRINCIPAL_OPTIONS.some((option) => options.get(option)?.known === '*') ? '*' : undefined
  const to = anyone ?? said.find((word) => isPublicPrincipal(word) || /^guests?$/i.test(word))
  const gives = said.some(matching(RIGHT_WORD, RIGHT_LETTERS, PUBLIC_RIGHT)) || verbs.some(matching(GRANT_VERB))
  if (to === undefined && readsRightsTable(command, free)) {
    if (isHelpOrDryRun(command) || targetsOnlyThisMachine(command) || environmentOfCommand(command) === 'development')
      return false
    recorder.effect({ kind: 'grant', what: 'a table of rights', to: '', reach: 'remote', certainty: 'likely' })
    return true
  }
  const takesBack = [...verbs, ...said].some((word) => REVOKE_OR_READ_WORDS.has(word) && !RIGHT_WORD.test(word))
  const whole = to === undefined && given.some(matching(ALL_RIGHTS))
  if ((to === undefined && !whole) || (!gives && !whole) || takesBack || said.some(matching(FILE_MODE))) return false
  if (isHelpOrDryRun(command) || targetsOnlyThisMachine(command) || environmentOfCommand(command) === 'development')
    return false
  if (verbMeaning(verbs[0] ?? '')?.act === 'read' && !RIGHT_WORD.test(verbs[0] ?? '')) return false
  if (whole) {
    const isAct = (word: string) =>
      wordsOf(word).some((each) => RIGHTS_WORD.test(each) || GRANT_VERB.test(each) || each === 'auth')
    const account = free.find((word) => !ALL_RIGHTS.test(word) && !isAct(word))
    recorder.effect({ kind: 'grant', what: 'everything', to: account ?? '', reach: 'remote', certainty: 'likely' })
    return true
  }
  const what = free.findLast((word) => word !== to && /[/.]/.test(word)) ?? free.at(-1) ?? ''
  recorder.effect({ kind: 'grant', what, to: 'everyone', reach: 'remote', certainty: 'likely' })
  return true
}

/** `protect -i`, `acl import -`: who may do what is read from a pipe, and nobody has seen it. */
function readsRightsTable({ args, stdin }: Command, free: readonly string[]): boolean {
  const fed = args.some(matching(/^(?:-i|-|--stdin|--input=-|\/dev\/stdin)$/))
  return fed && stdin.kind === 'value' && stdin.value.text === undefined && !free.some(isAmong(REVOKE_OR_READ_WORDS))
}

const VALUE_OPTIONS: ReadonlySet<string> = new Set([
  ...COMMON_VALUE_OPTIONS,
  ...PRINCIPAL_OPTIONS,
  ...'--user --group --right --rights --access --action --with'.split(' '),
])

const ADMIN_RIGHT = /^(?:admin|admins|administrator|administrators|owner|root|superuser|superadmin|sudo)$/
const PRINCIPAL_NOUN =
  /^(?:users?|members?|accounts?|keys?|tokens?|roles?|admins?|collaborators?|bindings?|principals?|teams?|groups?)$/
const RIGHT_OPTION = /^(?:roles?|rolenames?|permissions?|privileges?|access|accesslevel|acls?|polic(?:y|ies)|grants?)$/
const LOGIN_NOUN = /^(?:connections?|contexts?|profiles?|configs?|configuration|sessions?|logins?|auth|credentials?)$/
/** `--add-roles`. */
const ASSIGN_VERB = /^(?:set|add|grant|assign|attach)$/
const GRANTING_ACT = /^(?:create|grant|update|deploy|upload)$/

export function recordGrant(line: GenericCommand, recorder: EffectRecorder): boolean {
  const { meaning, nouns, objects, loose, local } = line
  if (!GRANTING_ACT.test(meaning.act) || local) return false
  const given = [...objects, ...[...loose.options.values()].filter((value) => value !== undefined)]
  const spoken = [...given.map(displayText), ...[...loose.options.keys()]].flatMap(wordsOf)
  const right = [...spoken, ...nouns].find(matching(ADMIN_RIGHT))
  const toWhom = [...nouns].some(matching(PRINCIPAL_NOUN)) || meaning.act === 'grant'
  if (!toWhom || right === undefined) return false
  recordRight(right, objects.map(displayText).find(notMatching(ADMIN_RIGHT)) ?? '', recorder)
  return true
}

/** The same by an option, whatever the thing is called that keeps it: `acl modify / --roles Administrator`. */
export function recordRoleOption(
  { args }: Command,
  { meaning, nouns, objects, local }: GenericCommand,
  recorder: EffectRecorder,
): boolean {
  if (!/^(?:create|grant|update)$/.test(meaning.act) || local || [...nouns].some(matching(LOGIN_NOUN))) return false
  const { slots } = slotsOf(args)
  const named = (names: RegExp) =>
    slots.filter(({ kind, name = '' }) => kind !== 'operand' && wordsOf(name).some(matching(names)))
  const rights = named(RIGHT_OPTION)
  const right =
    rights.find(({ word }) => wordsOf(displayText(word)).some(matching(ADMIN_RIGHT))) ??
    rights.find(({ name = '' }) => wordsOf(name).some(matching(ASSIGN_VERB)))
  const kept = [...nouns].some(matching(RIGHT_OPTION, PRINCIPAL_NOUN))
  const [whom] = named(PRINCIPAL_NOUN).filter((slot) => slot !== right)
  if (right === undefined || (!kept && whom === undefined)) return false
  const account = whom?.word ?? objects.find((word) => word !== right.word && !word.known.startsWith('/'))
  recordRight(displayText(right.word), account === undefined ? '' : displayText(account), recorder)
  return true
}

function recordRight(right: string, account: string, recorder: EffectRecorder): void {
  recorder.effect({
    kind: 'grant',
    what: right,
    to: account,
    reach: 'remote',
    targets: [{ kind: 'right', account, right, amount: 'one' }],
    certainty: 'likely',
  })
}
