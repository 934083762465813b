import { environmentOfName, strictestEnvironment } from '../../../knowledge/lexicon/deployment-environments.ts'
import type { ChangeVerb } from '../../../knowledge/lexicon/verbs.ts'
import { anyOf, VERBS } from '../../../knowledge/lexicon/verbs.ts'
import type { Environment } from '../../effects.ts'
import { isLoopbackText, isRemote } from '../../generic/word-shapes.ts'
import { type AbstractValue, exactText } from './abstract-value.ts'
import { type CodeCall, lastNamePart, libraryOf } from './call-table.ts'
import { ClientMakers, libraryRoot } from './client-makers.ts'
import { isStoreLibrary, isTestName } from './client-shapes.ts'
import { ForeignEndpoints } from './foreign-endpoints.ts'
import { grantsRights, recordGrantedRights } from './library-calls.ts'
import { CLOUD_LIBRARIES, type ObjectState, type RemoteChange, remoteChangeOf } from './remote-changes.ts'
import { recordTypedLine, type TypedLine, typedLine } from './remote-typing.ts'
import type { CodeRun } from './run.ts'

/** Gone by the word itself: `remove` may only take it out of a list. */
const DESTROY_METHODS = new RegExp(
  `^(?:destroy|purge|terminate|deprovision|decommission|${anyOf(...VERBS.erase)}|(?:${anyOf(...VERBS.delete)})_?all)!?$`,
  'i',
)
const DELETE_METHODS = new RegExp(
  `^(?:${anyOf(...VERBS.delete, ...VERBS.erase, 'terminate', 'truncate')})(?:_[a-z_]+|[A-Z]\\w*)?!?$`,
)
const REMOTE_NAMES =
  /cloud|infra|compute\b|clusters?\b|stacks?\b|droplets?\b|(?:get_|[a-z]\.)servers?\b|instances?\b|(?:^|[._])vms?\b/i
const MAX_CALLS = 200
const MAX_TEXTS = 1_000
const MAX_PARTS = 20

interface RemoteCallChange {
  readonly call: CodeCall
  readonly change: RemoteChange
}

export class RemoteObjects {
  readonly makers = new ClientMakers()
  readonly endpoints = new ForeignEndpoints()
  private readonly calls: CodeCall[] = []
  private readonly changing: RemoteCallChange[] = []
  private readonly typed: { readonly call: CodeCall; readonly line: TypedLine }[] = []
  private readonly given = new Map<string, Set<string>>()
  private readonly set = new Map<string, string[]>()

  called(call: CodeCall, library: string): void {
    const texts = this.given.get(library) ?? new Set<string>()
    if (texts.size < MAX_TEXTS) for (const text of textsInCall(call)) texts.add(text)
    this.given.set(library, texts)
    if (this.calls.length + this.changing.length + this.typed.length >= MAX_CALLS || isTestName(call.name)) return
    const method = lastNamePart(call.name)
    const line = typedLine(call)
    if (line) this.typed.push({ call, line })
    if (DELETE_METHODS.test(method)) this.calls.push(call)
    const change = line ? undefined : remoteChangeOf(call, this.readied(call))
    if (change) this.changing.push({ call, change })
  }

  /** `member.level = 50`, `lib.api_key = x`. */
  assigned(object: string, name: string, value: AbstractValue): void {
    this.makers.set(object, name, value)
    this.endpoints.assigned(libraryRoot(object), name, value)
    if (this.set.size >= MAX_CALLS || !object.includes('()')) return
    const fields = this.set.get(object) ?? []
    const text = exactText(value) ?? ''
    if (fields.length < MAX_TEXTS) fields.push(...(text === '' ? [name] : [name, text]))
    this.set.set(object, fields)
  }

  /** What was set in an object before one of its methods puts it through; `load` and its like take in what is put through. */
  private readied(call: CodeCall): ObjectState {
    const object = call.name.slice(0, call.name.lastIndexOf('.'))
    if (/^load(?:$|_|[A-Z])/.test(lastNamePart(call.name))) this.set.set(object, [...textsInCall(call)])
    return { direct: this.makers.isMaker(object), set: this.set.has(object) }
  }

  settle(run: CodeRun): void {
    for (const { call, line } of this.typed.splice(0)) {
      const { where, host } = this.makers.of(call.name)
      if (where === 'remote') recordTypedLine(line, call.name, host || libraryOf(call.name), run)
    }
    this.endpoints.settle(run)
    if (isTestRun(run)) return
    const changing = this.changing.splice(0)
    const live = changing.length > 0 && run.recorder.environment() === 'production'
    const stated = new Set(changing.flatMap((each) => this.settleChange(each, live, run)))
    const calls = this.calls.splice(0).filter((call) => !stated.has(call))
    const places = new Map(
      [...new Set(calls.map(({ name }) => libraryOf(name)))].map((library) => [library, this.placeOf(library)]),
    )
    for (const call of calls) {
      const { environment, here, named } = places.get(libraryOf(call.name)) ?? NO_PLACE
      if (here) continue
      const method = lastNamePart(call.name)
      const isRemote = REMOTE_NAMES.test(call.name)
      // In JavaScript an object of this process is let go of by the same word.
      const lets = run.language === 'javascript' && /^(?:destroy|terminate)$/.test(method)
      if ((lets || named.length === 0) && !(isRemote && DESTROY_METHODS.test(method))) continue
      const own = textsInCall(call)
      // What it is called stands where it was looked up.
      const target = (own.length > 0 ? own : named).join(' ') || method
      this.changes(call, run, { system: libraryOf(call.name), verb: 'delete', target, environment })
    }
  }

