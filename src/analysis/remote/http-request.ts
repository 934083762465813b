import { environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import type { Certainty } from '../effects.ts'
import type { Facts } from '../facts.ts'
import {
  carriedDataSources,
  constantWord,
  insertedSources,
  isPlainVariable,
  isSensitiveSource,
} from '../interpret/data-sources.ts'
import { displayText } from '../interpret/loose-words.ts'
import type { CommandGrade, EffectRecorder } from '../interpret/program.ts'
import type { PathUse } from '../paths/paths.ts'
import type { Target } from '../target.ts'
import { amountOf, hostTarget } from '../targets.ts'
import { isSecretSource } from '../text/secrets.ts'
import type { DataSource, Word } from '../words.ts'
import { isActionBody, isActionUrl, isDestructiveUrl, isQualifiedRemoteHost } from './action-urls.ts'
import { hasEncodedHostLabel, hasSecretInUrl } from './address-secrets.ts'
import { isKeyOfOtherVendor, matchCredentialToHost } from './credentials.ts'
import { isForwarded } from './forwarded-ports.ts'
import { classifyHost, deceptiveHost, isPasteSite, urlParts } from './hosts.ts'
import { describeServiceWrite, isChatHost } from './web-services.ts'

export interface WebRequest {
  readonly url: Word
  readonly method: string
  /** What goes out in body, form fields and ordinary headers. */
  readonly payload: readonly DataSource[]
  /** What authenticates: authorization headers, user and password, cookies. */
  readonly credentials: readonly DataSource[]
  readonly savedTo?: PathUse | undefined
  readonly insecure?: string | undefined
  readonly by: string
}

/** A port of this machine that is handed on to another one: what is changed through it is changed there. */
function recordForwardedPortWrite({ url, method }: WebRequest, recorder: EffectRecorder): boolean {
  if (/^(?:GET|HEAD|OPTIONS|TRACE|PROPFIND)$/.test(method)) return false
  const port = /^(?:[a-z]+:\/\/)?[^/\s:]+:(\d{2,5})(?:[/?#]|$)/i.exec(url.known)?.[1]
  if (!isForwarded(port, recorder.facts.session, recorder.settings())) return false
  recorder.effect({
    kind: 'external-write',
    service: 'a forwarded port',
    nature: method === 'DELETE' ? 'deletion' : 'record',
    target: displayText(url),
  })
  return true
}

/** What is fetched takes the place of what lies there, and of some requests that fail nothing is left. */
export function saveMode({ real }: PathUse, facts: Facts): 'create' | 'overwrite' {
  return real !== undefined && facts.file(real).kind === 'file' ? 'overwrite' : 'create'
}

/** States what a request does; `expected` when it stays on this machine. */
export function recordRequest(request: WebRequest, outer: EffectRecorder): CommandGrade {
  const { by, url, method, insecure, savedTo } = request
  const recorder: EffectRecorder = { ...outer, effect: (draft) => outer.effect({ by, ...draft }) }
  const { scheme, host: name, rest } = urlParts(url.known)
  const saved = !savedTo || savedTo.zone === 'project' || savedTo.zone === 'temp' ? 'expected' : 'plain'
  const host = name.replaceAll('\0', '…')
  const address = classifyHost(name)
  if (scheme === 'file')
    recorder.effect({ kind: 'read-path', path: recorder.path(constantWord(rest, url)), list: false })
  else {
    const odd = deceptiveHost(name)
    if (odd) recorder.unknown(`the host ${host} may not be what it looks like (${odd})`)
    recorder.effect({ kind: 'connect', host, url: displayText(url), address })
    if (savedTo) recorder.effect({ kind: 'download', host, url: displayText(url), to: savedTo })
  }
  if (savedTo)
    recorder.effect({ kind: 'write-path', path: savedTo, how: saveMode(savedTo, recorder.facts), content: undefined })
  if (scheme === 'file') return saved
  if (scheme === 'gopher' && /_.*FLUSH(?:ALL|DB)/is.test(rest))
    recorder.effect({
      kind: 'database-change',
      engine: 'redis',
      statement: 'flush',
      unbounded: true,
      reach: address === 'loopback' ? 'local-server' : 'remote',
      target: '',
    })
  const near = address === 'loopback' || address === 'private'
  if (insecure)
    recorder.effect({ kind: 'weaken', area: 'tls', feature: insecure, certainty: near ? 'possible' : 'certain' })
  if (address === 'loopback' && recordForwardedPortWrite(request, recorder)) return 'plain'
  if (address === 'loopback') return recordLocalStoreDrop(request, recorder) ? 'plain' : saved
  recordRequestData(request, host, recorder)
  if (hasSecretInUrl(rest) || hasEncodedHostLabel(host))
    recorder.effect({
      kind: 'send-data',
      host,
      channel: 'http',
      payload: [{ kind: 'secret-store', store: 'the URL' }],
    })
  recordDnsData(url, name, recorder)
  const writes = !/^(?:GET|HEAD|OPTIONS|TRACE|PROPFIND)$/.test(method) || isActionUrl(url.known)
  if (writes && address !== 'metadata')
    recorder.effect({ kind: 'external-write', target: displayText(url), ...describeWrite(request, host, rest) })
  return 'plain'
}

/** A store on this machine loses all that a pattern fits; what is there for tests is not meant. */
function recordLocalStoreDrop({ url, method }: WebRequest, recorder: EffectRecorder): boolean {
  const wide = (deletedTargets(displayText(url), method) ?? []).flatMap((target) =>
    target.kind === 'resource' && target.amount !== 'one' ? [target] : [],
  )
  if (wide.every(({ name }) => environmentOfName(name) === 'development')) return false
  recorder.effect({
    kind: 'database-change',
    engine: 'a store',
    statement: 'drop',
    unbounded: true,
    reach: 'local-server',
    target: wide.map(({ name }) => name).join(' ') || 'all',
    targets: wide,
  })
  return true
}

/** Ids that only machines use: nobody can have named them. */
const OPAQUE_ID = /^(?:[0-9a-f]{8,}-[0-9a-f-]{8,}|[0-9a-f]{20,})$/i
/** Deletes by what it finds: the things are those before it. */
const DELETE_BY_QUERY_PATH =
  /(?:^|[/_-])(?:delete[-_]by[-_]query|bulk[-_]?delete|delete[-_]?all|purge|flush|truncate)$/i

/**
 * What a request deletes: on which host, and each thing that its path ends in. `/logs-*` is wider than any name, `/a,b` are two
 * things. Undefined for a request that deletes nothing.
 */
function deletedTargets(url: string, method: string): readonly Target[] | undefined {
  const { host, rest } = urlParts(url)
  const path = (rest.split(/[?#]/, 1)[0] ?? '').replace(/%2a/gi, '*').replace(/%2c/gi, ',')
  const byQuery = DELETE_BY_QUERY_PATH.test(path)
  if (method !== 'DELETE' && !byQuery) return undefined
  const segments = path.split('/').filter((segment) => segment !== '')
  const [last, type = ''] = segments.reverse().slice(byQuery ? 1 : 0)
  const named = last === undefined || OPAQUE_ID.test(last) ? [] : last.split(',').filter((name) => /^[^-]/.test(name))
  return [
    hostTarget(url),
    ...named.map((name): Target => {
      const all = /^(?:_all|\*+)$/.test(name)
      return { kind: 'resource', system: host, type, name: all ? '' : name, amount: all ? 'all' : amountOf(name) }
    }),
  ]
}

/** A host of one's own network is as often a container; what is deleted on one with a full name is no small thing. */
function describeWrite({ url, method, payload }: WebRequest, host: string, rest: string) {
  const targets = deletedTargets(displayText(url), method)
  const plain = describeServiceWrite(host, rest, method)
  const texts = payload.flatMap((source) => (source.kind === 'literal' ? [source.text] : []))
  const hasSigns =
    isDestructiveUrl(url.known) ||
    isActionUrl(url.known) ||
    isActionBody(url.known, texts) ||
    (targets !== undefined && isQualifiedRemoteHost(host) && !/^[\d.:]+$/.test(host))
  const there: Certainty = classifyHost(host) !== 'private' ? plain.certainty : hasSigns ? 'likely' : 'possible'
  if (targets === undefined) return { ...plain, certainty: there }
  const mass = targets.some(({ amount }) => amount !== 'one') || environmentOfName(host) === 'production'
  return { ...plain, nature: 'deletion', targets, certainty: mass ? 'certain' : there } as const
}

function recordRequestData(
  { url, payload: given, credentials }: WebRequest,
  host: string,
  recorder: EffectRecorder,
): void {
  const channel = isChatHost(host) ? 'chat' : isPasteSite(host) ? 'paste' : 'http'
  const inUrl = carriedDataSources(url)
  const authenticates = holdsOnlyUrlCredentials(url.known)
  const typed: DataSource = { kind: 'literal', text: url.known }
  const payload = [
    ...given,
    ...(authenticates ? [] : inUrl),
    ...(isKeyOfOtherVendor(typed, host) ? [typed] : []),
  ].filter((source) => !isKeyOfHost(source, host))
  const weak =
    payload.every((source) => !isSensitiveSource(source) && !isSecretSource(source)) || payload.every(isPlainVariable)
  if (payload.length > 0)
    recorder.effect({ kind: 'send-data', host, channel, payload, certainty: weak ? 'likely' : 'certain' })
  for (const source of [...credentials, ...(authenticates ? inUrl : [])]) {
    const certainty = strayCredentialCertainty(source, host)
    if (certainty) recorder.effect({ kind: 'send-data', host, channel, payload: [source], certainty })
  }
}

/** Programs that tell about the machine or put bytes into letters. */
const IDENTITY_OR_ENCODING_PROGRAM =
  /^(?:.*\/)?(?:whoami|id|hostname|uname|logname|xxd|base64|base32|od|hexdump|openssl|gzip|ifconfig|ip|env|w|who)$/

/** Data as a label before a domain that is written out goes to whoever answers for that domain. */
function recordDnsData(url: Word, name: string, recorder: EffectRecorder): void {
  if (!/\0\.[\w-]+\.\w/.test(name)) return
  const payload = insertedSources(url).filter((source) => {
    if (source.kind === 'command') return IDENTITY_OR_ENCODING_PROGRAM.test(source.program)
    // A file that is not the project's own, or that is secret wherever it lies.
    return source.kind === 'file' && (source.secret || !/^(?:project|temp)$/.test(recorder.pathOf(source.path).zone))
  })
  const host = name.replaceAll('\0', '…')
  if (payload.length > 0) recorder.effect({ kind: 'send-data', host, channel: 'dns', payload })
}

/** How sure it is that something given as a credential is none, or is somebody else's; undefined when all is well. */
function strayCredentialCertainty(source: DataSource, host: string): Certainty | undefined {
  if (isKeyOfOtherVendor(source, host)) return 'certain'
  if (isPlainVariable(source) || (!isSensitiveSource(source) && !isSecretSource(source))) return undefined
  const fit = matchCredentialToHost(source, host)
  if (fit !== 'open') return fit === 'fits' ? undefined : 'certain'
  return isSecretSource(source) || source.kind === 'unknown' ? 'possible' : 'certain'
}

/** A key of the service that is asked: its ordinary use. */
function isKeyOfHost(source: DataSource, host: string): boolean {
  return (
    (source.kind === 'environment' || source.kind === 'command') &&
    isSecretSource(source) &&
    matchCredentialToHost(source, host) === 'fits'
  )
}

/** Every unknown part of the URL stands where a key is asked for: userinfo, or a parameter named so. */
function holdsOnlyUrlCredentials(url: string): boolean {
  const elsewhere = url
    .replace(/^([a-z]+:\/\/)[^/?#@]*@/i, '$1')
    .replace(/([?&](?:api_?key|key|access_?token|token|auth|appid|app_?id|sig|client_?secret)=)\0/gi, '$1')
  return !elsewhere.includes('\0')
}

/** Names under which implants and scanners are known to call home. */
const IMPLANT_USER_AGENT =
  /^(?:user-agent:\s*)?(?:Metasploit|CobaltStrike|Sliver|Havoc|sqlmap\/|Nikto|masscan\/|zgrab\/|Havij|DirBuster|WPScan|Nmap Scripting Engine|xmrig)/i

export function recordImplantUserAgent(words: readonly Word[], recorder: EffectRecorder): void {
  for (const { known } of words)
    if (IMPLANT_USER_AGENT.test(known))
      recorder.effect({ kind: 'impersonate', as: `a known implant (${known.slice(0, 40)})` })
}

const CREDENTIAL_HEADER =
  /^(?:authorization|proxy-authorization|cookie|private-token|job-token|x-[a-z0-9-]*(?:key|token|auth|secret)[a-z0-9-]*|api-?key|[a-z0-9-]*(?:api-key|token))$/i

export function isCredentialHeader(header: string): boolean {
  return CREDENTIAL_HEADER.test(header.split(':')[0]?.trim() ?? '')
}
