import { isProgramName } from '../programs/registry.ts'
import { remembered } from '../remembered.ts'
import { isHiddenAway, namesProgram, namesStore } from '../running-keys.ts'

export interface Candidate {
  readonly text: string
  /** What it stands under, outermost first: keys of tables, or the word before it. */
  readonly keys: readonly string[]
  readonly inImage?: boolean
  readonly under?: string
}

/** The candidates of a file; `whole` is false when there was more than is looked at. */
export interface Candidates {
  readonly found: readonly Candidate[]
  readonly whole: boolean
}

export const MAX_TEXT = 64 * 1024

const RUNNING = new Set(
  'run runs script scripts command commands cmd cmds exec execute executor execution entrypoint shell bash sh zsh powershell hook hooks task tasks recipe before after pre post on build builder install installer start startup init initialize setup prepare deploy release phase phases step steps inline program process processes args arguments invoke provision provisioner trigger triggers event events alias aliases callback handler'.split(
    ' ',
  ),
)
const TELLING = new Set(
  'description descriptions desc summary title note notes message messages help comment comments doc docs documentation example examples label labels text hint tooltip placeholder caption about readme changelog body prompt question answer markdown usage snippet deny denied denylist block blocked blocklist blacklist forbid forbidden disallow disallowed ban banned reject rejected dangerous never'.split(
    ' ',
  ),
)

const wordsOf = remembered((key) =>
  key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/),
)

export function isRun({ keys }: Candidate): boolean {
  return keys.some((key) => wordsOf(key).some((word) => RUNNING.has(word) || /^(?:pre|post)(?=.)/.test(word)))
}

const SETTING_UP = new Set(['provision', 'provisioner', 'provisioners', 'userdata', 'runcmd', 'bootcmd'])

/** Does it run on a machine that is set up by it? What is done there is that machine's own affair. */
export function isElsewhere({ keys }: Candidate): boolean {
  let sets = false
  let user = false
  let data = false
  for (const key of keys)
    for (const word of wordsOf(key)) {
      if (word === 'local') return false
      sets ||= SETTING_UP.has(word)
      user ||= word === 'user'
      data ||= word === 'data'
    }
  return sets || (user && data)
}

/** Is it for people? The innermost key that says anything decides. */
export function isTold({ keys }: Candidate): boolean {
  for (let at = keys.length - 1; at >= 0; at--) {
    const words = wordsOf(keys[at] ?? '')
    if (words.some((word) => TELLING.has(word))) return true
    if (words.some((word) => RUNNING.has(word))) return false
  }
  return false
}

const LOADING = new Set(
  'shell interpreter executable exe program runner linker wrapper compiler loader preload plugin plugins hook hooks setup transform transforms require import imports binary launcher askpass pager editor backend teardown reporter reporters preset presets resolver eval extends parser parsers processor processors formatter formatters serializer serializers adapter adapters addon addons middleware provider rulesdir handler engine generator sequencer'.split(
    ' ',
  ),
)

const CALLED = /^(?:scripts|tasks|commands|alias(?:es)?)$/

export function isLoaded({ text, keys }: Candidate): boolean {
  return (
    /^(?:[\w.~@$+-]*\/[\w.~@$+/-]{1,300}|[\w-]{1,60}\.[a-z]{1,6})$/.test(text) &&
    namesLoaded(keys) &&
    !keys.some((key) => CALLED.test(key))
  )
}

/** Last words of settings that only say that a place follows; the word before them says what for. */
const PLACING = /^(?:path|paths|file|files|location|local|src|bin|name|url|dir|dirs|from|)$/i

function namesLoaded(keys: readonly string[]): boolean {
  const last = keys.at(-1) ?? ''
  if (namesProgram(last) || wordsOf(last).some((word) => LOADING.has(word))) return true
  return keys.length > 1 && PLACING.test(last) && namesLoaded(keys.slice(0, -1))
}

export function hiddenPrograms({ text, keys }: Candidate): readonly string[] {
  if (text.length > MAX_TEXT || !/\/(?:tmp|shm)\//.test(text) || keys.some(namesStore)) return []
  const words = text.split(/[\s"'`,;=()[\]{}]+|(?<=\w):(?=\/)/).filter(isHiddenAway)
  return words.length > 0 && holdsCommand(text) ? [] : words
}

export function innerTexts(text: string): string[] {
  if (text.length < 8 || !/["'(`]/.test(text)) return []
  const next = nextOf(text)
  const found: string[] = []
  const opening = /["'`]|[!#@$<>]\(/g
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const start = match.index + match[0].length
    const end = closingOf(match[0], start, next)
    if (end - start < MIN_INNER) continue
    found.push(text.slice(start, end))
    opening.lastIndex = end + 1
  }
  return found
}

const MIN_INNER = 6

function closingOf(open: string, start: number, next: Next): number {
  const end = next(open.endsWith('(') ? ')' : open, start)
  const cut = Math.min(next('\n', start), open.endsWith('(') ? next('(', start) : Number.POSITIVE_INFINITY)
  return end < cut ? end : -1
}

type Next = (sign: string, from: number) => number

/** The next place of a sign; each stretch is searched once, for the places asked for grow. */
function nextOf(text: string): Next {
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

const LEADING = /^(?:(?:sudo|exec|command|nohup|time|env|then|do|else|if|while|!)\s+|[A-Za-z_]\w*=\S*\s+|["'@({[!]+)+/
const MAX_POSITIONS = 400

export function isOneWord(text: string): boolean {
  return !/\S[\s|<>]/.test(text)
}

export function holdsCommand(text: string): boolean {
  if (text.length > MAX_TEXT || isOneWord(text)) return false
  let count = 0
  for (const part of text.split(/[|;&\n`]+|\$\(|<\(/)) {
    if (++count > MAX_POSITIONS) return true
    const start = part.trimStart().slice(0, 400).replace(LEADING, '')
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

const OUTSIDE =
  /:\/\/|~|\$\{?\w|\d\.\d+\.\d|\w\.[a-z]{2,}(?:[/:]|\s+\d)|\/(?:dev|etc|home|root|proc|users|var)\/|\s\/(?:[\s*"']|$)|\|\s*(?:sudo\s+)?\w*sh\b|%[A-Z]+%/i

export function reachesOut(text: string): boolean {
  return OUTSIDE.test(text)
}
