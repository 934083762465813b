import type { Argument, FunctionNode, Node } from '../syntax.ts'
import { bind } from './bind.ts'
import { constantCall, elementOf, memberOfValue } from './constants.ts'
import { combine } from './operators.ts'
import type { Run } from './run.ts'
import { Scope } from './scope.ts'
import type { Call, Handler, Library } from './table.ts'
import {
  type Abstract,
  allSources,
  alwaysTrue,
  type ClassValue,
  type Closure,
  concat,
  either,
  exact,
  from,
  listOf,
  reference,
  text,
  UNKNOWN,
  unique,
} from './value.ts'

const MAX_CALL_DEPTH = 10
const MAX_NODE_DEPTH = 160
const MAX_ROUNDS = 40
const MAX_REF = 160
/** The call that every table has for a variable of the environment. */
const VARIABLE = '$environment'

/** How a text becomes a tree. */
export type Parse = (source: string) => { readonly body: readonly Node[]; readonly confusions: number }
/** Finds a module this session wrote, or an own file, and reads it. */
export type LoadModule = (module: string) => Abstract | undefined

/** Follows values through a tree and states what its calls do. */
export class Evaluator {
  readonly run: Run
  readonly library: Library
  readonly parse: Parse
  readonly load: LoadModule
  private readonly waiting: Closure[] = []
  private readonly called = new Set<FunctionNode>()
  private readonly active = new Set<FunctionNode>()
  private nodeDepth = 0
  private returned: Abstract[] = []

  constructor(run: Run, library: Library, parse: Parse, load: LoadModule) {
    this.run = run
    this.library = library
    this.parse = parse
    this.load = load
  }

  /** Runs a whole text: its statements, then the functions that something else may call. */
  whole(body: readonly Node[], mentioned: ReadonlySet<string>): void {
    this.block(body, this.run.globals)
    for (let count = 0; count < this.waiting.length && count < 400; count++) {
      const closure = this.waiting[count]
      if (!closure || this.called.has(closure.node)) continue
      const name = closure.node.name ?? ''
      if (!closure.node.exposed && !mentioned.has(name)) continue
      this.invoke({ closure, sources: [] }, [])
    }
    this.run.flush()
  }

  block(body: readonly Node[], scope: Scope): Abstract {
    let last: Abstract = UNKNOWN
    for (const node of body) if (node.type === 'function' && node.name) this.define(node, scope)
    for (const node of body) last = this.evaluate(node, scope)
    return last
  }

  evaluate(node: Node, scope: Scope): Abstract {
    if (this.run.budget-- <= 0 || this.nodeDepth > MAX_NODE_DEPTH) {
      this.run.unknown('the code is too long or too deep to follow')
      return UNKNOWN
    }
    this.nodeDepth++
    const value = this.node(node, scope)
    this.nodeDepth--
    return value
  }

  private node(node: Node, scope: Scope): Abstract {
    switch (node.type) {
      case 'text':
        return text(node.text)
      case 'number':
        return { number: Number(node.text.replaceAll('_', '').replace(/[nj.]$/, '')), sources: [] }
      case 'template':
        return node.parts.length === 0 ? text('') : concat(node.parts.map((part) => this.evaluate(part, scope)))
      case 'shell':
        return this.dispatch('`', undefined, [concat(node.parts.map((part) => this.evaluate(part, scope)))])
      case 'name':
        return this.bare(node.name, scope)
      case 'member':
        return this.property(node, scope)
      case 'index':
        return this.index(this.evaluate(node.object, scope), this.evaluate(node.key, scope))
      case 'slice':
        return this.slice(node, scope)
      case 'call':
        return this.call(node, scope)
      case 'list':
        return this.list(node.items, scope)
      case 'spread':
        return this.evaluate(node.value, scope)
      case 'map':
        return this.map(node, scope)
      case 'function':
        return this.define(node, scope)
      case 'class':
        return this.classValue(node, scope)
      case 'assign':
        return this.assign(node, scope)
      case 'chain':
        return combine(
          node,
          node.operands.map((operand) => this.evaluate(operand, scope)),
          this.run,
        )
      case 'unary':
        return this.unary(node.operator, this.evaluate(node.value, scope))
      case 'choice':
        return this.choice(node, scope)
      case 'each':
        return this.each(node, scope)
      case 'while':
        return this.loop(node, scope)
      case 'branch':
        return this.branch(node, scope)
      case 'block':
        return this.block(node.body, scope)
      case 'import':
        return this.imports(node, scope)
      case 'return': {
        const value = node.value ? this.evaluate(node.value, scope) : UNKNOWN
        this.returned.push(value)
        return value
      }
      case 'nothing':
        return UNKNOWN
    }
  }

