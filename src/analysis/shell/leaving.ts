import { baseName } from '../base-name.ts'
import type { Certainty, Effect } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { addressOf, hostOf, urlParts } from '../hosts.ts'
import { isLocalSystem } from '../local-systems.ts'
import { isInside } from '../path-use.ts'
import { credentialFor, isStrayKey, mayHoldKey } from '../programs/network/credentials.ts'
import { serviceWrite } from '../programs/network/services.ts'
import type { Standing } from '../programs/program.ts'
import { familyFor, programFor } from '../programs/registry.ts'
import { knownIn, like, undashed } from '../programs/unlisted/shapes.ts'
import { nameSays, verbSays } from '../role-words.ts'
import { isSecretOrigin } from '../secrets.ts'
import { isSendingWord } from '../sending-words.ts'
import { asksOnly, wordsOf } from '../verbs.ts'
import { hasAny, signsIn } from '../word-signs.ts'
import type { Command, DataSource, Word } from '../words.ts'
import { stateCarriedThrough, stateCarriedWords } from './carried-words.ts'
import { isWhole } from './listing.ts'
import type { CoreScribe } from './scribe.ts'
import { isCredentialOption, isElsewhere, isUsedFile, optionAt } from './slots.ts'
import { carriedSources } from './values.ts'

interface WayOut {
  readonly host: string
  readonly certainty: Certainty
  /** Single variables count too: the words are text for others to read, not the set-up of a service. */
  readonly tells: boolean
  /** The whole working folder goes. */
  readonly folder: boolean
  /** Its words belong to a command that runs there. */
  readonly elsewhere?: true
  /** No reader said where it goes: an address stands among the words. */
  readonly addressed?: true
}

/** Secret data that meets a way out leaves, whatever the program is. Readers that follow their data themselves are not overruled. */
export function stateLeaving(
  command: Command,
  stated: readonly Effect[],
  scribe: CoreScribe,
  standing: Standing,
): void {
  if (scribe.frame.place !== 'here' || command.name === undefined) return
  stateOptionSends(command, stated, scribe)
  stateStrayKeys(command, stated, scribe)
  stateCarriedWords(command, stated, scribe)
  const way = wayOut(command, stated)
  if (way) state(command, stated, way, scribe)
  else if (standing === 'unknown' && isUnlisted(command, stated)) stateHanded(command, scribe)
}

