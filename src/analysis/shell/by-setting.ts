import { baseName, baseOf } from '../base-name.ts'
import type { Area, Effect, EffectDraft } from '../effects.ts'
import { isRaised } from '../layers.ts'
import type { Standing } from '../programs/program.ts'
import { familyFor, programFor } from '../programs/registry.ts'
import { weakened } from '../programs/unlisted/lasting.ts'
import { aimsHere, isRemote, knownIn, like, unlike } from '../programs/unlisted/shapes.ts'
import { remembered } from '../remembered.ts'
import { nameSays, verbSays } from '../role-words.ts'
import { meansEverything } from '../trust-lists.ts'
import { asksOnly, wordsOf } from '../verbs.ts'
import { hasAny, hasBlank, signsIn } from '../word-signs.ts'
import type { Command } from '../words.ts'
import {
  givenSource,
  hiddenPointer,
  keptIdentity,
  keptProgram,
  mayKeep,
  scheduledJob,
  strangeSource,
  widenedList,
} from './kept-settings.ts'
import { LISTENS_EVERYWHERE, listening, opensByFile, opensBySetting, type SettingsLine } from './opening.ts'
import type { CoreScribe } from './scribe.ts'
import { type Slot, slotsOf } from './slots.ts'

/** Doors that are opened and checks that are switched off have names that are alike in all programs. */
export function stateSettings(command: Command, standing: Standing, from: number, scribe: CoreScribe): void {
  const { frame } = scribe
  if (frame.place !== 'here' || command.name === undefined) return
  note(shownFields(command) ?? shownByEditor(command), scribe)
  if (standing === 'proven' || setsNothing(command) || asksOnly(command)) return
  const { slots, options } = slotsOf(command.args)
  const operands = slots.filter(({ kind }) => kind === 'operand').map(({ word }) => word.known)
  const listed = standing !== 'unknown' && programFor(command.name) !== undefined
  const line: SettingsLine = { command, slots, options, operands, listed }
  const stated = frame.analysis.book.effects.slice(from)
  if (!frame.maybe && !stated.some(isForeignInstall)) note(givenSource(line, scribe.facts), scribe)
  const told = command.assignments.some(opensBySetting)
  // `audit disable`: a thing, though the word is a verb too.
  if (looks(line) && !told && !LETS_GO.test(operands[1] ?? '')) return
  if (!stated.some(({ kind }) => kind === 'listen'))
    note(told || opensByFile(line, frame) ? LISTENS_EVERYWHERE : listening(line), scribe)
  if (!stated.some(({ kind }) => kind === 'weaken'))
    note(weakening(line) ?? trusting(line) ?? (frame.maybe ? undefined : widenedList(line)), scribe)
  // Git's own places have a reader; words that only may be a command of their own say nothing for themselves.
  if (!frame.maybe && baseName(command.name) !== 'git' && !stated.some(({ kind }) => kind === 'install'))
    note(strangeSource(line, scribe.facts), scribe)
  if (!stated.some(({ kind }) => kind === 'persist'))
    note(
      keptProgram(line) ??
        keptIdentity(line) ??
        hiddenPointer(line, scribe.facts) ??
        (listed ? undefined : scheduledJob(line)),
      scribe,
    )
}

function isForeignInstall(effect: Effect): boolean {
  return effect.kind === 'install' && effect.origin !== 'declared' && effect.origin !== 'registry'
}

function setsNothing(command: Command): boolean {
  const { args, assignments, name = '' } = command
  const signs = signsIn(args)
  if (signs.dashed || assignments.length > 0 || isRaised(command) || hasAny(signs, '=:/@*~$\\') || hasBlank(signs))
    return false
  return !isAboutSettings(baseName(name)) && !args.some(({ known }) => isAboutSettings(known))
}

const isAboutSettings = remembered(
  (word) =>
    mayKeep(word) || meansEverything(word) || /key|gpg|pgp|trust|^tcp-?ip$/i.test(word) || wordsOf(word).some(isSwitch),
)

function isSwitch(word: string): boolean {
  return LETS_GO.test(word) || SETS.test(word)
}

function note(effect: EffectDraft | undefined, scribe: CoreScribe): void {
  if (effect) scribe.effect(effect)
}

function isOwnText({ name = '' }: Command): boolean {
  const family = familyFor(name)
  return family !== undefined && family !== 'cloud' && family !== 'hosting' && family !== 'packages'
}

function looks({ command, operands }: SettingsLine): boolean {
  const [verb = ''] = operands
  const said = (/^[a-z][\w-]{0,40}$/i.test(verb) ? verbSays(verb) : undefined) ?? nameSays(baseOf(command))
  return said === 'looks'
}

const OFF = /^(?:0|false|no|none|off|never|disabled?)$/i

