import type { CodeLanguage } from '../../effects.ts'
import { addressOf, hostOf } from '../../hosts.ts'
import { isFile, isRemote } from '../../programs/unlisted/shapes.ts'
import { stageOfName } from '../../stages.ts'
import { clientShape, isToldProduction, isTrial, type ShapeGiven } from './client-shapes.ts'
import { type CodeCall, lastOf } from './table.ts'
import { type Abstract, allSources, exact, possibilities } from './value.ts'

const MAKES =
  /^(?:[A-Z]\w*|new|connect|login|open|api|resource)$|[Cc]lient|[Cc]onnect|[Ss]ession|[Ee]ngine|[Dd]river|[Pp]ool$/
const WHERE =
  /^(?:[\w.]*[_.])?(?:host|hosts|hostname|server|servers|(?:base_?)?(?:url|uri)|endpoint|endpoint_?url|addr|address|ip|dsn|domain|nodes?|brokers?|bridge|controller|connection_?string)$/i
const LETS_IN =
  /^(?!(?:pad|eos|bos|unk|sep|cls|mask|stop|next|page|start|end|csrf)_)(?:\w*_)?(?:access|auth|api|bot|bearer|private)?_?(?:token|api_?key|access_?key(?:_?id)?|credentials?)$/i
const KEY_VARIABLE =
  /^(?!PWD$)[A-Z]{1,3}$|(?<!^|^OLD)PWD$|(?:KEY|TOKEN|SECRET|PASS\w{0,6}|PW|PAT|AUTH|CREDS?|API|ADMIN)$/
const ADDRESS_VARIABLE = /(?:UR[IL]|DSN|HOST|ADDR|ADDRESS|SERVERS?|ENDPOINT|DATABASE|DB|BROKERS?|BASE)$/i
const AS_WHOM = /^(?:user|user_?name|auth|pass|password|pwd|login|profile|profile_?name|cloud|key_?file)$/i
const OPENS = /^(?:pass|password|pwd|key_?file)$/i
const LIES_HERE = /^(?:path|dir|directory|folder|root|storage|persist\w*|db_?path)$/i
const PATH_LIKE = /[\w-][/\\]|[/\\][\w-]|^~|[\w-]\.\w{1,8}$/
const CHOOSES_PLACE = /^(?:\w*_)?(?:env|environment|stage|mode|project|account|workspace|tenant)$/i
const OPENS_WITH = /^(?:\w*_)?(?:key|secret)$/i
/** `https://key@host/7`: where a program's own reports go, which is no place that it changes. */
const REPORTS_TO = /^https?:\/\/[\w:.-]{1,100}@[\w.-]{1,200}(?::\d{1,5})?(?:\/[\w-]{1,60}){0,4}\/\d{1,20}$/
const TELLS_LIBRARY =
  /^(?:init|initiali[sz]e\w*|setup|configure|authenticate|log_?in|activate_session|set_?(?:api_?key|access_?token|token|auth\w*|credentials?))$/i
/** Pages hold addresses too: in JavaScript an object with one is a client only if it is called so. */
const IS_CLIENT = /client|api|connect|driver|pool|admin/i
const ADDRESS = /ur[il]$/i
const HOST_KEY = /(?:^|[\s;:,])(?:host|hostaddr|hostname|server|data source)\s?=\s?([\w.-]{1,200})/i
/** `udpout:10.1.2.3:14550`: a way and a number. */
const NUMBERED = /^(?:[a-z]{2,10}:)?((?:\d{1,3}\.){3}\d{1,3})(?::\d{1,5})?$/
const MOST = 500

export interface MadePlace {
  readonly where: 'far' | 'here' | 'untold'
  readonly host: string
  /** Only that it is called as its library tells it: what it gives may be elsewhere, it may do with itself what it likes. */
  readonly by?: 'name'
}

type Given = Pick<CodeCall, 'args' | 'named'>

export interface Foreign {
  readonly projects: readonly string[]
}

const UNTOLD: MadePlace = { where: 'untold', host: '' }
const ELSEWHERE: MadePlace = { where: 'far', host: '' }
/** For trying, by a key that opens nothing, or by the place that was chosen: nothing that is real is behind it. */
const BY_KEY: MadePlace = { where: 'here', host: '' }
const BY_PLACE: MadePlace = { where: 'here', host: '' }

export class Makers {
  private readonly places = new Map<string, MadePlace>()
  private readonly libraries = new Map<string, MadePlace>()

