import { carriesSecret } from '../../address-secrets.ts'
import type { Certainty, EffectDraft } from '../../effects.ts'
import { addressOf, deceptiveHost, isPasteSite, urlParts } from '../../hosts.ts'
import type { PathUse } from '../../paths.ts'
import { isSecret } from '../../secrets.ts'
import { stageOfName } from '../../stages.ts'
import type { Target } from '../../target.ts'
import type { DataSource, Word } from '../../words.ts'
import type { Scribe, Standing } from '../program.ts'
import { addressActs, bodyActs, destroysThere, isOtherMachine } from './acting-address.ts'
import { credentialFor, isStrayKey } from './credentials.ts'
import { insertedSources, isLocalData, isPlainVariable, plainWord } from './data.ts'
import { deletedTargets, isMassDeletion } from './deleted.ts'
import { isChat, serviceWrite } from './services.ts'

/** One request as an HTTP client would make it. */
export interface WebRequest {
  readonly url: Word
  readonly method: string
  /** What goes out in body, form fields and ordinary headers. */
  readonly payload: readonly DataSource[]
  /** What authenticates: authorization headers, user and password, cookies. */
  readonly credentials: readonly DataSource[]
  /** Where the answer is saved. */
  readonly savedTo?: PathUse | undefined
  /** Certificates are not checked. */
  readonly insecure?: string | undefined
  readonly by: string
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'])

/** States what a request does; `expected` when it stays on this machine. */
export function stateRequest(request: WebRequest, scribe: Scribe): Standing {
  const { url, by } = request
  const parts = urlParts(url.known)
  if (parts.scheme === 'file') return readLocal(request, parts.rest, scribe)
  const shown = url.known.replaceAll('\0', '…')
  const host = parts.host.replaceAll('\0', '…')
  const address = addressOf(parts.host)
  const odd = deceptiveHost(parts.host)
  if (odd) scribe.unknown(`the host ${host} may not be what it looks like (${odd})`)
  scribe.effect({ kind: 'connect', host, url: shown, address, by })
  if (parts.scheme === 'gopher' && /_.*FLUSH(?:ALL|DB)/is.test(parts.rest))
    scribe.effect({
      kind: 'database-change',
      engine: 'redis',
      statement: 'flush',
      unbounded: true,
      reach: address === 'loopback' ? 'local-server' : 'remote',
      target: '',
      by,
    })
  if (request.insecure)
    scribe.effect({
      kind: 'weaken',
      area: 'tls',
      feature: request.insecure,
      certainty: address === 'loopback' || address === 'private' ? 'possible' : 'certain',
      by,
    })
  if (request.savedTo) {
    scribe.effect({ kind: 'download', host, url: shown, to: request.savedTo, by })
    scribe.effect({ kind: 'write-path', path: request.savedTo, how: 'create', content: undefined, by })
  }
  if (address === 'loopback') {
    const emptied = emptiedHere(request)
    if (emptied) scribe.effect({ ...emptied, by })
    return emptied ? 'plain' : savedStanding(request.savedTo)
  }
  stateData(request, host, scribe)
  if (carriesSecret(parts.rest))
    scribe.effect({
      kind: 'send-data',
      host,
      channel: 'http',
      payload: [{ kind: 'secret-store', store: 'the URL' }],
      by,
    })
  stateHostData(request, parts.host, scribe)
  const writes = !READING.has(request.method) || addressActs(url.known)
  if (writes && address !== 'metadata')
    scribe.effect({ kind: 'external-write', target: shown, by, ...written(request, host, parts.rest) })
  return 'plain'
}

/** A store on this machine loses all that a pattern fits; what is there for tests is not meant. */
function emptiedHere({ url, method }: WebRequest): EffectDraft | undefined {
  const targets = deletedTargets(url.known.replaceAll('\0', '…'), method) ?? []
  const wide = targets.filter((target) => target.kind === 'resource' && target.amount !== 'one')
  const names = wide.flatMap((target) => (target.kind === 'resource' ? [target.name] : []))
  if (names.length === 0 || names.every((name) => stageOfName(name) === 'development')) return undefined
  return {
    kind: 'database-change',
    engine: 'a store',
    statement: 'drop',
    unbounded: true,
    reach: 'local-server',
    target: names.join(' ') || 'all',
    targets: wide,
  }
}

type Written = ReturnType<typeof serviceWrite> & { readonly targets?: readonly Target[] }

/** A host of one's own network is as often a container; what is deleted on one with a full name is no small thing. */
function written({ url, method, payload }: WebRequest, host: string, rest: string): Written {
  const targets = deletedTargets(url.known.replaceAll('\0', '…'), method)
  const plain = serviceWrite(host, rest, method)
  const near = addressOf(host) === 'private'
  const told =
    destroysThere(url.known) ||
    addressActs(url.known) ||
    bodyActs(
      url.known,
      payload.flatMap((source) => (source.kind === 'literal' ? [source.text] : [])),
    ) ||
    (targets !== undefined && isOtherMachine(host) && !/^[\d.:]+$/.test(host))
  const there = near ? (told ? 'likely' : 'possible') : plain.certainty
  if (targets === undefined) return { ...plain, certainty: there }
  const mass = isMassDeletion(targets) || stageOfName(host) === 'production'
  const certainty = mass ? 'certain' : there
  return { ...plain, nature: 'deletion', targets, certainty }
}

/** What leaves: body and query, and credentials that are not this host's own. */
function stateData(request: WebRequest, host: string, scribe: Scribe): void {
  const channel = isChat(host) ? 'chat' : isPasteSite(host) ? 'paste' : 'http'
  const inUrl = insertedSources(request.url).filter((source) => !isPlainVariable(source))
  const authenticates = urlAuthenticates(request.url.known)
  const typed: DataSource = { kind: 'literal', text: request.url.known }
  const payload = [
    ...request.payload,
    ...(authenticates ? [] : inUrl),
    ...(isStrayKey(typed, host) ? [typed] : []),
  ].filter((source) => !isOwnKey(source, host))
  if (payload.length > 0) {
    const weak = payload.every((source) => !isLocalData(source) && !isSecret(source))
    scribe.effect({
      kind: 'send-data',
      host,
      channel,
      payload,
      by: request.by,
      certainty: weak || payload.every(isPlainVariable) ? 'likely' : 'certain',
    })
  }
  for (const source of [...request.credentials, ...(authenticates ? inUrl : [])]) {
    const certainty = strays(source, host)
    if (certainty === undefined) continue
    scribe.effect({ kind: 'send-data', host, channel, payload: [source], by: request.by, certainty })
  }
}

/** Programs that tell about the machine or put bytes into letters. */
const TELLS =
  /^(?:.*\/)?(?:whoami|id|hostname|uname|logname|xxd|base64|base32|od|hexdump|openssl|gzip|ifconfig|ip|env|w|who)$/

/** Data as a label before a domain that is written out goes to whoever answers for that domain. */
function stateHostData({ url, by }: WebRequest, name: string, scribe: Scribe): void {
  if (!/\0\.[\w-]+\.\w/.test(name)) return
  const payload = insertedSources(url).filter(
    (source) =>
      (source.kind === 'file' && isElsewhere(source, scribe)) ||
      (source.kind === 'command' && TELLS.test(source.program)),
  )
  if (payload.length > 0)
    scribe.effect({ kind: 'send-data', host: name.replaceAll('\0', '…'), channel: 'dns', payload, by })
}

/** A file that is not the project's own, or that is secret wherever it lies. */
function isElsewhere({ path, secret }: Extract<DataSource, { kind: 'file' }>, scribe: Scribe): boolean {
  const { zone } = scribe.pathOf(path)
  return secret || (zone !== 'project' && zone !== 'temp')
}

/** How sure it is that something given as a credential is none, or is somebody else's; undefined when all is well. */
function strays(source: DataSource, host: string): Certainty | undefined {
  if (isStrayKey(source, host)) return 'certain'
  if (isPlainVariable(source) || (!isLocalData(source) && !isSecret(source))) return undefined
  const fit = credentialFor(source, host)
  if (fit !== 'open') return fit === 'fits' ? undefined : 'certain'
  return isSecret(source) || source.kind === 'unknown' ? 'possible' : 'certain'
}

/** A key of the service that is asked: its ordinary use. */
function isOwnKey(source: DataSource, host: string): boolean {
  return (
    (source.kind === 'environment' || source.kind === 'command') &&
    isSecret(source) &&
    credentialFor(source, host) === 'fits'
  )
}

/** Every unknown part of the URL stands where a key is asked for: userinfo, or a parameter named so. */
function urlAuthenticates(url: string): boolean {
  const elsewhere = url
    .replace(/^([a-z]+:\/\/)[^/?#@]*@/i, '$1')
    .replace(/([?&](?:api_?key|key|access_?token|token|auth|appid|app_?id|sig|client_?secret)=)\0/gi, '$1')
  return !elsewhere.includes('\0')
}

function readLocal(request: WebRequest, path: string, scribe: Scribe): Standing {
  scribe.effect({ kind: 'read-path', path: scribe.path(plainWord(path, request.url)), list: false, by: request.by })
  if (!request.savedTo) return 'expected'
  scribe.effect({ kind: 'write-path', path: request.savedTo, how: 'create', content: undefined, by: request.by })
  return savedStanding(request.savedTo)
}

function savedStanding(path: PathUse | undefined): Standing {
  return path === undefined || path.zone === 'project' || path.zone === 'temp' ? 'expected' : 'plain'
}

/** Names under which implants and scanners are known to call home. */
const IMPLANTS =
  /^(?:user-agent:\s*)?(?:Metasploit|CobaltStrike|Sliver|Havoc|sqlmap\/|Nikto|masscan\/|zgrab\/|Havij|DirBuster|WPScan|Nmap Scripting Engine|xmrig)/i

/** A request that calls itself one of them passes for it. */
export function stateKnownAgent(words: readonly Word[], scribe: Scribe): void {
  for (const { known } of words)
    if (IMPLANTS.test(known)) scribe.effect({ kind: 'impersonate', as: `a known implant (${known.slice(0, 40)})` })
}

const CREDENTIAL_HEADER =
  /^(?:authorization|proxy-authorization|cookie|private-token|job-token|x-[a-z0-9-]*(?:key|token|auth|secret)[a-z0-9-]*|api-?key|[a-z0-9-]*(?:api-key|token))$/i

/** Does this header authenticate, by its name? */
export function isCredentialHeader(header: string): boolean {
  return CREDENTIAL_HEADER.test(header.split(':')[0]?.trim() ?? '')
}
