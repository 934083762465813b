import type { Argument, FunctionNode, Node } from '../syntax.ts'
import {
  type AbstractValue,
  allSources,
  type ClassValue,
  type Closure,
  CodeScope,
  capList,
  concatValues,
  eitherValue,
  elementOfCall,
  exactText,
  isAlwaysTrue,
  listValue,
  numberValue,
  referenceValue,
  textValue,
  UNKNOWN_RESULT,
  uniqueSources,
  valueFrom,
  valueSize,
} from './abstract-value.ts'
import { bindTarget, isForkLoop, isGrowingLoop } from './bind.ts'
import { CallEvaluator, canonicalCallName, ENVIRONMENT_NAME } from './calls.ts'
import { elementOf, parseNumber } from './constant-values.ts'
import { combineValues } from './operators.ts'

const MAX_NODE_DEPTH = 160
const CALL_COST = 2
const MAX_ROUNDS = 2_000
const MAX_WAITING = 2_000

type NodeRule<One extends Node = Node> = (node: One, scope: CodeScope) => AbstractValue
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
    this.run.unresolved.sweep(this.run)
    this.run.flush()
  }

  block(body: readonly Node[], scope: CodeScope): AbstractValue {
    let last: AbstractValue = UNKNOWN_RESULT
    for (const node of body) if (node.type === 'function' && node.name) this.define(node, scope)
    for (const node of body) last = this.evaluate(node, scope)
    return last
  }

  evaluate(node: Node, scope: CodeScope): AbstractValue {
    if (this.run.budget-- <= 0 || this.nodeDepth > MAX_NODE_DEPTH) {
      this.run.unknown('the code is too long or too deep to follow', 'unread-code')
      return UNKNOWN_RESULT
    }
    this.nodeDepth++
    const value = (this.rules[node.type] as NodeRule)(node, scope)
    this.run.budget -= valueSize(value)
    this.nodeDepth--
    const names = node.type === 'name' || node.type === 'member' || node.type === 'index'
    if (names && !this.followed.has(node)) this.run.unresolved.value(value.ref)
    return value
  }

  private readonly rules: NodeRules = {
    text: (node) => {
      this.run.unresolved.text(node.text, this.run.language)
      return textValue(node.text)
    },
    number: (node) => numberValue(parseNumber(node.text)),
    template: ({ parts }, scope) => (parts.length === 0 ? textValue('') : concatValues(this.all(parts, scope))),
    shell: ({ parts }, scope) => this.dispatch('`', undefined, [concatValues(this.all(parts, scope))]),
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
      const whole = exactText(object)
      if (whole === undefined) return { ...object, known: undefined, items: undefined, element: elementOf(object) }
      if (bounds.some((bound, at) => bound === undefined && node.bounds[at] !== undefined))
        return valueFrom(object.sources)
      const [start, end, step] = bounds
      if (step === -1) return textValue([...whole].reverse().join(''), object.sources)
      if (step !== undefined && step > 1)
        return textValue([...whole].filter((_char, at) => at % step === 0).join(''), object.sources)
      return textValue(whole.slice(start, end), object.sources)
    },
    call: (node, scope) => {
      const { callee } = node
      this.run.budget -= CALL_COST
      this.followed.add(callee)
      const receiver = callee.type === 'member' ? this.evaluate(callee.object, scope) : undefined
      const target =
        callee.type === 'member' && receiver
          ? this.member(receiver, callee.name)
          : callee.type === 'name'
            ? this.named(callee.name, scope)
            : this.evaluate(callee, scope)
      const args: AbstractValue[] = []
      const named = new Map<string, AbstractValue>()
      const follows = this.run.unresolved.follows(target.ref)
      if (follows) for (const item of node.args) this.followed.add(item.value)
      for (const item of node.args) this.collect(item, scope, args, named)
      if (!follows) for (const value of args) this.run.unresolved.argument(value.ref)
      if (node.block) args.push({ closure: { node: node.block, scope }, sources: [] })
      return this.apply(target, args, named, receiver)
    },
    list: ({ items }, scope) => this.list(items, scope),
    spread: ({ value }, scope) => this.evaluate(value, scope),
    map: (node, scope) => {
      const fields = new Map<string, AbstractValue>()
      for (const entry of node.entries) {
        const value = this.evaluate(entry.value, scope)
        const key = entry.key.type === 'text' ? entry.key.text : exactText(this.evaluate(entry.key, scope))
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
      const value: AbstractValue = { made, sources: [], fields: new Map() }
      scope.set(node.name, value)
      const self: AbstractValue = { instance: made, fields: new Map(), sources: [] }
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
            ? eitherValue([given, this.evaluate(node.target, scope)])
            : combineValues(
                { operators: [node.operator.slice(0, -1)] },
                [this.evaluate(node.target, scope), given],
                this.run,
              )
      // `a += b` changes the variable it read, wherever that one lives.
      if (node.operator !== '=' && node.operator !== ':=' && node.target.type === 'name')
        scope.update(node.target.name, value, this.run.conditional > 0)
      else bindTarget(node.target, value, scope, this)
      return value
    },
    chain: (node, scope) => combineValues(node, this.all(node.operands, scope), this.run),
    unary: ({ operator, value }, scope) => this.unary(operator, this.evaluate(value, scope)),
    choice: (node, scope) => {
      if (node.test) this.evaluate(node.test, scope)
      return eitherValue(this.all(node.values, scope))
    },
    each: (node, scope) => {
      const iterable = this.evaluate(node.iterable, scope)
      const { language } = this.run
      // Walking the environment itself gives the names.
      const names = language !== 'php' && this.library.environment.has(iterable.ref ?? '')
      const rest = names ? UNKNOWN_RESULT : (elementOf(iterable) ?? elementOfCall(iterable))
      const rounds = iterable.items ? capList(iterable.items, MAX_ROUNDS, UNKNOWN_RESULT) : [rest]
      const results: AbstractValue[] = []
      this.run.conditional++
      for (const item of rounds) {
        bindTarget(node.target, item, scope, this, 'fresh')
        results.push(this.block(node.body, scope))
      }
      this.run.conditional--
      return iterable.items ? listValue(results) : { element: results[0], sources: allSources(results[0]) }
    },
    while: (node, scope) => {
      const endless = isAlwaysTrue(node.test) || isForkLoop(node.test)
      if (endless && isGrowingLoop(node.body))
        this.run.state({ kind: 'exhaust', what: 'memory', by: 'an endless loop', certainty: 'likely' })
      if (node.test) this.evaluate(node.test, scope)
      if (endless) this.run.endless++
      this.run.conditional++
      this.block(node.body, scope)
      this.run.conditional--
      if (endless) this.run.endless--
      return UNKNOWN_RESULT
    },
    branch: (node, scope) => {
      for (const test of node.tests) this.evaluate(test, scope)
      this.run.conditional++
      const values = node.bodies.map((body) => this.block(body, scope))
      this.run.conditional--
      return eitherValue(values)
    },
    block: ({ body }, scope) => this.block(body, scope),
    import: (node, scope) => {
      const module = exactText(this.evaluate(node.module, scope))
      if (module === undefined) return UNKNOWN_RESULT
      const value = this.importModule(module)
      for (const { imported, local } of node.bindings) {
        if (imported === undefined || imported === 'default') {
          const top = this.run.language === 'python' && local === module.split('.')[0] ? local : undefined
          scope.set(local, top && !value.fields ? referenceValue(canonicalCallName(top)) : value)
        } else if (imported === '*') this.stars.push(module)
        else scope.set(local, this.member(value, imported))
        if (imported === '*') for (const name of this.library.exports(module)) scope.set(name, this.member(value, name))
      }
      if (node.bindings.length === 0)
        for (const name of this.library.exports(module)) scope.set(name, this.member(value, name))
      return value
    },
    return: (node, scope) => {
      const value = node.value ? this.evaluate(node.value, scope) : UNKNOWN_RESULT
      this.returned.push(value)
      return value
    },
    nothing: () => UNKNOWN_RESULT,
  }

  private all(nodes: readonly Node[], scope: CodeScope): AbstractValue[] {
    return nodes.map((node) => this.evaluate(node, scope))
  }

  /** In Ruby and Perl a bare word may be a call: `fork`, `shift`. */
  private bare(name: string, scope: CodeScope): AbstractValue {
    const calls = this.run.language === 'ruby' || this.run.language === 'perl'
    if (!calls || /^[A-Z]/.test(name) || scope.get(name) || !this.library.calls.has(name))
      return this.named(name, scope)
    const topic = this.run.language === 'perl' ? scope.get('$_') : undefined
    return this.dispatch(name, undefined, topic ? [topic] : [])
  }

  private named(name: string, scope: CodeScope): AbstractValue {
    const value = scope.get(name)
    if (value) return value
    const star = this.stars.find((module) => this.library.calls.has(canonicalCallName(`${module}.${name}`)))
    return this.mention(referenceValue(star === undefined ? name : canonicalCallName(`${star}.${name}`)))
  }

  private index(object: AbstractValue, key: AbstractValue): AbstractValue {
    const name = exactText(key)
    // `local['rm']['-rf', place]`: a command is given its words so, and only some of them are read here.
    if (/^plumbum\.(?:local|cmd)\.[^.]+$/.test(object.ref ?? '')) this.run.dynamicRun('shell', object.ref)
    if (name !== undefined) {
      const field = object.fields?.get(name)
      if (field) return field
      const position = key.number ?? Number(name)
      const item = object.items?.at(position)
      if (item && Number.isInteger(position)) return item
      if (object.known !== undefined && key.number !== undefined)
        return textValue(object.known.at(key.number) ?? '', object.sources)
      if (object.ref !== undefined && object.type === undefined) return this.subscript(object.ref, name)
    } else if (/^(?:fs|child_process|fs-extra)$/.test(object.ref ?? ''))
      this.run.unknown('a name is taken from a module by a text that is not known')
    return elementOf(object) ?? valueFrom(uniqueSources([allSources(object)]))
  }

  /** `globals()['x']`, `os.environ['X']`, `fs['rmSync']`. */
  private subscript(ref: string, name: string): AbstractValue {
    if (this.library.environment.has(ref)) return this.dispatch(ENVIRONMENT_NAME, undefined, [textValue(name)])
    if (
      /^(?:globals|locals|vars)\(\)$|^(?:sys\.modules|__builtins__|builtins|globalThis|global|window|self)$/.test(ref)
    )
      return this.run.globals.get(name) ?? this.mention(referenceValue(canonicalCallName(name)))
    if (ref === 'Dir' && this.run.language === 'ruby') return this.dispatch('Dir.glob', undefined, [textValue(name)])
    if (ref === '__dict__') return this.mention(referenceValue(canonicalCallName(`builtins.${name}`)))
    if (ref.endsWith('.__dict__')) return this.mention(referenceValue(canonicalCallName(`${ref.slice(0, -9)}.${name}`)))
    return this.mention(referenceValue(canonicalCallName(`${ref}.${name}`)))
  }

  private list(items: readonly Node[], scope: CodeScope): AbstractValue {
    const values: AbstractValue[] = []
    let open: AbstractValue | undefined
    for (const item of items) {
      const value = this.evaluate(item, scope)
      const flat = item.type === 'spread' ? value.items : undefined
      if (flat) values.push(...flat)
      else if (item.type === 'each') open = value.element ?? elementOf(value) ?? UNKNOWN_RESULT
      else values.push(value)
    }
    if (open && values.length === 0) return { element: open, sources: open.sources }
    this.run.unresolved.list(values)
    return listValue(values)
  }

  private dispatchSetting(key: string, value: AbstractValue): void {
    const handler = this.library.mentions.get(`${key}:`)
    if (handler) handler(this.callOf(key, undefined, [value], new Map()), this.run)
  }

  private define(node: FunctionNode, scope: CodeScope): AbstractValue {
    const known = node.name === undefined ? undefined : scope.get(node.name)
    if (known?.closure?.node === node) return known
    const closure: Closure = { node, scope }
    const value: AbstractValue = { closure, sources: [] }
    if (node.name !== undefined) scope.set(node.name, value)
    this.waiting.push(closure)
    return value
  }

  private unary(operator: string, value: AbstractValue): AbstractValue {
    if (operator === '-' && value.number !== undefined) return numberValue(-value.number)
    // A yes or no tells nothing of the value itself.
    if (operator === '!' || operator === 'not' || operator === 'typeof') return UNKNOWN_RESULT
    if (['await', '+', '&', '\\', '@', 'scalar'].includes(operator)) return value
    return valueFrom(value.sources)
  }

  private collect(item: Argument, scope: CodeScope, args: AbstractValue[], named: Map<string, AbstractValue>): void {
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
