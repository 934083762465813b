import { PRODUCTION_WORDS } from '../../knowledge/lexicon/deployment-environments.ts'
import { SECRET } from '../../knowledge/lexicon/secret-names.ts'
import { anyOf, VERBS, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { Action } from '../action.ts'
import type { Effect } from '../effects.ts'
import type { Command } from '../words.ts'
import { commandOfEffect } from './call-texts.ts'
import { looksLikeFile } from './word-shapes.ts'

export interface CallPhrase {
  /** `word`: a sub-command or an operand; `value`: of an option or key; `option`: one that is given nothing. */
  readonly role: 'word' | 'value' | 'option'
  readonly text: string
  readonly key: string
}

const MAX_WORDS = 60
const MAX_LETTERS = 4_000

const HARMLESS_OPTIONS: ReadonlySet<string> = new Set([
  ...PRODUCTION_WORDS,
  ...'y q v yes assume-yes auto-approve confirm quiet silent verbose wait json debug batch non-interactive noninteractive follow'.split(
    ' ',
  ),
  ...'no-input no-interactive no-color no-colour no-wait no-progress no-pager no-prompt no-tty'.split(' '),
])
/** `--keep-data`, `--no-delete-volumes`. */
const KEEPING_OPTIONS = new RegExp(
  `^(?:keep-\\w[\\w-]*|no-(?:${anyOf(...VERBS.delete, ...VERBS.erase, 'prune')})[\\w-]*)$`,
)
const HARMLESS_LETTERS = /^[yqvVnitTsehEIlouUpcjNS46]$/
const OPTION_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({ f: 'force', F: 'force', a: 'all', A: 'all', r: 'recursive', R: 'recursive' }),
)
/** They force it, open it or skip what guards it: nobody is taken to have meant these. */
export const AGGRAVATING_WORDS: ReadonlySet<string> = new Set([
  ...VERBS.delete,
  ...VERBS.erase,
  ...'all any every everything everywhere force forced forcibly recursive recurse cascade prune volumes overwrite replace'.split(
    ' ',
  ),
  ...'public permanent insecure unsafe unverified admin skip ignore bypass no without allow disable hard global hide'.split(
    ' ',
  ),
  ...'hidden unrestricted full anonymous root noverify'.split(' '),
])
const MANNER_KEYS = new RegExp(
  String.raw`^(?:I|chip|baud|baudrate|speed|programmer|protocol|before|after|format|output|timeout|wait|grace-period|log-?level|verbosity|colou?r|reason|message|comment|description|delay|retries|ttl|parallel|concurrency|interface|encoding|editor|pager|(?:[\w-]+-)?(?:(?:${SECRET})s?|pass|identity|keyfile|secret-file|password-file)|jar|.*[Ee][Rr][Rr][Oo][Rr].*)$`,
)
const LABEL_KEYS =
  /^(?:[a-z]*(?:name|id)|state|status|zone|region|project|namespace|org|cluster|profile|node|host|user|account|reason)$/i
const CONFIG_KEYS = /^(?:c|f|conf|config|config-?file|settings)$/i
const USUAL_CONFIG_PATH = /^(?:\/etc\/|~\/\.|\/home\/[^/]+\/\.|\/usr\/)/

/** Undefined where a part is not known or it is too long to be said. */
export function callPhrases(effect: Effect, action: Action): readonly CallPhrase[] | undefined {
  const known = PHRASE_CACHE.get(effect)
  if (known !== undefined) return known === 'nothing' ? undefined : known
  const found = Object.hasOwn(action.call.input, 'command')
    ? commandPhrases(commandOfEffect(effect, action) ?? enclosingCommand(effect, action))
    : inputPhrases(action.call.tool, action.call.input)
  PHRASE_CACHE.set(effect, found ?? 'nothing')
  return found
}

