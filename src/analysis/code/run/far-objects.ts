import type { Stage } from '../../effects.ts'
import { isLoopbackText, isRemote } from '../../programs/unlisted/shapes.ts'
import { stageOfName, strictestStage } from '../../stages.ts'
import type { ChangeVerb } from '../../verbs.ts'
import { isTried, reachesStore } from './client-shapes.ts'
import { CLOUDS, type FarChange, farChange, type Readied } from './far-changes.ts'
import { Makers } from './makers.ts'
import type { Run } from './run.ts'
import { type CodeCall, lastOf, libraryOf } from './table.ts'
import { givesRights, stateRights } from './telling-calls.ts'
import { stateTyped, type TypedLine, typedLine } from './typed-there.ts'
import { type Abstract, exact } from './value.ts'

const DESTROYS = /^(?:destroy|terminate|purge|wipe|deprovision|decommission|delete_?all|destroy_?all|purge_?all)!?$/i
const DELETES = /^(?:delete|destroy|terminate|purge|drop|wipe|truncate)(?:_[a-z_]+|[A-Z]\w*)?!?$/
const FAR =
  /cloud|infra|compute\b|clusters?\b|stacks?\b|droplets?\b|(?:get_|[a-z]\.)servers?\b|instances?\b|(?:^|[._])vms?\b/i
const MOST = 200
const MOST_TEXTS = 1_000
const MOST_PARTS = 20

interface Changing {
  readonly call: CodeCall
  readonly change: FarChange
}

export class FarObjects {
  readonly makers = new Makers()
  private readonly calls: CodeCall[] = []
  private readonly changing: Changing[] = []
  private readonly typed: { readonly call: CodeCall; readonly line: TypedLine }[] = []
  private readonly given = new Map<string, Set<string>>()
  private readonly set = new Map<string, string[]>()

  called(call: CodeCall, library: string): void {
    const texts = this.given.get(library) ?? new Set<string>()
    if (texts.size < MOST_TEXTS) for (const text of textsIn(call)) texts.add(text)
    this.given.set(library, texts)
    if (this.calls.length + this.changing.length + this.typed.length >= MOST || isTried(call.name)) return
    const method = lastOf(call.name)
    const line = typedLine(call)
    if (line) this.typed.push({ call, line })
    if (DELETES.test(method)) this.calls.push(call)
    const change = line ? undefined : farChange(call, this.readied(call))
    if (change) this.changing.push({ call, change })
  }

  /** `member.level = 50`, `lib.api_key = x`. */
  assigned(object: string, name: string, value: Abstract): void {
    this.makers.set(object, name, value)
    if (this.set.size >= MOST || !object.includes('()')) return
    const told = this.set.get(object) ?? []
    const text = exact(value) ?? ''
    if (told.length < MOST_TEXTS) told.push(...(text === '' ? [name] : [name, text]))
    this.set.set(object, told)
  }

  /** What was set in an object before one of its methods puts it through; `load` and its like take in what is put through. */
  private readied(call: CodeCall): Readied {
    const object = call.name.slice(0, call.name.lastIndexOf('.'))
    if (/^load(?:$|_|[A-Z])/.test(lastOf(call.name))) this.set.set(object, [...textsIn(call)])
    return { direct: this.makers.isMaker(object), set: this.set.has(object) }
  }

  settle(run: Run): void {
    for (const { call, line } of this.typed.splice(0)) {
      const { where, host } = this.makers.of(call.name)
      if (where === 'far') stateTyped(line, call.name, host || libraryOf(call.name), run)
    }
    if (holdsTests(run)) return
    const changing = this.changing.splice(0)
    const live = changing.length > 0 && run.scribe.stage() === 'production'
    const stated = new Set(changing.flatMap((each) => this.settleChange(each, live, run)))
    const calls = this.calls.splice(0).filter((call) => !stated.has(call))
    const places = new Map(
      [...new Set(calls.map(({ name }) => libraryOf(name)))].map((library) => [library, this.placeOf(library)]),
    )
    for (const call of calls) {
      const { stage, here, named } = places.get(libraryOf(call.name)) ?? NOWHERE
      if (here) continue
      const method = lastOf(call.name)
      const far = FAR.test(call.name)
      // In JavaScript an object of this process is let go of by the same word.
      const lets = run.language === 'javascript' && /^(?:destroy|terminate)$/.test(method)
      if ((lets || named.length === 0) && !(far && DESTROYS.test(method))) continue
      const own = textsIn(call)
      // What it is called stands where it was looked up.
      const target = (own.length > 0 ? own : named).join(' ') || method
      this.changes(call, run, { system: libraryOf(call.name), verb: 'delete', target, stage })
    }
  }

