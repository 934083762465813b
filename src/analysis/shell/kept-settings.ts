import { baseOf } from '../base-name.ts'
import type { EffectDraft } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { reachesOut } from '../files/candidate.ts'
import { isRaised } from '../layers.ts'
import { namesShelf, namesSource, namesWholeSource, strangenessOf } from '../package-sources.ts'
import { familyFor } from '../programs/registry.ts'
import { like } from '../programs/unlisted/shapes.ts'
import { loadsCode, optionSays } from '../role-words.ts'
import { isHiddenAway, isOwnCode, namesProgram, namesStore } from '../running-keys.ts'
import { meansEverything, trusting, trustsEverything } from '../trust-lists.ts'
import { wordsOf } from '../verbs.ts'
import { hasAny, signsIn } from '../word-signs.ts'
import type { Command } from '../words.ts'
import type { Slot } from './slots.ts'

const KEEPS =
  /^(?:\w*conf|\w*config\d?|configs|configure|configuration|settings?|set|setenv|setx|preferences?|prefs|defaults|alias|aliases|vars|variables|env|propert(?:y|ies)|profile|credentials?|option|options)$/
const ONLY_ASKS = /^(?:get|list|ls|show|unset|remove|rm|delete|view|path|validate|check|reset|help|diff|dump)$/
const ALIAS = /^alias(?:es)?$/
const FIRST = 4
const SETS = /^(?:set|write|config)(?:$|-)/
const SETS_OR_CALLS = /^(?:set|write|config|alias)(?:$|-)/

export function mayKeep(word: string): boolean {
  return INTO.test(word) || wordsOf(word).some(like(KEEPS))
}

export interface SettingLine {
  readonly command: Command
  readonly slots: readonly Slot[]
  readonly options: readonly string[]
  readonly operands: readonly string[]
}

/** A setting that outlasts the call, whose value is run or loaded, is given somebody's own code. */
export function keptProgram(line: SettingLine): EffectDraft | undefined {
  const { command, operands, options } = line
  const name = baseOf(command)
  // Git's own settings have a reader; a shell's words are its script.
  if (name === 'git' || /^(?:shell|interpreters|files)$/.test(familyFor(name) ?? '')) return undefined
  const registered = isRaised(command) ? registeredProgram(line) : undefined
  const verbs = operands.slice(0, FIRST).filter(like(/^[a-z][\w:-]{0,40}$/i))
  // In a store of keys an alias is what a key is called.
  const ofKeys = options.some(like(/^(?:dest|src)?key-?store$/))
  const flags = options.filter((option) => (ofKeys ? SETS : SETS_OR_CALLS).test(option))
  const said = [...verbs, ...flags, name].flatMap(wordsOf)
  // What is kept as a secret is read, never run.
  if (verbs.some((verb) => ONLY_ASKS.test(verb) || verb.includes('secret'))) return registered
  if (!said.some(like(KEEPS)) || runsNow(verbs)) return registered
  const key = (said.some(like(ALIAS)) ? aliasOf(line) : keyOf(line)) ?? hookOf(line, said)
  return key === undefined ? registered : lasting(`${name} ${key}`)
}

function lasting(target: string): EffectDraft {
  return { kind: 'persist', mechanism: 'other', target: target.slice(0, 120), certainty: 'likely' }
}

/** A hidden file among temporary ones is named, not to be written: what stands in it is run or believed. */
export function hiddenPointer({ command, slots }: SettingLine, { session }: Facts): EffectDraft | undefined {
  if (!hasAny(signsIn(command.args), '/')) return undefined
  for (const { name = '', word } of slots) {
    const [, key = '', value = word.known] = /^([A-Za-z][\w.-]{1,60})=(.+)$/s.exec(word.known) ?? []
    if (name.length < 3 || !isHiddenAway(value) || session.written.has(value)) continue
    if (
      [name, key].some(
        (each) => namesStore(each) || optionSays(each) === 'write' || /dir(?:ectory)?$|root$|home$/i.test(each),
      )
    )
      continue
    if (key !== '') return lasting(`${baseOf(command)} ${key}`)
    if (wordsOf(name).some(loadsCode))
      return {
        kind: 'run-code',
        language: 'other',
        origin: 'dynamic',
        read: false,
        host: undefined,
        certainty: 'likely',
      }
  }
  return undefined
}

const IDENTITY =
  /(?:^|[-_.:/])(?:role|role[-_]?arn|assume[-_]?role|impersonat\w*|source[-_]profile|credentials?|credential[-_](?:process|source)|(?:secret[-_])?access[-_]?key(?:[-_]\w+)?|service[-_]account|web[-_]identity\w*|client[-_]secret)$/i
const INTO = /^(?:configure|config|profiles?|credentials?|auth|contexts?)$/
const PUTS = /^(?:set|put|add|create|import|set-credentials|update|write)$/

