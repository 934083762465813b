import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { programNameRole, verbRole } from '../../knowledge/lexicon/role-words.ts'
import { PASSWORD, SECRET_KEY } from '../../knowledge/lexicon/secret-names.ts'
import { OFF_VALUE } from '../../knowledge/lexicon/setting-values.ts'
import { meansEverything } from '../../knowledge/lexicon/trust-lists.ts'
import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { Effect, EffectDraft, ProtectionArea } from '../effects.ts'
import { weakenedArea } from '../generic/persistence.ts'
import { isRemote, knownTexts, matching, notMatching, targetsOnlyThisMachine } from '../generic/word-shapes.ts'
import { baseName, commandBaseName } from '../interpret/base-name.ts'
import type { CommandGrade } from '../interpret/program.ts'
import { familyFor, programFor } from '../interpret/registry.ts'
import { memoize } from '../text/memoize.ts'
import { charactersIn, hasAnyCharacter, hasBlank } from '../text/word-characters.ts'
import type { Command } from '../words.ts'
import { isElevated } from '../wrappers.ts'
import { type Slot, slotsOf } from './argument-slots.ts'
import {
  type CommandSettings,
  isListeningAssignment,
  LISTEN_ON_NETWORK,
  listenEffect,
  listensByConfigFile,
} from './listen-options.ts'
import {
  canPersistSetting,
  givenSource,
  hiddenFileSetting,
  persistedIdentity,
  persistedProgram,
  scheduledJob,
  unknownSourceSetting,
  widenedTrustList,
} from './persisted-settings.ts'
import type { CoreRecorder } from './shell-recorder.ts'

/** Doors that are opened and checks that are switched off have names that are alike in all programs. */
export function recordSettingEffects(
  command: Command,
  grade: CommandGrade,
  from: number,
  recorder: CoreRecorder,
): void {
  const { frame } = recorder
  if (frame.place !== 'here' || command.name === undefined) return
  recordIfAny(secretFieldsShown(command) ?? secretShownByEditor(command), recorder)
  if (grade === 'proven' || hasNoSettings(command) || isHelpOrDryRun(command)) return
  const { slots, options } = slotsOf(command.args)
  const operands = slots.filter(({ kind }) => kind === 'operand').map(({ word }) => word.known)
  const listed = grade !== 'unknown' && programFor(command.name) !== undefined
  const line: CommandSettings = { command, slots, options, operands, listed }
  const stated = frame.analysis.log.effects.slice(from)
  if (!frame.maybe && !stated.some(isForeignInstall)) recordIfAny(givenSource(line, recorder.facts), recorder)
  const listens = command.assignments.some(isListeningAssignment)
  // `audit disable`: a thing, though the word is a verb too.
  if (isReadOnlyLine(line) && !listens && !DISABLE_VERBS.test(operands[1] ?? '')) return
  if (!stated.some(({ kind }) => kind === 'listen'))
    recordIfAny(listens || listensByConfigFile(line, frame) ? LISTEN_ON_NETWORK : listenEffect(line), recorder)
  if (!stated.some(({ kind }) => kind === 'weaken'))
    recordIfAny(
      weakeningEffect(line) ?? trustEffect(line) ?? (frame.maybe ? undefined : widenedTrustList(line)),
      recorder,
    )
  // Git's own places have an analyzer; words that only may be a command of their own say nothing for themselves.
  if (!frame.maybe && baseName(command.name) !== 'git' && !stated.some(({ kind }) => kind === 'install'))
    recordIfAny(unknownSourceSetting(line, recorder.facts), recorder)
  if (!stated.some(({ kind }) => kind === 'persist'))
    recordIfAny(
      persistedProgram(line) ??
        persistedIdentity(line) ??
        hiddenFileSetting(line, recorder.facts) ??
        (listed ? undefined : scheduledJob(line)),
      recorder,
    )
}

function isForeignInstall(effect: Effect): boolean {
  return effect.kind === 'install' && effect.origin !== 'declared' && effect.origin !== 'registry'
}

