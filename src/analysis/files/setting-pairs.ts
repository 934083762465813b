import { stripLineComment } from './strip-comments.ts'

/** A setting of a file in whatever syntax: what it stands under, outermost first, and one value. */
export interface SettingPair {
  readonly keys: readonly string[]
  readonly value: string
}

/** Pairs of one text; more are not looked at. */
const MAX_PAIRS = 5_000
const MAX_DEPTH = 12

/** A sign that joins a name and its value, a bracket, the end of something, or a word. */
const BARE_TOKEN = String.raw`(=>|:=|[:=](?![:=]))|([{[(])|([}\])])|([,;])|((?:[^\s"'{}[\](),;:=]|:(?=[^\s"'{}[\](),;:=]))+|[:=]+)`
/** The same, or a quoted text. */
const TOKEN = new RegExp(String.raw`"((?:[^"\\\n]|\\.){0,2000})"|'((?:[^'\\\n]|\\.){0,2000})'|${BARE_TOKEN}`, 'gy')
/** Where quotes are not closed, they say nothing. */
const UNQUOTED_TOKEN = new RegExp(`(?!)()|(?!)()|${BARE_TOKEN}`, 'gy')
/** Quotes of one line that may be left open. */
const MAX_OPEN_QUOTES = 20
/** Brackets of one line that may stand open; further in, names are those of the last. */
const MAX_OPEN_BRACKETS = 64
/** What is longer is no name. */
const MAX_NAME_LENGTH = 120
const MAX_LINE_LENGTH = 20_000

const SECTION_HEADER = /^\[{1,2}([\w .:"'/-]{1,80})\]{1,2}$/
/** `# CONFIG_X is not set`: how kernels and their like say no. */
const UNSET_OPTION_LINE = /^# ([A-Z]\w{2,80}) is not set$/
/** `<key>K</key><true/>`, `<add key="K" value="V"/>`, `<K>V</K>` as `K: V`. */
const MARKUP_PAIR_FORMS: readonly (readonly [RegExp, string])[] = [
  [/<key>([^<\n]{1,80})<\/key>\s{0,80}<(true|false)\s{0,4}\/>/g, '$1: $2'],
  [/<key>([^<\n]{1,80})<\/key>\s{0,80}<(?:string|integer)>([^<\n]{0,200})</g, '$1: "$2" <'],
  [/<\w{1,40} (?:key|name)="([^"\n]{1,80})" value="([^"\n]{0,200})"/g, '$1: "$2"'],
  [/<([A-Za-z][\w.-]{1,60})>([^<>\n]{1,200})<\/\1>/g, '$1: "$2"'],
  [/<\/?([A-Za-z][\w:.-]*)|\/?>/g, ' $1 '],
]
/** `v=DMARC1; p=none`: what a text in quotes tells by itself. */
const INNER_PAIR = /(?<![\w.-])([A-Za-z][\w.-]{0,40})=([^\s;,"'=]{1,80})/g

interface ParentName {
  readonly indent: number
  readonly name: string
}

/** The pairs of a line, and the name that the next lines stand under. */
interface LinePairs {
  readonly pairs: readonly SettingPair[]
  readonly name: string | undefined
}

/** Lines by what they stand under and their text. Two texts that are compared have most of them in common. */
export type LinePairCache = Map<string, LinePairs>

/**
 * Names and values by what all syntaxes have in common: a sign or a blank between both, brackets, and lines further in for what
 * stands under a name. Nothing is parsed, so a piece of a file is read like all of it.
 */
export function parseSettingPairs(content: string, known: LinePairCache = new Map()): readonly SettingPair[] {
  const found: SettingPair[] = []
  let open: ParentName[] = []
  const tagged = /<[a-z?!]/i.test(content)
  const plain = tagged ? MARKUP_PAIR_FORMS.reduce((text, [tag, to]) => text.replaceAll(tag, to), content) : content
  for (const each of plain.replaceAll(/'''|"""/g, '"').split(/\r?\n/)) {
    if (found.length >= MAX_PAIRS) break
    const unset = UNSET_OPTION_LINE.exec(each.trim())?.[1]
    if (unset !== undefined) found.push({ keys: [unset], value: 'n' })
    const line = stripLineComment(each.slice(0, MAX_LINE_LENGTH))
    const trimmed = line.trim()
    if (trimmed === '') continue
    const section = SECTION_HEADER.exec(trimmed)?.[1]
    if (section !== undefined) {
      open = [{ indent: -1, name: section.trim().replaceAll(/^["']|["']$/g, '') }]
      continue
    }
    const lead = /^(?:[ \t]|-(?=[ \t]))*/.exec(line)?.[0] ?? ''
    open = open.filter(({ indent }) => indent < lead.length)
    const above = open.map(({ name }) => name)
    const id = `${above.join('\0')}\0\0${line.slice(lead.length)}`
    const { pairs, name } = known.get(id) ?? parseLinePairs(line.slice(lead.length), above)
    if (!known.has(id)) known.set(id, { pairs, name })
    for (const pair of pairs) found.push(pair)
    if (name !== undefined && open.length < MAX_DEPTH) open.push({ indent: lead.length, name })
  }
  return found
}

/** What its end leaves open is the name that the next lines stand under. */
function parseLinePairs(line: string, above: readonly string[]): LinePairs {
  const found: SettingPair[] = []
  const inside: string[] = []
  let deeper = 0
  let unclosed = 0
  let head: string | undefined
  /** The word before, the name that waits for its value, and a value that may turn out to be a name. */
  let last: string | undefined
  let key: string | undefined
  let held: SettingPair | undefined
  const release = () => {
    if (held) found.push(held)
    held = undefined
  }
  const under = (...names: readonly (string | undefined)[]) =>
    [...above, ...inside, ...names].filter((each): each is string => each !== undefined && each !== '').slice(-4)
  for (let at = 0; at < line.length; ) {
    const token = unclosed > MAX_OPEN_QUOTES ? UNQUOTED_TOKEN : TOKEN
    token.lastIndex = at
    const match = token.exec(line)
    if (!match) {
      if (/["']/.test(line[at] ?? '')) unclosed++
      at++
      continue
    }
    at = token.lastIndex
    const [, double, single, joins, opens, closes, , word] = match
    const value = double ?? single ?? word
    if (value !== undefined) {
      release()
      const spoken = key === undefined && last !== undefined && last !== head ? head : undefined
      const name = key ?? last
      if ((name ?? '').length <= MAX_NAME_LENGTH) held = { keys: under(spoken, name), value }
      if (word === undefined)
        for (const [, inner = '', its = ''] of value.matchAll(INNER_PAIR))
          found.push({ keys: under(head, key?.slice(0, MAX_NAME_LENGTH), inner), value: its })
      head ??= value.slice(0, MAX_NAME_LENGTH)
      last = value
      key = undefined
      continue
    }
    if (joins !== undefined) {
      key = last
      held = undefined
      continue
    }
    release()
    if (opens !== undefined && inside.length < MAX_OPEN_BRACKETS)
      inside.push((key ?? last ?? '').slice(0, MAX_NAME_LENGTH))
    else if (opens !== undefined) deeper++
    // `x = []`: an empty list is a value too.
    else if (closes === ']' && last === undefined && line[at - 2] === '[') found.push({ keys: under(), value: '' })
    if (closes !== undefined && deeper > 0) deeper--
    else if (closes !== undefined) inside.pop()
    key = undefined
    last = undefined
  }
  release()
  return { pairs: found, name: (key ?? inside.findLast((each) => each !== ''))?.slice(0, MAX_NAME_LENGTH) }
}