  private settleChange({ call, change }: Changing, live: boolean, run: Run): readonly CodeCall[] {
    const { where, host, by: shape } = this.makers.of(call.name)
    const object = call.name.slice(0, call.name.lastIndexOf('.'))
    if (givesRights(call)) stateRights(call, run)
    if (live && where === 'untold' && isOfApplication(call.name, run)) return this.settleLive(call, run)
    // What no object does is a library's, which was told where it works.
    if ((shape === 'name' && !this.gives(object, change)) || (!object.includes('()') && where !== 'far')) return []
    const elsewhere = where === 'far' || CLOUDS.test(call.name) || (change.to === 'things' && change.hires)
    if (where === 'here' || !elsewhere) return []
    const told = [...textsIn(call), ...(this.set.get(object) ?? [])].filter((text) => text.length < 80)
    const target = (told.join(' ') || call.name.replaceAll('()', '').split('.').slice(-2).join(' ')).slice(0, 120)
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
      const stage = strictestStage([host, target].map(stageOfName))
      this.changes(call, run, { system: service, verb: change.verb, target, stage })
    }
    return [call]
  }

  private gives(object: string, change: FarChange): boolean {
    if (this.makers.isMaker(object)) return false
    if (change.to === 'things' && change.hires) return true
    const calls = object.match(/\(\)/g)?.length ?? 0
    return calls > 1 || (change.to === 'things' ? change.verb === 'delete' : change.nature === 'deletion')
  }

  /** What a command for production tells the application's own objects is done to what people use. */
  private settleLive(call: CodeCall, run: Run): readonly CodeCall[] {
    run.lower('plain')
    const object = call.name.replaceAll('()', '').split('.').slice(0, -1).join('.')
    const told = [object, ...textsIn(call)].filter((text) => text.length < 80)
    const verb = DELETES.test(lastOf(call.name)) ? 'delete' : 'update'
    this.changes(call, run, { system: 'the application', verb, target: told.join(' '), stage: 'production' })
    return [call]
  }

  private changes(
    call: CodeCall,
    run: Run,
    change: { system: string; verb: ChangeVerb; target: string; stage: Stage },
  ): void {
    run.acts({
      kind: 'resource-change',
      ...change,
      target: change.target.slice(0, 120),
      mass: change.verb === 'delete' && /all|purge/i.test(lastOf(call.name)),
      family: 'other',
      by: call.name,
      certainty: 'likely',
    })
  }

  private placeOf(library: string): Place {
    const words = [...(this.given.get(library) ?? [])].filter((text) => text.length < 200 && !/\s/.test(text))
    const stage = strictestStage(words.map(stageOfName))
    const here = stage !== 'production' && (stage === 'development' || words.some(isLoopbackText))
    return { stage, here, named: words.filter((word) => stageOfName(word) === 'production' || isRemote(word)) }
  }
}

interface Place {
  readonly stage: Stage
  readonly here: boolean
  readonly named: readonly string[]
}

/** In JavaScript a package is told from the project's own files: it is a part of what people use if it reaches what that keeps. */
function isOfApplication(name: string, { language }: Run): boolean {
  return language !== 'javascript' || reachesStore(name)
}

/** A test of the project, or one that was here before: what a file outside is called, its writer chose. */
function holdsTests({ file, scribe }: Run): boolean {
  if (file === undefined || !isTried(file)) return false
  return scribe.pathOf(file).zone === 'project' || scribe.provenance(file).kind === 'here'
}

const NOWHERE: Place = { stage: 'unknown', here: false, named: [] }

export function textsIn(call: CodeCall): readonly string[] {
  const inside = (value: Abstract, depth: number): readonly string[] => [
    ...[exact(value) ?? ''].filter((text) => text !== ''),
    ...(depth === 0 ? [] : partsOf(value).flatMap((one) => inside(one, depth - 1))),
  ]
  return [...call.args, ...call.named.values()].flatMap((value) => inside(value, 2)).slice(0, MOST_TEXTS)
}

function partsOf({ fields, items = [] }: Abstract): readonly Abstract[] {
  const held: Abstract[] = items.slice(0, MOST_PARTS)
  for (const value of fields?.values() ?? []) if (held.push(value) > MOST_PARTS * 2) break
  return held
}