function hasNoSettings(command: Command): boolean {
  const { args, assignments, name = '' } = command
  const signs = charactersIn(args)
  if (
    signs.dashed ||
    assignments.length > 0 ||
    isElevated(command) ||
    hasAnyCharacter(signs, '=:/@*~$\\') ||
    hasBlank(signs)
  )
    return false
  return !mentionsSettings(baseName(name)) && !args.some(({ known }) => mentionsSettings(known))
}

const mentionsSettings = memoize(
  (word) =>
    canPersistSetting(word) ||
    meansEverything(word) ||
    /key|gpg|pgp|trust|^tcp-?ip$/i.test(word) ||
    wordsOf(word).some(isSwitchWord),
)

function isSwitchWord(word: string): boolean {
  return DISABLE_VERBS.test(word) || SET_VERBS.test(word)
}

function recordIfAny(effect: EffectDraft | undefined, recorder: CoreRecorder): void {
  if (effect) recorder.effect(effect)
}

function hasOwnVocabulary({ name = '' }: Command): boolean {
  const family = familyFor(name)
  return family !== undefined && family !== 'cloud' && family !== 'hosting' && family !== 'packages'
}

function isReadOnlyLine({ command, operands }: CommandSettings): boolean {
  const [verb = ''] = operands
  const said =
    (/^[a-z][\w-]{0,40}$/i.test(verb) ? verbRole(verb) : undefined) ?? programNameRole(commandBaseName(command))
  return said === 'looks'
}

const CHECK_AREAS: readonly (readonly [RegExp, ProtectionArea])[] = [
  [/^(?:signatures?|sig|sigs|gpg|gpgcheck|sigcheck|sigverify)$/, 'signing'],
  [/^(?:auth|authentication|authorization)$/, 'authentication'],
  [/^(?:verify|verification|cert|certs|certificates?|sslverify|verifyssl|tlsverify|hostkey)$/, 'tls'],
]
const TLS_WORDS = /^(?:ssl|tls|https)$/

function protectionNamed(name: string): ProtectionArea | undefined {
  const words = wordsOf(name)
  const found = CHECK_AREAS.find(([pattern]) => words.some(matching(pattern)))?.[1]
  return found ?? (words.some(matching(TLS_WORDS)) ? 'tls' : undefined)
}

const CHECK_WORDS =
  /^(?:verify|verification|validate|validation|check|checks|checking|sslverify|tlsverify|gpgcheck|sigcheck)$/

/** An option of one run must name the check itself: `--no-auth-cache` is about something else. */
function weakenedAreaOfOption(name: string): ProtectionArea | undefined {
  const words = wordsOf(name)
  const whole =
    words.length === 1 && /^(?:auth|authentication|authorization|signatures?|gpgcheck|sslverify)$/.test(name)
  const checks = words.length > 1 && words.some(matching(CHECK_WORDS))
  return whole || checks ? protectionNamed(name.replace(/\bchecks?\b/, '')) : undefined
}

function weakeningEffect(line: CommandSettings): EffectDraft | undefined {
  const { slots, options, operands, listed, command } = line
  const weaken = (area: ProtectionArea, feature: string): EffectDraft => ({
    kind: 'weaken',
    area,
    feature: `${commandBaseName(command)} ${feature}`.slice(0, 120),
    certainty: 'likely',
  })
  const settled = parseSetting(operands, slots)
  if (settled) {
    const area =
      (OFF_VALUE.test(settled.value) ? protectionNamed(settled.name) : undefined) ??
      (isCloudCommand(command) ? undefined : weakenedArea(settled.name, settled.value))
    if (area && !isPackageAudit(area, command)) return weaken(area, settled.name)
  }
  const areaByName =
    hasOwnVocabulary(command) || isCloudCommand(command)
      ? undefined
      : (areaByProgramName(line) ?? areaOpenedToAll(line))
  if (areaByName && !isPackageAudit(areaByName, command)) return weaken(areaByName, operands.join(' '))
  const asked = options.some(matching(/^(?:no|disable|skip|without)-/))
  // What a manager of packages adds or installs is believed by its signature, whatever its analyzer knows of it.
  const packages = familyFor(command.name ?? '') === 'packages'
  if ((listed && !packages) || (!asked && !slots.some(({ word }) => OFF_VALUE.test(word.known)))) return undefined
  if (targetsOnlyThisMachine(command)) return undefined
  for (const option of options) {
    const [, name] = /^(?:no|disable|skip|without)-(.+)$/.exec(option) ?? []
    const area = name === undefined ? undefined : weakenedAreaOfOption(name)
    if (area && (!listed || area === 'signing' || /cert|ssl|tls/.test(option))) return weaken(area, `--${option}`)
  }
  if (listed) return undefined
  const off = slots.find(
    ({ name, word }) =>
      name !== undefined && name.length > 3 && OFF_VALUE.test(word.known) && weakenedAreaOfOption(name),
  )
  const area = off?.name === undefined ? undefined : weakenedAreaOfOption(off.name)
  return area && weaken(area, off?.name ?? '')
}

