/** A setting of a file in whatever syntax: what it stands under, outermost first, and one value. */
export interface Pair {
  readonly keys: readonly string[]
  readonly value: string
}

/** Pairs of one text; more are not looked at. */
const MOST = 5_000
const MOST_DEEP = 12

/** A quoted text, a sign that joins a name and its value, a bracket, the end of something, or a word. */
const TOKEN =
  /"((?:[^"\\\n]|\\.){0,2000})"|'((?:[^'\\\n]|\\.){0,2000})'|(=>|:=|[:=](?![:=]))|([{[(])|([}\])])|([,;])|((?:[^\s"'{}[\](),;:=]|:(?=[^\s"'{}[\](),;:=]))+|[:=]+)/gy
const SECTION = /^\s*\[{1,2}\s*["']?([\w .:"'/-]{1,80}?)["']?\s*\]{1,2}\s*$/
/** `# CONFIG_X is not set`: how kernels and their like say no. */
const NOT_SET = /^# ([A-Z]\w{2,80}) is not set$/
const COMMENT = /^\s*(?:#(?!\[)|\/\/|;|--\s|\/\*|\*\s|<!--)/
/** `<key>K</key><true/>`, `<add key="K" value="V"/>`, `<K>V</K>` as `K: V`. */
const TAGS: readonly (readonly [RegExp, string])[] = [
  [/<key>([^<\n]{1,80})<\/key>\s{0,80}<(true|false)\s{0,4}\/>/g, '$1: $2'],
  [/<key>([^<\n]{1,80})<\/key>\s{0,80}<(?:string|integer)>([^<\n]{0,200})</g, '$1: "$2" <'],
  [/<\w{1,40} (?:key|name)="([^"\n]{1,80})" value="([^"\n]{0,200})"/g, '$1: "$2"'],
  [/<([A-Za-z][\w.-]{1,60})>([^<>\n]{1,200})<\/\1>/g, '$1: "$2"'],
  [/<\/?([A-Za-z][\w:.-]*)|\/?>/g, ' $1 '],
]
/** `v=DMARC1; p=none`: what a text in quotes tells by itself. */
const WITHIN = /(?<![\w.-])([A-Za-z][\w.-]{0,40})=([^\s;,"'=]{1,80})/g

interface Open {
  readonly indent: number
  readonly name: string
}

/**
 * Names and values by what all syntaxes have in common: a sign or a blank between both, brackets, and lines further in for what
 * stands under a name. Nothing is parsed, so a piece of a file is read like all of it.
 */
export function pairsIn(content: string): readonly Pair[] {
  const found: Pair[] = []
  let open: Open[] = []
  const tagged = /<[a-z?!]/i.test(content)
  const plain = tagged ? TAGS.reduce((text, [tag, to]) => text.replaceAll(tag, to), content) : content
  for (const line of plain.replaceAll(/'''|"""/g, '"').split('\n')) {
    if (found.length >= MOST) break
    const unset = NOT_SET.exec(line.trim())?.[1]
    if (unset !== undefined) found.push({ keys: [unset], value: 'n' })
    if (line.length > 20_000 || line.trim() === '' || COMMENT.test(line)) continue
    const section = SECTION.exec(line)?.[1]
    if (section !== undefined) {
      open = [{ indent: -1, name: section }]
      continue
    }
    const lead = /^(?:[ \t]|-(?=[ \t]))*/.exec(line)?.[0] ?? ''
    open = open.filter(({ indent }) => indent < lead.length)
    const name = readLine(line.slice(lead.length).replace(/\s(?:#|\/\/)\s.*$/, ''), open, found)
    if (name !== undefined && open.length < MOST_DEEP) open.push({ indent: lead.length, name })
  }
  return found
}

/** Takes a line's pairs down; what its end leaves open is the name that the next lines stand under. */
function readLine(line: string, open: readonly Open[], found: Pair[]): string | undefined {
  const above = open.map(({ name }) => name)
  const inside: string[] = []
  let head: string | undefined
  /** The word before, the name that waits for its value, and a value that may turn out to be a name. */
  let last: string | undefined
  let key: string | undefined
  let held: Pair | undefined
  const release = () => {
    if (held) found.push(held)
    held = undefined
  }
  const under = (...names: readonly (string | undefined)[]) =>
    [...above, ...inside, ...names].filter((each): each is string => each !== undefined && each !== '').slice(-4)
  for (let at = 0; at < line.length; ) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(line)
    at = match ? TOKEN.lastIndex : at + 1
    if (!match) continue
    const [, double, single, joins, opens, closes, , word] = match
    const value = double ?? single ?? word
    if (value !== undefined) {
      release()
      const spoken = key === undefined && last !== undefined && last !== head ? head : undefined
      held = { keys: under(spoken, key ?? last), value }
      if (word === undefined)
        for (const [, name = '', inner = ''] of value.matchAll(WITHIN))
          found.push({ keys: under(head, key, name), value: inner })
      head ??= value
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
    if (opens !== undefined) inside.push(key ?? last ?? '')
    // `x = []`: an empty list is a value too.
    else if (closes === ']' && last === undefined && line[at - 2] === '[') found.push({ keys: under(), value: '' })
    if (closes !== undefined) inside.pop()
    key = undefined
    last = undefined
  }
  release()
  return key ?? inside.findLast((each) => each !== '')
}
