import type { PlaceTable } from './path-tag-places.ts'
import type { PathTag } from './paths.ts'

/** Names come from outside, so look up own ones only. */
interface TagNode {
  readonly beneath: PathTag[]
  readonly here: PathTag[]
  readonly children: Record<string, TagNode>
  readonly patterns: { readonly pattern: string; readonly node: TagNode }[]
}

export interface Forest<Tree = TagNode> {
  readonly absolute: Tree
  readonly home: Tree
  readonly anywhere: Tree
}

function newNode(): TagNode {
  return { beneath: [], here: [], children: Object.create(null), patterns: [] }
}

export function plant(table: PlaceTable): Forest {
  const forest: Forest = { absolute: newNode(), home: newNode(), anywhere: newNode() }
  for (const [tag, lines] of Object.entries(table)) {
    for (const line of lines.split(/\s+/).filter(Boolean).flatMap(alternatives)) grow(forest, line, tag as PathTag)
  }
  return forest
}

function alternatives(line: string): string[] {
  const open = line.indexOf('{')
  const close = line.indexOf('}', open)
  if (open < 0 || close < 0) return [line]
  const choices = line.slice(open + 1, close).split(',')
  return choices.flatMap((choice) => alternatives(line.slice(0, open) + choice + line.slice(close + 1)))
}

function grow(forest: Forest, line: string, tag: PathTag): void {
  const only = line.endsWith('$')
  const place = only ? line.slice(0, -1) : line
  const [root, rest] = place.startsWith('/')
    ? ([forest.absolute, place.slice(1)] as const)
    : place.startsWith('~/')
      ? ([forest.home, place.slice(2)] as const)
      : ([forest.anywhere, place] as const)
  let node = root
  for (const name of rest.split('/')) node = child(node, name)
  const list = only ? node.here : node.beneath
  if (!list.includes(tag)) list.push(tag)
}

function child(node: TagNode, name: string): TagNode {
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

export interface Twig {
  readonly beneath?: readonly PathTag[]
  readonly here?: readonly PathTag[]
  readonly children?: Readonly<Record<string, Twig>>
  readonly patterns?: readonly TwigPattern[]
}

interface TwigPattern {
  readonly pattern: string
  readonly node: Twig
}

/** Each first name has the number of the text that the rest is folded up in: many share theirs. */
export interface FoldedTree {
  /** To search a text for a few names takes less time than to make a table of all. */
  readonly names: string
  readonly texts: readonly string[]
  readonly patterns: readonly TwigPattern[]
}

/** Folds a forest: most processes look at a handful of first names only. */
export function fold({ absolute, home, anywhere }: Forest): Forest<FoldedTree> {
  return { absolute: foldTree(absolute), home: foldTree(home), anywhere: foldTree(anywhere) }
}

const GIVES = '\t'

function foldTree({ children, patterns }: TagNode): FoldedTree {
  const nodes = Object.entries(children).map(([name, node]) => [name, foldNode(node)] as const)
  const texts = [...new Set(nodes.map(([, text]) => text))]
  const lines = nodes.map(([name, text]) => `${name}${GIVES}${texts.indexOf(text)}`)
  return { names: `\n${lines.join('\n')}\n`, texts, patterns }
}

/** Stands for quotes, which text within text would escape twice. */
const QUOTE = '^'

/** A place that only has tags: for all beneath it, or behind a mark for itself alone. */
const ONLY = '='

function foldNode(node: TagNode): string {
  const { beneath, here, children, patterns } = node
  const isLeaf = Object.keys(children).length === 0 && patterns.length === 0
  if (isLeaf && here.length === 0) return beneath.join(' ')
  if (isLeaf && beneath.length === 0) return ONLY + here.join(' ')
  const text = JSON.stringify(node, leaveOutEmpty)
  if (text.includes(QUOTE)) throw new Error(`a place with ${QUOTE} in its name: ${text}`)
  return text.replaceAll('"', QUOTE)
}

function leaveOutEmpty(_key: string, part: unknown): unknown {
  return typeof part === 'object' && part !== null && Object.keys(part).length === 0 ? undefined : part
}

export interface Branches {
  child(name: string): Twig | undefined
  names(): readonly string[]
  readonly patterns: readonly TwigPattern[]
}

const SEARCHES = 64

export function unfold({ names, texts, patterns }: FoldedTree): Branches {
  const open = new Map<string, Twig>()
  let table: ReadonlyMap<string, number> | undefined
  const all = () => {
    table ??= new Map(
      names
        .trim()
        .split('\n')
        .map((line): [string, number] => {
          const [name = '', number] = line.split(GIVES)
          return [name, Number(number)]
        }),
    )
    return table
  }
  let searches = 0
  const numberOf = (name: string): number | undefined => {
    if (table || searches++ > SEARCHES) return all().get(name)
    if (name.includes(GIVES) || name.includes('\n')) return undefined
    const at = names.indexOf(`\n${name}${GIVES}`)
    return at < 0 ? undefined : Number.parseInt(names.slice(at + name.length + 2, at + name.length + 8), 10)
  }
  const child = (name: string) => {
    const known = open.get(name)
    if (known) return known
    const number = numberOf(name)
    if (number === undefined) return undefined
    const node = unfoldNode(texts[number] ?? '')
    open.set(name, node)
    return node
  }
  return { child, names: () => [...all().keys()], patterns }
}

function unfoldNode(text: string): Twig {
  if (text.startsWith('{')) return JSON.parse(text.replaceAll(QUOTE, '"'))
  const tags = text.slice(text.startsWith(ONLY) ? 1 : 0).split(' ') as PathTag[]
  return text.startsWith(ONLY) ? { here: tags } : { beneath: tags }
}

export function branchesOf({ children = {}, patterns = [] }: Twig): Branches {
  return {
    child: (name) => (Object.hasOwn(children, name) ? children[name] : undefined),
    names: () => Object.keys(children),
    patterns,
  }
}

/** `*`, `?` and `[…]` (any one character). Linear up to the number of stars. */
export function fits(name: string, pattern: string): boolean {
  if (differsAtEnds(name, pattern)) return false
  let at = 0
  let back = -1
  let mark = 0
  let step = 0
  while (at < name.length) {
    const [kind, width] = token(pattern, step)
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
    (isPlain(first) && first !== name.charCodeAt(0)) || (isPlain(last) && last !== name.charCodeAt(name.length - 1))
  )
}

function isPlain(code: number): boolean {
  return code !== 42 && code !== 0 && code !== 63 && code !== 91 && code !== 93 && !Number.isNaN(code)
}

function token(pattern: string, at: number): readonly ['star' | 'any' | 'one' | 'end', number] {
  const letter = pattern[at]
  if (letter === undefined) return ['end', 0]
  if (letter === '*' || letter === '\0') return ['star', 1]
  if (letter === '?') return ['any', 1]
  if (letter !== '[') return ['one', 1]
  const close = pattern.indexOf(']', at + 2)
  return close < 0 ? ['one', 1] : ['any', close - at + 1]
}
