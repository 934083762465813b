import { parseAst } from 'vitest/node'

/** Finds words that a file spells out beside each other, in whatever form: an array, a text that is split, a pattern, comparisons. */
export interface WordList {
  readonly line: number
  readonly words: ReadonlySet<string>
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const MAX_DEPTH = 20

export function wordListsIn(text: string): WordList[] {
  const program = parseAst(text, { lang: 'ts' }) as unknown as Node
  const consts = constantsOf(program)
  const found: WordList[] = []
  const visit = (node: Node) => {
    const words = wordsOf(node, consts, 0)
    if (words.length > 0) found.push({ line: text.slice(0, node.start).split('\n').length, words: new Set(words) })
    for (const child of childrenOf(node)) visit(child)
  }
  visit(program)
  return found
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

/** Lists may be put together of constants of the same file. */
function constantsOf(program: Node): ReadonlyMap<string, Node> {
  const declarations = (program['body'] as Node[]).flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement
    return isNode(declared) && declared.type === 'VariableDeclaration' ? (declared['declarations'] as Node[]) : []
  })
  return new Map(
    declarations.flatMap(({ id, init }) => (isNode(id) && isNode(init) ? [[String(id['name']), init] as const] : [])),
  )
}

function wordsOf(node: Node, consts: ReadonlyMap<string, Node>, depth: number): string[] {
  if (depth > MAX_DEPTH) return []
  const inner = (...nodes: unknown[]) => nodes.filter(isNode).flatMap((each) => wordsOf(each, consts, depth + 1))
  switch (node.type) {
    case 'Literal':
      return literalWords(node)
    case 'TemplateLiteral':
      return templateWords(node)
    case 'TaggedTemplateExpression':
      return inner(node['quasi'])
    case 'ArrayExpression': {
      const elements = (node['elements'] as (Node | null)[]).filter(isNode)
      // A table of rows is no list: each row is looked at by itself.
      return elements.some(({ type }) => /^(?:Array|Object|ArrowFunction)Expression$/.test(type))
        ? []
        : inner(...elements)
    }
    case 'SpreadElement':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return inner(node['argument'], node['expression'])
    case 'BinaryExpression':
      return node['operator'] === '+' || /^[!=]==?$/.test(String(node['operator']))
        ? inner(node['left'], node['right'])
        : []
    case 'LogicalExpression':
      return inner(node['left'], node['right'])
    case 'CallExpression': {
      const callee = node['callee']
      const method = isNode(callee) && callee.type === 'MemberExpression' ? callee : undefined
      return isNode(method?.['property']) && KEEPING_METHODS.has(String(method['property']['name']))
        ? inner(method['object'])
        : []
    }
    case 'NewExpression':
      return inner(...(node['arguments'] as Node[]))
    case 'Identifier': {
      const value = consts.get(String(node['name']))
      return value === undefined || depth === 0 ? [] : wordsOf(value, consts, depth + 1)
    }
    default:
      return []
  }
}

/** What is done to a list on the way leaves its words. */
const KEEPING_METHODS = new Set([
  'split',
  'trim',
  'map',
  'filter',
  'flatMap',
  'concat',
  'join',
  'slice',
  'sort',
  'toSorted',
])

function templateWords(node: Node): string[] {
  const texts = (node['quasis'] as Node[]).map((quasi) => (quasi['value'] as { readonly cooked: string }).cooked)
  const written = (node['expressions'] as Node[]).filter(({ type }) => type === 'Literal').flatMap(literalWords)
  return isProse(texts.join('')) ? [] : [...texts.flatMap(wordsInText), ...written]
}

function literalWords(node: Node): string[] {
  const regex = node['regex'] as { readonly pattern: string } | undefined
  if (regex !== undefined) return wordsInText(regex.pattern)
  return typeof node['value'] === 'string' && !isProse(node['value']) ? wordsInText(node['value']) : []
}

/** A sentence for people. */
function isProse(text: string): boolean {
  return /^[A-Z`].*\s.*[.!?](?:\s|$)/s.test(text)
}

/** Words of a text, or the whole branches of a pattern: `(?:deletes?|rm)` has three. */
function wordsInText(text: string): string[] {
  const long = branchesIn(text)
  return text.includes('?') ? [...long, ...branchesIn(text.replace(/\w\?/g, ''))] : long
}

function branchesIn(text: string): string[] {
  return text
    .replace(/\(\?(?::|<?[=!]|<\w+>)/g, '(')
    .replace(/\\[a-zA-Z]/g, ' ')
    .replace(/\[[-_. ]+\]\??|-\?|_\?/g, '-')
    .replace(/\(([a-z]{1,2})\)\?/g, '$1')
    .replace(/(\w)\?/g, '$1')
    .split(/[^\w-]+/)
    .map((word) => word.replace(/^-+|-+$/g, '').toLowerCase())
    .filter((word) => word !== '')
}
