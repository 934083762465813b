import type { Argument, FunctionNode, Node } from '../syntax.ts'
import { bind, onlyGrows, startsItself } from './bind.ts'
import { CallEvaluator, canonical, VARIABLE } from './calls.ts'
import { elementOf, numberOf } from './constants.ts'
import { combine } from './operators.ts'
import {
  type Abstract,
  allSources,
  alwaysTrue,
  type ClassValue,
  type Closure,
  CodeScope,
  capped,
  concat,
  either,
  elementFrom,
  exact,
  from,
  listOf,
  numeric,
  reference,
  sizeOf,
  text,
  UNKNOWN,
  unique,
} from './value.ts'

const MAX_NODE_DEPTH = 160
const CALL = 2
const MAX_ROUNDS = 2_000
const MAX_WAITING = 2_000

type NodeRule<One extends Node = Node> = (node: One, scope: CodeScope) => Abstract
type NodeRules = { readonly [Type in Node['type']]: NodeRule<Extract<Node, { type: Type }>> }

export class Evaluator extends CallEvaluator {
  private nodeDepth = 0
  private readonly followed = new WeakSet<Node>()
  private inClass = false
  private readonly stars: string[] = []

  whole(body: readonly Node[], mentioned: ReadonlySet<string>): void {
    this.block(body, this.run.globals)
    for (let count = 0; count < this.waiting.length; count++) {
      if (count >= MAX_WAITING) {
        this.run.unknown('too many functions to follow', 'unread-code')
        break
      }
      const closure = this.waiting[count]
      if (!closure || this.called.has(closure.node)) continue
      const { name } = closure.node
      // One without a name was made to be handed on: whoever got it may call it.
      if (name !== undefined && !closure.node.exposed && !mentioned.has(name)) continue
      this.invoke({ closure, sources: [] }, [])
    }
    this.run.loose.sweep(this.run)
    this.run.flush()
  }

  block(body: readonly Node[], scope: CodeScope): Abstract {
    let last: Abstract = UNKNOWN
    for (const node of body) if (node.type === 'function' && node.name) this.define(node, scope)
    for (const node of body) last = this.evaluate(node, scope)
    return last
  }

  evaluate(node: Node, scope: CodeScope): Abstract {
    if (this.run.budget-- <= 0 || this.nodeDepth > MAX_NODE_DEPTH) {
      this.run.unknown('the code is too long or too deep to follow', 'unread-code')
      return UNKNOWN
    }
    this.nodeDepth++
    const value = (this.rules[node.type] as NodeRule)(node, scope)
    this.run.budget -= sizeOf(value)
    this.nodeDepth--
    const names = node.type === 'name' || node.type === 'member' || node.type === 'index'
    if (names && !this.followed.has(node)) this.run.loose.value(value.ref)
    return value
  }

