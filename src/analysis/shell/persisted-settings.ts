import { isCodeLoadingWord, optionRole } from '../../knowledge/lexicon/role-words.ts'
import { meansEverything, trustEverythingEffect, trustsEverything } from '../../knowledge/lexicon/trust-lists.ts'
import { VERBS, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { EffectDraft } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { hasOutsideReference } from '../files/command-candidates.ts'
import { isHiddenTempProgram, isProgramKey, isProjectCode, isStoreKey } from '../flow/program-keys.ts'
import { isAmong, matching } from '../generic/word-shapes.ts'
import { commandBaseName } from '../interpret/base-name.ts'
import { familyFor } from '../interpret/registry.ts'
import { classifySource, isSourceKey, isWholeSourceKey, namesPackageIndex } from '../remote/package-sources.ts'
import { charactersIn, hasAnyCharacter } from '../text/word-characters.ts'
import type { Command } from '../words.ts'
import { isElevated } from '../wrappers.ts'
import type { Slot } from './argument-slots.ts'

const SETTING_WORDS =
  /^(?:\w*conf|\w*config\d?|configs|configure|configuration|settings?|set|setenv|setx|preferences?|prefs|defaults|alias|aliases|vars|variables|env|propert(?:y|ies)|profile|credentials?|option|options)$/
const READ_OR_REMOVE_VERBS: ReadonlySet<string> = new Set([
  ...VERBS.delete,
  ...'get list ls show unset view path validate check reset help diff dump'.split(' '),
])
const ALIAS_WORD = /^alias(?:es)?$/
const MAX_VERBS = 4
const SET_OPTIONS = /^(?:set|write|config)(?:$|-)/
const SET_OR_ALIAS_OPTIONS = /^(?:set|write|config|alias)(?:$|-)/

export function canPersistSetting(word: string): boolean {
  return CONFIG_NOUNS.test(word) || wordsOf(word).some(matching(SETTING_WORDS))
}

export interface PersistedSettingLine {
  readonly command: Command
  readonly slots: readonly Slot[]
  readonly options: readonly string[]
  readonly operands: readonly string[]
}

/** A setting that outlasts the call, whose value is run or loaded, is given somebody's own code. */
export function persistedProgram(line: PersistedSettingLine): EffectDraft | undefined {
  const { command, operands, options } = line
  const name = commandBaseName(command)
  // Git's own settings have an analyzer; a shell's words are its script.
  if (name === 'git' || /^(?:shell|interpreters|files)$/.test(familyFor(name) ?? '')) return undefined
  const registered = isElevated(command) ? registeredProgram(line) : undefined
  const verbs = operands.slice(0, MAX_VERBS).filter(matching(/^[a-z][\w:-]{0,40}$/i))
  // In a store of keys an alias is what a key is called.
  const ofKeys = options.some(matching(/^(?:dest|src)?key-?store$/))
  const flags = options.filter((option) => (ofKeys ? SET_OPTIONS : SET_OR_ALIAS_OPTIONS).test(option))
  const said = [...verbs, ...flags, name].flatMap(wordsOf)
  // What is kept as a secret is read, never run.
  if (verbs.some((verb) => READ_OR_REMOVE_VERBS.has(verb) || verb.includes('secret'))) return registered
  if (!said.some(matching(SETTING_WORDS)) || isRunCommand(verbs)) return registered
  const key = (said.some(matching(ALIAS_WORD)) ? aliasKey(line) : programKeyOf(line)) ?? hookKey(line, said)
  return key === undefined ? registered : persistEffect(`${name} ${key}`)
}

function persistEffect(target: string): EffectDraft {
  return { kind: 'persist', mechanism: 'other', target: target.slice(0, 120), certainty: 'likely' }
}

/** A hidden file among temporary ones is named, not to be written: what stands in it is run or believed. */
export function hiddenFileSetting(
  { command, slots }: PersistedSettingLine,
  { session }: Facts,
): EffectDraft | undefined {
  if (!hasAnyCharacter(charactersIn(command.args), '/')) return undefined
  for (const { name = '', word } of slots) {
    const [, key = '', value = word.known] = /^([A-Za-z][\w.-]{1,60})=(.+)$/s.exec(word.known) ?? []
    if (name.length < 3 || !isHiddenTempProgram(value) || session.written.has(value)) continue
    if (
      [name, key].some(
        (each) => isStoreKey(each) || optionRole(each) === 'write' || /dir(?:ectory)?$|root$|home$/i.test(each),
      )
    )
      continue
    if (key !== '') return persistEffect(`${commandBaseName(command)} ${key}`)
    if (wordsOf(name).some(isCodeLoadingWord))
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

const IDENTITY_KEYS =
  /(?:^|[-_.:/])(?:role|role[-_]?arn|assume[-_]?role|impersonat\w*|source[-_]profile|credentials?|credential[-_](?:process|source)|(?:secret[-_])?access[-_]?key(?:[-_]\w+)?|service[-_]account|web[-_]identity\w*|client[-_]secret)$/i
const CONFIG_NOUNS = /^(?:configure|config|profiles?|credentials?|auth|contexts?)$/
const PUT_VERBS = /^(?:set|put|add|create|import|set-credentials|update|write)$/

/** As whom this person acts elsewhere, set for good: `configure set role_arn …`, `config set-credentials …`. */
export function persistedIdentity({ command, slots, operands }: PersistedSettingLine): EffectDraft | undefined {
  const family = familyFor(commandBaseName(command))
  if (family !== undefined && family !== 'cloud' && family !== 'hosting' && family !== 'system') return undefined
  const verbs = operands.slice(0, MAX_VERBS)
  const at = verbs.findIndex(matching(CONFIG_NOUNS))
  const put = verbs.slice(at + 1).find(matching(PUT_VERBS))
  if (at < 0 || put === undefined) return undefined
  const keys = slots.map(({ name, word }) => name ?? word.known)
  const key = put === 'set-credentials' ? put : keys.find((each) => each.length < 60 && IDENTITY_KEYS.test(each))
  if (key === undefined) return undefined
  const system = commandBaseName(command)
  return {
    kind: 'resource-change',
    system,
    verb: 'update',
    target: key,
    targets: [{ kind: 'resource', system, type: 'identity', name: key, amount: 'one' }],
    mass: false,
    environment: 'unknown',
    family: 'identity',
    certainty: 'likely',
  }
}

/** `run --set …`, `exec --env …`. */
function isRunCommand([first = '']: readonly string[]): boolean {
  return /^(?:run|exec|test|build|start|up|install|upgrade|template|create|deploy|apply|plan|dev|serve)$/.test(first)
}

/** The name of a setting that runs its value: an option, `key=value`, or a word with its value after it. */
function programKeyOf({ slots }: PersistedSettingLine): string | undefined {
  const words = slots.map(({ word }) => word.known)
  for (const [at, { name, word, kind }] of slots.entries()) {
    const inner = /^([A-Za-z][\w.:-]{1,80})=(.{1,4000})$/s.exec(word.known)
    if (inner && runsProjectCode(inner[1] ?? '', inner[2] ?? '')) return inner[1]
    if (name !== undefined && name.length > 2 && kind !== 'operand' && runsProjectCode(name, word.known)) return name
    const value = words[at + 1]
    if (value !== undefined && runsProjectCode(word.known, value)) return word.known
    if (isHiddenTempProgram(word.known) && !isStoreKey(name ?? words[at - 1] ?? '')) return name ?? word.known
  }
  return undefined
}

const SCRIPT_TABLE_KEYS =
  /^(?:scripts|tasks|commands)\.(?!pre|post|install|uninstall|prepare|prepublish|prepack|dependencies)/

/** A setting runs its value, which is somebody's own code. What stands in a table of commands is judged by what it does. */
function runsProjectCode(key: string, value: string): boolean {
  return isProgramKey(key) && isProjectCode(value) && (!SCRIPT_TABLE_KEYS.test(key) || hasOutsideReference(value))
}

const ADD_VERBS = /^(?:add|append|put|register|install|allow|propset|update|tap)$/

export function widenedTrustList(line: PersistedSettingLine): EffectDraft | undefined {
  const { command, slots, operands, options } = line
  const name = commandBaseName(command)
  if (operands.slice(0, MAX_VERBS).some(isAmong(READ_OR_REMOVE_VERBS))) return undefined
  // `trust --all`: the verb and its amount.
  if (operands.slice(0, 3).includes('trust') && options.some(matching(/^(?:all|everything)$/)))
    return trustEverythingEffect(`${name} trust`)
  if (!slots.some(({ word }) => meansEverything(word.known.slice(word.known.indexOf('=') + 1)))) return undefined
  if (!settingWordsOf(line).some(matching(SETTING_WORDS, ADD_VERBS))) return undefined
  const first = operands
    .filter(matching(/^[a-z][\w-]*$/i))
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
  return found ? trustEverythingEffect(name) : undefined
}

/** Packages are to come from a place that anyone can change, or all of them from one that nobody knows. */
export function unknownSourceSetting(line: PersistedSettingLine, facts: Facts): EffectDraft | undefined {
  const { command, slots, operands, options } = line
  if (!hasAnyCharacter(charactersIn(command.args), ':')) return undefined
  const name = commandBaseName(command)
  const said = settingWordsOf(line)
  const asked = said.some(matching(SETTING_WORDS, ADD_VERBS)) || options.includes('a')
  if (!asked || operands.slice(0, MAX_VERBS).some(isAmong(READ_OR_REMOVE_VERBS))) return undefined
  if (!slots.some(({ word }) => word.known.includes('://'))) return undefined
  const keys = slots.flatMap(({ name: key, word }) =>
    wordsOf(`${key ?? ''} ${/[/\\]/.test(word.known) ? '' : word.known}`),
  )
  const words = [...said, ...keys, ...slots.flatMap(({ word }) => wordsOf(/^[\w.[\]-]+/.exec(word.known)?.[0] ?? ''))]
  const named = isSourceKey(words)
  const addresses = slots.flatMap(({ word }) => word.known.match(/https?:\/\/[^\s"',]+/gi) ?? [])
  const found = addresses.find((address) => {
    if (!named && !namesPackageIndex(words, address)) return false
    const strange = classifySource(address, facts)
    return strange === 'open' || (strange === 'unknown' && isWholeSourceKey(words))
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
export function givenSource({ command }: PersistedSettingLine, facts: Facts): EffectDraft | undefined {
  const manager = commandBaseName(command)
  if (familyFor(manager) !== 'packages' && !FETCHERS.has(manager)) return undefined
  for (const { name, value } of command.assignments) {
    if (NETWORK_PROXY.test(name) || !isWholeSourceKey(wordsOf(name))) continue
    const address = value.known.match(/https?:\/\/[^\s"',|]+/gi)?.find((each) => classifySource(each, facts))
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

function settingWordsOf({ command, operands, options }: PersistedSettingLine): readonly string[] {
  const verbs = operands.slice(0, MAX_VERBS).filter(matching(/^[a-z][\w.:-]{0,40}$/i))
  const flags = options.filter(matching(/^(?:set|write|config|alias|add)(?:$|-)/))
  return [...verbs, ...flags, commandBaseName(command)].flatMap(wordsOf)
}

/** The last word of an alias is what it stands for; its own commands are no code. */
function aliasKey({ slots }: PersistedSettingLine): string | undefined {
  const last = slots.at(-1)?.word.known ?? ''
  return slots.length > 1 && isProjectCode(last.replace(/^[\w.-]+=/, '')) ? 'alias' : undefined
}

const RUN_PREFIX = /^(?:run(?:-shell)?|exec(?:ute)?|shell|spawn|system|call)(?:\s+-\w+)*\s+/

/** `set-hook event 'run-shell "sh x"'`. */
function hookKey({ slots }: PersistedSettingLine, said: readonly string[]): string | undefined {
  if (!said.some(matching(/^hooks?$/))) return undefined
  return slots.some(({ word }) => isProjectCode(word.known.replace(RUN_PREFIX, ''))) ? 'hook' : undefined
}

/** A program of the project or the home that the machine is told of: `--install name /home/…`, `register /home/…`. */
function registeredProgram({ command, slots, operands, options }: PersistedSettingLine): EffectDraft | undefined {
  const asked = [...options, ...operands.slice(0, 2)].some(matching(/^(?:install|register|add|set|enable|import)$/))
  if (
    !asked ||
    !/^(?:update|alternatives|register|binfmt\w*)|(?:conf|binfmts?|alternatives|register)$/.test(
      commandBaseName(command),
    )
  )
    return undefined
  const given = slots.find(({ word }) => /^(?:\/(?:home|root|Users|tmp|var\/tmp)\/|~\/|\.{1,2}\/)\S*$/.test(word.known))
  return given && persistEffect(`${commandBaseName(command)} ${given.word.known}`)
}

const SCHEDULE_TIME =
  /^(?:(?:[\d*,/-]+\s+){4}[\w*,/-]+|@(?:reboot|hourly|daily|weekly|monthly|yearly|midnight|every\s.{1,20}))$/
const SCHEDULE_OPTIONS = /^(?:cron|schedule|every|interval|on-calendar|at-time|crontab)$/
const SCHEDULE_VERBS = /^(?:add|create|new|schedule|register|set|put|enqueue|install|submit)$/

export function scheduledJob({ command, slots, operands }: PersistedSettingLine): EffectDraft | undefined {
  const [first = '', second = '', third = ''] = operands.filter(matching(/^[a-z][\w:-]{0,40}$/i))
  const adds = [first, second, third].flatMap(wordsOf).some(matching(SCHEDULE_VERBS))
  const timed = slots.some(
    ({ name, word }) => SCHEDULE_TIME.test(word.known) || (name !== undefined && SCHEDULE_OPTIONS.test(name)),
  )
  if (!adds || !timed || !slots.some(({ word }) => isProjectCode(word.known))) return undefined
  const target = `${commandBaseName(command)} ${[first, second].join(' ')}`.trim()
  return { kind: 'persist', mechanism: 'cron', target, certainty: 'likely' }
}
