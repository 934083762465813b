import { isDryRunName } from '../../knowledge/lexicon/dry-run-options.ts'
import { OFF_VALUE } from '../../knowledge/lexicon/setting-values.ts'
import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { EffectDraft } from '../effects.ts'
import { isRemote, matching } from '../generic/word-shapes.ts'
import { commandBaseName } from '../interpret/base-name.ts'
import { createFamilySet, familyFor } from '../interpret/registry.ts'
import type { Assignment, Command } from '../words.ts'
import type { Slot } from './argument-slots.ts'
import type { Frame } from './frame.ts'
import { fileText } from './overlay.ts'
import { sessionFilesNamed } from './session-file-refs.ts'
import { hasNoSessionFiles } from './session-files.ts'

/** A command line by its settings: what options and `key=value` are called, and what they are given. */
export interface CommandSettings {
  readonly command: Command
  readonly slots: readonly Slot[]
  readonly options: readonly string[]
  readonly operands: readonly string[]
  readonly listed: boolean
}

const LISTEN_KEYS = /^(?:listen\w*|bind(?!ings?$)\w*)$/
/** Said of a place to reach as often as of one to listen on. */
const ADDRESS_KEYS = /^(?:host|hostname|addr|address|interface|iface|ip)$/
const ANY_ADDRESS = /^(?:[a-z]+:\/\/)?(?:0\.0\.0\.0|::|\[::\]|\*(?=:\d))(?::\d{1,5})?\/?$/
const ANY_PORT = /^:\d{1,5}$/
const CLIENT_NAME = /cli$|client|ctl$|ping|bench|probe|wait|connect|ready|health/
const START_VERBS = /^(?:start|serve|server|run|up|dev|launch|listen|daemon|web)$/

export const LISTEN_ON_NETWORK: EffectDraft = {
  kind: 'listen',
  reach: 'network',
  executes: false,
  certainty: 'likely',
}

export function listenEffect(line: CommandSettings): EffectDraft | undefined {
  const { slots, options, operands, listed } = line
  if (!listed && isRemoteForward(line))
    return { kind: 'listen', reach: 'remote-forward', executes: false, certainty: 'likely' }
  const starts = operands.slice(0, 3).some(matching(START_VERBS))
  const open =
    slots.some((slot) => isListeningEverywhere(slot, line)) ||
    options.some((option) => allowsOthers(option)) ||
    (!listed && options.some((option) => NOT_ONLY_LOCAL.test(option) || (option === 'public' && starts))) ||
    operands.some((word, at) => /^tcp-?ip$/.test(word) && /^\d{2,5}$/.test(operands[at + 1] ?? ''))
  return open ? LISTEN_ON_NETWORK : undefined
}

const NOT_ONLY_LOCAL = /^no-?local(?:host)?(?:-?only)?$/i

/** `-webAllowOthers`, `--allow-remote-connections`: who it is that may come in, and no address or file of theirs. */
function allowsOthers(option: string): boolean {
  const words = wordsOf(option)
  const at = words.indexOf('allow')
  return at >= 0 && /^(?:others|anyone|everyone|external)$/.test(words[at + 1] ?? '') && words.length <= at + 3
}

function isListeningEverywhere({ name, word }: Slot, { command, listed }: CommandSettings): boolean {
  // A node of several is called after the address at which the others find it.
  if (name === 'name' && /^[\w.-]{1,60}@(?!127\.)\d{1,3}(?:\.\d{1,3}){3}$/.test(word.known)) return true
  const within = parseWordSettings(word.known)
  // `-o listen=0.0.0.0`: the key inside says more than the option.
  if (isServerSetting(within) || (!listed && within.some(({ words, value }) => setsAnyAddress(words, value))))
    return true
  if (
    !ANY_ADDRESS.test(word.known) &&
    !ANY_PORT.test(word.known) &&
    word.known !== '*' &&
    !/localhost/i.test(name ?? '')
  )
    return false
  const words = wordsOf(name ?? '')
  if (words.includes('localhost')) return !listed && !words.includes('no') && OFF_VALUE.test(word.known)
  if (listed || CLIENT_NAME.test(commandBaseName(command))) return setsAnyAddress(words.filter(isListenKey), word.known)
  return setsAnyAddress(words, word.known)
}

/** A variable that says so, or that hands such an option on: `--inspect=0.0.0.0:9229`. */
export function isListeningAssignment({ name, value }: Assignment): boolean {
  return (
    setsAnyAddress(wordsOf(name), value.known) ||
    value.known.split(/\s/, 40).some((word) => {
      const [, given = ''] = /^--?[a-z][\w-]{1,40}=(.{1,60})$/is.exec(word) ?? []
      return ANY_ADDRESS.test(given) || isServerSetting(parseWordSettings(word))
    })
  )
}

