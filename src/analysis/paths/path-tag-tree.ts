import type { PlaceTable } from './path-tag-places.ts'
import type { PathTag } from './paths.ts'

/** Names come from outside, so look up own ones only. */
interface TagNode {
  readonly beneath: PathTag[]
  readonly here: PathTag[]
  readonly children: Record<string, TagNode>
  readonly patterns: { readonly pattern: string; readonly node: TagNode }[]
}

export interface TagTrees<Tree = TagNode> {
  readonly absolute: Tree
  readonly home: Tree
  readonly anywhere: Tree
}

function newNode(): TagNode {
  return { beneath: [], here: [], children: Object.create(null), patterns: [] }
}

export function buildTagTrees(table: PlaceTable): TagTrees {
  const forest: TagTrees = { absolute: newNode(), home: newNode(), anywhere: newNode() }
  for (const [tag, lines] of Object.entries(table)) {
    for (const line of lines.split(/\s+/).filter(Boolean).flatMap(expandAlternatives))
      addPlace(forest, line, tag as PathTag)
  }
  return forest
}

function expandAlternatives(line: string): string[] {
  const open = line.indexOf('{')
  const close = line.indexOf('}', open)
  if (open < 0 || close < 0) return [line]
  const choices = line.slice(open + 1, close).split(',')
  return choices.flatMap((choice) => expandAlternatives(line.slice(0, open) + choice + line.slice(close + 1)))
}

function addPlace(forest: TagTrees, line: string, tag: PathTag): void {
  const only = line.endsWith('$')
  const place = only ? line.slice(0, -1) : line
  const [root, rest] = place.startsWith('/')
    ? ([forest.absolute, place.slice(1)] as const)
    : place.startsWith('~/')
      ? ([forest.home, place.slice(2)] as const)
      : ([forest.anywhere, place] as const)
  let node = root
  for (const name of rest.split('/')) node = childNode(node, name)
  const list = only ? node.here : node.beneath
  if (!list.includes(tag)) list.push(tag)
}