  /** In Ruby a member without parentheses is a call too. */
  private property(node: Extract<Node, { type: 'member' }>, scope: Scope): Abstract {
    const object = this.evaluate(node.object, scope)
    const value = this.member(object, node.name)
    if (this.run.language !== 'ruby' || !/^[a-z_]/.test(node.name)) return value
    return this.apply(value, [], new Map(), object)
  }

  /** In Ruby and Perl a bare word may be a call: `fork`, `shift`. */
  private bare(name: string, scope: Scope): Abstract {
    const calls = this.run.language === 'ruby' || this.run.language === 'perl'
    if (!calls || /^[A-Z]/.test(name) || scope.get(name) || !this.library.calls.has(name)) return this.named(name, scope)
    const topic = this.run.language === 'perl' ? scope.get('$_') : undefined
    return this.dispatch(name, undefined, topic ? [topic] : [])
  }

  private named(name: string, scope: Scope): Abstract {
    const value = scope.get(name)
    if (value) return value
    return this.mention(reference(name))
  }

  private mention(value: Abstract): Abstract {
    const handler = value.ref === undefined ? undefined : this.library.mentions.get(value.ref)
    if (!handler) return value
    return handler(this.callOf(value.ref ?? '', undefined, [], new Map()), this.run) ?? value
  }

  member(object: Abstract, name: string): Abstract {
    const field = object.fields?.get(name)
    if (field) return field
    const method = findMethod(object.instance, name)
    if (method) return { closure: { ...method, self: object }, sources: [] }
    if (this.library.environment.has(object.ref ?? '') && !this.library.calls.has(`${object.ref}.${name}`))
      return this.dispatch(VARIABLE, undefined, [text(name)])
    if (object.type === undefined && object.ref !== undefined && object.ref.length < MAX_REF)
      return this.mention(reference(canonical(`${object.ref}.${name}`)))
    const property = memberOfValue(object, name)
    if (property) return property
    return { sources: allSources(object), bound: { receiver: object, method: name } }
  }

  private index(object: Abstract, key: Abstract): Abstract {
    const name = exact(key)
    if (name !== undefined) {
      const field = object.fields?.get(name)
      if (field) return field
      const position = key.number ?? Number(name)
      const item = object.items?.at(position)
      if (item && Number.isInteger(position)) return item
      if (object.known !== undefined && key.number !== undefined)
        return text(object.known.at(key.number) ?? '', object.sources)
      if (object.ref !== undefined && object.type === undefined) return this.subscript(object.ref, name)
    }
    return elementOf(object) ?? from(unique([allSources(object)]))
  }

  /** `globals()['x']`, `os.environ['X']`, `fs['rmSync']`. */
  private subscript(ref: string, name: string): Abstract {
    if (this.library.environment.has(ref)) return this.dispatch(VARIABLE, undefined, [text(name)])
    if (
      /^(?:globals|locals|vars)\(\)$|^(?:sys\.modules|__builtins__|builtins|globalThis|global|window|self)$/.test(ref)
    )
      return this.run.globals.get(name) ?? this.mention(reference(canonical(name)))
    if (ref.endsWith('.__dict__')) return this.mention(reference(canonical(`${ref.slice(0, -9)}.${name}`)))
    return this.mention(reference(canonical(`${ref}.${name}`)))
  }

