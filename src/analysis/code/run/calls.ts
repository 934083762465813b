import type { FunctionNode, Node } from '../syntax.ts'
import { runsSql } from '../tables/object-mappers.ts'
import { bind } from './bind.ts'
import { constantCall, elementOf, memberOfValue, sieved } from './constants.ts'
import { CLOUDS } from './far-changes.ts'
import { handedDeed, secretPlaces, stateHandedLine, stateHandedSecret, stateImportedAddress } from './handed.ts'
import type { Foreign } from './makers.ts'
import { GLOB_NAME, globs } from './operators.ts'
import { stateOwnText } from './own-modules.ts'
import type { Run } from './run.ts'
import { type CodeCall, type Handler, type Library, lastOf, libraryOf } from './table.ts'
import { statePushedRefs, stateStartedAgent, stateTrustedRemote } from './telling-calls.ts'
import {
  type Abstract,
  allSources,
  type ClassValue,
  type Closure,
  CodeScope,
  either,
  exact,
  from,
  listOf,
  possibilities,
  reference,
  text,
  UNKNOWN,
  unique,
} from './value.ts'

const KEPT = /\.(?:objects|query|_\w+_manager)\b/
/** What a class of an object mapper asks its table by. */
const MANAGER = /^(?:objects|_default_manager|_base_manager)$/
const MAX_CALL_DEPTH = 10
const MAX_REF = 160
export const VARIABLE = '$environment'

export type Parse = (source: string) => { readonly body: readonly Node[]; readonly confusions: number }
export type LoadModule = (module: string) => Abstract | undefined

export abstract class CallEvaluator {
  readonly run: Run
  readonly library: Library
  readonly parse: Parse
  readonly load: LoadModule
  protected readonly waiting: Closure[] = []
  protected readonly called = new Set<FunctionNode>()
  protected returned: Abstract[] = []
  private readonly active = new Set<FunctionNode>()

  constructor(run: Run, library: Library, parse: Parse, load: LoadModule) {
    this.run = run
    this.library = library
    this.parse = parse
    this.load = load
  }

  abstract evaluate(node: Node, scope: CodeScope): Abstract
  abstract block(body: readonly Node[], scope: CodeScope): Abstract

  protected mention(value: Abstract): Abstract {
    const handler = value.ref === undefined ? undefined : this.library.mentions.get(value.ref)
    if (!handler) return value
    return handler(this.callOf(value.ref ?? '', undefined, [], new Map()), this.run) ?? value
  }

  member(object: Abstract, name: string): Abstract {
    this.run.loose.member(name)
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
    if (this.run.language === 'python' && MANAGER.test(name) && object.type === undefined)
      return reference(`model.${name}`)
    return { sources: allSources(object), bound: { receiver: object, method: name } }
  }

  importModule(module: string): Abstract {
    if (this.library.opaque(module)) {
      this.run.unknown(`${module} does what cannot be read`)
      this.run.loose.hint(module)
    } else if (!this.library.harmless(module)) this.run.lower('expected')
    if (this.run.language === 'javascript') stateImportedAddress(module, this.run)
    const own = this.load(module)
    return own ?? reference(canonical(module))
  }

  apply(
    target: Abstract,
    args: readonly Abstract[],
    named: ReadonlyMap<string, Abstract>,
    receiver?: Abstract,
  ): Abstract {
    if (target.closure) return this.invoke(target, args, named)
    if (target.made) return this.construct(target.made, args, named)
    if (target.ofEach !== undefined) {
      const [each = UNKNOWN, ...rest] = args
      return this.apply(this.member(each, target.ofEach), rest, named, each)
    }
    if (target.bound) {
      const own = target.bound.receiver
      return this.method(own, target.bound.method, args, named)
    }
    // `(0, f)(x)`: the comma operator gives its last value.
    const last = this.run.language === 'javascript' ? target.items?.at(-1) : undefined
    if (last) return this.apply(last, args, named, receiver)
    const others = target.others ?? []
    for (const other of others) if (other.ref !== undefined || other.closure) this.apply(other, args, named)
    const name = target.ref ?? (this.run.language === 'php' || this.run.language === 'perl' ? exact(target) : undefined)
    if (name !== undefined) return this.dispatch(canonical(name), receiver, args, named)
    for (const argument of args) if (argument.closure) this.invoke(argument, [UNKNOWN])
    return from(unique([...args, ...named.values()].map(allSources)))
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
    const call = this.callOf(name, receiver, args, named)
    const constant = constantCall(call) ?? sieved(call)
    if (constant) return constant
    if (this.library.calls.has(`${type}.${name}`)) return this.dispatch(`${type}.${name}`, receiver, args, named)
    return this.dispatch(`?.${name}`, receiver, args, named)
  }

  dispatch(
    name: string,
    receiver: Abstract | undefined,
    args: readonly Abstract[],
    named: ReadonlyMap<string, Abstract> = new Map(),
  ): Abstract {
    const call = this.callOf(name, receiver, args, named)
    stateTrustedRemote(call, this.run)
    stateStartedAgent(call, this.run)
    this.run.loose.far.makers.note(call, this.run.language, this.foreign(name))
    const own = this.library.calls.get(name)
    if (!own && !this.library.harmless(name)) stateHandedLine(call, this.run)
    const handler = own ?? this.methodHandler(name)
    if (handler) {
      const value = this.run.handling(name, () => handler(call, this.run))
      if (value === undefined) this.farCall(call)
      this.callbacks(call, value ?? UNKNOWN)
      return value ?? this.result(call)
    }
    const carried = this.indirect(name, args)
    if (carried) return carried
    statePushedRefs(call, this.run)
    this.farCall(call)
    const harmless = this.library.harmless(name)
    if (!harmless) {
      this.run.lower('expected')
      this.handsPlaces(call)
    }
    this.callbacks(call, from(unique([allSources(receiver), ...args.map(allSources)])))
    const result = this.result(call)
    const secrets = harmless ? [] : secretPlaces(call, this.run)
    return secrets.length === 0 ? result : { ...result, sources: unique([result.sources, secrets]) }
  }