/** What may be a command among the words of another program is told by all of these. */
function enclosingCommand({ span, wrapperNames, wrappers }: Effect, { commands }: Action): Command | undefined {
  if (wrappers.at(-1)?.kind !== 'other') return undefined
  const around = commands.filter((each) => each.span.start <= span.start && each.span.end >= span.end)
  return around.find((each) => each.wrapperNames.length === wrapperNames.length - 1)
}

const PHRASE_CACHE = new WeakMap<Effect, readonly CallPhrase[] | 'nothing'>()

const wordPhrase = (text: string): CallPhrase => ({ role: 'word', text, key: '' })
const optionPhrase = (text: string): CallPhrase => ({ role: 'option', text, key: '' })

function commandPhrases(command: Command | undefined): readonly CallPhrase[] | undefined {
  const { args } = command ?? { args: [] }
  const length = args.reduce((sum, { known }) => sum + known.length, 0)
  if (command === undefined || args.length > MAX_WORDS || length > MAX_LETTERS) return undefined
  const phrases: CallPhrase[] = []
  let key = ''
  for (const [at, { known, text }] of args.entries()) {
    const [, name, value] = /^-{0,2}([A-Za-z][\w.-]*)=(.+)$/s.exec(known) ?? []
    const given = key
    key = ''
    if (text === undefined) {
      // A credential that is not written out is none of what is done.
      if (!MANNER_KEYS.test(name ?? given) && !/^(?:p|c|k|t)$/.test(given)) return undefined
    } else if (name !== undefined && value !== undefined)
      // Without dashes a key is as often the thing itself: `worker=0`.
      phrases.push(
        ...(known.startsWith('-') || LABEL_KEYS.test(name) || MANNER_KEYS.test(name) ? [] : [wordPhrase(name)]),
        ...valuePhrases(name, value),
      )
    else if (/^-{1,2}$|^$/.test(known)) continue
    else if (!known.startsWith('-') || /^-\d/.test(known))
      phrases.push(...(given === '' ? [wordPhrase(known)] : valuePhrases(given, known)))
    else {
      const next = args[at + 1]?.known ?? '-'
      // What takes a container down takes its volumes by this letter.
      const name = known === '-v' && phrases.some((each) => TAKES_VOLUMES.has(each.text)) ? '-volumes' : known
      const read = optionPhrases(name.replace(/^-+/, ''), known.startsWith('--'), next)
      phrases.push(...read.phrases)
      key = read.key
    }
  }
  return phrases.filter((each, at) => !isTtlOrLocalPort(each, phrases[at - 1], phrases[at + 1]))
}

const DNS_RECORD_TYPES = /^(?:A|AAAA|CNAME|MX|TXT|NS|SRV|PTR|CAA)$/
/** How long a record is remembered; a port of this machine, whatever its address. */
function isTtlOrLocalPort(
  { role, text }: CallPhrase,
  before: CallPhrase | undefined,
  after: CallPhrase | undefined,
): boolean {
  if (role !== 'word') return false
  if (/^(?:\d{2,5})$/.test(text)) return DNS_RECORD_TYPES.test(before?.text ?? '') && after !== undefined
  return text === 'any' && before?.text === 'to' && after?.text === 'port'
}

const TAKES_VOLUMES: ReadonlySet<string> = new Set([...VERBS.delete, 'down', 'kill'])

function optionPhrases(
  name: string,
  long: boolean,
  next: string,
): { readonly phrases: readonly CallPhrase[]; readonly key: string } {
  const follows = !next.startsWith('-') || /^-\d/.test(next)
  if (HARMLESS_OPTIONS.has(name) || KEEPING_OPTIONS.test(name)) return { phrases: [], key: '' }
  if (!long && name.length <= 3 && /^[A-Za-z]+$/.test(name)) {
    // A word for an act is the program's own, and so is one behind a letter that takes none.
    const isOwn = /^[a-z]+$/.test(next) && verbMeaning(next) !== undefined
    const isForce = /[fF]/.test(name) && !looksLikeFile(next)
    if (follows && name.length === 1 && name !== 'E' && !isOwn && !isForce) return { phrases: [], key: name }
    const letters = [...name].filter((letter) => !HARMLESS_LETTERS.test(letter))
    return { phrases: letters.map((letter) => optionPhrase(OPTION_LETTERS.get(letter) ?? letter)), key: '' }
  }
  const isAct = wordsOf(name).some((part) => AGGRAVATING_WORDS.has(part) || isGraveVerb(part))
  if (follows && (!isAct || /^\d{4}-\d\d/.test(next))) return { phrases: [], key: name }
  return { phrases: [optionPhrase(name)], key: '' }
}

