import { isHiddenTempProgram, isProgramKey, isStoreKey } from '../flow/program-keys.ts'
import { isProgramName } from '../interpret/registry.ts'
import { memoize } from '../text/memoize.ts'

export interface CommandCandidate {
  readonly text: string
  /** What it stands under, outermost first: keys of tables, or the word before it. */
  readonly keys: readonly string[]
  readonly inImage?: boolean
  readonly under?: string
}

/** The candidates of a file; `whole` is false when there was more than is looked at. */
export interface CommandCandidates {
  readonly found: readonly CommandCandidate[]
  readonly whole: boolean
}

export const MAX_CANDIDATE_LENGTH = 64 * 1024

const RUN_KEY_WORDS = new Set(
  'run runs script scripts command commands cmd cmds exec execute executor execution entrypoint shell bash sh zsh powershell hook hooks task tasks recipe before after pre post on build builder install installer start startup init initialize setup prepare deploy release phase phases step steps inline program process processes args arguments invoke provision provisioner trigger triggers event events alias aliases callback handler'.split(
    ' ',
  ),
)
const PROSE_KEY_WORDS = new Set(
  'description descriptions desc summary title note notes message messages help comment comments doc docs documentation example examples label labels text hint tooltip placeholder caption about readme changelog body prompt question answer markdown usage snippet deny denied denylist block blocked blocklist blacklist forbid forbidden disallow disallowed ban banned reject rejected dangerous never'.split(
    ' ',
  ),
)

const splitKeyWords = memoize((key) =>
  key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/),
)

export function isUnderRunKey({ keys }: CommandCandidate): boolean {
  return keys.some((key) =>
    splitKeyWords(key).some((word) => RUN_KEY_WORDS.has(word) || /^(?:pre|post)(?=.)/.test(word)),
  )
}

const PROVISIONING_KEY_WORDS = new Set(['provision', 'provisioner', 'provisioners', 'userdata', 'runcmd', 'bootcmd'])

/** Does it run on a machine that is set up by it? What is done there is that machine's own affair. */
export function isProvisioningCommand({ keys }: CommandCandidate): boolean {
  let sets = false
  let user = false
  let data = false
  for (const key of keys)
    for (const word of splitKeyWords(key)) {
      if (word === 'local') return false
      sets ||= PROVISIONING_KEY_WORDS.has(word)
      user ||= word === 'user'
      data ||= word === 'data'
    }
  return sets || (user && data)
}

/** Is it for people? The innermost key that says anything decides. */
export function isProseCandidate({ keys }: CommandCandidate): boolean {
  for (let at = keys.length - 1; at >= 0; at--) {
    const words = splitKeyWords(keys[at] ?? '')
    if (words.some((word) => PROSE_KEY_WORDS.has(word))) return true
    if (words.some((word) => RUN_KEY_WORDS.has(word))) return false
  }
  return false
}

const CODE_LOADING_KEY_WORDS = new Set(
  'shell interpreter executable exe program runner linker wrapper compiler loader preload plugin plugins hook hooks setup transform transforms require import imports binary launcher askpass pager editor backend teardown reporter reporters preset presets resolver eval extends parser parsers processor processors formatter formatters serializer serializers adapter adapters addon addons middleware provider rulesdir handler engine generator sequencer'.split(
    ' ',
  ),
)

const COMMAND_LIST_KEY = /^(?:scripts|tasks|commands|alias(?:es)?)$/

export function isLoadedPath({ text, keys }: CommandCandidate): boolean {
  return (
    /^(?:[\w.~@$+-]*\/[\w.~@$+/-]{1,300}|[\w-]{1,60}\.[a-z]{1,6})$/.test(text) &&
    isCodeLoadingKey(keys) &&
    !keys.some((key) => COMMAND_LIST_KEY.test(key))
  )
}

/** Last words of settings that only say that a place follows; the word before them says what for. */
const PATH_KEY = /^(?:path|paths|file|files|location|local|src|bin|name|url|dir|dirs|from|)$/i

