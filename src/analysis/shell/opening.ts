import { baseOf } from '../base-name.ts'
import type { EffectDraft } from '../effects.ts'
import { families, familyFor } from '../programs/registry.ts'
import { isRemote, like } from '../programs/unlisted/shapes.ts'
import { wordsOf } from '../verbs.ts'
import type { Assignment, Command } from '../words.ts'
import type { Frame } from './frame.ts'
import { fileText } from './overlay.ts'
import { ownsNothing } from './own-files.ts'
import { ownNamed } from './own-mentions.ts'
import type { Slot } from './slots.ts'

/** A command line by its settings: what options and `key=value` are called, and what they are given. */
export interface SettingsLine {
  readonly command: Command
  readonly slots: readonly Slot[]
  readonly options: readonly string[]
  readonly operands: readonly string[]
  readonly listed: boolean
}

const LISTENS = /^(?:listen\w*|bind(?!ings?$)\w*)$/
/** Said of a place to reach as often as of one to listen on. */
const PLACED = /^(?:host|hostname|addr|address|interface|iface|ip)$/
const EVERYWHERE = /^(?:[a-z]+:\/\/)?(?:0\.0\.0\.0|::|\[::\]|\*(?=:\d))(?::\d{1,5})?\/?$/
const ANY_PORT = /^:\d{1,5}$/
const CLIENT = /cli$|client|ctl$|ping|bench|probe|wait|connect|ready|health/
const STARTS = /^(?:start|serve|server|run|up|dev|launch|listen|daemon|web)$/
const OFF = /^(?:0|false|no|none|off|never|disabled?)$/i

export const LISTENS_EVERYWHERE: EffectDraft = {
  kind: 'listen',
  reach: 'network',
  executes: false,
  certainty: 'likely',
}

export function listening(line: SettingsLine): EffectDraft | undefined {
  const { slots, options, operands, listed } = line
  if (!listed && forwards(line))
    return { kind: 'listen', reach: 'remote-forward', executes: false, certainty: 'likely' }
  const starts = operands.slice(0, 3).some(like(STARTS))
  const open =
    slots.some((slot) => isOpen(slot, line)) ||
    options.some((option) => letsOthersIn(option)) ||
    (!listed && options.some((option) => OPENING.test(option) || (option === 'public' && starts))) ||
    operands.some((word, at) => /^tcp-?ip$/.test(word) && /^\d{2,5}$/.test(operands[at + 1] ?? ''))
  return open ? LISTENS_EVERYWHERE : undefined
}

const OPENING = /^no-?local(?:host)?(?:-?only)?$/i

/** `-webAllowOthers`, `--allow-remote-connections`: who it is that may come in, and no address or file of theirs. */
function letsOthersIn(option: string): boolean {
  const words = wordsOf(option)
  const at = words.indexOf('allow')
  return at >= 0 && /^(?:others|anyone|everyone|external)$/.test(words[at + 1] ?? '') && words.length <= at + 3
}

function isOpen({ name, word }: Slot, { command, listed }: SettingsLine): boolean {
  // A node of several is called after the address at which the others find it.
  if (name === 'name' && /^[\w.-]{1,60}@(?!127\.)\d{1,3}(?:\.\d{1,3}){3}$/.test(word.known)) return true
  const within = settingsWithin(word.known)
  // `-o listen=0.0.0.0`: the key inside says more than the option.
  if (serves(within) || (!listed && within.some(({ words, value }) => opens(words, value)))) return true
  if (
    !EVERYWHERE.test(word.known) &&
    !ANY_PORT.test(word.known) &&
    word.known !== '*' &&
    !/localhost/i.test(name ?? '')
  )
    return false
  const words = wordsOf(name ?? '')
  if (words.includes('localhost')) return !listed && !words.includes('no') && OFF.test(word.known)
  if (listed || CLIENT.test(baseOf(command))) return opens(words.filter(isListening), word.known)
  return opens(words, word.known)
}

/** A variable that says so, or that hands such an option on: `--inspect=0.0.0.0:9229`. */
export function opensBySetting({ name, value }: Assignment): boolean {
  return (
    opens(wordsOf(name), value.known) ||
    value.known.split(/\s/, 40).some((word) => {
      const [, given = ''] = /^--?[a-z][\w-]{1,40}=(.{1,60})$/is.exec(word) ?? []
      return EVERYWHERE.test(given) || serves(settingsWithin(word))
    })
  )
}

