import type { Certainty } from '../effects.ts'
import { freeWords, knownTexts, matching, notMatching } from '../generic/word-shapes.ts'
import type { PathUse } from '../paths/paths.ts'
import type { Target } from '../target.ts'
import { selectsOneField } from '../text/xpath.ts'
import type { Command, Word } from '../words.ts'
import { programName } from './base-name.ts'
import { readFileSource } from './data-sources.ts'
import type { ParsedEffect } from './effect-syntax.ts'
import { recordReads, recordWrite } from './file-tool.ts'
import { weakestGrade } from './grade.ts'
import { displayText, type LooseWords } from './loose-words.ts'
import type { CommandGrade, EffectRecorder } from './program.ts'
import { parseMemberTargets, parseResourceTargets, parseRightTargets } from './resource-targets.ts'
import type { ProgramSpec, ResourceFamily, SpecCall } from './spec.ts'

export function recordParsedEffect(act: ParsedEffect, call: SpecCall): CommandGrade {
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
      return recordWordEffects(act.is, resolveReference(act.what, call), call)
    default:
      recordEffect(act, call)
      return 'plain'
  }
}

type HarmlessEffect = Extract<ParsedEffect, { readonly is: 'shows' | 'read' | 'local' | 'unread' }>

function recordEffect(
  act: Exclude<ParsedEffect, HarmlessEffect | { readonly is: WordEffectKind }>,
  call: SpecCall,
): void {
  const { spec, loose, command, environment } = call
  const system = systemOf(call)
  const given = spec.target ?? (spec.machine ? '$*' : undefined)
  const named = given === undefined ? undefined : fillTemplate(given, call)
  const line = named ?? loose.path.slice(0, 160)
  const recorder = act.certainty === 'certain' ? call.recorder : withCertainty(act.certainty, call.recorder)
  switch (act.is) {
    case 'change': {
      const mass = act.mass ?? (!spec.machine && isMassOperation(loose))
      recorder.effect({
        kind: 'resource-change',
        system,
        verb: act.verb,
        target: named ?? changeTargetText(loose),
        ...(named === undefined && { targets: parseResourceTargets(loose, { system, mass }) }),
        mass,
        environment,
        family: act.family ?? resourceFamilyOf(spec, loose),
        // What is done to all there are is done to more than this session made.
        ...(mass && act.verb === 'delete' && { certainty: 'certain' }),
      })
      break
    }
    case 'deploy':
      recorder.effect({
        kind: 'deploy',
        service: system,
        environment: act.environment ?? environment,
        targets: parseResourceTargets(loose, { system, mass: isMassOperation(loose) }),
      })
      break
    case 'secret':
      recorder.effect({
        kind: 'expose-secret',
        source: { kind: 'secret-store', store: act.where ?? system },
        sink: command.stdout === 'file' ? 'file' : 'output',
      })
      break
    case 'grant': {
      const all = !spec.machine && isGrantedToEveryone(command)
      const what = fillTemplate(act.what, call)
      const members = what === 'group membership' ? parseMemberTargets(loose) : []
      const targets = members.length > 0 ? members : named === undefined ? parseRightTargets(loose, all) : undefined
      recorder.effect({
        kind: 'grant',
        what,
        to: all ? 'everyone' : line || system,
        reach: spec.machine ? 'machine' : 'remote',
        ...(targets && { targets }),
      })
      break
    }
    case 'weaken':
      recorder.effect({
        kind: 'weaken',
        area: act.area,
        feature: fillTemplate(act.feature, call),
        ...(named === undefined && {
          targets: unwrapLabelMatchers(parseResourceTargets(loose, { system, mass: isMassOperation(loose) })),
        }),
      })
      break
    case 'shell':
      recorder.effect({ kind: 'remote-exec', host: system, writes: 'unknown' })
      break
    case 'listen':
      recorder.effect({ kind: 'listen', reach: act.reach, executes: act.executes })
      break
    case 'external': {
      const target = act.nature === 'message' ? messageRecipient(command) : line
      recorder.effect({ kind: 'external-write', service: system, nature: act.nature, target })
      break
    }
    case 'sql':
      recorder.effect({
        kind: 'database-change',
        engine: system,
        statement: act.statement,
        unbounded: act.statement !== 'other',
        reach: environment === 'development' || spec.machine ? 'local-server' : 'remote',
        target: line,
        // What the tool builds anew from the project's files.
        certainty: call.here ? 'possible' : 'certain',
      })
      break
    case 'publish':
    case 'unpublish':
      recorder.effect({ kind: 'publish', registry: act.where ?? system, what: line, removes: act.is === 'unpublish' })
      break
    case 'observe':
      recorder.effect({ kind: 'observe', what: act.what })
      break
    case 'exhausts':
      recorder.effect({ kind: 'exhaust', what: act.what })
      break
    case 'persist':
      recorder.effect({ kind: 'persist', mechanism: act.mechanism, target: fillTemplate(act.target, call) })
      break
    case 'service':
      recorder.effect({ kind: 'service-control', service: fillTemplate(act.service, call), verb: act.verb })
      break
  }
}

