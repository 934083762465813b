import { environmentOfName } from '../../../knowledge/lexicon/deployment-environments.ts'
import { SECRET_KEY } from '../../../knowledge/lexicon/secret-names.ts'
import type { CodeLanguage } from '../../effects.ts'
import { isRemote, looksLikeFile } from '../../generic/word-shapes.ts'
import { classifyHost, hostOf } from '../../remote/hosts.ts'
import { type AbstractValue, allSources, exactText, possibilities } from './abstract-value.ts'
import { type CodeCall, lastNamePart } from './call-table.ts'
import { type ClientArguments, classifyClientName, isProductionNamed, isTestAccount } from './client-shapes.ts'

const CLIENT_MAKER_NAMES =
  /^(?:[A-Z]\w*|new|connect|login|open|api|resource)$|[Cc]lient|[Cc]onnect|[Ss]ession|[Ee]ngine|[Dd]river|[Pp]ool$/
const ADDRESS_KEYS =
  /^(?:[\w.]*[_.])?(?:host|hosts|hostname|server|servers|(?:base_?)?(?:url|uri)|endpoint|endpoint_?url|addr|address|ip|dsn|domain|nodes?|brokers?|bridge|controller|connection_?string)$/i
const CREDENTIAL_KEYS = new RegExp(
  String.raw`^(?!(?:pad|eos|bos|unk|sep|cls|mask|stop|next|page|start|end|csrf)_)(?:\w*_)?(?:access|auth|api|bot|bearer|private)?_?(?:token|${SECRET_KEY}(?:_?id)?|credentials?)$`,
  'i',
)
const KEY_VARIABLE =
  /^(?!PWD$)[A-Z]{1,3}$|(?<!^|^OLD)PWD$|(?:KEY|TOKEN|SECRET|PASS\w{0,6}|PW|PAT|AUTH|CREDS?|API|ADMIN)$/
const ADDRESS_VARIABLE = /(?:UR[IL]|DSN|HOST|ADDR|ADDRESS|SERVERS?|ENDPOINT|DATABASE|DB|BROKERS?|BASE)$/i
const IDENTITY_KEYS = /^(?:user|user_?name|auth|pass|password|pwd|login|profile|profile_?name|cloud|key_?file)$/i
const PASSWORD_KEYS = /^(?:pass|password|pwd|key_?file)$/i
const LOCAL_PATH_KEYS = /^(?:path|dir|directory|folder|root|storage|persist\w*|db_?path)$/i
const PATH_LIKE = /[\w-][/\\]|[/\\][\w-]|^~|[\w-]\.\w{1,8}$/
const ENVIRONMENT_KEYS = /^(?:\w*_)?(?:env|environment|stage|mode|project|account|workspace|tenant)$/i
const SECRET_KEYS = /^(?:\w*_)?(?:key|secret)$/i
/** `https://key@host/7`: where a program's own reports go, which is no place that it changes. */
const ERROR_REPORT_URL = /^https?:\/\/[\w:.-]{1,100}@[\w.-]{1,200}(?::\d{1,5})?(?:\/[\w-]{1,60}){0,4}\/\d{1,20}$/
const LIBRARY_SETUP_CALLS = new RegExp(
  String.raw`^(?:init|initiali[sz]e\w*|setup|configure|authenticate|log_?in|activate_session|set_?(?:${SECRET_KEY}|access_?token|token|auth\w*|credentials?))$`,
  'i',
)
/** Pages hold addresses too: in JavaScript an object with one is a client only if it is called so. */
const CLIENT_NAME = /client|api|connect|driver|pool|admin/i
const URL_KEY = /ur[il]$/i
const HOST_IN_TEXT = /(?:^|[\s;:,])(?:host|hostaddr|hostname|server|data source)\s?=\s?([\w.-]{1,200})/i
/** `udpout:10.1.2.3:14550`: a way and a number. */
const NUMBERED_ADDRESS = /^(?:[a-z]{2,10}:)?((?:\d{1,3}\.){3}\d{1,3})(?::\d{1,5})?$/
const MAX_PLACES = 500

export interface ClientPlace {
  readonly where: 'remote' | 'local' | 'unknown'
  readonly host: string
  /** Only that it is called as its library tells it: what it gives may be elsewhere, it may do with itself what it likes. */
  readonly by?: 'name'
}

type CallInput = Pick<CodeCall, 'args' | 'named'>

export interface ProjectNames {
  readonly projects: readonly string[]
}

const UNKNOWN_PLACE: ClientPlace = { where: 'unknown', host: '' }
const REMOTE_PLACE: ClientPlace = { where: 'remote', host: '' }
/** For trying, by a key that opens nothing, or by the place that was chosen: nothing that is real is behind it. */
const TEST_PLACE: ClientPlace = { where: 'local', host: '' }
const LOCAL_PLACE: ClientPlace = { where: 'local', host: '' }

export class ClientMakers {
  private readonly places = new Map<string, ClientPlace>()
  private readonly libraries = new Map<string, ClientPlace>()

