import { programName } from '../../base-name.ts'
import type { Certainty } from '../../effects.ts'
import type { PathUse } from '../../paths.ts'
import type { Target } from '../../target.ts'
import type { Command, Word } from '../../words.ts'
import { picksOneField } from '../../xpath.ts'
import { reads, writes } from '../files/touching.ts'
import { fileSource } from '../network/data.ts'
import type { Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { freeWords, knownIn, like, unlike } from '../unlisted/shapes.ts'
import type { FormAct } from './deeds.ts'
import type { FormCall, ResourceFamily, Spec } from './form.ts'
import { memberTargets, resourceTargets, rightTargets } from './resource-targets.ts'
import { type LooseWords, shown } from './words.ts'

export function stateAct(act: FormAct, call: FormCall): Standing {
  switch (act.is) {
    case 'shows':
      return 'proven'
    case 'read':
      return 'expected'
    case 'local':
      return 'plain'
    case 'unread':
      return 'unknown'
    case 'reads':
    case 'lists':
    case 'writes':
    case 'deletes':
    case 'wipes':
    case 'sends':
    case 'runs':
    case 'runs-shell':
      return stateWords(act.is, chosen(act.what, call), call)
    default:
      stateEffect(act, call)
      return 'plain'
  }
}

type Quiet = Extract<FormAct, { readonly is: 'shows' | 'read' | 'local' | 'unread' }>

function stateEffect(act: Exclude<FormAct, Quiet | { readonly is: Handling }>, call: FormCall): void {
  const { spec, loose, command, stage } = call
  const system = systemOf(call)
  const given = spec.target ?? (spec.machine ? '$*' : undefined)
  const named = given === undefined ? undefined : filled(given, call)
  const line = named ?? loose.path.slice(0, 160)
  const scribe = act.certainty === 'certain' ? call.scribe : lessSure(act.certainty, call.scribe)
  switch (act.is) {
    case 'change': {
      const mass = act.mass ?? (!spec.machine && isMass(loose))
      scribe.effect({
        kind: 'resource-change',
        system,
        verb: act.verb,
        target: named ?? targetOf(loose),
        ...(named === undefined && { targets: resourceTargets(loose, { system, mass }) }),
        mass,
        stage,
        family: act.family ?? familyOf(spec, loose),
        // What is done to all there are is done to more than this session made.
        ...(mass && act.verb === 'delete' && { certainty: 'certain' }),
      })
      break
    }
    case 'deploy':
      scribe.effect({
        kind: 'deploy',
        service: system,
        stage: act.stage ?? stage,
        targets: resourceTargets(loose, { system, mass: isMass(loose) }),
      })
      break
    case 'secret':
      scribe.effect({
        kind: 'expose-secret',
        source: { kind: 'secret-store', store: act.where ?? system },
        sink: command.stdout === 'file' ? 'file' : 'output',
      })
      break
    case 'grant': {
      const all = !spec.machine && isForAll(command)
      const what = filled(act.what, call)
      const members = what === 'group membership' ? memberTargets(loose) : []
      const targets = members.length > 0 ? members : named === undefined ? rightTargets(loose, all) : undefined
      scribe.effect({
        kind: 'grant',
        what,
        to: all ? 'everyone' : line || system,
        reach: spec.machine ? 'machine' : 'remote',
        ...(targets && { targets }),
      })
      break
    }
    case 'weaken':
      scribe.effect({
        kind: 'weaken',
        area: act.area,
        feature: filled(act.feature, call),
        ...(named === undefined && { targets: matchedBy(resourceTargets(loose, { system, mass: isMass(loose) })) }),
      })
      break
    case 'shell':
      scribe.effect({ kind: 'remote-exec', host: system, writes: 'unknown' })
      break
    case 'listen':
      scribe.effect({ kind: 'listen', reach: act.reach, executes: act.executes })
      break
    case 'external': {
      const target = act.nature === 'message' ? recipientOf(command) : line
      scribe.effect({ kind: 'external-write', service: system, nature: act.nature, target })
      break
    }
    case 'sql':
      scribe.effect({
        kind: 'database-change',
        engine: system,
        statement: act.statement,
        unbounded: act.statement !== 'other',
        reach: stage === 'development' || spec.machine ? 'local-server' : 'remote',
        target: line,
        // What the tool builds anew from the project's files.
        certainty: call.here ? 'possible' : 'certain',
      })
      break
    case 'publish':
    case 'unpublish':
      scribe.effect({ kind: 'publish', registry: act.where ?? system, what: line, removes: act.is === 'unpublish' })
      break
    case 'observe':
      scribe.effect({ kind: 'observe', what: act.what })
      break
    case 'exhausts':
      scribe.effect({ kind: 'exhaust', what: act.what })
      break
    case 'persist':
      scribe.effect({ kind: 'persist', mechanism: act.mechanism, target: filled(act.target, call) })
      break
    case 'service':
      scribe.effect({ kind: 'service-control', service: filled(act.service, call), verb: act.verb })
      break
  }
}

type Handling = Extract<
  FormAct,
  { readonly what: string; readonly is: `r${string}` | 'lists' | 'writes' | 'deletes' | 'wipes' | 'sends' }
>['is']

function stateWords(is: Handling, words: readonly Word[], call: FormCall): Standing {
  const { scribe, command } = call
  const name = command.name ?? ''
  if (is === 'sends') return stateSending(words, call)
  if (is === 'writes') {
    const here = weakest(...words.map((word) => writes(word, 'overwrite', scribe)))
    return call.spec.machine ? here : 'plain'
  }
  if (is === 'reads' || is === 'lists') {
    // Of one field that is called after no secret, nothing else is seen.
    const little = is === 'lists' || picksOneField(knownIn(command.args))
    const here = reads(words, scribe, little)
    return call.spec.machine ? here : 'expected'
  }
  if (is === 'runs') return words.length > 0 ? scribe.runs(wholeCommand(words, call), name) : 'plain'
  for (const word of words) {
    switch (is) {
      case 'deletes':
        scribe.effect({ kind: 'delete-path', path: scribe.path(word), recursive: false, wipe: false })
        break
      case 'wipes':
        scribe.effect({ kind: 'delete-path', path: volume(word, scribe), recursive: true, wipe: true })
        break
      case 'runs-shell':
        scribe.runsShell(word, name)
    }
  }
  return 'plain'
}

/** The command that begins with these words, with the options that are its own. */
function wholeCommand(words: readonly Word[], { rest, command: { args } }: FormCall): readonly Word[] {
  const [first] = words
  const from = words === rest && first ? args.indexOf(first) : -1
  return from < 0 ? words : args.slice(from)
}

function stateSending(words: readonly Word[], call: FormCall): Standing {
  const payload = words.map((word) => fileSource(word, call.scribe))
  if (payload.length > 0) call.scribe.effect({ kind: 'send-data', host: systemOf(call), channel: 'other', payload })
  return 'plain'
}

function volume(word: Word, scribe: Scribe): PathUse {
  return /^[/~.]/.test(word.known) ? scribe.path(word) : scribe.pathOf(`/dev/${shown(word)}`)
}

/** `$2`, `$-1`, `$*`, `$--name`. */
function chosen(reference: string, { rest, loose }: FormCall): readonly Word[] {
  const name = reference.slice(1)
  if (name === '*') return rest
  const at = /^-?\d+$/.test(name) ? Number(name) : undefined
  if (at === undefined) return loose.values(...name.split('|'))
  const word = rest.at(at > 0 ? at - 1 : at)
  return word ? [word] : []
}

function filled(text: string, call: FormCall): string {
  if (!text.includes('$')) return text
  for (const each of text.split(' or ')) {
    const said = each.replace(REFERENCE, (reference) => chosen(reference, call).map(shown).join(' ')).trim()
    if (said !== '') return said.slice(0, 200)
  }
  return ''
}

const REFERENCE = /\$(?:\*|-?\d+|--?[\w-]+(?:\|--?[\w-]+)*)/g

function lessSure(certainty: Certainty, scribe: Scribe): Scribe {
  return { ...scribe, effect: (draft) => scribe.effect({ certainty, ...draft }) }
}

export function systemOf({ spec: { system }, command: { name = '' } }: Pick<FormCall, 'spec' | 'command'>): string {
  return system ?? programName(name)
}

function familyOf({ family = 'other', families }: Spec, loose: LooseWords): ResourceFamily {
  const service = loose.operands[0]?.known ?? ''
  const found = Object.entries(families ?? {}).find(([, services]) => services?.split(' ').includes(service))
  return found ? (found[0] as ResourceFamily) : family
}

const TO = /^--?(?:to|t|channel|c|recipient|user|u|room|chat|topic)$/

/** Who gets a message: whom an option or a sign names; else every word that may be a name, and the program that knows the rest. */
function recipientOf({ args, name = '' }: Command): string {
  const given = args.flatMap(({ known }, at) => {
    const [, option = args[at - 1]?.known ?? '', value = known] = /^(--?[\w-]+)=(.+)$/s.exec(known) ?? []
    return TO.test(option) && !value.startsWith('-') ? [value] : []
  })
  const words = freeWords(args).map(shown)
  const after = words.slice(MESSAGES.test(words[0] ?? '') ? 1 : 0).filter(unlike(/\s/))
  const signed = after.filter(like(/^[#@+]|@\w/))
  if (given.length + signed.length > 0) return [...given, ...signed].join(', ')
  return [programName(name), ...after].join(', ')
}

const MESSAGES = /^(?:post|send|publish|pub|message|chat|dm|notify|toot|tweet|reply|sms|alert)\b/

/** `alertname=DiskFull`. */
function matchedBy(targets: readonly Target[]): readonly Target[] {
  return targets.map((target) =>
    target.kind === 'resource' ? { ...target, name: target.name.replace(/^\w+=~?["']?([^"']*)["']?$/, '$1') } : target,
  )
}

const FOR_ALL =
  /(?:^|[=:,])(?:allUsers|allAuthenticatedUsers|public-read(?:-write)?|all|\*|0\.0\.0\.0\/0|::\/0|everyone)(?:[:,]|$)/i

function isForAll({ args }: Command): boolean {
  return args.some(like(FOR_ALL))
}

function targetOf(loose: LooseWords): string {
  const ids = [...loose.options].filter(
    ([name, value]) =>
      value !== undefined &&
      /name|id|arn|bucket|stack|cluster|queue|topic|table|group|app|project|resource|instance|url/i.test(name),
  )
  return [loose.path, ...ids.map(([name, value]) => `${name}=${value ? shown(value) : ''}`)].join(' ').slice(0, 200)
}

const MASS = /(?:^| )(?:\S*[*]\S*|all)(?: |$)/

function isMass(loose: LooseWords): boolean {
  // With a value of its own the letter is for something else: `-r 24h`.
  const recursive = ['-r', '-R'].some((name) => loose.given.get(name)?.includes(undefined) === true)
  return recursive || loose.has('--all', '-A', '--recursive', '--delete', '--all-namespaces') || MASS.test(loose.path)
}