  private slice(node: Extract<Node, { type: 'slice' }>, scope: Scope): Abstract {
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
  }

  private list(items: readonly Node[], scope: Scope): Abstract {
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
    return listOf(values)
  }

  private map(node: Extract<Node, { type: 'map' }>, scope: Scope): Abstract {
    const fields = new Map<string, Abstract>()
    for (const entry of node.entries) {
      const value = this.evaluate(entry.value, scope)
      const key = entry.key.type === 'text' ? entry.key.text : exact(this.evaluate(entry.key, scope))
      if (entry.value.type === 'spread') for (const [name, field] of value.fields ?? []) fields.set(name, field)
      else fields.set(key ?? `\0${fields.size}`, value)
      if (key !== undefined && fields.size < 400) this.dispatchSetting(key, value)
    }
    return { fields, sources: [] }
  }

  /** Settings that matter wherever they stand: `rejectUnauthorized: false`. */
  private dispatchSetting(key: string, value: Abstract): void {
    const handler = this.library.mentions.get(`${key}:`)
    if (handler) handler(this.callOf(key, undefined, [value], new Map()), this.run)
  }

  private define(node: FunctionNode, scope: Scope): Abstract {
    const known = node.name === undefined ? undefined : scope.get(node.name)
    if (known?.closure?.node === node) return known
    const closure: Closure = { node, scope }
    const value: Abstract = { closure, sources: [] }
    if (node.name !== undefined) {
      scope.set(node.name, value)
      this.waiting.push(closure)
    }
    return value
  }

  private classValue(node: Extract<Node, { type: 'class' }>, scope: Scope): Abstract {
    const inner = new Scope(scope)
    const methods = new Map<string, Closure>()
    const bases = node.bases.map((base) => this.evaluate(base, scope))
    const made: ClassValue = { name: node.name, methods, bases }
    const value: Abstract = { made, sources: [], fields: new Map() }
    scope.set(node.name, value)
    const self: Abstract = { instance: made, fields: new Map(), sources: [] }
    for (const part of node.body) {
      if (part.type !== 'function' || part.name === undefined) {
        this.evaluate(part, inner)
        continue
      }
      const closure: Closure = { node: part, scope: inner, self }
      methods.set(part.name, closure)
      this.waiting.push({ ...closure, node: part })
    }
    return value
  }

  private assign(node: Extract<Node, { type: 'assign' }>, scope: Scope): Abstract {
    const given = this.evaluate(node.value, scope)
    const value =
      node.operator === '=' || node.operator === ':='
        ? given
        : /^(?:\|\||&&|\?\?|\/\/)=$/.test(node.operator)
          ? either([given, this.evaluate(node.target, scope)])
          : combine({ operators: [node.operator.slice(0, -1)] }, [this.evaluate(node.target, scope), given], this.run)
    bind(node.target, value, scope, this)
    return value
  }

  private unary(operator: string, value: Abstract): Abstract {
    if (operator === '-' && value.number !== undefined) return { number: -value.number, sources: [] }
    if (
      operator === 'await' ||
      operator === '+' ||
      operator === '&' ||
      operator === '\\' ||
      operator === '@' ||
      operator === 'scalar'
    )
      return value
    return from(value.sources)
  }

  private choice(node: Extract<Node, { type: 'choice' }>, scope: Scope): Abstract {
    if (node.test) this.evaluate(node.test, scope)
    return either(node.values.map((value) => this.evaluate(value, scope)))
  }

