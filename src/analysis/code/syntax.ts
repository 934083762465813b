/** One small tree for all languages: enough to follow values into calls, nothing more. */
export type Node =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'template'; readonly parts: readonly Node[] }
  /** Backticks, `%x`, `qx`: the text runs in a shell. */
  | { readonly type: 'shell'; readonly parts: readonly Node[] }
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'member'; readonly object: Node; readonly name: string }
  | { readonly type: 'index'; readonly object: Node; readonly key: Node }
  | { readonly type: 'slice'; readonly object: Node; readonly bounds: readonly (Node | undefined)[] }
  | {
      readonly type: 'call'
      readonly callee: Node
      readonly args: readonly Argument[]
      /** A Ruby block handed to the call. */
      readonly block?: FunctionNode
    }
  | { readonly type: 'list'; readonly items: readonly Node[] }
  | { readonly type: 'spread'; readonly value: Node }
  | { readonly type: 'map'; readonly entries: readonly ObjectEntry[] }
  | FunctionNode
  | { readonly type: 'class'; readonly name: string; readonly bases: readonly Node[]; readonly body: readonly Node[] }
  | { readonly type: 'assign'; readonly target: Node; readonly operator: string; readonly value: Node }
  /** Operands of one precedence level, left to right; `operators[i]` stands before `operands[i + 1]`. */
  | { readonly type: 'chain'; readonly operands: readonly Node[]; readonly operators: readonly string[] }
  | { readonly type: 'unary'; readonly operator: string; readonly value: Node }
  /** Any of these may be the value: `a if c else b`, `a ?: b`, `a || b`. */
  | { readonly type: 'choice'; readonly test: Node | undefined; readonly values: readonly Node[] }
  /** Runs the body for every element; as a comprehension its value is the list of the last expression. */
  | { readonly type: 'each'; readonly target: Node; readonly iterable: Node; readonly body: readonly Node[] }
  | { readonly type: 'while'; readonly test: Node | undefined; readonly body: readonly Node[] }
  | { readonly type: 'branch'; readonly tests: readonly Node[]; readonly bodies: readonly (readonly Node[])[] }
  | { readonly type: 'block'; readonly body: readonly Node[] }
  | { readonly type: 'import'; readonly module: Node; readonly bindings: readonly ImportBinding[] }
  | { readonly type: 'return'; readonly value: Node | undefined }
  | { readonly type: 'nothing' }

export interface FunctionNode {
  readonly type: 'function'
  readonly name: string | undefined
  readonly parameters: readonly Parameter[]
  readonly body: readonly Node[]
  /** Something else calls it: a decorator, an export, a method of a class, a test. */
  readonly exposed: boolean
}

export interface Parameter {
  readonly target: Node
  readonly initial: Node | undefined
  readonly rest: boolean
}

export interface Argument {
  readonly name: string | undefined
  readonly value: Node
}

export interface ObjectEntry {
  readonly key: Node
  readonly value: Node
}

/** `local` receives the module itself (`imported` undefined) or one name of it; `*` takes all names. */
export interface ImportBinding {
  readonly imported: string | undefined
  readonly local: string
}

/** What stands for each of the names of a key: `os.{remove unlink} shutil.rmtree` are three. */
export function expandKeys<Item>(table: Readonly<Record<string, Item>>): Map<string, Item> {
  return new Map(
    Object.entries(table).flatMap(([names, item]) => expandNames(names).map((name) => [name, item] as const)),
  )
}

function expandNames(names: string): string[] {
  return names.split(/ (?![^{]*\})/).flatMap((name) => {
    const [whole, before, inner = '', after] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name) ?? []
    return whole === undefined ? [name] : inner.split(' ').flatMap((each) => expandNames(`${before}${each}${after}`))
  })
}

export const wordSet = (list: string): ReadonlySet<string> => new Set(list.split(' '))

export const EMPTY_NODE: Node = { type: 'nothing' }

export function textNode(text: string): Node {
  return { type: 'text', text }
}

export function nameNode(name: string): Node {
  return { type: 'name', name }
}

export function assignNode(target: Node, value: Node): Node {
  return { type: 'assign', target, operator: '=', value }
}

/** Any of these may be the value. */
export function choiceNode(...values: readonly Node[]): Node {
  return { type: 'choice', test: undefined, values }
}

/** Several are a list, one is itself. */
export function oneOrList(items: readonly Node[]): Node {
  return items.length === 1 && items[0] ? items[0] : { type: 'list', items }
}

export function callNode(callee: Node, values: readonly Node[]): Node {
  return { type: 'call', callee, args: values.map((value) => ({ name: undefined, value })) }
}

export function afterCalls(calls: readonly Node[], value: Node): Node {
  return calls.length === 0 ? value : { type: 'block', body: [...calls, value] }
}

const ACTING_NODES = new Set<unknown>(['call', 'shell', 'function', 'class', 'each'])

/** The outermost parts of an expression that do something: for places whose value itself is of no use. */
export function callsIn(root: Node): Node[] {
  const found: Node[] = []
  const waiting: unknown[] = [root]
  while (waiting.length > 0) {
    const part = waiting.pop()
    if (typeof part !== 'object' || part === null) continue
    if ('type' in part && ACTING_NODES.has(part.type)) found.push(part as Node)
    else waiting.push(...Object.values(part))
  }
  return found.reverse()
}