interface Setting {
  readonly words: readonly string[]
  readonly value: string
}

/** Settings that stand in one word: `server=y,address=*:80`, `bindto 0.0.0.0`. With a blank between, the name must say that it listens. */
function settingsWithin(text: string): readonly Setting[] {
  if (text.length > 1000 || !/[=\s]/.test(text) || !/0\.0\.0\.0|::|\*|:\d/.test(text)) return []
  return text.split(/[,;\n]/, 40).flatMap((part) => {
    const [, name = '', between = '', value = ''] = WITHIN.exec(part) ?? []
    const words = wordsOf(name)
    return name === '' || (between !== '=' && !words.some(isListening)) ? [] : [{ words, value }]
  })
}

const WITHIN = /^\s{0,8}(?:[-\w.:]{1,60}[=:])?([A-Za-z][\w.-]{1,40})(=|\s{1,8})["']?([^\s"']{1,60})["']?\s{0,8}$/

function serves(settings: readonly Setting[]): boolean {
  return (
    settings.some(({ words, value }) => words[0] === 'server' && /^(?:y|yes|true|1|on)$/.test(value)) &&
    settings.some(({ words, value }) => opens(words, value))
  )
}

const HANDLES = families('files', 'shell', 'desktop', 'git', 'hosting', 'agents', 'containers', 'cloud')
const SETTINGS = /\.(?:conf|cnf|cfg|config|ini|ya?ml|toml|json|properties|rc)$|file$/i
const TESTS = /^(?:t|test|test-config|configtest|check|check-config|validate|lint|dry-run)$/i

export function opensByFile({ command, slots, options }: SettingsLine, frame: Frame): boolean {
  if (ownsNothing(frame) || HANDLES.has(familyFor(command.name ?? '')) || options.some(like(TESTS))) return false
  return slots.some(({ word: { known } }) => {
    if (!SETTINGS.test(known)) return false
    const [path] = ownNamed(known, [command.cwd ?? frame.facts.cwd], frame)
    return path !== undefined && opensInText(fileText(frame.analysis.overlay, frame.facts, path).text ?? '')
  })
}

/** `listener 1883 0.0.0.0`, `listen_addresses = '*'`. */
function opensInText(text: string): boolean {
  if (text.length > MAX_TEXT || !/0\.0\.0\.0|::|\*/.test(text)) return false
  return text.split('\n').some((line) => {
    const [name = '', ...values] = line
      .slice(0, 400)
      .split(/[\s"'=,;[\]]+|:\s+/)
      .filter((word) => word !== '')
    return wordsOf(name).some(isListening) && values.some((value) => value === '*' || EVERYWHERE.test(value))
  })
}

const MAX_TEXT = 64 * 1024

function isListening(word: string): boolean {
  return LISTENS.test(word)
}

function opens(words: readonly string[], value: string): boolean {
  if (words.some(isListening)) return EVERYWHERE.test(value) || ANY_PORT.test(value) || value === '*'
  return EVERYWHERE.test(value) && words.some(like(PLACED))
}

const FORWARD = /^(?:R:|(?:tcp|udp|socks5|http):\/\/)(?:[\w.*[\]-]{1,60}:)?\d{1,5}(?::[\w.-]{1,100}:\d{1,5})?$/
const PAIR = /^(?:[\w.*-]{1,60}:)?\d{1,5}:[\w.-]{1,100}:\d{1,5}$/

/** `-R 8022:localhost:22`, `R:8022:localhost:22`, `tcp://8022:localhost:22`, with another machine beside it. */
function forwards({ slots }: SettingsLine): boolean {
  const words = slots.map(({ word }) => word.known)
  const pair = slots.some(({ name, word: { known } }) =>
    name === 'R' || name === 'remote' || name === 'reverse'
      ? PAIR.test(known) || FORWARD.test(known)
      : /:[\w.-]+:\d+$/.test(known) && FORWARD.test(known),
  )
  return (
    pair &&
    words.some((word) =>
      /^(?:wss?|tcp|https?|quic|ssh):\/\//.test(word)
        ? isRemote(word)
        : /@|\.\w{2,}(?::\d+)?$/.test(word) && !PAIR.test(word) && !FORWARD.test(word),
    )
  )
}