function childNode(node: TagNode, name: string): TagNode {
  if (/[*?[]/.test(name)) {
    const known = node.patterns.find(({ pattern }) => pattern === name)
    if (known) return known.node
    const made = newNode()
    node.patterns.push({ pattern: name, node: made })
    return made
  }
  const known = node.children[name]
  if (known) return known
  const made = newNode()
  node.children[name] = made
  return made
}

export interface StoredTagNode {
  readonly beneath?: readonly PathTag[]
  readonly here?: readonly PathTag[]
  readonly children?: Readonly<Record<string, StoredTagNode>>
  readonly patterns?: readonly StoredTagPattern[]
}

interface StoredTagPattern {
  readonly pattern: string
  readonly node: StoredTagNode
}

/** Each first name has the number of the text that the rest is folded up in: many share theirs. */
export interface PackedTree {
  /** To search a text for a few names takes less time than to make a table of all. */
  readonly names: string
  readonly texts: readonly string[]
  readonly patterns: readonly StoredTagPattern[]
}

/** Folds a forest: most processes look at a handful of first names only. */
export function packTrees({ absolute, home, anywhere }: TagTrees): TagTrees<PackedTree> {
  return { absolute: packTree(absolute), home: packTree(home), anywhere: packTree(anywhere) }
}

const FIELD_SEPARATOR = '\t'

function packTree({ children, patterns }: TagNode): PackedTree {
  const nodes = Object.entries(children).map(([name, node]) => [name, packNode(node)] as const)
  const texts = [...new Set(nodes.map(([, text]) => text))]
  const lines = nodes.map(([name, text]) => `${name}${FIELD_SEPARATOR}${texts.indexOf(text)}`)
  return { names: `\n${lines.join('\n')}\n`, texts, patterns }
}

/** Stands for quotes, which text within text would escape twice. */
const QUOTE_ESCAPE = '^'

/** A place that only has tags: for all beneath it, or behind a mark for itself alone. */
const EXACT_MARK = '='

function packNode(node: TagNode): string {
  const { beneath, here, children, patterns } = node
  const isLeaf = Object.keys(children).length === 0 && patterns.length === 0
  if (isLeaf && here.length === 0) return beneath.join(' ')
  if (isLeaf && beneath.length === 0) return EXACT_MARK + here.join(' ')
  const text = JSON.stringify(node, omitEmpty)
  if (text.includes(QUOTE_ESCAPE)) throw new Error(`a place with ${QUOTE_ESCAPE} in its name: ${text}`)
  return text.replaceAll('"', QUOTE_ESCAPE)
}

function omitEmpty(_key: string, part: unknown): unknown {
  return typeof part === 'object' && part !== null && Object.keys(part).length === 0 ? undefined : part
}

export interface TagBranches {
  child(name: string): StoredTagNode | undefined
  names(): readonly string[]
  readonly patterns: readonly StoredTagPattern[]
}

const MAX_TEXT_SEARCHES = 64

export function unpackTree({ names, texts, patterns }: PackedTree): TagBranches {
  const open = new Map<string, StoredTagNode>()
  let table: ReadonlyMap<string, number> | undefined
  const all = () => {
    table ??= new Map(
      names
        .trim()
        .split('\n')
        .map((line): [string, number] => {
          const [name = '', number] = line.split(FIELD_SEPARATOR)
          return [name, Number(number)]
        }),
    )
    return table
  }
  let searches = 0
  const numberOf = (name: string): number | undefined => {
    if (table || searches++ > MAX_TEXT_SEARCHES) return all().get(name)
    if (name.includes(FIELD_SEPARATOR) || name.includes('\n')) return undefined
    const at = names.indexOf(`\n${name}${FIELD_SEPARATOR}`)
    return at < 0 ? undefined : Number.parseInt(names.slice(at + name.length + 2, at + name.length + 8), 10)
  }
  const child = (name: string) => {
    const known = open.get(name)
    if (known) return known
    const number = numberOf(name)
    if (number === undefined) return undefined
    const node = unpackNode(texts[number] ?? '')
    open.set(name, node)
    return node
  }
  return { child, names: () => [...all().keys()], patterns }
}

function unpackNode(text: string): StoredTagNode {
  if (text.startsWith('{')) return JSON.parse(text.replaceAll(QUOTE_ESCAPE, '"'))
  const tags = text.slice(text.startsWith(EXACT_MARK) ? 1 : 0).split(' ') as PathTag[]
  return text.startsWith(EXACT_MARK) ? { here: tags } : { beneath: tags }
}

export function branchesOf({ children = {}, patterns = [] }: StoredTagNode): TagBranches {
  return {
    child: (name) => (Object.hasOwn(children, name) ? children[name] : undefined),
    names: () => Object.keys(children),
    patterns,
  }
}

/** `*`, `?` and `[…]` (any one character). Linear up to the number of stars. */
export function matchesGlob(name: string, pattern: string): boolean {
  if (differsAtEnds(name, pattern)) return false
  let at = 0
  let back = -1
  let mark = 0
  let step = 0
  while (at < name.length) {
    const [kind, width] = globToken(pattern, step)
    if (kind === 'star') {
      back = step
      mark = at
      step += 1
    } else if (kind === 'any' || (kind === 'one' && pattern[step] === name[at])) {
      at += 1
      step += width
    } else if (back >= 0) {
      mark += 1
      at = mark
      step = back + 1
    } else return false
  }
  while (pattern[step] === '*' || pattern[step] === '\0') step += 1
  return step >= pattern.length
}

function differsAtEnds(name: string, pattern: string): boolean {
  const first = pattern.charCodeAt(0)
  const last = pattern.charCodeAt(pattern.length - 1)
  return (
    (isLiteralCode(first) && first !== name.charCodeAt(0)) ||
    (isLiteralCode(last) && last !== name.charCodeAt(name.length - 1))
  )
}

function isLiteralCode(code: number): boolean {
  return code !== 42 && code !== 0 && code !== 63 && code !== 91 && code !== 93 && !Number.isNaN(code)
}

function globToken(pattern: string, at: number): readonly ['star' | 'any' | 'one' | 'end', number] {
  const letter = pattern[at]
  if (letter === undefined) return ['end', 0]
  if (letter === '*' || letter === '\0') return ['star', 1]
  if (letter === '?') return ['any', 1]
  if (letter !== '[') return ['one', 1]
  const close = pattern.indexOf(']', at + 2)
  return close < 0 ? ['one', 1] : ['any', close - at + 1]
}