  /** Is a call of a library that is neither the language's own nor known here? Then with the names of this project. */
  foreign(name: string): Foreign | undefined {
    const library = libraryOf(name)
    if (/^(?:\?|[./].*)?$/.test(library) || this.library.familiar(library) || this.library.harmless(library))
      return undefined
    const { projectRoot, cwd } = this.run.scribe.facts
    return { projects: [projectRoot, cwd].map((folder) => folder.split('/').at(-1) ?? '') }
  }

  private farCall(call: CodeCall): void {
    const library = libraryOf(call.name)
    if (/^(?:\?|[./].*)?$/.test(library) || library === call.name) return
    const { far } = this.run.loose
    const known = this.library.familiar(library) || this.library.harmless(library)
    if (!known || KEPT.test(call.name) || CLOUDS.test(call.name) || far.makers.of(call.name).where === 'far')
      far.called(call, library)
  }

  private handsPlaces(call: CodeCall): void {
    const deed = handedDeed(call)
    for (const value of [...call.args, ...call.named.values()]) {
      const place = exact(value)
      if (place !== undefined && /^(?:\/|~\/)[^\s:*]+$/.test(place)) this.run.mayChange(value, deed, call.name)
    }
    stateHandedSecret(call, this.run)
  }

  private methodHandler(name: string): Handler | undefined {
    const dot = name.lastIndexOf('().')
    const own = dot < 0 ? undefined : this.library.calls.get(`?.${name.slice(dot + 3)}`)
    const last = lastOf(name)
    const known = own ?? this.library.calls.get(name.replace(/[^.]*$/, '*')) ?? this.library.calls.get(`*.${last}`)
    return known ?? (GLOB_NAME.test(last) || /glob\w*\.sync$/.test(name) ? globs : runsSql(last))
  }

  /** A known function called through another: `f.call(self, x)`, `f.apply(self, [x])`, `os.__getattribute__('system')`. */
  private indirect(name: string, args: readonly Abstract[]): Abstract | undefined {
    const dot = name.lastIndexOf('.')
    if (dot < 0) return undefined
    const owner = name.slice(0, dot)
    const [first, second] = args
    const through = name.slice(dot + 1)
    if (through === '__getattribute__') return this.member(reference(owner), exact(first) ?? '?')
    if (!this.library.calls.has(owner)) return undefined
    if (through === 'bind') return reference(owner)
    if (through === 'apply') return this.dispatch(owner, undefined, second?.items ?? [])
    if (through !== 'call') return undefined
    return this.dispatch(owner, undefined, this.run.language === 'javascript' ? args.slice(1) : args)
  }

  private callbacks(call: CodeCall, given: Abstract): void {
    const { receiver } = call
    // What a class of a library was asked for is handed on, not the class.
    const made = receiver?.ref !== undefined && !receiver.ref.includes('()') && this.foreign(call.name) !== undefined
    const subject = made ? this.result(call) : receiver ? (elementOf(receiver) ?? receiver) : given
    for (const value of [...call.args, ...call.named.values()].flatMap(possibilities)) {
      if (value.closure && !this.called.has(value.closure.node)) this.invoke(value, [subject])
      if (value.ofEach !== undefined) this.apply(value, [subject], new Map())
      for (const field of value.fields?.values() ?? [])
        if (field.closure && !this.called.has(field.closure.node)) this.invoke(field, [given])
    }
  }

  private result(call: CodeCall): Abstract {
    const receiver = call.receiver ? [allSources(call.receiver)] : []
    const sources = unique([...receiver, ...[...call.args, ...call.named.values()].map(allSources)])
    return call.name.startsWith('?.') ? { sources } : { ref: `${call.name.slice(0, MAX_REF)}()`, sources }
  }

  protected callOf(
    name: string,
    receiver: Abstract | undefined,
    args: readonly Abstract[],
    named: ReadonlyMap<string, Abstract>,
  ): CodeCall {
    return {
      name,
      args,
      named,
      receiver,
      invoke: (value, given) => this.invoke(value, given),
      evaluate: (value) => this.evaluateText(value, name),
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

  invoke(value: Abstract, args: readonly Abstract[], named: ReadonlyMap<string, Abstract> = new Map()): Abstract {
    const { closure } = value
    if (!closure) {
      const calls = value.ref !== undefined || value.bound !== undefined || value.ofEach !== undefined
      return calls ? this.apply(value, args, named) : UNKNOWN
    }
    if (this.active.has(closure.node) || this.run.depth >= MAX_CALL_DEPTH) {
      if (this.run.endless === 0 && closure.node.name) this.called.add(closure.node)
      return UNKNOWN
    }
    this.called.add(closure.node)
    this.active.add(closure.node)
    this.run.depth++
    const scope = new CodeScope(closure.scope)
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
    scope: CodeScope,
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

  private evaluateText(value: Abstract, by: string): Abstract {
    stateOwnText(value, this.run)
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

export function canonical(name: string): string {
  return name
    .replaceAll('::', '.')
    .replace(/^node:/, '')
    .replace(/^(?:builtins|__builtins__|__builtin__|globalThis|global|window|CORE(?:\.GLOBAL)?|POSIX)\.(?=.)/, '')
    .replace('.default', '')
    .replace(/^(?:posix|nt)\.(?=[a-z_]+$)/, 'os.')
    .replace(/^(fs)[./]promises\b/, '$1')
    .replace(/\.__call__$/, '')
}