interface WordSetting {
  readonly words: readonly string[]
  readonly value: string
}

/** Settings that stand in one word: `server=y,address=*:80`, `bindto 0.0.0.0`. With a blank between, the name must say that it listens. */
function parseWordSettings(text: string): readonly WordSetting[] {
  if (text.length > 1000 || !/[=\s]/.test(text) || !/0\.0\.0\.0|::|\*|:\d/.test(text)) return []
  return text.split(/[,;\n]/, 40).flatMap((part) => {
    const [, name = '', between = '', value = ''] = SETTING_IN_WORD.exec(part) ?? []
    const words = wordsOf(name)
    return name === '' || (between !== '=' && !words.some(isListenKey)) ? [] : [{ words, value }]
  })
}

const SETTING_IN_WORD =
  /^\s{0,8}(?:[-\w.:]{1,60}[=:])?([A-Za-z][\w.-]{1,40})(=|\s{1,8})["']?([^\s"']{1,60})["']?\s{0,8}$/

function isServerSetting(settings: readonly WordSetting[]): boolean {
  return (
    settings.some(({ words, value }) => words[0] === 'server' && /^(?:y|yes|true|1|on)$/.test(value)) &&
    settings.some(({ words, value }) => setsAnyAddress(words, value))
  )
}

const HANDLING_FAMILIES = createFamilySet(
  'files',
  'shell',
  'desktop',
  'git',
  'hosting',
  'agents',
  'containers',
  'cloud',
)
const SETTINGS_FILE = /\.(?:conf|cnf|cfg|config|ini|ya?ml|toml|json|properties|rc)$|file$/i
const CONFIG_TEST_OPTIONS = /^(?:t|test|test-config|configtest|check|check-config|validate|lint)$/i

export function listensByConfigFile({ command, slots, options }: CommandSettings, frame: Frame): boolean {
  if (
    hasNoSessionFiles(frame) ||
    HANDLING_FAMILIES.has(familyFor(command.name ?? '')) ||
    options.some((option) => CONFIG_TEST_OPTIONS.test(option) || isDryRunName(option))
  )
    return false
  return slots.some(({ word: { known } }) => {
    if (!SETTINGS_FILE.test(known)) return false
    const [path] = sessionFilesNamed(known, [command.cwd ?? frame.facts.cwd], frame)
    return path !== undefined && listensInText(fileText(frame.analysis.overlay, frame.facts, path).text ?? '')
  })
}

/** `listener 1883 0.0.0.0`, `listen_addresses = '*'`. */
function listensInText(text: string): boolean {
  if (text.length > MAX_TEXT || !/0\.0\.0\.0|::|\*/.test(text)) return false
  return text.split('\n').some((line) => {
    const [name = '', ...values] = line
      .slice(0, 400)
      .split(/[\s"'=,;[\]]+|:\s+/)
      .filter((word) => word !== '')
    return wordsOf(name).some(isListenKey) && values.some((value) => value === '*' || ANY_ADDRESS.test(value))
  })
}

const MAX_TEXT = 64 * 1024

function isListenKey(word: string): boolean {
  return LISTEN_KEYS.test(word)
}

function setsAnyAddress(words: readonly string[], value: string): boolean {
  if (words.some(isListenKey)) return ANY_ADDRESS.test(value) || ANY_PORT.test(value) || value === '*'
  return ANY_ADDRESS.test(value) && words.some(matching(ADDRESS_KEYS))
}

const FORWARD_SPEC = /^(?:R:|(?:tcp|udp|socks5|http):\/\/)(?:[\w.*[\]-]{1,60}:)?\d{1,5}(?::[\w.-]{1,100}:\d{1,5})?$/
const PORT_PAIR = /^(?:[\w.*-]{1,60}:)?\d{1,5}:[\w.-]{1,100}:\d{1,5}$/

/** `-R 8022:localhost:22`, `R:8022:localhost:22`, `tcp://8022:localhost:22`, with another machine beside it. */
function isRemoteForward({ slots }: CommandSettings): boolean {
  const words = slots.map(({ word }) => word.known)
  const pair = slots.some(({ name, word: { known } }) =>
    name === 'R' || name === 'remote' || name === 'reverse'
      ? PORT_PAIR.test(known) || FORWARD_SPEC.test(known)
      : /:[\w.-]+:\d+$/.test(known) && FORWARD_SPEC.test(known),
  )
  return (
    pair &&
    words.some((word) =>
      /^(?:wss?|tcp|https?|quic|ssh):\/\//.test(word)
        ? isRemote(word)
        : /@|\.\w{2,}(?::\d+)?$/.test(word) && !PORT_PAIR.test(word) && !FORWARD_SPEC.test(word),
    )
  )
}