  note(call: CodeCall, language: CodeLanguage, foreign: ProjectNames | undefined): void {
    const last = lastNamePart(call.name)
    if (this.places.size >= MAX_PLACES || this.libraries.size >= MAX_PLACES) return
    const byAddress = placeByAddress(call, language !== 'javascript' || CLIENT_NAME.test(last), call.args[0])
    const place =
      byAddress.where === 'unknown' && foreign
        ? (this.wrapped(call) ?? placeByShape(call, byAddress, foreign))
        : byAddress
    if (foreign && LIBRARY_SETUP_CALLS.test(last) && !call.name.includes('()')) this.tell(call.name, place)
    if (
      !CLIENT_MAKER_NAMES.test(last) &&
      !(foreign && place.where !== 'unknown' && (place !== byAddress || place.host === ''))
    )
      return
    const before = this.places.get(call.name)
    if (before === undefined || before.where === 'local' || place.where === 'remote') this.places.set(call.name, place)
    // `c = new Client(); c.connect("host")`: the object is told only now where it works.
    const object = call.name.lastIndexOf('().')
    if (
      object > 0 &&
      /^p?connect/i.test(last) &&
      place.where !== 'unknown' &&
      this.of(call.name.slice(0, object + 2)).where === 'unknown'
    )
      this.places.set(call.name.slice(0, object), place)
  }

  /** `lib.api_key = x`, `lib.init(key)`: an address of this machine stands, whatever else is told; a trial ends with another key. */
  tell(name: string, place: ClientPlace): void {
    const root = libraryRoot(name)
    const before = this.libraries.get(root)
    const stands = before === LOCAL_PLACE ? place === REMOTE_PLACE : before?.where === 'local' && before !== TEST_PLACE
    if (place.where !== 'unknown' && !stands) this.libraries.set(root, place)
  }

  /** `lib.api_key = x`: the same as an argument of that name. */
  set(object: string, name: string, value: AbstractValue): void {
    // `Lib.configure { |it| it.token = x }`
    if (/\(\)(?<!\.(?:configure|config|setup|init)\(\))/.test(object) || this.libraries.size >= MAX_PLACES) return
    const named = new Map([[name, value]])
    this.tell(object, placeByAddress({ args: [value], named }, true, undefined))
  }

  /** `Config(device)`: made of a client, and so a part of it. */
  private wrapped(call: CodeCall): ClientPlace | undefined {
    const last = lastNamePart(call.name)
    if (!/^[A-Z]|^new$/.test(last) && !LIBRARY_SETUP_CALLS.test(last)) return undefined
    return call.args
      .flatMap(({ ref }) => (ref?.endsWith('()') ? [ref.replace(/\.(?:open|connect|session)\(\)$/, '')] : []))
      .map((ref) => this.places.get(ref.slice(0, -2)))
      .find((place) => place?.where === 'remote')
  }

  isMaker(name: string): boolean {
    return name.endsWith('()') && this.places.has(name.slice(0, -2))
  }

  of(name: string): ClientPlace {
    for (let at = name.lastIndexOf('()'); at > 0; at = name.lastIndexOf('()', at - 1)) {
      const place = this.places.get(name.slice(0, at))
      if (place && place.where !== 'unknown') return place
    }
    const library = this.libraries.get(libraryRoot(name))
    if (library) return library
    const knownPlaces = name.startsWith('?.')
      ? [...this.places.values()].filter(({ where }) => where !== 'unknown')
      : []
    const [only = UNKNOWN_PLACE] = knownPlaces
    return knownPlaces.every(({ where }) => where === only.where) ? only : UNKNOWN_PLACE
  }
}