  private settleChange({ call, change }: RemoteCallChange, live: boolean, run: CodeRun): readonly CodeCall[] {
    const { where, host, by: shape } = this.makers.of(call.name)
    const object = call.name.slice(0, call.name.lastIndexOf('.'))
    if (grantsRights(call)) recordGrantedRights(call, run)
    if (live && where === 'unknown' && isApplicationObject(call.name, run)) return this.settleLive(call, run)
    // What no object does is a library's, which was told where it works.
    if ((shape === 'name' && !this.gives(object, change)) || (!object.includes('()') && where !== 'remote')) return []
    const elsewhere = where === 'remote' || CLOUD_LIBRARIES.test(call.name) || (change.to === 'things' && change.hires)
    if (where === 'local' || !elsewhere) return []
    const descriptions = [...textsInCall(call), ...(this.set.get(object) ?? [])].filter((text) => text.length < 80)
    const target = (descriptions.join(' ') || call.name.replaceAll('()', '').split('.').slice(-2).join(' ')).slice(
      0,
      120,
    )
    const service = host || libraryOf(call.name)
    if (change.to === 'people') {
      run.acts({
        kind: 'external-write',
        service,
        nature: change.nature,
        target,
        by: call.name,
        certainty: 'likely',
      })
    } else {
      const environment = strictestEnvironment([host, target].map(environmentOfName))
      this.changes(call, run, { system: service, verb: change.verb, target, environment })
    }
    return [call]
  }

  private gives(object: string, change: RemoteChange): boolean {
    if (this.makers.isMaker(object)) return false
    if (change.to === 'things' && change.hires) return true
    const calls = object.match(/\(\)/g)?.length ?? 0
    return calls > 1 || (change.to === 'things' ? change.verb === 'delete' : change.nature === 'deletion')
  }

  /** What a command for production tells the application's own objects is done to what people use. */
  private settleLive(call: CodeCall, run: CodeRun): readonly CodeCall[] {
    run.lower('plain')
    const object = call.name.replaceAll('()', '').split('.').slice(0, -1).join('.')
    const descriptions = [object, ...textsInCall(call)].filter((text) => text.length < 80)
    const verb = DELETE_METHODS.test(lastNamePart(call.name)) ? 'delete' : 'update'
    this.changes(call, run, {
      system: 'the application',
      verb,
      target: descriptions.join(' '),
      environment: 'production',
    })
    return [call]
  }

  private changes(
    call: CodeCall,
    run: CodeRun,
    change: { system: string; verb: ChangeVerb; target: string; environment: Environment },
  ): void {
    run.acts({
      kind: 'resource-change',
      ...change,
      target: change.target.slice(0, 120),
      mass: change.verb === 'delete' && /all|purge/i.test(lastNamePart(call.name)),
      family: 'other',
      by: call.name,
      certainty: 'likely',
    })
  }

  private placeOf(library: string): CallPlace {
    const words = [...(this.given.get(library) ?? [])].filter((text) => text.length < 200 && !/\s/.test(text))
    const environment = strictestEnvironment(words.map(environmentOfName))
    const here = environment !== 'production' && (environment === 'development' || words.some(isLoopbackText))
    return {
      environment,
      here,
      named: words.filter((word) => environmentOfName(word) === 'production' || isRemote(word)),
    }
  }
}

interface CallPlace {
  readonly environment: Environment
  readonly here: boolean
  readonly named: readonly string[]
}

/** In JavaScript a package is told from the project's own files: it is a part of what people use if it reaches what that keeps. */
function isApplicationObject(name: string, { language }: CodeRun): boolean {
  return language !== 'javascript' || isStoreLibrary(name)
}

/** A test of the project, or one that was here before: what a file outside is called, its writer chose. */
function isTestRun({ file, recorder }: CodeRun): boolean {
  if (file === undefined || !isTestName(file)) return false
  return recorder.pathOf(file).zone === 'project' || recorder.provenance(file).kind === 'here'
}

const NO_PLACE: CallPlace = { environment: 'unknown', here: false, named: [] }

function textsInCall(call: CodeCall): readonly string[] {
  const inside = (value: AbstractValue, depth: number): readonly string[] => [
    ...[exactText(value) ?? ''].filter((text) => text !== ''),
    ...(depth === 0 ? [] : containedValues(value).flatMap((one) => inside(one, depth - 1))),
  ]
  return [...call.args, ...call.named.values()].flatMap((value) => inside(value, 2)).slice(0, MAX_TEXTS)
}

function containedValues({ fields, items = [] }: AbstractValue): readonly AbstractValue[] {
  const held: AbstractValue[] = items.slice(0, MAX_PARTS)
  for (const value of fields?.values() ?? []) if (held.push(value) > MAX_PARTS * 2) break
  return held
}