  private each(node: Extract<Node, { type: 'each' }>, scope: Scope): Abstract {
    const iterable = this.evaluate(node.iterable, scope)
    const rounds = iterable.items?.slice(0, MAX_ROUNDS) ?? [elementOf(iterable) ?? from(allSources(iterable))]
    const results: Abstract[] = []
    this.run.conditional++
    for (const item of rounds) {
      bind(node.target, item, scope, this, 'fresh')
      results.push(this.block(node.body, scope))
    }
    this.run.conditional--
    return iterable.items ? listOf(results) : { element: results[0], sources: results[0] ? allSources(results[0]) : [] }
  }

  private loop(node: Extract<Node, { type: 'while' }>, scope: Scope): Abstract {
    const endless = alwaysTrue(node.test)
    if (node.test) this.evaluate(node.test, scope)
    if (endless) this.run.endless++
    this.run.conditional++
    this.block(node.body, scope)
    this.run.conditional--
    if (endless) this.run.endless--
    return UNKNOWN
  }

  private branch(node: Extract<Node, { type: 'branch' }>, scope: Scope): Abstract {
    for (const test of node.tests) this.evaluate(test, scope)
    this.run.conditional++
    const values = node.bodies.map((body) => this.block(body, scope))
    this.run.conditional--
    return either(values)
  }

  private imports(node: Extract<Node, { type: 'import' }>, scope: Scope): Abstract {
    const module = exact(this.evaluate(node.module, scope))
    if (module === undefined) return UNKNOWN
    const value = this.importModule(module)
    for (const { imported, local } of node.bindings) {
      if (imported === undefined || imported === 'default') {
        const top = this.run.language === 'python' && local === module.split('.')[0] ? local : undefined
        scope.set(local, top && !value.fields ? reference(canonical(top)) : value)
      } else if (imported !== '*') scope.set(local, this.member(value, imported))
      if (imported === '*') for (const name of this.library.exports(module)) scope.set(name, this.member(value, name))
    }
    if (node.bindings.length === 0)
      for (const name of this.library.exports(module)) scope.set(name, this.member(value, name))
    return value
  }

  /** A module by name: one that this session wrote is read, others stand for themselves. */
  importModule(module: string): Abstract {
    if (this.library.opaque(module)) this.run.unknown(`${module} does what cannot be read`)
    else if (!this.library.harmless(module)) this.run.lower('expected')
    const own = this.library.familiar(module) ? undefined : this.load(module)
    return own ?? reference(canonical(module))
  }

  private call(node: Extract<Node, { type: 'call' }>, scope: Scope): Abstract {
    const { callee } = node
    const receiver = callee.type === 'member' ? this.evaluate(callee.object, scope) : undefined
    const target =
      callee.type === 'member' && receiver
        ? this.member(receiver, callee.name)
        : callee.type === 'name'
          ? this.named(callee.name, scope)
          : this.evaluate(callee, scope)
    const args: Abstract[] = []
    const named = new Map<string, Abstract>()
    for (const item of node.args) this.collect(item, scope, args, named)
    if (node.block) args.push({ closure: { node: node.block, scope }, sources: [] })
    return this.apply(target, args, named, receiver)
  }

  private collect(item: Argument, scope: Scope, args: Abstract[], named: Map<string, Abstract>): void {
    const value = this.evaluate(item.value, scope)
    if (item.name === '**') for (const [name, field] of value.fields ?? []) named.set(name, field)
    else if (item.name !== undefined) named.set(item.name, value)
    else if (item.value.type === 'spread' && value.items) args.push(...value.items)
    else args.push(value)
  }

  /** Calls whatever a value stands for. */
  apply(
    target: Abstract,
    args: readonly Abstract[],
    named: ReadonlyMap<string, Abstract>,
    receiver?: Abstract,
  ): Abstract {
    if (target.closure) return this.invoke(target, args, named)
    if (target.made) return this.construct(target.made, args, named)
    if (target.bound) {
      const own = target.bound.receiver
      return this.method(own, target.bound.method, args, named)
    }
    const others = target.others ?? []
    for (const other of others) if (other.ref !== undefined || other.closure) this.apply(other, args, named)
    const name = target.ref ?? (this.run.language === 'php' || this.run.language === 'perl' ? exact(target) : undefined)
    if (name !== undefined) return this.dispatch(canonical(name), receiver, args, named)
    for (const argument of args) if (argument.closure) this.invoke(argument, [UNKNOWN])
    return from(unique([...args, ...named.values()].map((value) => allSources(value))))
  }