/** `Acme\\Api.init`, `Acme.Order.create`, `@acme/mail.send`: the library, whichever of its classes is meant. */
export function libraryRoot(name: string): string {
  return name.replace(/^\\/, '').split(/(?<=[^.])[.(\\]/, 1)[0] ?? ''
}

/** Nothing tells where: the shape of the name does, and a plain name with somebody to be. */
function placeByShape(call: CodeCall, byAddress: ClientPlace, { projects }: ProjectNames): ClientPlace {
  const given = namedValuesOf(call)
  if (byAddress.where === 'local' || given.some(([key]) => ADDRESS_KEYS.test(key))) return byAddress
  const names = environmentVariablesOf(call)
  if (names.some((name) => ADDRESS_VARIABLE.test(name))) return byAddress
  const texts = call.args.flatMap(textsOf)
  if (names.some((name) => KEY_VARIABLE.test(name))) return REMOTE_PLACE
  if (given.some(isLocalPath)) return byAddress
  const shape = classifyClientName(call.name, projects, clientArgumentsOf(call))
  if (shape === 'shell' && texts[0] !== undefined) return { where: 'remote', host: texts[0] }
  if (shape === 'client') return REMOTE_PLACE
  if (shape === 'namesake') return { ...REMOTE_PLACE, by: 'name' }
  if (!CLIENT_MAKER_NAMES.test(lastNamePart(call.name))) return byAddress
  const [first = ''] = texts
  // A file may have a password; a machine has somebody to be.
  const isName = first.includes('.')
    ? !looksLikeFile(first) && given.some(([key]) => !PASSWORD_KEYS.test(key) && IDENTITY_KEYS.test(key))
    : given.some(([key]) => IDENTITY_KEYS.test(key))
  const named = /^[\w.-]{2,80}$/.test(first) && isName
  return named || isProductionNamed(texts) ? { where: 'remote', host: first } : byAddress
}

/** `path='./db'`; a dot tells nothing. */
function isLocalPath([key, value]: readonly [string, AbstractValue]): boolean {
  const exact = exactText(value)
  if (!LOCAL_PATH_KEYS.test(key) || exact === '.') return false
  return exact === undefined || /path|dir|folder/i.test(key) || PATH_LIKE.test(exact)
}

/** `Rest(stack, 'id')`: a part of what is being described; a client is told names and keys. */
function clientArgumentsOf({ args, named }: CodeCall): ClientArguments {
  const isText = (value: AbstractValue) => value.known !== undefined || value.sources.length > 0
  const [first, second] = args
  const isObject = first !== undefined && !isText(first) && first.number === undefined && first.fields === undefined
  return {
    plain: [...args, ...named.values()].every(isText),
    part: isObject && second?.known !== undefined,
  }
}

function namedValuesOf(call: CallInput): readonly (readonly [string, AbstractValue])[] {
  return [...call.named, ...call.args.flatMap((value) => [...(value.fields ?? [])])].slice(0, 40)
}

function environmentVariablesOf(call: CallInput): readonly string[] {
  return [...call.args, ...call.named.values()]
    .flatMap(allSources)
    .flatMap((source) => (source.kind === 'environment' ? [source.name] : []))
}

function placeByAddress(call: CallInput, byAddress: boolean, first: AbstractValue | undefined): ClientPlace {
  const isPlace = (key: string) => ADDRESS_KEYS.test(key) && (byAddress || !URL_KEY.test(key))
  const given = namedValuesOf(call)
  const named = given.flatMap(([key, value]) => (isPlace(key) ? textsOf(value).map(hostInText) : []))
  const bare = (byAddress ? call.args : [])
    .flatMap(textsOf)
    .flatMap((text) => (isRemote(text) || hasHostInText(text) ? [hostInText(text)] : []))
  const hosts = [...named, ...bare].filter((host) => host !== '')
  // A machine that builds is for everybody who works here.
  const isTried = (host: string) => environmentOfName(host.replace(/^ci(?=\.)/, '')) === 'development'
  const remote = hosts.find((host) => classifyHost(host) !== 'loopback' && !isTried(host))
  if (remote !== undefined) return { where: 'remote', host: remote }
  if (hosts.length > 0) return { where: 'local', host: hosts[0] ?? '' }
  const variables = environmentVariablesOf(call)
  const production = variables.find((name) => environmentOfName(name) === 'production')
  if (production !== undefined) return { where: 'remote', host: production }
  const switched = given.flatMap(([key, value]) => (/^true$/i.test(value.ref ?? '') ? [key] : []))
  const textsUnder = (keys: RegExp) => given.flatMap(([key, value]) => (keys.test(key) ? textsOf(value) : []))
  if (isTestAccount([...textsUnder(ENVIRONMENT_KEYS), ...textsUnder(IDENTITY_KEYS)], switched)) return LOCAL_PLACE
  // What stands first may be the key, unless that comes from elsewhere.
  const keyed = variables.some((name) => KEY_VARIABLE.test(name) || CREDENTIAL_KEYS.test(name))
  const placed = first === undefined || keyed ? [] : textsOf(first)
  if (isTestAccount([...placed, ...textsUnder(SECRET_KEYS), ...textsUnder(CREDENTIAL_KEYS)], [])) return TEST_PLACE
  return [...given.map(([key]) => key), ...variables].some((name) => CREDENTIAL_KEYS.test(name))
    ? REMOTE_PLACE
    : UNKNOWN_PLACE
}

/** `host=db dbname=x`, `dbi:Pg:host=db`, an address of this machine. */
function hasHostInText(text: string): boolean {
  return (
    HOST_IN_TEXT.test(text) ||
    NUMBERED_ADDRESS.test(text) ||
    /^[a-z][a-z0-9+]{1,20}:\/\//i.test(text) ||
    /^(?:localhost|127\.0\.0\.1)\b/.test(text)
  )
}

function hostInText(text: string): string {
  if (ERROR_REPORT_URL.test(text)) return ''
  const host = HOST_IN_TEXT.exec(text)?.[1] ?? NUMBERED_ADDRESS.exec(text)?.[1] ?? hostOf(text)
  // A path, and a file that is opened by an address without a host.
  return host.includes('\0') || /^(?:[a-z0-9+.-]{1,30}:\/\/)?\//i.test(text) ? '' : host
}

function textsOf(value: AbstractValue): readonly string[] {
  return possibilities(value)
    .flatMap((one) => [one, ...(one.items?.slice(0, 8) ?? [])])
    .flatMap((one) => exactText(one)?.slice(0, 400) ?? [])
}
