import { programName } from '../../base-name.ts'
import { stageOf, stageOfName } from '../../stages.ts'
import type { Target } from '../../target.ts'
import { amountOf } from '../../targets.ts'
import { meaningOf, wordsOf } from '../../verbs.ts'
import type { Command, Word } from '../../words.ts'
import { shown } from '../form/words.ts'
import type { Scribe } from '../program.ts'
import { INTENSE } from './line.ts'
import { aimsHere, isFile, isRemote } from './shapes.ts'

/** A task of a project by its words: `drop_tenant`, `users:purge`, `app.wipe`, `purgeTenants`. */
interface Task {
  readonly name: string
  readonly words: readonly string[]
  readonly objects: readonly Word[]
}

const FIRST = 3
const RUNS = /^(?:run|exec|x|task|tasks|run-script|artisan|console|do|call)$/
const COMPOUND = /^[a-z][a-z0-9]*(?:[-_:.][a-z0-9]+)+$|^[a-z]+(?:[A-Z][a-z0-9]+)+$/
const ONLY_TRIES = /^(?:tests?|testing|specs?|e2e|mocks?|fakes?|samples?|examples?|fixtures?|seeds?|dummy|preview)$/
const REBUILT =
  /^(?:cach(?:e|es|ed)|builds?|dist|out|output|tmp|temp|coverage|artifacts?|assets?|logs?|views?|routes?|config|deps|dependencies|modules|packages?|plugins?|hooks?|docs?|snapshots?|stale|unused|types?|containers?|images?|volumes?|branches|files?|lint|sessions?|contenttypes|pyc|migrations?|locks?|dev|local)$/
const PEOPLE =
  /^(?:users?|accounts?|customers?|clients?|tenants?|members?|subscribers?|subscriptions?|orders?|org(?:s|anizations?)?|teams?|payments?|invoices?|workspaces?|shops?|stores?|sites?|leads?|contacts?|patients?|students?|employees?|merchants?|sellers?|vendors?)$/
const SENDS =
  /^(?:send|sends|resend|blast|broadcast|announce|notify|notifications?|email|emails|mail|mails|mailing|newsletters?|sms|remind|reminders?)$/
const CHARGES = /^(?:charge|charges|bill|payout|payouts|refund|refunds)$/
const MASS = /^(?:-{0,2}[\w-]*=)?(?:all|everyone|everybody|everything|\*)(?:[-_]\w+)*$|^--(?:all|everyone)(?:-\w+)*$/i
const REHEARSES = /^--(?:dry[-_]?run|pretend|check|preview|simulate|list|help)(?:=(?:true|1|yes))?$/
const UNASKED = /^--?(?:no-?input|no-interaction|non-interactive)$/

/** A task nobody has read, by its name: it removes things or reaches people, on production, elsewhere, or for all there are. */
export function stateTask(command: Command, scribe: Scribe): void {
  const task = taskIn(command)
  if (task === undefined || command.args.some(({ known }) => REHEARSES.test(known))) return
  const stage = stageOf(command)
  if (stage === 'development' || stage === 'preview' || aimsHere(command)) return
  const mass = command.args.some(({ known }) => MASS.test(known))
  const elsewhere = stage === 'production' || stage === 'staging' || command.args.some(({ known }) => isRemote(known))
  const forced = command.args.some(({ known }) => INTENSE.test(known) || UNASKED.test(known))
  const told = elsewhere || mass || (forced && task.words.some((word) => PEOPLE.test(word)))
  if (!told) return
  const nature = task.words.some((word) => CHARGES.test(word)) ? 'payment' : 'message'
  const verb = task.words.map((word) => meaningOf(word)).find((meaning) => meaning !== undefined)
  const removes = verb?.act === 'destroy' || verb?.act === 'remove'
  if (!removes && (nature === 'payment' || task.words.some((word) => SENDS.test(word)))) {
    const target = sentTo(command, task)
    scribe.effect({ kind: 'external-write', service: task.name, nature, target, certainty: 'likely' })
    return
  }
  if (!removes || task.words.some((word) => REBUILT.test(word))) return
  scribe.effect({
    kind: 'resource-change',
    system: task.name,
    verb: verb.change === 'purge' ? 'purge' : 'delete',
    target: [task.name, ...task.objects.map(shown)].join(' ').slice(0, 120),
    targets: targetsOf(task, mass),
    mass,
    stage,
    family: 'other',
    certainty: 'likely',
  })
}

function taskIn({ name = '', args }: Command): Task | undefined {
  if (/test|spec|lint/i.test(programName(name))) return undefined
  const operands = args.filter(({ known }) => !known.startsWith('-') && !/^\w+=/.test(known))
  for (const [at, { known }] of operands.slice(0, FIRST).entries()) {
    if (isFile(known) || RUNS.test(known) || known.includes('/')) continue
    // `install send-mail`, `test delete_users`: what follows is no task.
    if (meaningOf(known) !== undefined) return undefined
    if (!COMPOUND.test(known) || known.length > 60) continue
    const words = wordsOf(known)
    const tries = words.some((word) => {
      const act = meaningOf(word)?.act
      return ONLY_TRIES.test(word) || ((act === 'read' || act === 'work') && !SENDS.test(word))
    })
    if (tries) return undefined
    const objects = operands.slice(at + 1).filter((word) => stageOfName(word.known) !== 'production')
    return { name: known, words, objects }
  }
  return undefined
}

function sentTo({ args }: Command, { objects }: Task): string {
  const many = args.find(({ known }) => MASS.test(known))
  return many ? shown(many).replace(/^.*=|^-+/, '') : objects.map(shown).join(', ').slice(0, 120)
}

function targetsOf({ name, words, objects }: Task, mass: boolean): readonly Target[] {
  const type = words.filter((word) => meaningOf(word) === undefined).at(-1) ?? ''
  if (objects.length === 0)
    return [{ kind: 'resource', system: name, type: '', name: type, amount: mass ? 'all' : 'one' }]
  return objects.map((word) => {
    const text = shown(word)
    return { kind: 'resource', system: name, type, name: text, amount: mass ? 'several' : amountOf(text) }
  })
}