type WordEffectKind = Extract<
  ParsedEffect,
  { readonly what: string; readonly is: `r${string}` | 'lists' | 'writes' | 'deletes' | 'wipes' | 'sends' }
>['is']

function recordWordEffects(is: WordEffectKind, words: readonly Word[], call: SpecCall): CommandGrade {
  const { recorder, command } = call
  const name = command.name ?? ''
  if (is === 'sends') return recordSentFiles(words, call)
  if (is === 'writes') {
    const here = weakestGrade(...words.map((word) => recordWrite(word, 'overwrite', recorder)))
    return call.spec.machine ? here : 'plain'
  }
  if (is === 'reads' || is === 'lists') {
    // Of one field that is called after no secret, nothing else is seen.
    const little = is === 'lists' || selectsOneField(knownTexts(command.args))
    const here = recordReads(words, recorder, little)
    return call.spec.machine ? here : 'expected'
  }
  if (is === 'runs') return words.length > 0 ? recorder.runs(commandFromWords(words, call), name) : 'plain'
  for (const word of words) {
    switch (is) {
      case 'deletes':
        recorder.effect({ kind: 'delete-path', path: recorder.path(word), recursive: false, wipe: false })
        break
      case 'wipes':
        recorder.effect({ kind: 'delete-path', path: volumePath(word, recorder), recursive: true, wipe: true })
        break
      case 'runs-shell':
        recorder.runsShell(word, name)
    }
  }
  return 'plain'
}

/** The command that begins with these words, with the options that are its own. */
function commandFromWords(words: readonly Word[], { rest, command: { args } }: SpecCall): readonly Word[] {
  const [first] = words
  const from = words === rest && first ? args.indexOf(first) : -1
  return from < 0 ? words : args.slice(from)
}

function recordSentFiles(words: readonly Word[], call: SpecCall): CommandGrade {
  const payload = words.map((word) => readFileSource(word, call.recorder))
  if (payload.length > 0) call.recorder.effect({ kind: 'send-data', host: systemOf(call), channel: 'other', payload })
  return 'plain'
}

function volumePath(word: Word, recorder: EffectRecorder): PathUse {
  return /^[/~.]/.test(word.known) ? recorder.path(word) : recorder.pathOf(`/dev/${displayText(word)}`)
}

/** `$2`, `$-1`, `$*`, `$--name`. */
function resolveReference(reference: string, { rest, loose }: SpecCall): readonly Word[] {
  const name = reference.slice(1)
  if (name === '*') return rest
  const at = /^-?\d+$/.test(name) ? Number(name) : undefined
  if (at === undefined) return loose.values(...name.split('|'))
  const word = rest.at(at > 0 ? at - 1 : at)
  return word ? [word] : []
}