  private readonly rules: NodeRules = {
    text: (node) => {
      this.run.loose.text(node.text, this.run.language)
      return text(node.text)
    },
    number: (node) => numeric(numberOf(node.text)),
    template: ({ parts }, scope) => (parts.length === 0 ? text('') : concat(this.all(parts, scope))),
    shell: ({ parts }, scope) => this.dispatch('`', undefined, [concat(this.all(parts, scope))]),
    name: ({ name }, scope) => this.bare(name, scope),
    member: (node, scope) => {
      const object = this.evaluate(node.object, scope)
      const value = this.member(object, node.name)
      if (this.run.language !== 'ruby' || value.known !== undefined || !/^[a-z_]/.test(node.name)) return value
      return this.apply(value, [], new Map(), object)
    },
    index: (node, scope) => this.index(this.evaluate(node.object, scope), this.evaluate(node.key, scope)),
    slice: (node, scope) => {
      const object = this.evaluate(node.object, scope)
      const bounds = node.bounds.map((bound) => (bound ? this.evaluate(bound, scope).number : undefined))
      const whole = exact(object)
      if (whole === undefined) return { ...object, known: undefined, items: undefined, element: elementOf(object) }
      if (bounds.some((bound, at) => bound === undefined && node.bounds[at] !== undefined)) return from(object.sources)
      const [start, end, step] = bounds
      if (step === -1) return text([...whole].reverse().join(''), object.sources)
      if (step !== undefined && step > 1)
        return text([...whole].filter((_char, at) => at % step === 0).join(''), object.sources)
      return text(whole.slice(start, end), object.sources)
    },
    call: (node, scope) => {
      const { callee } = node
      this.run.budget -= CALL
      this.followed.add(callee)
      const receiver = callee.type === 'member' ? this.evaluate(callee.object, scope) : undefined
      const target =
        callee.type === 'member' && receiver
          ? this.member(receiver, callee.name)
          : callee.type === 'name'
            ? this.named(callee.name, scope)
            : this.evaluate(callee, scope)
      const args: Abstract[] = []
      const named = new Map<string, Abstract>()
      const follows = this.run.loose.follows(target.ref)
      if (follows) for (const item of node.args) this.followed.add(item.value)
      for (const item of node.args) this.collect(item, scope, args, named)
      if (!follows) for (const value of args) this.run.loose.argument(value.ref)
      if (node.block) args.push({ closure: { node: node.block, scope }, sources: [] })
      return this.apply(target, args, named, receiver)
    },
    list: ({ items }, scope) => this.list(items, scope),
    spread: ({ value }, scope) => this.evaluate(value, scope),
    map: (node, scope) => {
      const fields = new Map<string, Abstract>()
      for (const entry of node.entries) {
        const value = this.evaluate(entry.value, scope)
        const key = entry.key.type === 'text' ? entry.key.text : exact(this.evaluate(entry.key, scope))
        if (entry.value.type === 'spread' && value.fields)
          for (const [name, field] of value.fields) fields.set(name, field)
        else fields.set(key ?? `\0${fields.size}`, value)
        if (key !== undefined && fields.size < 400) this.dispatchSetting(key, value)
      }
      return { fields, sources: [] }
    },
    function: (node, scope) => this.define(node, scope),
    class: (node, scope) => {
      const inner = new CodeScope(scope)
      const methods = new Map<string, Closure>()
      const bases = this.all(node.bases, scope)
      const made: ClassValue = { name: node.name, methods, bases }
      const value: Abstract = { made, sources: [], fields: new Map() }
      scope.set(node.name, value)
      const self: Abstract = { instance: made, fields: new Map(), sources: [] }
      for (const part of node.body) {
        if (part.type !== 'function' || part.name === undefined) {
          this.inClass = true
          this.evaluate(part, inner)
          this.inClass = false
          continue
        }
        const closure: Closure = { node: part, scope: inner, self }
        methods.set(part.name, closure)
        this.waiting.push({ ...closure, node: part })
      }
      return value
    },
    assign: (node, scope) => {
      if (node.target.type === 'name' && !this.inClass) this.followed.add(node.value)
      const given = this.evaluate(node.value, scope)
      const value =
        node.operator === '=' || node.operator === ':='
          ? given
          : /^(?:\|\||&&|\?\?|\/\/)=$/.test(node.operator)
            ? either([given, this.evaluate(node.target, scope)])
            : combine({ operators: [node.operator.slice(0, -1)] }, [this.evaluate(node.target, scope), given], this.run)
      // `a += b` changes the variable it read, wherever that one lives.
      if (node.operator !== '=' && node.operator !== ':=' && node.target.type === 'name')
        scope.update(node.target.name, value, this.run.conditional > 0)
      else bind(node.target, value, scope, this)
      return value
    },
    chain: (node, scope) => combine(node, this.all(node.operands, scope), this.run),
    unary: ({ operator, value }, scope) => this.unary(operator, this.evaluate(value, scope)),
    choice: (node, scope) => {
      if (node.test) this.evaluate(node.test, scope)
      return either(this.all(node.values, scope))
    },
    each: (node, scope) => {
      const iterable = this.evaluate(node.iterable, scope)
      const { language } = this.run
      // Walking the environment itself gives the names.
      const names = language !== 'php' && this.library.environment.has(iterable.ref ?? '')
      const rest = names ? UNKNOWN : (elementOf(iterable) ?? elementFrom(iterable))
      const rounds = iterable.items ? capped(iterable.items, MAX_ROUNDS, UNKNOWN) : [rest]
      const results: Abstract[] = []
      this.run.conditional++
      for (const item of rounds) {
        bind(node.target, item, scope, this, 'fresh')
        results.push(this.block(node.body, scope))
      }
      this.run.conditional--
      return iterable.items ? listOf(results) : { element: results[0], sources: allSources(results[0]) }
    },
    while: (node, scope) => {
      const endless = alwaysTrue(node.test) || startsItself(node.test)
      if (endless && onlyGrows(node.body))
        this.run.state({ kind: 'exhaust', what: 'memory', by: 'an endless loop', certainty: 'likely' })
      if (node.test) this.evaluate(node.test, scope)
      if (endless) this.run.endless++
      this.run.conditional++
      this.block(node.body, scope)
      this.run.conditional--
      if (endless) this.run.endless--
      return UNKNOWN
    },
    branch: (node, scope) => {
      for (const test of node.tests) this.evaluate(test, scope)
      this.run.conditional++
      const values = node.bodies.map((body) => this.block(body, scope))
      this.run.conditional--
      return either(values)
    },
    block: ({ body }, scope) => this.block(body, scope),
    import: (node, scope) => {
      const module = exact(this.evaluate(node.module, scope))
      if (module === undefined) return UNKNOWN
      const value = this.importModule(module)
      for (const { imported, local } of node.bindings) {
        if (imported === undefined || imported === 'default') {
          const top = this.run.language === 'python' && local === module.split('.')[0] ? local : undefined
          scope.set(local, top && !value.fields ? reference(canonical(top)) : value)
        } else if (imported === '*') this.stars.push(module)
        else scope.set(local, this.member(value, imported))
        if (imported === '*') for (const name of this.library.exports(module)) scope.set(name, this.member(value, name))
      }
      if (node.bindings.length === 0)
        for (const name of this.library.exports(module)) scope.set(name, this.member(value, name))
      return value
    },
    return: (node, scope) => {
      const value = node.value ? this.evaluate(node.value, scope) : UNKNOWN
      this.returned.push(value)
      return value
    },
    nothing: () => UNKNOWN,
  }