const CHECKS: readonly (readonly [RegExp, Area])[] = [
  [/^(?:signatures?|sig|sigs|gpg|gpgcheck|sigcheck|sigverify)$/, 'signing'],
  [/^(?:auth|authentication|authorization)$/, 'authentication'],
  [/^(?:verify|verification|cert|certs|certificates?|sslverify|verifyssl|tlsverify|hostkey)$/, 'tls'],
]
const SECURED = /^(?:ssl|tls|https)$/

function areaOf(name: string): Area | undefined {
  const words = wordsOf(name)
  const found = CHECKS.find(([pattern]) => words.some(like(pattern)))?.[1]
  return found ?? (words.some(like(SECURED)) ? 'tls' : undefined)
}

const CHECKING =
  /^(?:verify|verification|validate|validation|check|checks|checking|sslverify|tlsverify|gpgcheck|sigcheck)$/

/** An option of one run must name the check itself: `--no-auth-cache` is about something else. */
function areaOfOption(name: string): Area | undefined {
  const words = wordsOf(name)
  const whole =
    words.length === 1 && /^(?:auth|authentication|authorization|signatures?|gpgcheck|sslverify)$/.test(name)
  const checks = words.length > 1 && words.some(like(CHECKING))
  return whole || checks ? areaOf(name.replace(/\bchecks?\b/, '')) : undefined
}

function weakening(line: SettingsLine): EffectDraft | undefined {
  const { slots, options, operands, listed, command } = line
  const weaken = (area: Area, feature: string): EffectDraft => ({
    kind: 'weaken',
    area,
    feature: `${baseOf(command)} ${feature}`.slice(0, 120),
    certainty: 'likely',
  })
  const settled = settingIn(operands, slots)
  if (settled) {
    const area =
      (OFF.test(settled.value) ? areaOf(settled.name) : undefined) ??
      (isDeployed(command) ? undefined : weakened(settled.name, settled.value))
    if (area && !isOfPackages(area, command)) return weaken(area, settled.name)
  }
  const told = isOwnText(command) || isDeployed(command) ? undefined : (toldByName(line) ?? letsAllIn(line))
  if (told && !isOfPackages(told, command)) return weaken(told, operands.join(' '))
  const asked = options.some(like(/^(?:no|disable|skip|without)-/))
  // What a manager of packages adds or installs is believed by its signature, whatever its reader knows of it.
  const packages = familyFor(command.name ?? '') === 'packages'
  if ((listed && !packages) || (!asked && !slots.some(({ word }) => OFF.test(word.known)))) return undefined
  if (aimsHere(command)) return undefined
  for (const option of options) {
    const [, name] = /^(?:no|disable|skip|without)-(.+)$/.exec(option) ?? []
    const area = name === undefined ? undefined : areaOfOption(name)
    if (area && (!listed || area === 'signing' || /cert|ssl|tls/.test(option))) return weaken(area, `--${option}`)
  }
  if (listed) return undefined
  const off = slots.find(
    ({ name, word }) => name !== undefined && name.length > 3 && OFF.test(word.known) && areaOfOption(name),
  )
  const area = off?.name === undefined ? undefined : areaOfOption(off.name)
  return area && weaken(area, off?.name ?? '')
}

/** What is switched off where something is deployed is told by its stage. */
function isDeployed({ name = '' }: Command): boolean {
  return familyFor(name) === 'cloud'
}

/** What a manager of packages calls an audit asks a service about known faults. */
function isOfPackages(area: Area, { name = '' }: Command): boolean {
  return area === 'audit' && familyFor(name) === 'packages'
}

const LETS_GO = /^(?:disable|off|deactivate|bypass|teardown)$/
const SETS = /^(?:set|select|switch|use|apply|mode|level|policy|policies|configure|update)$/

/** `crypto-policy-set LEGACY`, `fips-setup --disable`, `store audit disable x`. */
function toldByName({ command, operands, options }: SettingsLine): Area | undefined {
  const name = baseOf(command)
  const at = operands.findIndex(like(LETS_GO))
  const before = at < 0 ? [] : operands.slice(0, at)
  const area = (words: readonly string[]) => (words.length > 3 ? undefined : weakened(words.join('-'), 'off'))
  if (at >= 0 && at < 3) return area([...before, ...(at === 0 ? [name] : [])])
  if (options.some(like(LETS_GO)) && operands.length === 0) return weakened(name, 'off')
  const value = operands.at(-1) ?? ''
  const sets = [...wordsOf(name), ...operands.slice(0, -1).flatMap(wordsOf), ...options].some(like(SETS))
  return sets && operands.length < 6 ? weakened([name, ...operands.slice(0, -1)].join('-'), value) : undefined
}

const RULES = /^(?:polic(?:y|ies)|defaults?|fallback|implicit|catchall)$/
const LETS_IN = /^(?:allow|permit|accept|allow[-_]?all|unrestricted)$/i

const LETS_FAR_IN = /^(?:remote-(?:any|admin|all|access)|allow-remote(?:-\w+)?|any-hosts?|allow-(?:any|all)-hosts?)$/

