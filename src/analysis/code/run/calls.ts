import type { FunctionNode, Node } from '../syntax.ts'
import { sqlHandlerFor } from '../tables/object-mappers.ts'
import {
  type AbstractValue,
  allSources,
  type ClassValue,
  type Closure,
  CodeScope,
  eitherValue,
  exactText,
  HANDED_VALUE,
  listValue,
  possibilities,
  referenceValue,
  textValue,
  UNKNOWN_RESULT,
  uniqueSources,
  valueFrom,
} from './abstract-value.ts'
import { bindTarget } from './bind.ts'
import { type CodeCall, type Handler, type Library, lastNamePart, libraryOf } from './call-table.ts'
import { libraryRoot, type ProjectNames } from './client-makers.ts'
import { constantCall, elementOf, filteredList, memberOfValue } from './constant-values.ts'
import { recordGateText } from './gate-modules.ts'
import { recordPushedRefs, recordStartedAgent, recordTrustedRemote } from './library-calls.ts'
import { GLOB_NAME, globHandler } from './operators.ts'
import { CLOUD_LIBRARIES } from './remote-changes.ts'
import type { CodeRun } from './run.ts'
import {
  recordCommandArgument,
  recordImportedAddress,
  recordSecretArgument,
  secretPlaces,
  unknownCallRole,
} from './unknown-calls.ts'

const QUERY_OBJECT = /\.(?:objects|query|_\w+_manager)\b/
/** What a class of an object mapper asks its table by. */
const MANAGER = /^(?:objects|_default_manager|_base_manager)$/
const MAX_CALL_DEPTH = 10
const MAX_REF = 160
export const ENVIRONMENT_NAME = '$environment'

export type ParseSource = (source: string) => { readonly body: readonly Node[]; readonly confusions: number }
export type LoadModule = (module: string) => AbstractValue | undefined

export abstract class CallEvaluator {
  readonly run: CodeRun
  readonly library: Library
  readonly parse: ParseSource
  readonly load: LoadModule
  protected readonly waiting: Closure[] = []
  protected readonly called = new Set<FunctionNode>()
  protected returned: AbstractValue[] = []
  private readonly active = new Set<FunctionNode>()

  constructor(run: CodeRun, library: Library, parse: ParseSource, load: LoadModule) {
    this.run = run
    this.library = library
    this.parse = parse
    this.load = load
  }

  abstract evaluate(node: Node, scope: CodeScope): AbstractValue
  abstract block(body: readonly Node[], scope: CodeScope): AbstractValue

  protected mention(value: AbstractValue): AbstractValue {
    const handler = value.ref === undefined ? undefined : this.library.mentions.get(value.ref)
    if (!handler) return value
    return handler(this.callOf(value.ref ?? '', undefined, [], new Map()), this.run) ?? value
  }

  member(object: AbstractValue, name: string): AbstractValue {
    this.run.unresolved.member(name)
    const field = object.fields?.get(name)
    if (field) return field
    const method = findMethod(object.instance, name)
    if (method) return { closure: { ...method, self: object }, sources: [] }
    if (this.library.environment.has(object.ref ?? '') && !this.library.calls.has(`${object.ref}.${name}`))
      return this.dispatch(ENVIRONMENT_NAME, undefined, [textValue(name)])
    if (object.type === undefined && object.ref !== undefined && object.ref.length < MAX_REF)
      return this.mention(referenceValue(canonicalCallName(`${object.ref}.${name}`)))
    const property = memberOfValue(object, name)
    if (property) return property
    if (this.run.language === 'python' && MANAGER.test(name) && object.type === undefined)
      return referenceValue(`model.${name}`)
    return { sources: allSources(object), bound: { receiver: object, method: name } }
  }

  importModule(module: string): AbstractValue {
    if (this.library.opaque(module)) {
      this.run.unknown(`${module} does what cannot be read`)
      this.run.unresolved.hint(module)
    } else if (!this.library.harmless(module)) this.run.lower('expected')
    if (this.run.language === 'javascript') recordImportedAddress(module, this.run)
    const own = this.load(module)
    return own ?? referenceValue(canonicalCallName(module))
  }