  private method(
    receiver: Abstract,
    name: string,
    args: readonly Abstract[],
    named: ReadonlyMap<string, Abstract>,
  ): Abstract {
    const others = receiver.others ?? []
    for (const other of others)
      if (other.type !== undefined || other.ref !== undefined) this.apply(this.member(other, name), args, named, other)
    const type = receiver.type ?? '?'
    const constant = constantCall(this.callOf(name, receiver, args, named))
    if (constant) return constant
    if (this.library.calls.has(`${type}.${name}`)) return this.dispatch(`${type}.${name}`, receiver, args, named)
    return this.dispatch(`?.${name}`, receiver, args, named)
  }

  /** Calls something by its resolved name. */
  dispatch(
    name: string,
    receiver: Abstract | undefined,
    args: readonly Abstract[],
    named: ReadonlyMap<string, Abstract> = new Map(),
  ): Abstract {
    const call = this.callOf(name, receiver, args, named)
    const handler = this.library.calls.get(name) ?? this.methodHandler(name)
    if (handler) {
      const value = handler(call, this.run)
      this.callbacks(call, value ?? UNKNOWN)
      return value ?? this.result(call)
    }
    if (!this.library.harmless(name)) this.run.lower('expected')
    this.callbacks(
      call,
      from(unique([receiver ? allSources(receiver) : [], ...args.map((value) => allSources(value))])),
    )
    return this.result(call)
  }

  /** A method of an object that a library made: what such a method does on any object. */
  private methodHandler(name: string): Handler | undefined {
    const dot = name.lastIndexOf('().')
    return dot < 0 ? undefined : this.library.calls.get(`?.${name.slice(dot + 3)}`)
  }

  /** Functions handed to a call are called by it. */
  private callbacks(call: Call, given: Abstract): void {
    const subject = call.receiver ? (elementOf(call.receiver) ?? call.receiver) : given
    for (const value of [...call.args, ...call.named.values()]) {
      if (value.closure && !this.called.has(value.closure.node)) this.invoke(value, [subject])
      for (const field of value.fields?.values() ?? [])
        if (field.closure && !this.called.has(field.closure.node)) this.invoke(field, [given])
    }
  }

  /** What an unknown call gives back: something of that name, carrying what went in. */
  private result(call: Call): Abstract {
    const receiver = call.receiver ? [allSources(call.receiver)] : []
    const sources = unique([...receiver, ...[...call.args, ...call.named.values()].map((value) => allSources(value))])
    return call.name.startsWith('?.') ? { sources } : { ref: `${call.name.slice(0, MAX_REF)}()`, sources }
  }

  private callOf(
    name: string,
    receiver: Abstract | undefined,
    args: readonly Abstract[],
    named: ReadonlyMap<string, Abstract>,
  ): Call {
    return {
      name,
      args,
      named,
      receiver,
      invoke: (value, given) => this.invoke(value, given),
      evaluate: (value, by) => this.evaluateText(value, by),
      importModule: (module) => this.importModule(module),
      member: (object, member) => this.member(object, member),
      dispatch: (other, given) => this.dispatch(other, undefined, given),
    }
  }

  private construct(made: ClassValue, args: readonly Abstract[], named: ReadonlyMap<string, Abstract>): Abstract {
    const base = made.bases.find((value) => value.ref !== undefined)
    const self: Abstract = { instance: made, fields: new Map(), sources: [] }
    for (const name of ['__init__', 'constructor', 'initialize', '__construct', 'new']) {
      const method = findMethod(self.instance, name)
      if (method) this.invoke({ closure: { ...method, self }, sources: [] }, args, named)
    }
    for (const method of made.methods.values()) this.waiting.push({ ...method, self })
    if (base?.ref) this.dispatch(canonical(base.ref), undefined, args, named)
    return self
  }

