import { environmentOfCommand, environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import { isDryRunOption } from '../../knowledge/lexicon/dry-run-options.ts'
import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { MONEY_VERBS, withPlurals } from '../../knowledge/lexicon/money-words.ts'
import { isReadOnlyVerb, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { Effect, Environment } from '../effects.ts'
import { programName } from '../interpret/base-name.ts'
import { displayText } from '../interpret/loose-words.ts'
import type { CommandGrade, EffectRecorder } from '../interpret/program.ts'
import { familyFor, programFor } from '../interpret/registry.ts'
import { slotsOf } from '../shell/argument-slots.ts'
import type { Target } from '../target.ts'
import { amountOf } from '../targets.ts'
import type { Command, Word } from '../words.ts'
import {
  recordDiscardedCommits,
  recordDotfileInstall,
  recordFileWipe,
  recordKeyDeletion,
  recordMirrorDeletion,
  recordPublishedFolder,
  recordStorePurge,
} from './data-loss.ts'
import { COMMAND_OPTION, FORCE_OPTION } from './generic-command.ts'
import { recordInlineDataTransfer } from './inline-code.ts'
import {
  recordMessage,
  recordPasteUpload,
  recordRemoteUpload,
  recordSilencedAlerts,
  recordSuppressedFindings,
  recordTrackerChange,
} from './outbound-messages.ts'
import {
  changesDeployedSystem,
  recordDisabledChecks,
  recordPersistence,
  recordStoppedProtection,
  weakenedArea,
} from './persistence.ts'
import { recordRegistryRemoval, recordSignedOrPushedImage } from './registries.ts'
import { identifyReceiver, splitInputLines } from './repl-input.ts'
import { recordSecretExposure } from './secret-exposure.ts'
import { recordRemoteOverwrite, recordServiceTakedown } from './service-disruption.ts'
import { recordPayment } from './spending.ts'
import { recordInputLines, recordMissedDeployOrPush, recordStdinCommands } from './unknown-command.ts'
import { isAmong, isRemote, looksLikeFile, matching, targetsOnlyThisMachine } from './word-shapes.ts'

const FAMILIES_WITHOUT_GENERIC_RULES = new Set(['git', 'files', 'shell'])

type ChangeVerb = Extract<Effect, { kind: 'resource-change' }>['verb']
const PAYING_VERBS: ReadonlySet<ChangeVerb> = new Set(['create', 'update', 'cancel', 'apply'])

const FAMILIES_READING_STDIN = new Set(['interpreters', 'data', 'build', 'packages', 'containers'])

function isTrialEnvironment(environment: Environment): boolean {
  return environment === 'development' || environment === 'preview'
}

function isTaskRunnerFamily(family: string | undefined): boolean {
  return family === 'build' || family === 'packages'
}

function hasReadRecipe(command: Command, stated: readonly Effect[]): boolean {
  return stated.some(
    (effect) =>
      effect.wrapperNames.length > command.wrapperNames.length && !(effect.kind === 'run-code' && !effect.read),
  )
}

/** What the words of a command say by themselves, whatever its analyzer; what that has stated is not said twice. */
export function applyGenericRules(
  command: Command,
  grade: CommandGrade,
  stated: readonly Effect[],
  recorder: EffectRecorder,
): void {
  const { name } = command
  const family = name === undefined ? undefined : familyFor(name)
  if (
    name === undefined ||
    (family !== undefined && FAMILIES_WITHOUT_GENERIC_RULES.has(family)) ||
    isHelpOrDryRun(command)
  )
    return
  const own = stated.filter(({ wrapperNames }) => wrapperNames.length === command.wrapperNames.length)
  const known = programFor(name) !== undefined
  const says = (...kinds: readonly Effect['kind'][]) => own.some(({ kind }) => kinds.includes(kind))
  // A table of a tool's sub-commands takes what it does not know for a question.
  const proven = grade === 'proven' && family !== 'cloud'
  if (!says('expose-secret')) recordSecretExposure(command, { family: known ? family : undefined, proven }, recorder)
  if (proven) return
  if (!says('send-data')) recordInlineDataTransfer(command, recorder)
  const manages = known ? family === 'system' || family === 'network' : undefined
  if (!says('weaken')) recordStoppedProtection(command, manages, recorder)
  if (changesDeployedSystem(own)) recordDisabledChecks(command, recorder)
  // What deletes or restarts a thing pays for none, whatever that is called.
  const isFree = own.some((effect) => effect.kind === 'resource-change' && !PAYING_VERBS.has(effect.verb))
  if (family === 'cloud' && !isFree && !says('external-write')) recordPayment(command, recorder)
  const lasting = { stated: says('persist', 'service-control'), tasks: isTaskRunnerFamily(family) }
  if (!says('weaken')) recordPersistence(command, lasting, recorder)
  if (!says('resource-change', 'database-change')) {
    if (!says('delete-path')) recordKeyDeletion(command, recorder)
    recordStorePurge(command, recorder)
    if (!FAMILIES_READING_STDIN.has(family ?? '')) recordStdinCommands(command, !known, recorder)
    if (!known) recordRemoteConsoleLines(command, recorder)
    if (!known || family === 'interpreters') recordServiceTakedown(command, recorder)
    if (!known) recordRemoteOverwrite(command, recorder)
  }
  if (
    family !== 'cloud' &&
    !hasReadRecipe(command, stated) &&
    !says('resource-change', 'database-change', 'deploy', 'publish')
  )
    recordTask(command, recorder)
  const changes = says('resource-change', 'database-change', 'deploy', 'publish', 'git-push', 'external-write')
  if (known && !changes && !hasReadRecipe(command, stated)) recordMissedDeployOrPush(command, recorder)
  // A name that only sounds like an environment keeps nobody from seeing what lies under it.
  const out =
    says('publish') || own.some((effect) => effect.kind === 'deploy' && !isTrialEnvironment(effect.environment))
  // `www` beside a domain is a name in it.
  const zoned = own.some((effect) => effect.kind === 'resource-change' && effect.family === 'dns')
  if ((!known || family === 'cloud') && !out && !zoned) recordPublishedFolder(command, recorder)
  if (!out && !says('git-push', 'resource-change') && family !== 'containers') {
    recordSignedOrPushedImage(command, recorder)
    if (!says('database-change', 'external-write')) recordRegistryRemoval(command, recorder)
  }
  // A form that its analyzer knows nothing of is read like a program that nobody knows.
  const unread = family === 'cloud' && grade === 'unknown' && own.length === 0
  if ((known && !unread) || family === 'interpreters') return
  if (!says('touch-protected')) recordDotfileInstall(command, recorder)
  if (!says('external-write', 'send-data')) {
    recordMessage(command, recorder)
    recordTrackerChange(command, recorder)
    if (!says('weaken')) {
      recordSilencedAlerts(command, recorder)
      recordSuppressedFindings(command, recorder)
    }
    recordPasteUpload(command, recorder)
    recordRemoteUpload(command, recorder)
  }
  recordDiscardedCommits(command, recorder)
  if (says('delete-path')) return
  recordMirrorDeletion(command, recorder)
  recordFileWipe(command, recorder)
}

const HOST_OPTION = /^(?:H|host|hostname|server|target-host|remote-host)$/
const COMMAND_CONSOLE_NAME = /(?:adm|admin|ctl|console|shell)$/
/** `op bob`: somebody is made to rule. */
const OPERATOR_COMMAND = /^(?:op|oper|elevate)$/i

function recordRemoteConsoleLines(command: Command, recorder: EffectRecorder): void {
  const name = programName(command.name ?? '')
  if (
    !command.args.some(matching(/\s/)) ||
    targetsOnlyThisMachine(command) ||
    isHelpOrDryRun(command) ||
    isReadOnlyVerb(name)
  )
    return
  const { slots } = slotsOf(command.args)
  const takes = COMMAND_CONSOLE_NAME.test(name)
  const given = slots.flatMap(({ kind, name: option = '', word }) =>
    (kind === 'operand' ? takes : COMMAND_OPTION.test(option)) && word.text !== undefined ? [word.text] : [],
  )
  const there = slots.some(
    ({ kind, name: option = '', word }) =>
      kind !== 'operand' && (isRemote(word.known) || (HOST_OPTION.test(option) && /^[\w.:-]+$/.test(word.known))),
  )
  if (!there) {
    const text = given.flatMap(nonShellLines).join('\n')
    if (text !== '') recordInputLines(command, text, identifyReceiver(command, text, true), recorder)
    return
  }
  for (const { kind, name: option = '', word } of slots) {
    if (word.text === undefined || !/\s/.test(word.text) || (kind !== 'operand' && !COMMAND_OPTION.test(option)))
      continue
    recordInputLines(command, word.text, { name, kind: 'machine' }, recorder)
    recordConsoleRights(word.text, recorder)
  }
}

/** Lines of a command that is given as a text, but for those that a shell runs: they name a program, and are read as such. */
function nonShellLines(text: string): readonly string[] {
  return text.split(/[\r\n;]+/).filter((line) => {
    const [head = ''] = line.trim().split(/\s/, 1)
    const says = verbMeaning(head)
    return programFor(head) === undefined || says?.change === 'purge' || says?.change === 'cancel'
  })
}

function recordConsoleRights(text: string, recorder: EffectRecorder): void {
  for (const words of splitInputLines(text)) {
    const [first = '', account = ''] = words
    if (verbMeaning(first.toLowerCase())?.act === 'read') continue
    if (OPERATOR_COMMAND.test(first) && words.length === 2)
      recorder.effect({
        kind: 'grant',
        what: 'operator',
        to: account,
        reach: 'remote',
        targets: [{ kind: 'right', account, right: 'operator', amount: 'one' }],
        certainty: 'likely',
      })
    for (const [at, word] of words.entries()) {
      const next = words[at + 1]
      const area =
        next === undefined
          ? undefined
          : /^(?:no|disable)$/i.test(word)
            ? weakenedArea(next, 'off')
            : weakenedArea(word, next)
      if (area !== undefined) recorder.effect({ kind: 'weaken', area, feature: `${word} ${next}`, certainty: 'likely' })
    }
  }
}

interface NamedTask {
  readonly name: string
  readonly words: readonly string[]
  readonly objects: readonly Word[]
}

const MAX_TASK_WORDS = 3
const RUN_WORD = /^(?:run|exec|x|task|tasks|run-script|artisan|console|do|call)$/
const COMPOUND_NAME = /^[a-z][a-z0-9]*(?:[-_:.][a-z0-9]+)+$|^[a-z]+(?:[A-Z][a-z0-9]+)+$/
const TEST_WORD = /^(?:tests?|testing|specs?|e2e|mocks?|fakes?|samples?|examples?|fixtures?|seeds?|dummy|preview)$/
const REBUILDABLE_NOUN =
  /^(?:cach(?:e|es|ed)|builds?|dist|out|output|tmp|temp|coverage|artifacts?|assets?|logs?|views?|routes?|config|deps|dependencies|modules|packages?|plugins?|hooks?|docs?|snapshots?|stale|unused|types?|containers?|images?|volumes?|branches|files?|lint|sessions?|contenttypes|pyc|migrations?|locks?|dev|local)$/
const PEOPLE_NOUN =
  /^(?:users?|accounts?|customers?|clients?|tenants?|members?|subscribers?|subscriptions?|orders?|org(?:s|anizations?)?|teams?|payments?|invoices?|workspaces?|shops?|stores?|sites?|leads?|contacts?|patients?|students?|employees?|merchants?|sellers?|vendors?)$/
const SEND_WORD =
  /^(?:send|sends|resend|blast|broadcast|announce|notify|notifications?|email|emails|mail|mails|mailing|newsletters?|sms|remind|reminders?)$/
const CHARGE_VERBS: ReadonlySet<string> = new Set(['bill', ...withPlurals(['charge', ...MONEY_VERBS.pay])])
const MASS_WORD =
  /^(?:-{0,2}[\w-]*=)?(?:all|everyone|everybody|everything|\*)(?:[-_]\w+)*$|^--(?:all|everyone)(?:-\w+)*$/i
const SHOWING_OPTION = /^--(?:check|preview|list|help)(?:=(?:true|1|yes))?$/
const NON_INTERACTIVE_OPTION = /^--?(?:no-?input|no-interaction|non-interactive)$/

/** A task nobody has read, by its name: it removes things or reaches people, on production, elsewhere, or for all there are. */
function recordTask(command: Command, recorder: EffectRecorder): void {
  const task = findTask(command)
  if (task === undefined || command.args.some(({ known }) => isDryRunOption(known) || SHOWING_OPTION.test(known)))
    return
  const environment = environmentOfCommand(command)
  if (environment === 'development' || environment === 'preview' || targetsOnlyThisMachine(command)) return
  const mass = command.args.some(matching(MASS_WORD))
  const elsewhere =
    environment === 'production' || environment === 'staging' || command.args.some(({ known }) => isRemote(known))
  const forced = command.args.some(matching(FORCE_OPTION, NON_INTERACTIVE_OPTION))
  const reachesPeople = elsewhere || mass || (forced && task.words.some(matching(PEOPLE_NOUN)))
  if (!reachesPeople) return
  const nature = task.words.some(isAmong(CHARGE_VERBS)) ? 'payment' : 'message'
  const verb = task.words.map((word) => verbMeaning(word)).find((meaning) => meaning !== undefined)
  const removes = verb?.act === 'destroy' || verb?.act === 'remove'
  if (!removes && (nature === 'payment' || task.words.some(matching(SEND_WORD)))) {
    const target = taskRecipient(command, task)
    recorder.effect({ kind: 'external-write', service: task.name, nature, target, certainty: 'likely' })
    return
  }
  if (!removes || task.words.some(matching(REBUILDABLE_NOUN))) return
  recorder.effect({
    kind: 'resource-change',
    system: task.name,
    verb: verb.change === 'purge' ? 'purge' : 'delete',
    target: [task.name, ...task.objects.map(displayText)].join(' ').slice(0, 120),
    targets: taskTargets(task, mass),
    mass,
    environment,
    family: 'other',
    certainty: 'likely',
  })
}

function findTask({ name = '', args }: Command): NamedTask | undefined {
  if (/test|spec|lint/i.test(programName(name))) return undefined
  const operands = args.filter(({ known }) => !known.startsWith('-') && !/^\w+=/.test(known))
  for (const [at, { known }] of operands.slice(0, MAX_TASK_WORDS).entries()) {
    if (looksLikeFile(known) || RUN_WORD.test(known) || known.includes('/')) continue
    // `install send-mail`, `test delete_users`: what follows is no task.
    if (verbMeaning(known) !== undefined) return undefined
    if (!COMPOUND_NAME.test(known) || known.length > 60) continue
    const words = wordsOf(known)
    const tries = words.some((word) => {
      const act = verbMeaning(word)?.act
      return TEST_WORD.test(word) || ((act === 'read' || act === 'work') && !SEND_WORD.test(word))
    })
    if (tries) return undefined
    const objects = operands.slice(at + 1).filter((word) => environmentOfName(word.known) !== 'production')
    return { name: known, words, objects }
  }
  return undefined
}

function taskRecipient({ args }: Command, { objects }: NamedTask): string {
  const many = args.find(matching(MASS_WORD))
  return many ? displayText(many).replace(/^.*=|^-+/, '') : objects.map(displayText).join(', ').slice(0, 120)
}

function taskTargets({ name, words, objects }: NamedTask, mass: boolean): readonly Target[] {
  const type = words.filter((word) => verbMeaning(word) === undefined).at(-1) ?? ''
  if (objects.length === 0)
    return [{ kind: 'resource', system: name, type: '', name: type, amount: mass ? 'all' : 'one' }]
  return objects.map((word) => {
    const text = displayText(word)
    return { kind: 'resource', system: name, type, name: text, amount: mass ? 'several' : amountOf(text) }
  })
}
