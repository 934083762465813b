import { parseAst } from 'rolldown/parseAst'

/** One small fault in one file. */
export interface Mutant {
  readonly file: string
  readonly line: number
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** Every fault that can be put into a text, in the order of the text. */
export function mutantsOf(file: string, text: string): readonly Mutant[] {
  const found: Mutant[] = []
  const add = ({ start, end }: Pick<Node, 'start' | 'end'>, after: string) => {
    const before = text.slice(start, end)
    const line = text.slice(0, start).split('\n').length
    if (before !== after) found.push({ file, line, start, end, before, after })
  }
  walk(parseAst(text, { lang: 'ts' }) as unknown as Node, (node) => mutate(node, { text, add }))
  return found.toSorted((one, other) => one.start - other.start || one.after.localeCompare(other.after))
}

/** The text with the fault in it. */
export function withMutant(text: string, { start, end, after }: Mutant): string {
  return `${text.slice(0, start)}${after}${text.slice(end)}`
}

interface Writing {
  readonly text: string
  readonly add: (place: Pick<Node, 'start' | 'end'>, after: string) => void
}

function mutate(node: Node, { text, add }: Writing): void {
  const source = ({ start, end }: Node) => text.slice(start, end)
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement': {
      const test = node['test'] as Node
      if (node.type !== 'WhileStatement') add(test, 'true')
      add(test, 'false')
      return
    }
    case 'LogicalExpression': {
      const [left, right] = [node['left'] as Node, node['right'] as Node]
      const other = OTHER_LOGICAL.get(String(node['operator']))
      if (other === undefined) add(node, source(left))
      else add(node, `(${source(left)}) ${other} (${source(right)})`)
      return
    }
    case 'BinaryExpression': {
      const operator = String(node['operator'])
      const other = OTHER_OPERATOR.get(operator)
      const [left, right] = [node['left'] as Node, node['right'] as Node]
      // Brackets stay: they stand between the operator and its sides.
      const between = text.slice(left.end, right.start)
      if (other !== undefined)
        add(
          node,
          `${text.slice(node.start, left.end)}${between.replace(operator, other)}${text.slice(right.start, node.end)}`,
        )
      return
    }
    case 'UnaryExpression':
      if (node['operator'] === '!') add(node, text.slice(node.start + 1, node.end))
      return
    case 'Literal': {
      const after = OTHER_VALUE.get(node['value'])
      if (after !== undefined) add(node, after)
      return
    }
    case 'ArrayExpression':
      for (const element of elementsOf(node)) add(withComma(element, text), '')
      return
    case 'CallExpression':
      mutateCall(node, { text, add })
      return
    default:
  }
}

function mutateCall(node: Node, { text, add }: Writing): void {
  const callee = node['callee'] as Node
  if (callee.type !== 'MemberExpression') return
  const property = callee['property'] as Node
  const name = text.slice(property.start, property.end)
  const other = OTHER_METHOD.get(name)
  if (other !== undefined) add(property, other)
  const object = callee['object'] as Node
  if (name === 'filter') add(node, text.slice(object.start, object.end))
}

const OTHER_LOGICAL: ReadonlyMap<string, string> = new Map([
  ['&&', '||'],
  ['||', '&&'],
])

const OTHER_OPERATOR: ReadonlyMap<string, string> = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
])

/** Answers become looser where they can. */
const OTHER_VALUE: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [true, 'false'],
  [false, 'true'],
  ['deny', "'allow'"],
  ['ask', "'allow'"],
  ['abort', "'deny'"],
  ['allow', "'ask'"],
  ['block', "'allow'"],
  ['floor', "'pass'"],
])

const OTHER_METHOD: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
])

/** Elements of a list of names, or of pairs: each is a promise of its own. */
function elementsOf(node: Node): readonly Node[] {
  const elements = node['elements'] as readonly (Node | null)[]
  const plain = elements.flatMap((element) => (element === null || element.type === 'SpreadElement' ? [] : [element]))
  const isList = elements.length > 1 && plain.every(({ type }) => type === 'Literal' || type === 'ArrayExpression')
  return isList && plain.length === elements.length ? plain : []
}

function withComma({ start, end }: Node, text: string): Pick<Node, 'start' | 'end'> {
  const rest = /^\s*,/.exec(text.slice(end, end + 20))
  return { start, end: end + (rest?.[0].length ?? 0) }
}

/** Types do nothing at run time, and a pair of a table goes as a whole. */
function walk(node: Node, visit: (node: Node) => void): void {
  if (node.type === 'ImportDeclaration' || (node.type.startsWith('TS') && !CARRIES_CODE.has(node.type))) return
  visit(node)
  for (const [key, value] of Object.entries(node)) {
    if (key === 'typeAnnotation' || key === 'typeArguments' || key === 'typeParameters' || key === 'returnType')
      continue
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit)
  }
}

const CARRIES_CODE: ReadonlySet<string> = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}