function isGraveVerb(part: string): boolean {
  const act = verbMeaning(part)?.act
  return act !== undefined && /^(?:destroy|remove|cancel|restart|deploy|release|publish|grant)$/.test(act)
}

function valuePhrases(key: string, text: string): readonly CallPhrase[] {
  const name = key.replace(/^-+/, '')
  if (MANNER_KEYS.test(name) || (CONFIG_KEYS.test(name) && USUAL_CONFIG_PATH.test(text))) return []
  return [{ role: 'value', text, key: name }]
}

const NOTIFY_OPTIONS = /^(?:send_?(?:updates|notifications?|invit\w+|e?mails?)|notif\w*)$/i

const ON_VALUES = /^(?:on|enabled?|active)$/i

interface FieldPatch {
  readonly where: readonly string[]
  readonly field: string
  readonly value: unknown
}

/** `{op: replace, path: /a/b/on, value: true}`: one field is set. */
function parseFieldPatch(value: unknown): FieldPatch | undefined {
  if (typeof value !== 'object' || value === null || !('op' in value && 'path' in value && 'value' in value))
    return undefined
  const { op, path } = value
  if (!/^(?:replace|add)$/.test(String(op)) || typeof path !== 'string' || !/^(?:\/[\w.-]{1,80}){1,6}$/.test(path))
    return undefined
  const parts = path.slice(1).split('/')
  return { where: parts.slice(0, -1), field: parts.at(-1) ?? '', value: value.value }
}

function inputPhrases(tool: string, input: Action['call']['input']): readonly CallPhrase[] | undefined {
  const phrases: CallPhrase[] = [wordPhrase(tool.slice(tool.lastIndexOf('__') + (tool.includes('__') ? 2 : 1)))]
  let length = 0
  const take = (key: string, value: unknown, depth: number): boolean => {
    if (phrases.length > MAX_WORDS || length > MAX_LETTERS) return false
    if (value === null || value === false || value === '') return true
    const patch = parseFieldPatch(value)
    if (patch !== undefined) {
      const { where, field } = patch
      phrases.push(...where.slice(-1).map((text): CallPhrase => ({ role: 'value', text, key: where.at(-2) ?? '' })))
      phrases.push(...where.slice(0, -2).map((text): CallPhrase => ({ role: 'value', text, key: '' })))
      if (typeof patch.value !== 'boolean') return take(field, patch.value, depth + 1)
      phrases.push(
        optionPhrase(
          ON_VALUES.test(field) ? (patch.value ? 'enable' : 'disable') : patch.value ? field : `no-${field}`,
        ),
      )
      return true
    }
    if (typeof value === 'object')
      return (
        depth < 3 &&
        Object.entries(value).every(([inner, each]) => take(/^\d+$/.test(inner) ? key : inner, each, depth + 1))
      )
    if (NOTIFY_OPTIONS.test(key))
      phrases.push(...(/^(?:none|false|no|0)$/i.test(String(value)) ? [] : [optionPhrase('notify')]))
    else if (typeof value === 'boolean') phrases.push(optionPhrase(key))
    else if (typeof value === 'string' || typeof value === 'number') {
      phrases.push({ role: 'value', text: String(value), key })
      length += String(value).length
    } else return false
    return true
  }
  return Object.entries(input).every(([key, value]) => take(key, value, 0)) ? phrases : undefined
}