/** As whom this person acts elsewhere, set for good: `configure set role_arn …`, `config set-credentials …`. */
export function keptIdentity({ command, slots, operands }: SettingLine): EffectDraft | undefined {
  const family = familyFor(baseOf(command))
  if (family !== undefined && family !== 'cloud' && family !== 'hosting' && family !== 'system') return undefined
  const verbs = operands.slice(0, FIRST)
  const at = verbs.findIndex(like(INTO))
  const put = verbs.slice(at + 1).find(like(PUTS))
  if (at < 0 || put === undefined) return undefined
  const keys = slots.map(({ name, word }) => name ?? word.known)
  const key = put === 'set-credentials' ? put : keys.find((each) => each.length < 60 && IDENTITY.test(each))
  if (key === undefined) return undefined
  const system = baseOf(command)
  return {
    kind: 'resource-change',
    system,
    verb: 'update',
    target: key,
    targets: [{ kind: 'resource', system, type: 'identity', name: key, amount: 'one' }],
    mass: false,
    stage: 'unknown',
    family: 'identity',
    certainty: 'likely',
  }
}

/** `run --set …`, `exec --env …`. */
function runsNow([first = '']: readonly string[]): boolean {
  return /^(?:run|exec|test|build|start|up|install|upgrade|template|create|deploy|apply|plan|dev|serve)$/.test(first)
}

/** The name of a setting that runs its value: an option, `key=value`, or a word with its value after it. */
function keyOf({ slots }: SettingLine): string | undefined {
  const words = slots.map(({ word }) => word.known)
  for (const [at, { name, word, kind }] of slots.entries()) {
    const inner = /^([A-Za-z][\w.:-]{1,80})=(.{1,4000})$/s.exec(word.known)
    if (inner && runsOwn(inner[1] ?? '', inner[2] ?? '')) return inner[1]
    if (name !== undefined && name.length > 2 && kind !== 'operand' && runsOwn(name, word.known)) return name
    const value = words[at + 1]
    if (value !== undefined && runsOwn(word.known, value)) return word.known
    if (isHiddenAway(word.known) && !namesStore(name ?? words[at - 1] ?? '')) return name ?? word.known
  }
  return undefined
}

const CALLED = /^(?:scripts|tasks|commands)\.(?!pre|post|install|uninstall|prepare|prepublish|prepack|dependencies)/

/** A setting runs its value, which is somebody's own code. What stands in a table of commands is judged by what it does. */
function runsOwn(key: string, value: string): boolean {
  return namesProgram(key) && isOwnCode(value) && (!CALLED.test(key) || reachesOut(value))
}

const LENGTHENS = /^(?:add|append|put|register|install|allow|propset|update|tap)$/

export function widenedList(line: SettingLine): EffectDraft | undefined {
  const { command, slots, operands, options } = line
  const name = baseOf(command)
  if (operands.slice(0, FIRST).some(like(ONLY_ASKS))) return undefined
  // `trust --all`: the verb and its amount.
  if (operands.slice(0, 3).includes('trust') && options.some(like(/^(?:all|everything)$/)))
    return trusting(`${name} trust`)
  if (!slots.some(({ word }) => meansEverything(word.known.slice(word.known.indexOf('=') + 1)))) return undefined
  if (!saidBy(line).some(like(KEEPS, LENGTHENS))) return undefined
  const first = operands
    .filter(like(/^[a-z][\w-]*$/i))
    .slice(0, 2)
    .join('.')
  const found = slots.some(({ name: key, word }, at) => {
    const inner = /^([A-Za-z][\w.:-]{1,80})=(.{1,20})$/.exec(word.known)
    if (inner) return trustsEverything(inner[1] ?? '', inner[2] ?? '')
    if (word.known.length > 20) return false
    return [key, slots[at - 1]?.word.known, first].some(
      (each) => each !== undefined && trustsEverything(each, word.known),
    )
  })
  return found ? trusting(name) : undefined
}

