import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { programNameRole, verbRole } from '../../knowledge/lexicon/role-words.ts'
import { isSendingWord } from '../../knowledge/lexicon/sending-words.ts'
import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { Certainty, Effect } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { isNotOptionLike, knownTexts, matching } from '../generic/word-shapes.ts'
import { baseName } from '../interpret/base-name.ts'
import type { CommandGrade } from '../interpret/program.ts'
import { familyFor, programFor } from '../interpret/registry.ts'
import { withCarriedSecrets } from '../interpret/values.ts'
import { isInside } from '../paths/path-use.ts'
import { isKeyOfOtherVendor, matchCredentialToHost, mayHoldKey } from '../remote/credentials.ts'
import { classifyHost, hostOf, urlParts } from '../remote/hosts.ts'
import { isLocalSystem } from '../remote/local-systems.ts'
import { describeServiceWrite } from '../remote/web-services.ts'
import { isSecretOrigin } from '../text/secrets.ts'
import { charactersIn, hasAnyCharacter } from '../text/word-characters.ts'
import type { Command, DataSource, Word } from '../words.ts'
import { isCredentialOption, isRemotePath, isUsedFile, optionBefore } from './argument-slots.ts'
import { recordEmbeddedSecrets, recordWrapperSecrets } from './embedded-secrets.ts'
import { isWholeStore } from './printed-output.ts'
import { recordSecretHostNames } from './secret-host-names.ts'
import type { CoreRecorder } from './shell-recorder.ts'

interface OutboundRoute {
  readonly host: string
  readonly certainty: Certainty
  /** Single variables count too: the words are text for others to read, not the set-up of a service. */
  readonly tells: boolean
  /** The whole working folder goes. */
  readonly folder: boolean
  /** Its words belong to a command that runs there. */
  readonly elsewhere?: true
  /** No analyzer said where it goes: an address stands among the words. */
  readonly addressed?: true
}

/** Secret data that meets a way out leaves, whatever the program is. Analyzers that follow their data themselves are not overruled. */
export function recordExfiltration(
  command: Command,
  stated: readonly Effect[],
  recorder: CoreRecorder,
  grade: CommandGrade,
): void {
  if (recorder.frame.place !== 'here' || command.name === undefined) return
  recordOptionUploads(command, stated, recorder)
  recordSecretHostNames(command, stated, recorder)
  recordKeysInArgs(command, stated, recorder)
  recordEmbeddedSecrets(command, stated, recorder)
  const way = outboundRoute(command, stated)
  if (way) recordSentSecrets(command, stated, way, recorder)
  else if (grade === 'unknown' && isUnknownProgram(command, stated)) recordSecretArguments(command, recorder)
}