/** `set-parameter DefaultPolicy allow`: whoever no rule speaks of is let in. */
function letsAllIn({ command, operands, options }: SettingsLine): Area | undefined {
  if (isRaised(command) && options.some(like(LETS_FAR_IN))) return 'firewall'
  const [value = '', key = '', ...before] = operands.toReversed()
  if (!LETS_IN.test(value) || operands.length > 5) return undefined
  const sets = [key, ...before, baseOf(command)].flatMap(wordsOf).includes('set')
  return sets && wordsOf(key).some(like(RULES)) ? 'firewall' : undefined
}

/** `config set name value`, `config name=value`, `settings put name value`. */
function settingIn(operands: readonly string[], slots: readonly Slot[]): { name: string; value: string } | undefined {
  const at = operands.findIndex(like(/^(?:config|conf|configure|settings?|option|preferences|set)$/))
  if (at < 0 || at > 2) return undefined
  const key = slots.find(({ kind, name }) => kind === 'key' && name !== undefined && areaOf(name))
  if (key?.name !== undefined) return { name: key.name, value: key.word.known }
  const rest = operands.slice(at + 1).filter(unlike(/^(?:set|put|write|add|edit|update)$/))
  const [name, value] = rest.slice(-2)
  return name === undefined || value === undefined ? undefined : { name, value }
}

function trusting({ command, options, operands, listed, slots }: SettingsLine): EffectDraft | undefined {
  const named = [baseOf(command), ...operands.slice(0, 2)]
  if (!named.some(like(/key|gpg|pgp|trust/i))) return undefined
  const about = named.flatMap(wordsOf)
  if (!about.some(like(/^(?:keys?|keyring|gpg|pgp|trust|truststore)$/))) return undefined
  const asked = [...options, ...operands.slice(0, 3)].some(
    like(/^(?:add|import|import-url|fetch-key|recv|recv-keys|lsign|lsign-key|trust)$/),
  )
  if (!asked) return undefined
  const fetched = !listed && slots.some(({ word }) => isRemote(word.known))
  if (!isRaised(command) && !fetched) return undefined
  const feature = `${baseOf(command)} trusted keys`
  return { kind: 'weaken', area: 'signing', feature, certainty: 'likely' }
}

const PICKS = /^(?:jq|yq|gojq|jaq|fx|dasel|jp|jello|jmespath|jsonpath|xq|tomlq|jql|gron|mlr|nu)$/
const FIELD =
  /(?:\.|\[["']|["']|\b)(?:[a-z]+[-_])*(?:[a-z]{0,30}password|passwd|pass|passphrase|secret|secret[-_]?key|secret[-_]?access[-_]?key|private[-_]?key|client[-_]?secret|api[-_]?key|master[-_]?key)\b(?!\s*[=:]=?\s*["'])/i
const HIDES = /\bdel\s*\(|\bhas\s*\(|\bkeys\b|\blength\b|\btype\b|!=\s*null|==\s*null|redact|\*{3}/
const CLIENT = /^(?:curl|wget|http|https|xh|httpie|hurl|grpcurl|cat|echo|printf|npm|node|python3?)$/

export function shownFields(command: Command): EffectDraft | undefined {
  const { name, args, stdin, stdout } = command
  if (stdout !== 'terminal' || stdin.kind !== 'value' || !PICKS.test(baseName(name ?? ''))) return undefined
  const source = stdin.value.sources.find((each) => each.kind === 'command' && !CLIENT.test(each.program))
  const asked = args.some(({ known }) => FIELD.test(known) && !HIDES.test(known) && !known.startsWith('--'))
  if (source?.kind !== 'command' || !asked) return undefined
  return {
    kind: 'expose-secret',
    source: { kind: 'secret-store', store: source.program },
    sink: 'output',
    certainty: 'likely',
  }
}

const PRINTS = /^(?:cat|bat|less|more|head|tail|tee|grep|strings|base64|xxd|cp)$/
const EDITOR = /^(?:[A-Z]+_)?(?:EDITOR|VISUAL)$/
const LOCKED = /secret|credential|vault|sops|\benc(?:rypted)?\b|\.(?:gpg|age|asc|eyaml)$|passw/i

/** `EDITOR=cat tool secrets edit`. */
export function shownByEditor({ name = '', args, assignments }: Command): EffectDraft | undefined {
  const prints = (line: string) => PRINTS.test(baseName(line.trimStart().split(/\s/, 1)[0] ?? ''))
  if (!assignments.some(({ name: set, value }) => EDITOR.test(set) && prints(value.known))) return undefined
  if (![name, ...knownIn(args)].some(like(LOCKED))) return undefined
  const store = baseName(name)
  return { kind: 'expose-secret', source: { kind: 'secret-store', store }, sink: 'output', certainty: 'likely' }
}