/** Packages are to come from a place that anyone can change, or all of them from one that nobody knows. */
export function strangeSource(line: SettingLine, facts: Facts): EffectDraft | undefined {
  const { command, slots, operands, options } = line
  if (!hasAny(signsIn(command.args), ':')) return undefined
  const name = baseOf(command)
  const said = saidBy(line)
  const asked = said.some(like(KEEPS, LENGTHENS)) || options.includes('a')
  if (!asked || operands.slice(0, FIRST).some(like(ONLY_ASKS))) return undefined
  if (!slots.some(({ word }) => word.known.includes('://'))) return undefined
  const keys = slots.flatMap(({ name: key, word }) =>
    wordsOf(`${key ?? ''} ${/[/\\]/.test(word.known) ? '' : word.known}`),
  )
  const words = [...said, ...keys, ...slots.flatMap(({ word }) => wordsOf(/^[\w.[\]-]+/.exec(word.known)?.[0] ?? ''))]
  const named = namesSource(words)
  const addresses = slots.flatMap(({ word }) => word.known.match(/https?:\/\/[^\s"',]+/gi) ?? [])
  const found = addresses.find((address) => {
    if (!named && !namesShelf(words, address)) return false
    const strange = strangenessOf(address, facts)
    return strange === 'open' || (strange === 'unknown' && namesWholeSource(words))
  })
  return found === undefined
    ? undefined
    : {
        kind: 'install',
        manager: name,
        packages: [found],
        origin: 'other-registry',
        scope: 'project',
        certainty: 'likely',
      }
}

const FETCHERS: ReadonlySet<string> = new Set('go cargo rustup brew gradle mvn sbt mix dotnet nuget'.split(' '))
/** `HTTPS_PROXY`: how the network is reached, and nothing that hands out packages. */
const NETWORK_PROXY = /^(?:https?|all|no|ftp|socks5?|rsync)_proxy$/i

/** `GOPROXY=address go build`: for this one call packages come from a place that nobody knows. */
export function givenSource({ command }: SettingLine, facts: Facts): EffectDraft | undefined {
  const manager = baseOf(command)
  if (familyFor(manager) !== 'packages' && !FETCHERS.has(manager)) return undefined
  for (const { name, value } of command.assignments) {
    if (NETWORK_PROXY.test(name) || !namesWholeSource(wordsOf(name))) continue
    const address = value.known.match(/https?:\/\/[^\s"',|]+/gi)?.find((each) => strangenessOf(each, facts))
    if (address !== undefined)
      return {
        kind: 'install',
        manager,
        packages: [address],
        origin: 'other-registry',
        scope: 'project',
        certainty: 'likely',
      }
  }
  return undefined
}

function saidBy({ command, operands, options }: SettingLine): readonly string[] {
  const verbs = operands.slice(0, FIRST).filter(like(/^[a-z][\w.:-]{0,40}$/i))
  const flags = options.filter(like(/^(?:set|write|config|alias|add)(?:$|-)/))
  return [...verbs, ...flags, baseOf(command)].flatMap(wordsOf)
}

/** The last word of an alias is what it stands for; its own commands are no code. */
function aliasOf({ slots }: SettingLine): string | undefined {
  const last = slots.at(-1)?.word.known ?? ''
  return slots.length > 1 && isOwnCode(last.replace(/^[\w.-]+=/, '')) ? 'alias' : undefined
}

const RUNS_IT = /^(?:run(?:-shell)?|exec(?:ute)?|shell|spawn|system|call)(?:\s+-\w+)*\s+/

/** `set-hook event 'run-shell "sh x"'`. */
function hookOf({ slots }: SettingLine, said: readonly string[]): string | undefined {
  if (!said.some(like(/^hooks?$/))) return undefined
  return slots.some(({ word }) => isOwnCode(word.known.replace(RUNS_IT, ''))) ? 'hook' : undefined
}

/** A program of the project or the home that the machine is told of: `--install name /home/…`, `register /home/…`. */
function registeredProgram({ command, slots, operands, options }: SettingLine): EffectDraft | undefined {
  const asked = [...options, ...operands.slice(0, 2)].some(like(/^(?:install|register|add|set|enable|import)$/))
  if (
    !asked ||
    !/^(?:update|alternatives|register|binfmt\w*)|(?:conf|binfmts?|alternatives|register)$/.test(baseOf(command))
  )
    return undefined
  const given = slots.find(({ word }) => /^(?:\/(?:home|root|Users|tmp|var\/tmp)\/|~\/|\.{1,2}\/)\S*$/.test(word.known))
  return given && lasting(`${baseOf(command)} ${given.word.known}`)
}

const TIMES =
  /^(?:(?:[\d*,/-]+\s+){4}[\w*,/-]+|@(?:reboot|hourly|daily|weekly|monthly|yearly|midnight|every\s.{1,20}))$/
const WHEN = /^(?:cron|schedule|every|interval|on-calendar|at-time|crontab)$/
const ARRANGES = /^(?:add|create|new|schedule|register|set|put|enqueue|install|submit)$/

export function scheduledJob({ command, slots, operands }: SettingLine): EffectDraft | undefined {
  const [first = '', second = '', third = ''] = operands.filter(like(/^[a-z][\w:-]{0,40}$/i))
  const adds = [first, second, third].flatMap(wordsOf).some(like(ARRANGES))
  const timed = slots.some(({ name, word }) => TIMES.test(word.known) || (name !== undefined && WHEN.test(name)))
  if (!adds || !timed || !slots.some(({ word }) => isOwnCode(word.known))) return undefined
  const target = `${baseOf(command)} ${[first, second].join(' ')}`.trim()
  return { kind: 'persist', mechanism: 'cron', target, certainty: 'likely' }
}