  apply(
    target: AbstractValue,
    args: readonly AbstractValue[],
    named: ReadonlyMap<string, AbstractValue>,
    receiver?: AbstractValue,
  ): AbstractValue {
    if (target.closure) return this.invoke(target, args, named)
    if (target.made) return this.construct(target.made, args, named)
    if (target.ofEach !== undefined) {
      const [each = UNKNOWN_RESULT, ...rest] = args
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
    const name =
      target.ref ?? (this.run.language === 'php' || this.run.language === 'perl' ? exactText(target) : undefined)
    if (name !== undefined) return this.dispatch(canonicalCallName(name), receiver, args, named)
    for (const argument of args) if (argument.closure) this.invoke(argument, [UNKNOWN_RESULT])
    return valueFrom(uniqueSources([...args, ...named.values()].map(allSources)))
  }

  private method(
    receiver: AbstractValue,
    name: string,
    args: readonly AbstractValue[],
    named: ReadonlyMap<string, AbstractValue>,
  ): AbstractValue {
    const others = receiver.others ?? []
    for (const other of others)
      if (other.type !== undefined || other.ref !== undefined) this.apply(this.member(other, name), args, named, other)
    const type = receiver.type ?? '?'
    const call = this.callOf(name, receiver, args, named)
    const constant = constantCall(call) ?? filteredList(call)
    if (constant) return constant
    if (this.library.calls.has(`${type}.${name}`)) return this.dispatch(`${type}.${name}`, receiver, args, named)
    return this.dispatch(`?.${name}`, receiver, args, named)
  }

  dispatch(
    name: string,
    receiver: AbstractValue | undefined,
    args: readonly AbstractValue[],
    named: ReadonlyMap<string, AbstractValue> = new Map(),
  ): AbstractValue {
    const call = this.callOf(name, receiver, args, named)
    recordTrustedRemote(call, this.run)
    recordStartedAgent(call, this.run)
    this.run.unresolved.remote.makers.note(call, this.run.language, this.foreign(name))
    const own = this.library.calls.get(name)
    if (!own && !this.library.harmless(name)) recordCommandArgument(call, this.run)
    const handler = own ?? this.methodHandler(name)
    this.noteEndpoint(call, handler !== undefined)
    if (handler) {
      const value = this.run.handling(name, () => handler(call, this.run))
      if (value === undefined) this.farCall(call)
      this.callbacks(call, value ?? UNKNOWN_RESULT)
      return value ?? this.result(call)
    }
    const carried = this.indirect(name, args)
    if (carried) return carried
    recordPushedRefs(call, this.run)
    this.farCall(call)
    const harmless = this.library.harmless(name)
    if (!harmless) {
      this.run.lower('expected')
      this.handsPlaces(call)
    }
    this.callbacks(call, valueFrom(uniqueSources([allSources(receiver), ...args.map(allSources)])))
    const result = this.result(call)
    const secrets = harmless ? [] : secretPlaces(call, this.run)
    return secrets.length === 0 ? result : { ...result, sources: uniqueSources([result.sources, secrets]) }
  }

  /** Is a call of a library that is neither the language's own nor known here? Then with the names of this project. */
  foreign(name: string): ProjectNames | undefined {
    const library = libraryOf(name)
    if (/^(?:\?|[./].*)?$/.test(library) || this.library.familiar(library) || this.library.harmless(library))
      return undefined
    const { projectRoot, cwd } = this.run.recorder.facts
    return { projects: [projectRoot, cwd].map((folder) => folder.split('/').at(-1) ?? '') }
  }

  private noteEndpoint(call: CodeCall, isKnown: boolean): void {
    const { endpoints } = this.run.unresolved.remote
    if (this.foreign(call.name) !== undefined) endpoints.called(call, libraryRoot(call.name), this.run)
    else if (!isKnown && call.name.startsWith('?.') && !this.library.harmless(call.name))
      endpoints.unknownMethod(call, this.run)
  }

  private farCall(call: CodeCall): void {
    const library = libraryOf(call.name)
    if (/^(?:\?|[./].*)?$/.test(library) || library === call.name) return
    const { remote } = this.run.unresolved
    const known = this.library.familiar(library) || this.library.harmless(library)
    if (
      !known ||
      QUERY_OBJECT.test(call.name) ||
      CLOUD_LIBRARIES.test(call.name) ||
      remote.makers.of(call.name).where === 'remote'
    )
      remote.called(call, library)
  }

  private handsPlaces(call: CodeCall): void {
    const act = unknownCallRole(call)
    for (const value of [...call.args, ...call.named.values()]) {
      const place = exactText(value)
      if (place !== undefined && /^(?:\/|~\/)[^\s:*]+$/.test(place)) this.run.mayChange(value, act, call.name)
    }
    recordSecretArgument(call, this.run)
  }

  private methodHandler(name: string): Handler | undefined {
    const dot = name.lastIndexOf('().')
    const own = dot < 0 ? undefined : this.library.calls.get(`?.${name.slice(dot + 3)}`)
    const last = lastNamePart(name)
    const known = own ?? this.library.calls.get(name.replace(/[^.]*$/, '*')) ?? this.library.calls.get(`*.${last}`)
    return known ?? (GLOB_NAME.test(last) || /glob\w*\.sync$/.test(name) ? globHandler : sqlHandlerFor(last))
  }

  /** A known function called through another: `f.call(self, x)`, `f.apply(self, [x])`, `os.__getattribute__('system')`. */
  private indirect(name: string, args: readonly AbstractValue[]): AbstractValue | undefined {
    const dot = name.lastIndexOf('.')
    if (dot < 0) return undefined
    const owner = name.slice(0, dot)
    const [first, second] = args
    const wrappers = name.slice(dot + 1)
    if (wrappers === '__getattribute__') return this.member(referenceValue(owner), exactText(first) ?? '?')
    if (!this.library.calls.has(owner)) return undefined
    if (wrappers === 'bind') return referenceValue(owner)
    if (wrappers === 'apply') return this.dispatch(owner, undefined, second?.items ?? [])
    if (wrappers !== 'call') return undefined
    return this.dispatch(owner, undefined, this.run.language === 'javascript' ? args.slice(1) : args)
  }

  private callbacks(call: CodeCall, given: AbstractValue): void {
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

  private result(call: CodeCall): AbstractValue {
    const receiver = call.receiver ? [allSources(call.receiver)] : []
    const sources = uniqueSources([...receiver, ...[...call.args, ...call.named.values()].map(allSources)])
    return call.name.startsWith('?.') ? { sources } : { ref: `${call.name.slice(0, MAX_REF)}()`, sources }
  }

  protected callOf(
    name: string,
    receiver: AbstractValue | undefined,
    args: readonly AbstractValue[],
    named: ReadonlyMap<string, AbstractValue>,
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

  private construct(
    made: ClassValue,
    args: readonly AbstractValue[],
    named: ReadonlyMap<string, AbstractValue>,
  ): AbstractValue {
    const base = made.bases.find((value) => value.ref !== undefined)
    const self: AbstractValue = { instance: made, fields: new Map(), sources: [] }
    for (const name of ['__init__', 'constructor', 'initialize', '__construct', 'new']) {
      const method = findMethod(self.instance, name)
      if (method) this.invoke({ closure: { ...method, self }, sources: [] }, args, named)
    }
    for (const method of made.methods.values()) this.waiting.push({ ...method, self })
    if (base?.ref) this.dispatch(canonicalCallName(base.ref), undefined, args, named)
    return self
  }

  invoke(
    value: AbstractValue,
    args: readonly AbstractValue[],
    named: ReadonlyMap<string, AbstractValue> = new Map(),
  ): AbstractValue {
    const { closure } = value
    if (!closure) {
      const calls = value.ref !== undefined || value.bound !== undefined || value.ofEach !== undefined
      return calls ? this.apply(value, args, named) : UNKNOWN_RESULT
    }
    if (this.active.has(closure.node) || this.run.depth >= MAX_CALL_DEPTH) {
      if (this.run.endless === 0 && closure.node.name) this.called.add(closure.node)
      return UNKNOWN_RESULT
    }
    this.called.add(closure.node)
    this.active.add(closure.node)
    this.run.depth++
    const scope = new CodeScope(closure.scope)
    this.bindParameters(closure, args, named, scope)
    const outer = this.returned
    this.returned = []
    const last = this.block(closure.node.body, scope)
    const result = eitherValue(this.returned.length > 0 ? this.returned : [last])
    this.returned = outer
    this.run.depth--
    this.active.delete(closure.node)
    return result
  }

  private bindParameters(
    closure: Closure,
    args: readonly AbstractValue[],
    named: ReadonlyMap<string, AbstractValue>,
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
    if (this.run.language === 'perl') scope.set('$_', listValue(args))
    parameters.forEach((parameter, position) => {
      const name = parameter.target.type === 'name' ? parameter.target.name : ''
      const initial = parameter.initial ? this.evaluate(parameter.initial, scope) : HANDED_VALUE
      const value = parameter.rest ? listValue(given.slice(position)) : (named.get(name) ?? given[position] ?? initial)
      bindTarget(parameter.target, value, scope, this, 'fresh')
    })
    const [only] = args
    if (parameters.length === 0 && only && this.run.language === 'ruby')
      for (const name of ['it', '_1']) scope.set(name, only)
  }

  private evaluateText(value: AbstractValue, by: string): AbstractValue {
    recordGateText(value, this.run)
    if (this.run.downloadRuns(this.run.language, allSources(value), by)) return UNKNOWN_RESULT
    const source = exactText(value)
    if (source === undefined || this.run.depth >= MAX_CALL_DEPTH) {
      this.run.dynamicRun(this.run.language, by)
      return UNKNOWN_RESULT
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

export function canonicalCallName(name: string): string {
  return name
    .replaceAll('::', '.')
    .replace(/^node:/, '')
    .replace(/^(?:builtins|__builtins__|__builtin__|globalThis|global|window|CORE(?:\.GLOBAL)?|POSIX)\.(?=.)/, '')
    .replace('.default', '')
    .replace(/^(?:posix|nt)\.(?=[a-z_]+$)/, 'os.')
    .replace(/^(fs)[./]promises\b/, '$1')
    .replace(/\.__call__$/, '')
}