  private all(nodes: readonly Node[], scope: CodeScope): Abstract[] {
    return nodes.map((node) => this.evaluate(node, scope))
  }

  /** In Ruby and Perl a bare word may be a call: `fork`, `shift`. */
  private bare(name: string, scope: CodeScope): Abstract {
    const calls = this.run.language === 'ruby' || this.run.language === 'perl'
    if (!calls || /^[A-Z]/.test(name) || scope.get(name) || !this.library.calls.has(name))
      return this.named(name, scope)
    const topic = this.run.language === 'perl' ? scope.get('$_') : undefined
    return this.dispatch(name, undefined, topic ? [topic] : [])
  }

  private named(name: string, scope: CodeScope): Abstract {
    const value = scope.get(name)
    if (value) return value
    const star = this.stars.find((module) => this.library.calls.has(canonical(`${module}.${name}`)))
    return this.mention(reference(star === undefined ? name : canonical(`${star}.${name}`)))
  }

  private index(object: Abstract, key: Abstract): Abstract {
    const name = exact(key)
    // `local['rm']['-rf', place]`: a command is given its words so, and only some of them are read here.
    if (/^plumbum\.(?:local|cmd)\.[^.]+$/.test(object.ref ?? '')) this.run.dynamicRun('shell', object.ref)
    if (name !== undefined) {
      const field = object.fields?.get(name)
      if (field) return field
      const position = key.number ?? Number(name)
      const item = object.items?.at(position)
      if (item && Number.isInteger(position)) return item
      if (object.known !== undefined && key.number !== undefined)
        return text(object.known.at(key.number) ?? '', object.sources)
      if (object.ref !== undefined && object.type === undefined) return this.subscript(object.ref, name)
    } else if (/^(?:fs|child_process|fs-extra)$/.test(object.ref ?? ''))
      this.run.unknown('a name is taken from a module by a text that is not known')
    return elementOf(object) ?? from(unique([allSources(object)]))
  }

