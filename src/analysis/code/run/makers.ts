import type { CodeLanguage } from '../../effects.ts'
import { addressOf, hostOf } from '../../hosts.ts'
import { isRemote } from '../../programs/unlisted/shapes.ts'
import { stageOfName } from '../../stages.ts'
import type { Call } from './table.ts'
import { type Abstract, allSources, exact, possibilities } from './value.ts'

/** Calls that give an object which stands for something elsewhere: classes, and functions that connect or sign in. */
const MAKES =
  /^(?:[A-Z]\w*|new|connect|login|open|api|resource)$|[Cc]lient|[Cc]onnect|[Ss]ession|[Ee]ngine|[Dd]river|[Pp]ool$/
/** Arguments that are given where something is, and those that are given for somebody to let one in. */
const WHERE =
  /^(?:\w*_)?(?:host|hosts|hostname|server|servers|(?:base_?)?(?:url|uri)|endpoint|endpoint_?url|addr|address|ip|dsn|domain|nodes?|connection_?string)$/i
const LETS_IN =
  /^(?!(?:pad|eos|bos|unk|sep|cls|mask|stop|next|page|start|end|csrf)_)(?:\w*_)?(?:access|auth|bot|bearer|private)?_?(?:token|api_?key|access_?key(?:_?id)?|credentials?)$/i
/** Pages hold addresses too: in JavaScript an object with one is a client only if it is called so. */
const IS_CLIENT = /client|api|connect|driver|pool|admin/i
const ADDRESS = /ur[il]$/i
/** Inside the text that tells a database's client where to go. */
const HOST_KEY = /(?:^|[\s;:,])(?:host|hostaddr|hostname|server|data source)\s?=\s?([\w.-]{1,200})/i
const MOST = 500

export interface Place {
  readonly where: 'far' | 'here' | 'untold'
  readonly host: string
}

const UNTOLD: Place = { where: 'untold', host: '' }
const ELSEWHERE: Place = { where: 'far', host: '' }

/** Where the objects of libraries work, by what the calls that made them were given. */
export class Makers {
  private readonly places = new Map<string, Place>()

  note(call: Call, language: CodeLanguage): void {
    const last = call.name.slice(call.name.lastIndexOf('.') + 1)
    if (this.places.size >= MOST || !MAKES.test(last)) return
    const place = placeOf(call, language !== 'javascript' || IS_CLIENT.test(last))
    const before = this.places.get(call.name)
    // One that works elsewhere is enough, and all must work here: which of them a method belongs to is not told.
    if (before === undefined || before.where === 'here' || place.where === 'far') this.places.set(call.name, place)
    // `c = new Client(); c.connect("host")`: the object is told only now where it works.
    const object = call.name.lastIndexOf('().')
    if (
      object > 0 &&
      /^p?connect/i.test(last) &&
      place.where !== 'untold' &&
      this.of(call.name.slice(0, object + 2)).where === 'untold'
    )
      this.places.set(call.name.slice(0, object), place)
  }

  /** The place of the object that a method is called on; of one that nobody knows, the only place there is. */
  of(name: string): Place {
    for (let at = name.lastIndexOf('()'); at > 0; at = name.lastIndexOf('()', at - 1)) {
      const place = this.places.get(name.slice(0, at))
      if (place && place.where !== 'untold') return place
    }
    const told = name.startsWith('?.') ? [...this.places.values()].filter(({ where }) => where !== 'untold') : []
    const [only = UNTOLD] = told
    return told.every(({ where }) => where === only.where) ? only : UNTOLD
  }
}

function placeOf(call: Call, byAddress: boolean): Place {
  const isPlace = (key: string) => WHERE.test(key) && (byAddress || !ADDRESS.test(key))
  const given = [...call.named, ...call.args.flatMap((value) => [...(value.fields ?? [])])].slice(0, 40)
  const named = given.flatMap(([key, value]) => (isPlace(key) ? textsOf(value).map(hostIn) : []))
  const bare = (byAddress ? call.args : [])
    .flatMap(textsOf)
    .flatMap((text) => (isRemote(text) || tells(text) ? [hostIn(text)] : []))
  const hosts = [...named, ...bare].filter((host) => host !== '')
  const far = hosts.find((host) => addressOf(host) !== 'loopback' && stageOfName(host) !== 'development')
  if (far !== undefined) return { where: 'far', host: far }
  if (hosts.length > 0) return { where: 'here', host: hosts[0] ?? '' }
  const variables = call.args
    .flatMap(allSources)
    .flatMap((source) => (source.kind === 'environment' ? [source.name] : []))
  const production = variables.find((name) => stageOfName(name) === 'production')
  if (production !== undefined) return { where: 'far', host: production }
  return [...given.map(([key]) => key), ...variables].some((name) => LETS_IN.test(name)) ? ELSEWHERE : UNTOLD
}

/** `host=db dbname=x`, `dbi:Pg:host=db`, an address of this machine. */
function tells(text: string): boolean {
  return HOST_KEY.test(text) || /^[a-z][a-z0-9+]{1,20}:\/\//i.test(text) || /^(?:localhost|127\.0\.0\.1)\b/.test(text)
}

function hostIn(text: string): string {
  const host = HOST_KEY.exec(text)?.[1] ?? hostOf(text)
  // A path, and a file that is opened by an address without a host.
  return host.includes('\0') || /^(?:[a-z0-9+.-]{1,30}:\/\/)?\//i.test(text) ? '' : host
}

/** The texts of a value, of its first items too: brokers and nodes are given as lists. */
function textsOf(value: Abstract): readonly string[] {
  return possibilities(value)
    .flatMap((one) => [one, ...(one.items?.slice(0, 8) ?? [])])
    .flatMap((one) => exact(one)?.slice(0, 400) ?? [])
}