function isCodeLoadingKey(keys: readonly string[]): boolean {
  const last = keys.at(-1) ?? ''
  if (isProgramKey(last) || splitKeyWords(last).some((word) => CODE_LOADING_KEY_WORDS.has(word))) return true
  return keys.length > 1 && PATH_KEY.test(last) && isCodeLoadingKey(keys.slice(0, -1))
}

export function findHiddenPrograms({ text, keys }: CommandCandidate): readonly string[] {
  if (text.length > MAX_CANDIDATE_LENGTH || !/\/(?:tmp|shm)\//.test(text) || keys.some(isStoreKey)) return []
  const words = text.split(/[\s"'`,;=()[\]{}]+|(?<=\w):(?=\/)/).filter(isHiddenTempProgram)
  return words.length > 0 && hasCommand(text) ? [] : words
}

export function findInnerTexts(text: string): string[] {
  if (text.length < 8 || !/["'(`]/.test(text)) return []
  const next = makeFindNext(text)
  const found: string[] = []
  const opening = /["'`]|[!#@$<>]\(/g
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const start = match.index + match[0].length
    const end = findClosing(match[0], start, next)
    if (end - start < MIN_INNER_LENGTH) continue
    found.push(text.slice(start, end))
    opening.lastIndex = end + 1
  }
  return found
}

const MIN_INNER_LENGTH = 6

function findClosing(open: string, start: number, next: FindNext): number {
  const end = next(open.endsWith('(') ? ')' : open, start)
  const cut = Math.min(next('\n', start), open.endsWith('(') ? next('(', start) : Number.POSITIVE_INFINITY)
  return end < cut ? end : -1
}

type FindNext = (sign: string, from: number) => number

/** The next place of a sign; each stretch is searched once, for the places asked for grow. */
function makeFindNext(text: string): FindNext {
  const bare = text.includes('\\') ? text.replaceAll(/\\[^\n]/g, '\0\0') : text
  const known = new Map<string, { readonly from: number; readonly at: number }>()
  return (sign, from) => {
    const last = known.get(sign)
    if (last && last.from <= from && from <= last.at) return last.at
    const found = (sign === '"' ? bare : text).indexOf(sign, from)
    const at = found < 0 ? text.length : found
    known.set(sign, { from, at })
    return at
  }
}

const LEADING_WORDS =
  /^(?:(?:sudo|exec|command|nohup|time|env|then|do|else|if|while|!)\s+|[A-Za-z_]\w*=\S*\s+|["'@({[!]+)+/
const MAX_POSITIONS = 400

export function isOneWord(text: string): boolean {
  return !/\S[\s|<>]/.test(text)
}

export function hasCommand(text: string): boolean {
  if (text.length > MAX_CANDIDATE_LENGTH || isOneWord(text)) return false
  let count = 0
  for (const part of text.split(/[|;&\n`]+|\$\(|<\(/)) {
    if (++count > MAX_POSITIONS) return true
    const start = part.trimStart().slice(0, 400).replace(LEADING_WORDS, '')
    const name = /^["']?((?:[\w.~$+-]*\/)*[A-Za-z][\w.+-]*)["']?(?=\s|$)/.exec(start)?.[1]
    if (name !== undefined && isProgramName(name)) return true
  }
  return /\/dev\/(?:tcp|udp)\//.test(text)
}

export function isSentence(text: string): boolean {
  if (/[|;&\n<>]/.test(text)) return false
  const words = text.trim().split(/\s+/)
  const plain = words.filter((word) => /^[\p{L}'’]{2,}[.,:!?]?$/u.test(word) && !isProgramName(word))
  return plain.length > words.length * 0.3
}

const OUTSIDE_REFERENCE =
  /:\/\/|~|\$\{?\w|\d\.\d+\.\d|\w\.[a-z]{2,}(?:[/:]|\s+\d)|\/(?:dev|etc|home|root|proc|users|var)\/|\s\/(?:[\s*"']|$)|\|\s*(?:sudo\s+)?\w*sh\b|%[A-Z]+%/i

export function hasOutsideReference(text: string): boolean {
  return OUTSIDE_REFERENCE.test(text)
}