function fillTemplate(text: string, call: SpecCall): string {
  if (!text.includes('$')) return text
  for (const each of text.split(' or ')) {
    const said = each
      .replace(WORD_REFERENCE, (reference) => resolveReference(reference, call).map(displayText).join(' '))
      .trim()
    if (said !== '') return said.slice(0, 200)
  }
  return ''
}

const WORD_REFERENCE = /\$(?:\*|-?\d+|--?[\w-]+(?:\|--?[\w-]+)*)/g

function withCertainty(certainty: Certainty, recorder: EffectRecorder): EffectRecorder {
  return { ...recorder, effect: (draft) => recorder.effect({ certainty, ...draft }) }
}

export function systemOf({ spec: { system }, command: { name = '' } }: Pick<SpecCall, 'spec' | 'command'>): string {
  return system ?? programName(name)
}

function resourceFamilyOf({ family = 'other', families }: ProgramSpec, loose: LooseWords): ResourceFamily {
  const service = loose.operands[0]?.known ?? ''
  const found = Object.entries(families ?? {}).find(([, services]) => services?.split(' ').includes(service))
  return found ? (found[0] as ResourceFamily) : family
}

const RECIPIENT_OPTION = /^--?(?:to|t|channel|c|recipient|user|u|room|chat|topic)$/

/** Who gets a message: whom an option or a sign names; else every word that may be a name, and the program that knows the rest. */
function messageRecipient({ args, name = '' }: Command): string {
  const given = args.flatMap(({ known }, at) => {
    const [, option = args[at - 1]?.known ?? '', value = known] = /^(--?[\w-]+)=(.+)$/s.exec(known) ?? []
    return RECIPIENT_OPTION.test(option) && !value.startsWith('-') ? [value] : []
  })
  const words = freeWords(args).map(displayText)
  const after = words.slice(MESSAGE_VERB.test(words[0] ?? '') ? 1 : 0).filter(notMatching(/\s/))
  const signed = after.filter(matching(/^[#@+]|@\w/))
  if (given.length + signed.length > 0) return [...given, ...signed].join(', ')
  return [programName(name), ...after].join(', ')
}

const MESSAGE_VERB = /^(?:post|send|publish|pub|message|chat|dm|notify|toot|tweet|reply|sms|alert)\b/

/** `alertname=DiskFull`. */
function unwrapLabelMatchers(targets: readonly Target[]): readonly Target[] {
  return targets.map((target) =>
    target.kind === 'resource' ? { ...target, name: target.name.replace(/^\w+=~?["']?([^"']*)["']?$/, '$1') } : target,
  )
}

const PUBLIC_PRINCIPAL =
  /(?:^|[=:,])(?:allUsers|allAuthenticatedUsers|public-read(?:-write)?|all|\*|0\.0\.0\.0\/0|::\/0|everyone)(?:[:,]|$)/i

function isGrantedToEveryone({ args }: Command): boolean {
  return args.some(matching(PUBLIC_PRINCIPAL))
}

function changeTargetText(loose: LooseWords): string {
  const ids = [...loose.options].filter(
    ([name, value]) =>
      value !== undefined &&
      /name|id|arn|bucket|stack|cluster|queue|topic|table|group|app|project|resource|instance|url/i.test(name),
  )
  return [loose.path, ...ids.map(([name, value]) => `${name}=${value ? displayText(value) : ''}`)]
    .join(' ')
    .slice(0, 200)
}

const MASS_WORD = /(?:^| )(?:\S*[*]\S*|all)(?: |$)/

function isMassOperation(loose: LooseWords): boolean {
  // With a value of its own the letter is for something else: `-r 24h`.
  const recursive = ['-r', '-R'].some((name) => loose.given.get(name)?.includes(undefined) === true)
  return (
    recursive || loose.has('--all', '-A', '--recursive', '--delete', '--all-namespaces') || MASS_WORD.test(loose.path)
  )
}