  /** Calls a function of the text, or whatever else a value is. */
  invoke(value: Abstract, args: readonly Abstract[], named: ReadonlyMap<string, Abstract> = new Map()): Abstract {
    const { closure } = value
    if (!closure) return value.ref === undefined && !value.bound ? UNKNOWN : this.apply(value, args, named)
    if (this.active.has(closure.node) || this.run.depth >= MAX_CALL_DEPTH) {
      if (this.run.endless === 0 && closure.node.name) this.called.add(closure.node)
      return UNKNOWN
    }
    this.called.add(closure.node)
    this.active.add(closure.node)
    this.run.depth++
    const scope = new Scope(closure.scope)
    this.bindParameters(closure, args, named, scope)
    const outer = this.returned
    this.returned = []
    const last = this.block(closure.node.body, scope)
    const result = either(this.returned.length > 0 ? this.returned : [last])
    this.returned = outer
    this.run.depth--
    this.active.delete(closure.node)
    return result
  }

  private bindParameters(
    closure: Closure,
    args: readonly Abstract[],
    named: ReadonlyMap<string, Abstract>,
    scope: Scope,
  ): void {
    const { parameters } = closure.node
    const first = parameters[0]?.target
    const takesSelf = closure.self && first?.type === 'name' && (first.name === 'self' || first.name === 'cls')
    const given = takesSelf && closure.self ? [closure.self, ...args] : args
    if (closure.self) {
      scope.set('this', closure.self)
      scope.set('$this', closure.self)
      scope.set('self', closure.self)
    }
    if (this.run.language === 'perl') scope.set('$_', listOf(args))
    parameters.forEach((parameter, position) => {
      const name = parameter.target.type === 'name' ? parameter.target.name : ''
      const initial = parameter.initial ? this.evaluate(parameter.initial, scope) : UNKNOWN
      const value = parameter.rest ? listOf(given.slice(position)) : (named.get(name) ?? given[position] ?? initial)
      bind(parameter.target, value, scope, this, 'fresh')
    })
    const [only] = args
    if (parameters.length === 0 && only && this.run.language === 'ruby')
      for (const name of ['it', '_1']) scope.set(name, only)
  }

  /** Reads a text as code, in the scope of the whole text. */
  private evaluateText(value: Abstract, by: string): Abstract {
    if (this.run.downloadRuns(this.run.language, allSources(value), by)) return UNKNOWN
    const source = exact(value)
    if (source === undefined || this.run.depth >= MAX_CALL_DEPTH) {
      this.run.dynamicRun(this.run.language, by)
      return UNKNOWN
    }
    this.run.lower('plain')
    this.run.depth++
    const { body, confusions } = this.parse(source)
    if (confusions > 0) this.run.unknown(`the text that ${by} runs is not understood`)
    const result = this.block(body, this.run.globals)
    this.run.depth--
    return result
  }
}

function findMethod(made: ClassValue | undefined, name: string, depth = 0): Closure | undefined {
  if (!made || depth > 8) return undefined
  const own = made.methods.get(name)
  if (own) return own
  for (const base of made.bases) {
    const inherited = findMethod(base.made, name, depth + 1)
    if (inherited) return inherited
  }
  return undefined
}

/** One spelling for names that mean the same. */
export function canonical(name: string): string {
  return name
    .replaceAll('::', '.')
    .replace(/^node:/, '')
    .replace(/^(?:builtins|__builtins__|__builtin__|globalThis|global|window|CORE(?:\.GLOBAL)?)\.(?=.)/, '')
    .replace('.default', '')
    .replace(/^(fs)[./]promises\b/, '$1')
    .replace(/\.__call__$/, '')
}