/** `-post_data https://…`, `--upload-url=https://…`. */
function stateOptionSends(command: Command, stated: readonly Effect[], scribe: CoreScribe): void {
  const { stdin, via, args } = command
  if (stdin.kind !== 'value' || stdin.value.sources.length === 0 || !hasAny(signsIn(args), ':')) return
  if (stated.some(({ kind, via: by }) => by.length === via.length && /^(?:send-data|external-write)$/.test(kind)))
    return
  const sent = args.find(({ known }, at) => {
    const option = /^(--?[a-z][\w-]{2,40})=/i.exec(known)?.[1] ?? args[at - 1]?.known ?? ''
    if (!/:\/\//.test(known) || !/^--?[a-z][\w-]{2,40}$/i.test(option)) return false
    return wordsOf(option).some((word) => word !== 'share' && isSendingWord(word))
  })
  const address = sent && /[a-z][a-z0-9+.-]*:\/\/\S+/i.exec(sent.known)?.[0]
  const { host, rest } = urlParts(address ?? '')
  if (address === undefined || host === '' || addressOf(host) === 'loopback') return
  const payload = carriedSources(stdin.value.sources, scribe.facts)
  scribe.effect({ kind: 'external-write', target: address, ...serviceWrite(host, rest, 'POST'), certainty: 'likely' })
  scribe.effect({ kind: 'send-data', host, channel: 'http', payload, certainty: 'likely' })
}

function stateStrayKeys(command: Command, stated: readonly Effect[], scribe: CoreScribe): void {
  const typed = command.args.filter(({ known }) => mayHoldKey(known))
  if (typed.length === 0) return
  const unlisted = stated.some(({ kind, via }) => kind === 'run-program' && via.length === command.via.length)
  const hosts = [
    ...stated.flatMap((effect) => (effect.kind === 'connect' ? [effect.host] : [])),
    ...(unlisted ? [operandHost(command) ?? ''] : []),
  ]
  const said = stated.flatMap((effect) => (effect.kind === 'send-data' ? effect.payload : []))
  for (const host of new Set(hosts.filter((name) => name !== ''))) {
    const payload = typed
      .map(({ known }): DataSource => ({ kind: 'literal', text: known }))
      .filter((source) => isStrayKey(source, host))
    if (payload.length > 0 && !said.some((source) => isStrayKey(source, host)))
      scribe.effect({ kind: 'send-data', host, channel: 'http', payload })
  }
}

function isUnlisted({ via, name = '' }: Command, stated: readonly Effect[]): boolean {
  const own = stated.filter((effect) => effect.via.length === via.length)
  return programFor(name) === undefined ? own.some(({ kind }) => kind === 'run-program') : own.length === 0
}

function stateHanded(command: Command, scribe: CoreScribe): void {
  if (asksOnly(command) || namesSecretPlace(command) || staysHere(command)) return
  const piped = command.stdin.kind === 'value' ? revealing(command.stdin.value.sources, scribe.facts) : []
  const [source] = [...handed(command, NOWHERE, scribe), ...piped].filter(({ kind }) => kind === 'file')
  if (source) scribe.effect({ kind: 'expose-secret', source, sink: 'program', certainty: 'likely' })
}

const NOWHERE: WayOut = { host: '', certainty: 'likely', tells: false, folder: false }

function staysHere({ name = '', args }: Command): boolean {
  const words = knownIn(args).filter(like(/^(?:--)?[a-z][a-z:-]{0,30}$/i))
  // What is made for such files sets up the programs after it.
  if (/env/i.test(baseName(name)) || words.slice(0, 2).some(like(/^(?:dotenv|load|source)$/))) return true
  return nameSays(baseName(name)) !== undefined || words.slice(0, 4).some((word) => verbSays(word) !== undefined)
}

/** A wrapper's words are another command's, read on their own; what flows into one that runs elsewhere still leaves. */
export function stateLeavingThrough(command: Command, stated: readonly Effect[], scribe: CoreScribe): void {
  if (scribe.frame.place === 'here') stateCarriedThrough(command, scribe)
  if (scribe.frame.place !== 'here' || command.stdin.kind !== 'value') return
  const there = stated.find(({ kind, via }) => kind === 'remote-exec' && via.length === command.via.length)
  if (there) state(command, stated, wayOf(there), scribe)
}

function state(command: Command, stated: readonly Effect[], way: WayOut | undefined, scribe: CoreScribe): void {
  if (way === undefined || addressOf(way.host) === 'loopback') return
  const sent = stated.flatMap((effect) => (effect.kind === 'send-data' ? effect.payload : [])).filter(isSecretOrigin)
  if (sent.length > 0 || namesSecretPlace(command)) return
  const piped = command.stdin.kind === 'value' ? command.stdin.value.sources : []
  const payload = [
    ...revealing(piped, scribe.facts),
    ...(takesAll(command, way) ? piped.filter((source) => isWhole(source, scribe.facts)) : []),
    ...(way.elsewhere ? [] : handed(command, way, scribe)),
    ...(way.folder ? inFolder(command, scribe) : []),
  ]
  if (payload.length === 0) return
  scribe.effect({ kind: 'send-data', host: way.host, channel: 'other', payload, certainty: way.certainty })
}

/** Clients of databases are read as such: what is poured into one is a change of it. */
function takesAll({ name = '' }: Command, { addressed }: WayOut): boolean {
  return addressed === true && familyFor(name) !== 'data'
}

function wayOut(command: Command, stated: readonly Effect[]): WayOut | undefined {
  const own = stated.filter(({ via }) => via.length === command.via.length)
  // Clients of the web say themselves what they send, and what only authenticates.
  const known = !own.some(({ kind }) => kind === 'run-program')
  if (known && own.some(({ kind }) => kind === 'connect' || kind === 'download' || kind === 'listen')) return undefined
  for (const effect of own) {
    const way = wayOf(effect)
    if (way) return way
  }
  const address = operandHost(command)
  const host = address ?? sendingHost(command, own) ?? roomOf(command, own)
  if (host === undefined) return undefined
  return { host, certainty: 'likely', tells: false, folder: false, ...(address !== undefined && { addressed: true }) }
}

function sendingHost({ name = '', args }: Command, own: readonly Effect[]): string | undefined {
  // A compiler's name with such a word right after it is another program of that name.
  const other = familyFor(name) === 'build' && isSendingWord(args[0]?.text ?? '')
  // A reader that states nothing does not know this form.
  const silent = own.length === 0 && familyFor(name) === 'cloud'
  if (!other && !silent && !own.some(({ kind }) => kind === 'run-program')) return undefined
  const verbs = args.filter(like(/^[a-z][a-z-]{1,30}$/)).slice(0, 3)
  const words = [name, ...knownIn(verbs)].flatMap((each) => each.toLowerCase().split(/[^a-z]+/))
  return words.some(isSendingWord) ? `the service ${name}` : undefined
}

const SHARED = /^--?(?:room|channel|bucket|peer|recipient|to|chat|topic|dest|destination|remote|drive|share)(?:=|$)/

/** A room, a bucket, a person: a place elsewhere without an address, `name:folder/file` among them. */
function roomOf({ name = '', args }: Command, own: readonly Effect[]): string | undefined {
  if (!own.some(({ kind }) => kind === 'run-program')) return undefined
  const found = args.some(like(SHARED, /^[a-z][\w-]{1,40}:(?!\/\/)[\w-][\w.-]{0,60}(?:\/[\w./-]{0,100})$/i))
  return found ? `the service ${name}` : undefined
}

function wayOf(effect: Effect): WayOut | undefined {
  const certainty = effect.certainty === 'certain' ? 'certain' : 'likely'
  switch (effect.kind) {
    case 'external-write':
      return { host: placeOf(effect.service), certainty, tells: true, folder: false }
    case 'publish':
      return effect.removes || addressOf(hostOf(effect.registry)) === 'loopback'
        ? undefined
        : { host: placeOf(effect.registry), certainty, tells: false, folder: true }
    case 'git-push':
      return { host: placeOf(effect.remote), certainty, tells: false, folder: false }
    case 'remote-exec':
      return { host: placeOf(effect.host), certainty, tells: false, folder: false, elsewhere: true }
    case 'resource-change':
      return isLocalSystem(effect.system) || effect.verb === 'delete'
        ? undefined
        : { host: placeOf(effect.system), certainty, tells: false, folder: false }
    case 'database-change':
      return effect.reach === 'remote'
        ? { host: placeOf(effect.engine), certainty, tells: false, folder: false }
        : undefined
    case 'send-data':
      return { host: effect.host, certainty, tells: false, folder: false }
    default:
      return undefined
  }
}

/** A service by its plain name is not a host of the local network. */
function placeOf(name: string): string {
  return name.includes('.') || addressOf(name) === 'loopback' ? name : `the service ${name}`
}

/** Sub-commands that put something where secrets are kept, or log in: `secret set`, `auth login`, `env add`. */
const SECRET_PLACES =
  /^(?:secrets?|auth|login|credentials?|env|vars?|variables?|secretsmanager|ssm|kms|key-?vault|parameters?|config:set|kv|(?:ssh|gpg|deploy)-keys?)$/

function namesSecretPlace({ args }: Command): boolean {
  return args.filter(undashed).slice(0, 4).some(like(SECRET_PLACES))
}

function handed(command: Command, way: WayOut, scribe: CoreScribe): DataSource[] {
  const found: DataSource[] = []
  command.args.forEach((word, at) => {
    const option = optionAt(command.args, at)
    if (isCredentialOption(option)) return
    const payload = isPayload(option, word)
    found.push(...revealing(word.sources, scribe.facts).filter((source) => isTold(source, way, payload)))
    if (!isUsedFile(option, word)) found.push(...filesNamed(word, option, takesAll(command, way), scribe))
  })
  return found
}

function isPayload(option: string | undefined, { known }: Word): boolean {
  return (
    (option !== undefined &&
      /^(?:d|m|data(?:-\w+)*|body|payload|message|msg|text|content|json|value|input|raw)$/.test(option)) ||
    /[{[]\s*\\?["'].{0,400}:/s.test(known)
  )
}

/** A variable on its own is most often how a program logs in; one that belongs elsewhere, or that stands in a message, is not. */
function isTold(source: DataSource, { host, tells, addressed }: WayOut, payload: boolean): boolean {
  if (source.kind !== 'environment' || source.name === '*') return true
  const place = host.includes('.') || host.includes(':') ? host : `${host.replace('the service ', '')}.com`
  const fit = credentialFor(source, place)
  if (addressed && isNumeric(host)) return fit !== 'fits' && addressOf(host) === 'public'
  return (tells || (addressed === true && payload)) && fit !== 'fits'
}

function isNumeric(host: string): boolean {
  return /^[\d.]+$|^[0-9a-f:]+:[0-9a-f:]*$/i.test(host)
}

function revealing(sources: readonly DataSource[], facts: Facts): DataSource[] {
  return carriedSources(sources, facts).filter(isSecretOrigin)
}

const LONGEST_PATH = 4_096

/** Files by the ways programs take them: a word, `name=file`, `@file`, `file://…`, `id=x,src=file`. */
function filesNamed(word: Word, option: string | undefined, whole: boolean, scribe: CoreScribe): DataSource[] {
  if (word.text === undefined || word.text.includes('\n')) return []
  const names = new Set([word.text, ...word.text.split(/[=,]/).slice(1)])
  return [...names].flatMap((name): DataSource[] => {
    const path = name.replace(/^(?:file:\/\/|fileb:\/\/|@<?|<)/, '')
    if (path === '' || path.length > LONGEST_PATH || path.startsWith('-') || isElsewhere(path)) return []
    const { real, text, tags } = scribe.pathOf(path)
    const carried = real !== undefined && scribe.facts.session.carriers?.has(real) === true
    // Registry settings are handed to a build so that it can fetch; the other secrets are not.
    const setup = option === 'secret' && tags.includes('tool-config')
    return (tags.includes('secret') && !setup) || carried
      ? [{ kind: 'file', path: real ?? text, secret: true }]
      : overlaid(real, whole, scribe)
  })
}

function overlaid(real: string | undefined, whole: boolean, { frame }: CoreScribe): DataSource[] {
  const file = real === undefined ? undefined : frame.analysis.overlay.files.get(real)
  if (!file) return []
  const all = whole ? file.sources.filter((source) => isWhole(source, frame.facts)) : []
  return [...revealing(file.sources, frame.facts), ...all]
}

function inFolder({ cwd }: Command, { frame, facts }: CoreScribe): DataSource[] {
  if (cwd === undefined) return []
  const here = [...frame.analysis.overlay.files].filter(([path]) => isInside(path, cwd))
  const before = [...(facts.session.carriers ?? [])].filter((path) => isInside(path, cwd))
  return [
    ...here.flatMap(([, { sources }]) => revealing(sources, facts)),
    ...before.map((path): DataSource => ({ kind: 'file', path, secret: true })),
  ]
}

const REACHING =
  /^--?(?:to|host|hostname|server|url|uri|endpoint|remote|dest|destination|target|address|addr|peer|relay|upload|webhook|api)(?:[-=]|$)/
const HOST =
  /^(?:[\w.-]{1,64}@)?((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,8}[A-Za-z]{2,24})(?::(?:\d{1,5}(?:\/\S*)?|[^\d\s].*)?|\/\S*)?$/
const MACHINE_END = /\.(?:com|net|org|io|dev|app|cloud|info|example|onion|xyz|online|site|me|co|de|uk|ru|cn|eu|us)$/i
const FILE_END =
  /\.(?:[cm]?[jt]sx?|json[c5]?|ya?ml|toml|xml|html?|s?css|md|txt|log|lock|map|min|py|rb|go|rs|java|kt|swift|php|sh|bash|sql|csv|tsv|t?gz|tar|zip|bz2|xz|png|jpe?g|gif|svg|pdf|so|dylib|dll|exe|bin|conf|cfg|ini|env|local|sample|bak|tmp|old|orig|d|pem|key|crt|pub)$/i
/** Kinds of access before a user and a machine: `sftp:me@box:/x`, `tcp:box:99`. */
const ACCESS = /^[a-z][a-z0-9+-]{1,12}:(?=[\w.-]{1,64}@|\d{1,3}(?:\.\d{1,3}){3}|\[|(?:[\w-]+\.)+[a-z]{2,24}(?::|$))/i
const NUMBERS =
  /^(?!.*\/\d{1,2}$)(?:[\w.-]{1,64}@)?(\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]{3,45}\])(?::\d{1,5})?(?:[:/]\S*)?$/i

/** The host among a program's words, by shape: a URL, `user@host:path`, `host:port`, or what an option for places is given. */
export function operandHost({ args }: Command): string | undefined {
  if (!hasAny(signsIn(args), '.[:')) return undefined
  let before: Word | undefined
  for (const word of args) {
    const host = hostIn(word, before)
    before = word
    if (host !== undefined && addressOf(host) !== 'loopback') return host
  }
  return undefined
}

function hostIn({ known }: Word, before: Word | undefined): string | undefined {
  if (!/[.[]|:\/\//.test(known)) return undefined
  const equals = known.startsWith('-') ? known.indexOf('=') : -1
  const given = equals < 0 ? known : known.slice(equals + 1)
  const value = given.includes('://') || !given.includes(':') ? given : given.replace(ACCESS, '')
  const url = value.includes('://') ? /^([a-z][a-z0-9+.-]{1,20}):\/\/[^/\s]/i.exec(value) : null
  if (url)
    return /^(?:file|data|unix|npipe)$/i.test(url[1] ?? '') ? undefined : urlParts(value).host.replaceAll('\0', '…')
  if (known.startsWith('-') && equals < 0) return undefined
  // A machine's name has its dots before the first slash: most paths have not.
  const slash = value.indexOf('/')
  if (slash >= 0 && slash < value.indexOf('.')) return undefined
  const numbers = /^[\d[]|@/.test(value) ? NUMBERS.exec(value)?.[1] : undefined
  if (numbers !== undefined) return numbers.replace(/[[\]]/g, '')
  const host = HOST.exec(value)?.[1]
  if (host === undefined) return undefined
  const long = host.split('.').length > 2 && !FILE_END.test(host)
  const reaching = REACHING.test(equals < 0 ? (before?.known ?? '') : known)
  return reaching || long || MACHINE_END.test(host) || /:\d{1,5}$|^[\w.-]+@/.test(value) ? host : undefined
}