  note(call: CodeCall, language: CodeLanguage, foreign: Foreign | undefined): void {
    const last = lastOf(call.name)
    if (this.places.size >= MOST || this.libraries.size >= MOST) return
    const told = placeOf(call, language !== 'javascript' || IS_CLIENT.test(last), call.args[0])
    const place = told.where === 'untold' && foreign ? (this.wrapped(call) ?? shapeOf(call, told, foreign)) : told
    if (foreign && TELLS_LIBRARY.test(last) && !call.name.includes('()')) this.tell(call.name, place)
    if (!MAKES.test(last) && !(foreign && place.where !== 'untold' && (place !== told || place.host === ''))) return
    const before = this.places.get(call.name)
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

  /** `lib.api_key = x`, `lib.init(key)`: an address of this machine stands, whatever else is told; a trial ends with another key. */
  tell(name: string, place: MadePlace): void {
    const root = rootOf(name)
    const before = this.libraries.get(root)
    const stands = before === BY_PLACE ? place === ELSEWHERE : before?.where === 'here' && before !== BY_KEY
    if (place.where !== 'untold' && !stands) this.libraries.set(root, place)
  }

  /** `lib.api_key = x`: the same as an argument of that name. */
  set(object: string, name: string, value: Abstract): void {
    // `Lib.configure { |it| it.token = x }`
    if (/\(\)(?<!\.(?:configure|config|setup|init)\(\))/.test(object) || this.libraries.size >= MOST) return
    const named = new Map([[name, value]])
    this.tell(object, placeOf({ args: [value], named }, true, undefined))
  }

  /** `Config(device)`: made of a client, and so a part of it. */
  private wrapped(call: CodeCall): MadePlace | undefined {
    const last = lastOf(call.name)
    if (!/^[A-Z]|^new$/.test(last) && !TELLS_LIBRARY.test(last)) return undefined
    return call.args
      .flatMap(({ ref }) => (ref?.endsWith('()') ? [ref.replace(/\.(?:open|connect|session)\(\)$/, '')] : []))
      .map((ref) => this.places.get(ref.slice(0, -2)))
      .find((place) => place?.where === 'far')
  }

  isMaker(name: string): boolean {
    return name.endsWith('()') && this.places.has(name.slice(0, -2))
  }

  of(name: string): MadePlace {
    for (let at = name.lastIndexOf('()'); at > 0; at = name.lastIndexOf('()', at - 1)) {
      const place = this.places.get(name.slice(0, at))
      if (place && place.where !== 'untold') return place
    }
    const library = this.libraries.get(rootOf(name))
    if (library) return library
    const told = name.startsWith('?.') ? [...this.places.values()].filter(({ where }) => where !== 'untold') : []
    const [only = UNTOLD] = told
    return told.every(({ where }) => where === only.where) ? only : UNTOLD
  }
}

/** `Acme\\Api.init`, `Acme.Order.create`, `@acme/mail.send`: the library, whichever of its classes is meant. */
function rootOf(name: string): string {
  return name.replace(/^\\/, '').split(/(?<=[^.])[.(\\]/, 1)[0] ?? ''
}

/** Nothing tells where: the shape of the name does, and a plain name with somebody to be. */
function shapeOf(call: CodeCall, told: MadePlace, { projects }: Foreign): MadePlace {
  const given = givenTo(call)
  if (told.where === 'here' || given.some(([key]) => WHERE.test(key))) return told
  const names = variablesOf(call)
  if (names.some((name) => ADDRESS_VARIABLE.test(name))) return told
  const texts = call.args.flatMap(textsOf)
  if (names.some((name) => KEY_VARIABLE.test(name))) return ELSEWHERE
  if (given.some(liesHere)) return told
  const shape = clientShape(call.name, projects, shapeGiven(call))
  if (shape === 'shell' && texts[0] !== undefined) return { where: 'far', host: texts[0] }
  if (shape === 'client') return ELSEWHERE
  if (shape === 'namesake') return { ...ELSEWHERE, by: 'name' }
  if (!MAKES.test(lastOf(call.name))) return told
  const [first = ''] = texts
  // A file may have a password; a machine has somebody to be.
  const isName = first.includes('.')
    ? !isFile(first) && given.some(([key]) => !OPENS.test(key) && AS_WHOM.test(key))
    : given.some(([key]) => AS_WHOM.test(key))
  const named = /^[\w.-]{2,80}$/.test(first) && isName
  return named || isToldProduction(texts) ? { where: 'far', host: first } : told
}

/** `path='./db'`; a dot tells nothing. */
function liesHere([key, value]: readonly [string, Abstract]): boolean {
  const told = exact(value)
  if (!LIES_HERE.test(key) || told === '.') return false
  return told === undefined || /path|dir|folder/i.test(key) || PATH_LIKE.test(told)
}

/** `Rest(stack, 'id')`: a part of what is being described; a client is told names and keys. */
function shapeGiven({ args, named }: CodeCall): ShapeGiven {
  const isText = (value: Abstract) => value.known !== undefined || value.sources.length > 0
  const [first, second] = args
  const isObject = first !== undefined && !isText(first) && first.number === undefined && first.fields === undefined
  return {
    plain: [...args, ...named.values()].every(isText),
    part: isObject && second?.known !== undefined,
  }
}

function givenTo(call: Given): readonly (readonly [string, Abstract])[] {
  return [...call.named, ...call.args.flatMap((value) => [...(value.fields ?? [])])].slice(0, 40)
}

function variablesOf(call: Given): readonly string[] {
  return [...call.args, ...call.named.values()]
    .flatMap(allSources)
    .flatMap((source) => (source.kind === 'environment' ? [source.name] : []))
}

function placeOf(call: Given, byAddress: boolean, first: Abstract | undefined): MadePlace {
  const isPlace = (key: string) => WHERE.test(key) && (byAddress || !ADDRESS.test(key))
  const given = givenTo(call)
  const named = given.flatMap(([key, value]) => (isPlace(key) ? textsOf(value).map(hostIn) : []))
  const bare = (byAddress ? call.args : [])
    .flatMap(textsOf)
    .flatMap((text) => (isRemote(text) || tells(text) ? [hostIn(text)] : []))
  const hosts = [...named, ...bare].filter((host) => host !== '')
  // A machine that builds is for everybody who works here.
  const isTried = (host: string) => stageOfName(host.replace(/^ci(?=\.)/, '')) === 'development'
  const far = hosts.find((host) => addressOf(host) !== 'loopback' && !isTried(host))
  if (far !== undefined) return { where: 'far', host: far }
  if (hosts.length > 0) return { where: 'here', host: hosts[0] ?? '' }
  const variables = variablesOf(call)
  const production = variables.find((name) => stageOfName(name) === 'production')
  if (production !== undefined) return { where: 'far', host: production }
  const switched = given.flatMap(([key, value]) => (/^true$/i.test(value.ref ?? '') ? [key] : []))
  const textsUnder = (keys: RegExp) => given.flatMap(([key, value]) => (keys.test(key) ? textsOf(value) : []))
  if (isTrial([...textsUnder(CHOOSES_PLACE), ...textsUnder(AS_WHOM)], switched)) return BY_PLACE
  // What stands first may be the key, unless that comes from elsewhere.
  const keyed = variables.some((name) => KEY_VARIABLE.test(name) || LETS_IN.test(name))
  const placed = first === undefined || keyed ? [] : textsOf(first)
  if (isTrial([...placed, ...textsUnder(OPENS_WITH), ...textsUnder(LETS_IN)], [])) return BY_KEY
  return [...given.map(([key]) => key), ...variables].some((name) => LETS_IN.test(name)) ? ELSEWHERE : UNTOLD
}

/** `host=db dbname=x`, `dbi:Pg:host=db`, an address of this machine. */
function tells(text: string): boolean {
  return (
    HOST_KEY.test(text) ||
    NUMBERED.test(text) ||
    /^[a-z][a-z0-9+]{1,20}:\/\//i.test(text) ||
    /^(?:localhost|127\.0\.0\.1)\b/.test(text)
  )
}

function hostIn(text: string): string {
  if (REPORTS_TO.test(text)) return ''
  const host = HOST_KEY.exec(text)?.[1] ?? NUMBERED.exec(text)?.[1] ?? hostOf(text)
  // A path, and a file that is opened by an address without a host.
  return host.includes('\0') || /^(?:[a-z0-9+.-]{1,30}:\/\/)?\//i.test(text) ? '' : host
}

function textsOf(value: Abstract): readonly string[] {
  return possibilities(value)
    .flatMap((one) => [one, ...(one.items?.slice(0, 8) ?? [])])
    .flatMap((one) => exact(one)?.slice(0, 400) ?? [])
}