/** `-post_data https://…`, `--upload-url=https://…`. */
function recordOptionUploads(command: Command, stated: readonly Effect[], recorder: CoreRecorder): void {
  const { stdin, wrapperNames, args } = command
  if (stdin.kind !== 'value' || stdin.value.sources.length === 0 || !hasAnyCharacter(charactersIn(args), ':')) return
  if (
    stated.some(
      ({ kind, wrapperNames: by }) => by.length === wrapperNames.length && /^(?:send-data|external-write)$/.test(kind),
    )
  )
    return
  const sent = args.find(({ known }, at) => {
    const option = /^(--?[a-z][\w-]{2,40})=/i.exec(known)?.[1] ?? args[at - 1]?.known ?? ''
    if (!/:\/\//.test(known) || !/^--?[a-z][\w-]{2,40}$/i.test(option)) return false
    return wordsOf(option).some((word) => word !== 'share' && isSendingWord(word))
  })
  const address = sent && /[a-z][a-z0-9+.-]*:\/\/\S+/i.exec(sent.known)?.[0]
  const { host, rest } = urlParts(address ?? '')
  if (address === undefined || host === '' || classifyHost(host) === 'loopback') return
  const payload = withCarriedSecrets(stdin.value.sources, recorder.facts)
  recorder.effect({
    kind: 'external-write',
    target: address,
    ...describeServiceWrite(host, rest, 'POST'),
    certainty: 'likely',
  })
  recorder.effect({ kind: 'send-data', host, channel: 'http', payload, certainty: 'likely' })
}

function recordKeysInArgs(command: Command, stated: readonly Effect[], recorder: CoreRecorder): void {
  const typed = command.args.filter(({ known }) => mayHoldKey(known))
  if (typed.length === 0) return
  const unlisted = stated.some(
    ({ kind, wrapperNames }) => kind === 'run-program' && wrapperNames.length === command.wrapperNames.length,
  )
  const hosts = [
    ...stated.flatMap((effect) => (effect.kind === 'connect' ? [effect.host] : [])),
    ...(unlisted ? [operandHost(command) ?? ''] : []),
  ]
  const said = stated.flatMap((effect) => (effect.kind === 'send-data' ? effect.payload : []))
  for (const host of new Set(hosts.filter((name) => name !== ''))) {
    const payload = typed
      .map(({ known }): DataSource => ({ kind: 'literal', text: known }))
      .filter((source) => isKeyOfOtherVendor(source, host))
    if (payload.length > 0 && !said.some((source) => isKeyOfOtherVendor(source, host)))
      recorder.effect({ kind: 'send-data', host, channel: 'http', payload })
  }
}

function isUnknownProgram({ wrapperNames, name = '' }: Command, stated: readonly Effect[]): boolean {
  const own = stated.filter((effect) => effect.wrapperNames.length === wrapperNames.length)
  return programFor(name) === undefined ? own.some(({ kind }) => kind === 'run-program') : own.length === 0
}

function recordSecretArguments(command: Command, recorder: CoreRecorder): void {
  if (isHelpOrDryRun(command) || namesSecretStore(command) || isLocalOnly(command)) return
  const piped = command.stdin.kind === 'value' ? secretSources(command.stdin.value.sources, recorder.facts) : []
  const [source] = [...secretsInArgs(command, NO_ROUTE, recorder), ...piped].filter(({ kind }) => kind === 'file')
  if (source) recorder.effect({ kind: 'expose-secret', source, sink: 'program', certainty: 'likely' })
}

const NO_ROUTE: OutboundRoute = { host: '', certainty: 'likely', tells: false, folder: false }

function isLocalOnly({ name = '', args }: Command): boolean {
  const words = knownTexts(args).filter(matching(/^(?:--)?[a-z][a-z:-]{0,30}$/i))
  // What is made for such files sets up the programs after it.
  if (/env/i.test(baseName(name)) || words.slice(0, 2).some(matching(/^(?:dotenv|load|source)$/))) return true
  return programNameRole(baseName(name)) !== undefined || words.slice(0, 4).some((word) => verbRole(word) !== undefined)
}

/** A wrapper's words are another command's, read on their own; what flows into one that runs elsewhere still leaves. */
export function recordWrapperExfiltration(command: Command, stated: readonly Effect[], recorder: CoreRecorder): void {
  if (recorder.frame.place === 'here') recordWrapperSecrets(command, recorder)
  if (recorder.frame.place !== 'here' || command.stdin.kind !== 'value') return
  const there = stated.find(
    ({ kind, wrapperNames }) => kind === 'remote-exec' && wrapperNames.length === command.wrapperNames.length,
  )
  if (there) recordSentSecrets(command, stated, routeOfEffect(there), recorder)
}

function recordSentSecrets(
  command: Command,
  stated: readonly Effect[],
  way: OutboundRoute | undefined,
  recorder: CoreRecorder,
): void {
  if (way === undefined || classifyHost(way.host) === 'loopback') return
  const sent = stated.flatMap((effect) => (effect.kind === 'send-data' ? effect.payload : [])).filter(isSecretOrigin)
  if (sent.length > 0 || namesSecretStore(command)) return
  const piped = command.stdin.kind === 'value' ? command.stdin.value.sources : []
  const payload = [
    ...secretSources(piped, recorder.facts),
    ...(acceptsAnyData(command, way) ? piped.filter((source) => isWholeStore(source, recorder.facts)) : []),
    ...(way.elsewhere ? [] : secretsInArgs(command, way, recorder)),
    ...(way.folder ? folderSources(command, recorder) : []),
  ]
  if (payload.length === 0) return
  recorder.effect({ kind: 'send-data', host: way.host, channel: 'other', payload, certainty: way.certainty })
}

/** Clients of databases are read as such: what is poured into one is a change of it. */
function acceptsAnyData({ name = '' }: Command, { addressed }: OutboundRoute): boolean {
  return addressed === true && familyFor(name) !== 'data'
}

function outboundRoute(command: Command, stated: readonly Effect[]): OutboundRoute | undefined {
  const own = stated.filter(({ wrapperNames }) => wrapperNames.length === command.wrapperNames.length)
  // Clients of the web say themselves what they send, and what only authenticates.
  const known = !own.some(({ kind }) => kind === 'run-program')
  if (known && own.some(({ kind }) => kind === 'connect' || kind === 'download' || kind === 'listen')) return undefined
  for (const effect of own) {
    const way = routeOfEffect(effect)
    if (way) return way
  }
  const address = operandHost(command)
  const host = address ?? sendingHost(command, own) ?? sharedRoom(command, own)
  if (host === undefined) return undefined
  return { host, certainty: 'likely', tells: false, folder: false, ...(address !== undefined && { addressed: true }) }
}

function sendingHost({ name = '', args }: Command, own: readonly Effect[]): string | undefined {
  // A compiler's name with such a word right after it is another program of that name.
  const other = familyFor(name) === 'build' && isSendingWord(args[0]?.text ?? '')
  // An analyzer that states nothing does not know this form.
  const silent = own.length === 0 && familyFor(name) === 'cloud'
  if (!other && !silent && !own.some(({ kind }) => kind === 'run-program')) return undefined
  const verbs = args.filter(matching(/^[a-z][a-z-]{1,30}$/)).slice(0, 3)
  const words = [name, ...knownTexts(verbs)].flatMap((each) => each.toLowerCase().split(/[^a-z]+/))
  return words.some(isSendingWord) ? `the service ${name}` : undefined
}

const SHARE_OPTIONS =
  /^--?(?:room|channel|bucket|peer|recipient|to|chat|topic|dest|destination|remote|drive|share)(?:=|$)/

/** A room, a bucket, a person: a place elsewhere without an address, `name:folder/file` among them. */
function sharedRoom({ name = '', args }: Command, own: readonly Effect[]): string | undefined {
  if (!own.some(({ kind }) => kind === 'run-program')) return undefined
  const found = args.some(matching(SHARE_OPTIONS, /^[a-z][\w-]{1,40}:(?!\/\/)[\w-][\w.-]{0,60}(?:\/[\w./-]{0,100})$/i))
  return found ? `the service ${name}` : undefined
}

function routeOfEffect(effect: Effect): OutboundRoute | undefined {
  const certainty = effect.certainty === 'certain' ? 'certain' : 'likely'
  switch (effect.kind) {
    case 'external-write':
      return { host: serviceHost(effect.service), certainty, tells: true, folder: false }
    case 'publish':
      return effect.removes || classifyHost(hostOf(effect.registry)) === 'loopback'
        ? undefined
        : { host: serviceHost(effect.registry), certainty, tells: false, folder: true }
    case 'git-push':
      return { host: serviceHost(effect.remote), certainty, tells: false, folder: false }
    case 'remote-exec':
      return { host: serviceHost(effect.host), certainty, tells: false, folder: false, elsewhere: true }
    case 'resource-change':
      return isLocalSystem(effect.system) || effect.verb === 'delete'
        ? undefined
        : { host: serviceHost(effect.system), certainty, tells: false, folder: false }
    case 'database-change':
      return effect.reach === 'remote'
        ? { host: serviceHost(effect.engine), certainty, tells: false, folder: false }
        : undefined
    case 'send-data':
      return { host: effect.host, certainty, tells: false, folder: false }
    default:
      return undefined
  }
}

/** A service by its plain name is not a host of the local network. */
function serviceHost(name: string): string {
  return name.includes('.') || classifyHost(name) === 'loopback' ? name : `the service ${name}`
}

/** Sub-commands that put something where secrets are kept, or log in: `secret set`, `auth login`, `env add`. */
const SECRET_STORE_COMMANDS =
  /^(?:secrets?|auth|login|credentials?|env|vars?|variables?|secretsmanager|ssm|kms|key-?vault|parameters?|config:set|kv|(?:ssh|gpg|deploy)-keys?)$/

function namesSecretStore({ args }: Command): boolean {
  return args.filter(isNotOptionLike).slice(0, 4).some(matching(SECRET_STORE_COMMANDS))
}

function secretsInArgs(command: Command, way: OutboundRoute, recorder: CoreRecorder): DataSource[] {
  const found: DataSource[] = []
  command.args.forEach((word, at) => {
    const option = optionBefore(command.args, at)
    if (isCredentialOption(option)) return
    const payload = isPayload(option, word)
    found.push(...secretSources(word.sources, recorder.facts).filter((source) => isDisclosed(source, way, payload)))
    if (!isUsedFile(option, word)) found.push(...namedFileSources(word, option, acceptsAnyData(command, way), recorder))
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
function isDisclosed(source: DataSource, { host, tells, addressed }: OutboundRoute, payload: boolean): boolean {
  if (source.kind !== 'environment' || source.name === '*') return true
  const place = host.includes('.') || host.includes(':') ? host : `${host.replace('the service ', '')}.com`
  const fit = matchCredentialToHost(source, place)
  if (addressed && isNumeric(host)) return fit !== 'fits' && classifyHost(host) === 'public'
  return (tells || (addressed === true && payload)) && fit !== 'fits'
}

function isNumeric(host: string): boolean {
  return /^[\d.]+$|^[0-9a-f:]+:[0-9a-f:]*$/i.test(host)
}

function secretSources(sources: readonly DataSource[], facts: Facts): DataSource[] {
  return withCarriedSecrets(sources, facts).filter(isSecretOrigin)
}

const MAX_PATH_LENGTH = 4_096

/** Files by the ways programs take them: a word, `name=file`, `@file`, `file://…`, `id=x,src=file`. */
function namedFileSources(
  word: Word,
  option: string | undefined,
  whole: boolean,
  recorder: CoreRecorder,
): DataSource[] {
  if (word.text === undefined || word.text.includes('\n')) return []
  const names = new Set([word.text, ...word.text.split(/[=,]/).slice(1)])
  return [...names].flatMap((name): DataSource[] => {
    const path = name.replace(/^(?:file:\/\/|fileb:\/\/|@<?|<)/, '')
    if (path === '' || path.length > MAX_PATH_LENGTH || path.startsWith('-') || isRemotePath(path)) return []
    const { real, text, tags } = recorder.pathOf(path)
    const carried = real !== undefined && recorder.facts.session.carriers?.has(real) === true
    // Registry settings are handed to a build so that it can fetch; the other secrets are not.
    const setup = option === 'secret' && tags.includes('tool-config')
    return (tags.includes('secret') && !setup) || carried
      ? [{ kind: 'file', path: real ?? text, secret: true }]
      : overlaySources(real, whole, recorder)
  })
}

function overlaySources(real: string | undefined, whole: boolean, { frame }: CoreRecorder): DataSource[] {
  const file = real === undefined ? undefined : frame.analysis.overlay.files.get(real)
  if (!file) return []
  const all = whole ? file.sources.filter((source) => isWholeStore(source, frame.facts)) : []
  return [...secretSources(file.sources, frame.facts), ...all]
}

function folderSources({ cwd }: Command, { frame, facts }: CoreRecorder): DataSource[] {
  if (cwd === undefined) return []
  const here = [...frame.analysis.overlay.files].filter(([path]) => isInside(path, cwd))
  const before = [...(facts.session.carriers ?? [])].filter((path) => isInside(path, cwd))
  return [
    ...here.flatMap(([, { sources }]) => secretSources(sources, facts)),
    ...before.map((path): DataSource => ({ kind: 'file', path, secret: true })),
  ]
}

const HOST_OPTIONS =
  /^--?(?:to|host|hostname|server|url|uri|endpoint|remote|dest|destination|target|address|addr|peer|relay|upload|webhook|api)(?:[-=]|$)/
const HOST_SHAPE =
  /^(?:[\w.-]{1,64}@)?((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,8}[A-Za-z]{2,24})(?::(?:\d{1,5}(?:\/\S*)?|[^\d\s].*)?|\/\S*)?$/
const DOMAIN_ENDING = /\.(?:com|net|org|io|dev|app|cloud|info|example|onion|xyz|online|site|me|co|de|uk|ru|cn|eu|us)$/i
const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|json[c5]?|ya?ml|toml|xml|html?|s?css|md|txt|log|lock|map|min|py|rb|go|rs|java|kt|swift|php|sh|bash|sql|csv|tsv|t?gz|tar|zip|bz2|xz|png|jpe?g|gif|svg|pdf|so|dylib|dll|exe|bin|conf|cfg|ini|env|local|sample|bak|tmp|old|orig|d|pem|key|crt|pub)$/i
/** Kinds of access before a user and a machine: `sftp:me@box:/x`, `tcp:box:99`. */
const ACCESS_SCHEME =
  /^[a-z][a-z0-9+-]{1,12}:(?=[\w.-]{1,64}@|\d{1,3}(?:\.\d{1,3}){3}|\[|(?:[\w-]+\.)+[a-z]{2,24}(?::|$))/i
const IP_ADDRESS_SHAPE =
  /^(?!.*\/\d{1,2}$)(?:[\w.-]{1,64}@)?(\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]{3,45}\])(?::\d{1,5})?(?:[:/]\S*)?$/i

/** The host among a program's words, by shape: a URL, `user@host:path`, `host:port`, or what an option for places is given. */
function operandHost({ args }: Command): string | undefined {
  if (!hasAnyCharacter(charactersIn(args), '.[:')) return undefined
  let before: Word | undefined
  for (const word of args) {
    const host = hostInWord(word, before)
    before = word
    if (host !== undefined && classifyHost(host) !== 'loopback') return host
  }
  return undefined
}

function hostInWord({ known }: Word, before: Word | undefined): string | undefined {
  if (!/[.[]|:\/\//.test(known)) return undefined
  const equals = known.startsWith('-') ? known.indexOf('=') : -1
  const given = equals < 0 ? known : known.slice(equals + 1)
  const value = given.includes('://') || !given.includes(':') ? given : given.replace(ACCESS_SCHEME, '')
  const url = value.includes('://') ? /^([a-z][a-z0-9+.-]{1,20}):\/\/[^/\s]/i.exec(value) : null
  if (url)
    return /^(?:file|data|unix|npipe)$/i.test(url[1] ?? '') ? undefined : urlParts(value).host.replaceAll('\0', '…')
  if (known.startsWith('-') && equals < 0) return undefined
  // A machine's name has its dots before the first slash: most paths have not.
  const slash = value.indexOf('/')
  if (slash >= 0 && slash < value.indexOf('.')) return undefined
  const numbers = /^[\d[]|@/.test(value) ? IP_ADDRESS_SHAPE.exec(value)?.[1] : undefined
  if (numbers !== undefined) return numbers.replace(/[[\]]/g, '')
  const host = HOST_SHAPE.exec(value)?.[1]
  if (host === undefined) return undefined
  const long = host.split('.').length > 2 && !FILE_ENDING.test(host)
  const reaching = HOST_OPTIONS.test(equals < 0 ? (before?.known ?? '') : known)
  return reaching || long || DOMAIN_ENDING.test(host) || /:\d{1,5}$|^[\w.-]+@/.test(value) ? host : undefined
}
