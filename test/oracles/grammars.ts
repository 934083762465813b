import { createRequire } from 'node:module'
import { Language, type Node, Parser } from 'web-tree-sitter'

export type OracleLanguage =
  | 'python'
  | 'javascript'
  | 'typescript'
  | 'tsx'
  | 'ruby'
  | 'php'
  | 'powershell'
  | 'bash'
  | 'go'
  | 'java'
  | 'rust'
  | 'cpp'

/** A call in somebody else's tree. */
export interface OracleCall {
  /** The last name of what is called; `?` when it is an expression. */
  readonly name: string
  readonly line: number
}

const require = createRequire(import.meta.url)
const loaded = new Map<OracleLanguage, Parser>()

/** Loads the grammars once; parsing is synchronous afterwards. */
export async function loadGrammars(languages: readonly OracleLanguage[]): Promise<void> {
  await Parser.init()
  for (const language of languages) {
    if (loaded.has(language)) continue
    const parser = new Parser()
    parser.setLanguage(
      await Language.load(require.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${language}.wasm`)),
    )
    loaded.set(language, parser)
  }
}

/** Where a call keeps what it calls, by the type of its node. */
const CALLEES: Record<string, string | undefined> = {
  call: 'function',
  call_expression: 'function',
  new_expression: 'constructor',
  function_call_expression: 'function',
  member_call_expression: 'name',
  nullsafe_member_call_expression: 'name',
  scoped_call_expression: 'name',
  method_invocation: 'name',
  command: 'name',
}

/** Every call of a text, or undefined when the oracle itself does not understand it. */
export function oracleCalls(language: OracleLanguage, text: string): readonly OracleCall[] | undefined {
  const parser = loaded.get(language)
  if (!parser) throw new Error(`the grammar of ${language} is not loaded`)
  const tree = parser.parse(text)
  if (!tree) return undefined
  const calls: OracleCall[] = []
  try {
    if (tree.rootNode.hasError) return undefined
    collect(tree.rootNode, language, calls)
    return calls
  } finally {
    tree.delete()
  }
}

/** Types are gone before anything runs. */
const ERASED = new Set(['type_annotation', 'type_arguments', 'type_alias_declaration', 'ambient_declaration'])

function collect(root: Node, language: OracleLanguage, calls: OracleCall[]): void {
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const name = calledName(node, language)
    // `await (x)` outside of an async function is a call to this oracle.
    if (name !== undefined && name !== 'await') calls.push({ name, line: node.startPosition.row + 1 })
    for (const child of node.namedChildren) if (child && !ERASED.has(child.type)) waiting.push(child)
  }
}

function calledName(node: Node, language: OracleLanguage): string | undefined {
  switch (language) {
    case 'ruby':
      // A member without arguments is a call too; `a.b = 1` and `super` call something, but name nothing that a reader follows.
      return node.type === 'call' ? (node.childForFieldName('method')?.text ?? '?') : undefined
    case 'powershell':
      return powerShellName(node)
    case 'php':
      if (node.type === 'object_creation_expression') return lastName(node.namedChildren[0] ?? undefined)
      break
    case 'java':
      if (node.type === 'object_creation_expression') return lastName(node.childForFieldName('type') ?? undefined)
      break
    default:
  }
  const field = CALLEES[node.type]
  return field === undefined ? undefined : lastName(node.childForFieldName(field) ?? undefined)
}

function powerShellName(node: Node): string | undefined {
  if (node.type === 'invokation_expression')
    return node.namedChildren.find((child) => child?.type === 'member_name')?.text.toLowerCase() ?? '?'
  if (node.type !== 'command') return undefined
  const name = node.childForFieldName('command_name')
  return name?.type === 'command_name' ? name.text.toLowerCase() : '?'
}

const PLAIN = new Set([
  'identifier',
  'property_identifier',
  'private_property_identifier',
  'field_identifier',
  'type_identifier',
  'constant',
  'name',
  'word',
  'import',
  'super',
  'this',
  'dynamic_import',
])
const ENDS = ['property', 'attribute', 'field', 'name', 'function'] as const
const WRAPPERS = new Set([
  'non_null_expression',
  'as_expression',
  'satisfies_expression',
  'command_name',
  'parenthesized_expression',
  'variable_name',
])

/** The last name of a dotted callee. */
function lastName(node: Node | undefined): string {
  if (!node) return '?'
  if (node.type === 'variable_name') return node.text
  if (PLAIN.has(node.type)) return node.text
  if (node.type === 'qualified_name') return node.text.split('\\').at(-1) ?? '?'
  if (WRAPPERS.has(node.type)) return lastName(node.namedChildren[0] ?? undefined)
  for (const end of ENDS) {
    const inner = node.childForFieldName(end)
    if (inner && /member|attribute|selector|scoped|field|qualified|generic|template_function/.test(node.type))
      return lastName(inner)
  }
  return '?'
}