/** What is switched off where something is deployed is known by its environment. */
function isCloudCommand({ name = '' }: Command): boolean {
  return familyFor(name) === 'cloud'
}

/** What a manager of packages calls an audit asks a service about known faults. */
function isPackageAudit(area: ProtectionArea, { name = '' }: Command): boolean {
  return area === 'audit' && familyFor(name) === 'packages'
}

const DISABLE_VERBS = /^(?:disable|off|deactivate|bypass|teardown)$/
const SET_VERBS = /^(?:set|select|switch|use|apply|mode|level|policy|policies|configure|update)$/

/** `crypto-policy-set LEGACY`, `fips-setup --disable`, `store audit disable x`. */
function areaByProgramName({ command, operands, options }: CommandSettings): ProtectionArea | undefined {
  const name = commandBaseName(command)
  const at = operands.findIndex(matching(DISABLE_VERBS))
  const before = at < 0 ? [] : operands.slice(0, at)
  const area = (words: readonly string[]) => (words.length > 3 ? undefined : weakenedArea(words.join('-'), 'off'))
  if (at >= 0 && at < 3) return area([...before, ...(at === 0 ? [name] : [])])
  if (options.some(matching(DISABLE_VERBS)) && operands.length === 0) return weakenedArea(name, 'off')
  const value = operands.at(-1) ?? ''
  const sets = [...wordsOf(name), ...operands.slice(0, -1).flatMap(wordsOf), ...options].some(matching(SET_VERBS))
  return sets && operands.length < 6 ? weakenedArea([name, ...operands.slice(0, -1)].join('-'), value) : undefined
}

const DEFAULT_RULE_WORDS = /^(?:polic(?:y|ies)|defaults?|fallback|implicit|catchall)$/
const ALLOW_VALUES = /^(?:allow|permit|accept|allow[-_]?all|unrestricted)$/i

const REMOTE_ACCESS_OPTIONS =
  /^(?:remote-(?:any|admin|all|access)|allow-remote(?:-\w+)?|any-hosts?|allow-(?:any|all)-hosts?)$/

/** `set-parameter DefaultPolicy allow`: whoever no rule speaks of is let in. */
function areaOpenedToAll({ command, operands, options }: CommandSettings): ProtectionArea | undefined {
  if (isElevated(command) && options.some(matching(REMOTE_ACCESS_OPTIONS))) return 'firewall'
  const [value = '', key = '', ...before] = operands.toReversed()
  if (!ALLOW_VALUES.test(value) || operands.length > 5) return undefined
  const sets = [key, ...before, commandBaseName(command)].flatMap(wordsOf).includes('set')
  return sets && wordsOf(key).some(matching(DEFAULT_RULE_WORDS)) ? 'firewall' : undefined
}

/** `config set name value`, `config name=value`, `settings put name value`. */
function parseSetting(
  operands: readonly string[],
  slots: readonly Slot[],
): { name: string; value: string } | undefined {
  const at = operands.findIndex(matching(/^(?:config|conf|configure|settings?|option|preferences|set)$/))
  if (at < 0 || at > 2) return undefined
  const key = slots.find(({ kind, name }) => kind === 'key' && name !== undefined && protectionNamed(name))
  if (key?.name !== undefined) return { name: key.name, value: key.word.known }
  const rest = operands.slice(at + 1).filter(notMatching(/^(?:set|put|write|add|edit|update)$/))
  const [name, value] = rest.slice(-2)
  return name === undefined || value === undefined ? undefined : { name, value }
}