  /** `globals()['x']`, `os.environ['X']`, `fs['rmSync']`. */
  private subscript(ref: string, name: string): Abstract {
    if (this.library.environment.has(ref)) return this.dispatch(VARIABLE, undefined, [text(name)])
    if (
      /^(?:globals|locals|vars)\(\)$|^(?:sys\.modules|__builtins__|builtins|globalThis|global|window|self)$/.test(ref)
    )
      return this.run.globals.get(name) ?? this.mention(reference(canonical(name)))
    if (ref === 'Dir' && this.run.language === 'ruby') return this.dispatch('Dir.glob', undefined, [text(name)])
    if (ref === '__dict__') return this.mention(reference(canonical(`builtins.${name}`)))
    if (ref.endsWith('.__dict__')) return this.mention(reference(canonical(`${ref.slice(0, -9)}.${name}`)))
    return this.mention(reference(canonical(`${ref}.${name}`)))
  }

  private list(items: readonly Node[], scope: CodeScope): Abstract {
    const values: Abstract[] = []
    let open: Abstract | undefined
    for (const item of items) {
      const value = this.evaluate(item, scope)
      const flat = item.type === 'spread' ? value.items : undefined
      if (flat) values.push(...flat)
      else if (item.type === 'each') open = value.element ?? elementOf(value) ?? UNKNOWN
      else values.push(value)
    }
    if (open && values.length === 0) return { element: open, sources: open.sources }
    this.run.loose.list(values)
    return listOf(values)
  }

  private dispatchSetting(key: string, value: Abstract): void {
    const handler = this.library.mentions.get(`${key}:`)
    if (handler) handler(this.callOf(key, undefined, [value], new Map()), this.run)
  }

  private define(node: FunctionNode, scope: CodeScope): Abstract {
    const known = node.name === undefined ? undefined : scope.get(node.name)
    if (known?.closure?.node === node) return known
    const closure: Closure = { node, scope }
    const value: Abstract = { closure, sources: [] }
    if (node.name !== undefined) scope.set(node.name, value)
    this.waiting.push(closure)
    return value
  }

  private unary(operator: string, value: Abstract): Abstract {
    if (operator === '-' && value.number !== undefined) return numeric(-value.number)
    // A yes or no tells nothing of the value itself.
    if (operator === '!' || operator === 'not' || operator === 'typeof') return UNKNOWN
    if (['await', '+', '&', '\\', '@', 'scalar'].includes(operator)) return value
    return from(value.sources)
  }

  private collect(item: Argument, scope: CodeScope, args: Abstract[], named: Map<string, Abstract>): void {
    const value = this.evaluate(item.value, scope)
    if (item.name === '**') for (const [name, field] of value.fields ?? []) named.set(name, field)
    else if (item.name !== undefined) named.set(item.name, value)
    else if (item.value.type === 'spread' && value.items) args.push(...value.items)
    // `each(&:clear)`: a method of each of them.
    else if (item.value.type === 'spread' && value.known !== undefined && this.run.language === 'ruby')
      args.push({ ofEach: value.known, sources: [] })
    else args.push(value)
  }
}