function trustEffect({ command, options, operands, listed, slots }: CommandSettings): EffectDraft | undefined {
  const named = [commandBaseName(command), ...operands.slice(0, 2)]
  if (!named.some(matching(/key|gpg|pgp|trust/i))) return undefined
  const about = named.flatMap(wordsOf)
  if (!about.some(matching(/^(?:keys?|keyring|gpg|pgp|trust|truststore)$/))) return undefined
  const asked = [...options, ...operands.slice(0, 3)].some(
    matching(/^(?:add|import|import-url|fetch-key|recv|recv-keys|lsign|lsign-key|trust)$/),
  )
  if (!asked) return undefined
  const fetched = !listed && slots.some(({ word }) => isRemote(word.known))
  if (!isElevated(command) && !fetched) return undefined
  const feature = `${commandBaseName(command)} trusted keys`
  return { kind: 'weaken', area: 'signing', feature, certainty: 'likely' }
}

const FIELD_SELECTORS = /^(?:jq|yq|gojq|jaq|fx|dasel|jp|jello|jmespath|jsonpath|xq|tomlq|jql|gron|mlr|nu)$/
const SECRET_FIELD = new RegExp(
  String.raw`(?:\.|\[["']|["']|\b)(?:[a-z]+[-_])*(?:[a-z]{0,30}${PASSWORD}|pass|secret|secret[-_]?key|secret[-_]?access[-_]?key|client[-_]?secret|${SECRET_KEY}|master[-_]?key)\b(?!\s*[=:]=?\s*["'])`,
  'i',
)
const NON_REVEALING_QUERY = /\bdel\s*\(|\bhas\s*\(|\bkeys\b|\blength\b|\btype\b|!=\s*null|==\s*null|redact|\*{3}/
const GENERIC_CLIENTS = /^(?:curl|wget|http|https|xh|httpie|hurl|grpcurl|cat|echo|printf|npm|node|python3?)$/

function secretFieldsShown(command: Command): EffectDraft | undefined {
  const { name, args, stdin, stdout } = command
  if (stdout !== 'terminal' || stdin.kind !== 'value' || !FIELD_SELECTORS.test(baseName(name ?? ''))) return undefined
  const source = stdin.value.sources.find((each) => each.kind === 'command' && !GENERIC_CLIENTS.test(each.program))
  const asked = args.some(
    ({ known }) => SECRET_FIELD.test(known) && !NON_REVEALING_QUERY.test(known) && !known.startsWith('--'),
  )
  if (source?.kind !== 'command' || !asked) return undefined
  return {
    kind: 'expose-secret',
    source: { kind: 'secret-store', store: source.program },
    sink: 'output',
    certainty: 'likely',
  }
}

const PRINT_PROGRAMS = /^(?:cat|bat|less|more|head|tail|tee|grep|strings|base64|xxd|cp)$/
const EDITOR_VARIABLES = /^(?:[A-Z]+_)?(?:EDITOR|VISUAL)$/
const ENCRYPTED_FILE = /secret|credential|vault|sops|\benc(?:rypted)?\b|\.(?:gpg|age|asc|eyaml)$|passw/i

/** `EDITOR=cat tool secrets edit`. */
function secretShownByEditor({ name = '', args, assignments }: Command): EffectDraft | undefined {
  const prints = (line: string) => PRINT_PROGRAMS.test(baseName(line.trimStart().split(/\s/, 1)[0] ?? ''))
  if (!assignments.some(({ name: set, value }) => EDITOR_VARIABLES.test(set) && prints(value.known))) return undefined
  if (![name, ...knownTexts(args)].some(matching(ENCRYPTED_FILE))) return undefined
  const store = baseName(name)
  return { kind: 'expose-secret', source: { kind: 'secret-store', store }, sink: 'output', certainty: 'likely' }
}
